// What reproduces one table or figure of a paper: it runs, and says what it saw beside what the paper says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/plot.hpp"
#include "solver/outcome.hpp"

namespace isolde::reproduce {

enum class Size : std::uint8_t { kTiny, kSmall, kFull };

struct Setup {
  Size size = Size::kSmall;
  double timeout_seconds = 10;  // of each run

  // One of three, by size: to see that it works, to get the shape in minutes, and the paper's own.
  template <class Value>
  [[nodiscard]] Value pick(Value tiny, Value small, Value full) const {
    return size == Size::kTiny ? tiny : size == Size::kSmall ? small : full;
  }
  [[nodiscard]] Limits limits() const {
    Limits limits;
    limits.seconds = timeout_seconds;
    limits.memory_bytes = std::size_t{4} << 30;
    return limits;
  }
};

struct Report {
  std::string title;                // "Vbox, table 2"
  std::string question;             // what is measured, one sentence
  std::vector<std::string> paper;   // what the paper says, one sentence each
  std::vector<std::string> header;  // of the table
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;                   // where ours differs from the paper's experiment
  std::vector<std::pair<std::string, Plot>> plots;  // by the suffix of the file's name
};

struct Experiment {
  std::string_view name;  // as the command line has it
  Report (*run)(const Setup&);
};

Report vbox_table1(const Setup& setup);
Report vbox_table2(const Setup& setup);
Report vbox_fig6(const Setup& setup);
Report vbox_fig7(const Setup& setup);
Report vbox_fig8(const Setup& setup);
Report vbox_fig9(const Setup& setup);
Report kingcobra_fig13(const Setup& setup);
Report kingcobra_fig14(const Setup& setup);
Report emme_fig9(const Setup& setup);
Report emme_fig10(const Setup& setup);
Report enne_fig11(const Setup& setup);
Report enne_fig12(const Setup& setup);
Report elle_fig4(const Setup& setup);

}  // namespace isolde::reproduce
