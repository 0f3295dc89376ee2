// One line of the native format, whatever it holds: the version, a transaction, a version order, a
// serialization order, initial values. The full parser, on simdjson's tree; the quick one for the common
// shape is native_scan.hpp.
//
// A tree instead of simdjson's on-demand reading: fields come in any order, unknown and repeated ones are
// errors, and a line is known to be valid before anything of it reaches the builder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "base/result.hpp"
#include "frontends/formats/native/native_value.hpp"
#include "history/builder.hpp"

namespace isolde::native {

class LineParser {
 public:
  LineParser(HistoryBuilder& builder, std::string file)
      : line_{.builder = builder, .file = std::move(file)} {}

  // Requires SIMDJSON_PADDING readable bytes behind `text`. `is_closed`: a line feed follows. After an error
  // the builder has no transaction open, so that further lines can be looked at; what it holds is incomplete.
  [[nodiscard]] Result<void> add(std::string_view text, std::uint64_t number, bool is_closed);
  // Another reader handled a line.
  void pass_line() { is_first_ = false; }
  // After an error: this is JSON of another layout than a line for each transaction, so the lines that follow
  // would only show the same again.
  [[nodiscard]] bool has_other_layout() const { return has_other_layout_; }

 private:
  bool parse(std::string_view text, bool is_closed, Element& root);
  bool refuse(std::string_view text, bool is_closed, simdjson::error_code code);
  bool refuse_layout(std::string_view found, std::string_view filter);
  bool add_object(Element root);
  bool add_version(Element root);
  bool add_transaction(Element root);
  bool add_version_order(Element root);
  bool add_serialization_order(Element root);
  bool add_initial(Element root);
  bool add_initial_list(simdjson::dom::array entries);

  Line line_;
  simdjson::dom::parser parser_;
  bool is_first_ = true;  // no line came before, good or bad, but those that are skipped
  bool has_other_layout_ = false;
};

}  // namespace isolde::native
