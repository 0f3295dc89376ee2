// Parts of a line of the native format, from simdjson's tree to interned ids: keys, values, rows, and the
// fields of an object. Internal to the native reader.
//
// A function that finds something wrong records one sentence in the Line and returns false; its caller
// returns false at once. The Result is made once, where the line ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "history/builder.hpp"

namespace isolde::native {

using Element = simdjson::dom::element;

struct Line {
  HistoryBuilder& builder;
  std::string file;
  std::uint64_t number = 0;
  std::string problem = {};
  std::uint64_t column = 0;                 // of the problem, from 1; 0: the line as a whole
  std::vector<std::uint32_t> scratch = {};  // of read_list and read_row
  std::vector<RowSeen> rows = {};           // of predicate operations

  [[nodiscard]] Place place() const {
    if (column == 0) return {file, PlaceUnit::kLine, number};
    return {file, PlaceUnit::kLineColumn, line_column(number, column)};
  }
  // Always false, so that `return line.fail(...)` reads well.
  bool fail(std::string message) { return fail_at(0, std::move(message)); }
  bool fail_at(std::uint64_t where, std::string message) {
    problem = std::move(message);
    column = where;
    return false;
  }
};

// A name from the input as a sentence may show it: in quotes, control characters escaped, cut where it gets
// long.
[[nodiscard]] std::string quote(std::string_view name);

// "an integer", "a string", ... for "expected ..., got a string".
[[nodiscard]] std::string_view kind_of(Element element);

// The fields of one object, by position in a fixed list of names. Unknown and repeated fields are errors.
template <std::size_t N>
struct Fields {
  std::array<Element, N> at;
  std::uint32_t present = 0;

  [[nodiscard]] bool has(std::size_t field) const { return ((present >> field) & 1U) != 0; }
};
bool collect_fields(Line& line, std::string_view what, Element object,
                    std::span<const std::string_view> names, std::span<Element> at, std::uint32_t& present);
template <std::size_t N>
bool collect(Line& line, std::string_view what, Element object, const std::array<std::string_view, N>& names,
             Fields<N>& fields) {
  return collect_fields(line, what, object, names, fields.at, fields.present);
}

// An integer from 0 to 2^63-1. `field` is for the sentence.
bool read_natural(Line& line, std::string_view field, Element element, std::int64_t& number);
// The same, of a clock.
bool read_time(Line& line, std::string_view field, Element element, std::int64_t& nanoseconds);
bool read_integer(Line& line, std::string_view field, Element element, std::int64_t& number);
bool read_text(Line& line, std::string_view field, Element element, std::string_view& text);
// A string or an integer.
bool read_key(Line& line, Element element, KeyId& key);
// A number, string or boolean, but not null.
bool read_element(Line& line, std::string_view field, Element element, ValueId& value);
// A scalar, null (kInitial) or a list of scalars (the empty one is kInitial).
bool read_value(Line& line, std::string_view field, Element element, ValueId& value);
// An object of scalar columns, or null (kInitial): there is no such row.
bool read_row(Line& line, std::string_view field, Element element, ValueId& value);
// read_row for an object, read_value for the rest.
bool read_version(Line& line, std::string_view field, Element element, ValueId& value);

}  // namespace isolde::native
