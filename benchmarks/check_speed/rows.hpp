// The rows of the table: what is checked at which level, and what that may cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/check_speed/histories.hpp"

namespace isolde::check_speed {

// All limits that are set have to hold.
struct Limits {
  std::optional<double> ratio;  // of the time to read the same file
  std::optional<double> seconds;
  std::optional<double> megabytes;
};

// Another row's time and memory, and how many times as much this one may take.
struct Relation {
  std::string to;  // a row's name
  double seconds = 0;
  std::optional<double> megabytes;
};

struct Row {
  std::string history;  // what it is called
  std::string level;
  HistorySource source;
  Limits limits;
  std::optional<Relation> relation;
  bool holds = true;
  bool is_large = false;  // left out by --quick
  std::string mode = {};  // --certificate-mode, if any

  // What is checked, beside the history.
  [[nodiscard]] std::string task() const { return mode.empty() ? level : mode; }
  [[nodiscard]] std::string name() const { return history + " " + task(); }
};

// Rows stand behind those they relate to.
[[nodiscard]] std::vector<Row> all_rows();

}  // namespace isolde::check_speed
