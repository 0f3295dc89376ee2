#include "frontends/formats/native/native_value.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isolde::native {
namespace {

using simdjson::dom::element_type;

bool expected(Line& line, std::string_view field, std::string_view what, Element got) {
  return line.fail(fmt::format("expected {} for {}, got {}", what, quote(field), kind_of(got)));
}

bool too_large(Line& line, std::string_view field, Element element) {
  return line.fail(fmt::format("the number {} of {} is larger than 9223372036854775807",
                               std::uint64_t(element.get_uint64().value_unsafe()), quote(field)));
}

// Null, too: columns may be null.
bool intern_scalar(Line& line, std::string_view field, Element element, std::uint32_t& id) {
  Dictionary& values = line.builder.values();
  switch (element.type()) {
    case element_type::INT64:
      id = values.intern_integer(element.get_int64().value_unsafe());
      return true;
    case element_type::STRING:
      id = values.intern_text(element.get_string().value_unsafe());
      return true;
    case element_type::DOUBLE:
      id = values.intern_real(element.get_double().value_unsafe());
      return true;
    case element_type::BOOL:
      id = values.intern_boolean(element.get_bool().value_unsafe());
      return true;
    case element_type::NULL_VALUE:
      id = kInitial.value;
      return true;
    case element_type::UINT64:
      return too_large(line, field, element);
    case element_type::ARRAY:
    case element_type::OBJECT:
      break;
  }
  return expected(line, field, "a number, string or boolean", element);
}

bool read_list(Line& line, std::string_view field, Element element, ValueId& value) {
  line.scratch.clear();
  const simdjson::dom::array items = element.get_array().value_unsafe();
  for (const Element item : items) {
    ValueId id;
    if (!read_element(line, field, item, id)) return false;
    line.scratch.push_back(id.value);
  }
  value = line.scratch.empty() ? kInitial : ValueId(line.builder.values().intern_list(line.scratch));
  return true;
}

// Orders (column, value) pairs by column. Most writers name columns in the same order each time.
bool sort_columns(Line& line, std::string_view field) {
  struct Pair {
    std::uint32_t column;
    std::uint32_t value;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < line.scratch.size(); i += 2)
    pairs.push_back({line.scratch[i], line.scratch[i + 1]});
  std::ranges::sort(pairs, {}, &Pair::column);
  if (const auto twice = std::ranges::adjacent_find(pairs, {}, &Pair::column); twice != pairs.end()) {
    return line.fail(fmt::format("the column {} appears twice in {}",
                                 quote(line.builder.columns().text(twice->column)), quote(field)));
  }
  line.scratch.clear();
  for (const Pair& pair : pairs) line.scratch.insert(line.scratch.end(), {pair.column, pair.value});
  return true;
}

}  // namespace

std::string quote(std::string_view name) {
  constexpr std::size_t kMost = 60;
  if (name.size() <= kMost) return fmt::format("{:?}", name);
  return fmt::format("{:?}...", name.substr(0, kMost));
}

std::string_view kind_of(Element element) {
  switch (element.type()) {
    case element_type::INT64:
      return element.get_int64().value_unsafe() < 0 ? "a negative integer" : "an integer";
    case element_type::UINT64:
      return "an integer";
    case element_type::DOUBLE:
      return "a number with a fraction or exponent";
    case element_type::STRING:
      return "a string";
    case element_type::BOOL:
      return "a boolean";
    case element_type::NULL_VALUE:
      return "null";
    case element_type::ARRAY:
      return "an array";
    case element_type::OBJECT:
      return "an object";
  }
  return "something else";
}

bool collect_fields(Line& line, std::string_view what, Element object,
                    std::span<const std::string_view> names, std::span<Element> at, std::uint32_t& present) {
  simdjson::dom::object fields;
  if (object.get_object().get(fields) != simdjson::SUCCESS)
    return line.fail(fmt::format("expected {} (an object), got {}", what, kind_of(object)));
  for (const auto [name, value] : fields) {
    const auto found = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (found == names.size()) {
      return line.fail(
          fmt::format("unknown field {} in {}; expected {}", quote(name), what, fmt::join(names, ", ")));
    }
    if (((present >> found) & 1U) != 0)
      return line.fail(fmt::format("the field {} appears twice in {}", quote(name), what));
    present |= 1U << found;
    at[found] = value;
  }
  return true;
}

bool read_integer(Line& line, std::string_view field, Element element, std::int64_t& number) {
  if (element.type() == element_type::UINT64) return too_large(line, field, element);
  if (element.get_int64().get(number) != simdjson::SUCCESS)
    return expected(line, field, "an integer", element);
  return true;
}

bool read_natural(Line& line, std::string_view field, Element element, std::int64_t& number) {
  if (element.type() == element_type::UINT64) return too_large(line, field, element);
  if (element.get_int64().get(number) != simdjson::SUCCESS || number < 0)
    return expected(line, field, "an integer from 0 up", element);
  return true;
}

bool read_time(Line& line, std::string_view field, Element element, std::int64_t& nanoseconds) {
  if (element.type() == element_type::UINT64) return too_large(line, field, element);
  if (element.get_int64().get(nanoseconds) != simdjson::SUCCESS || nanoseconds < 0)
    return expected(line, field, "integer nanoseconds from 0 up", element);
  return true;
}

bool read_text(Line& line, std::string_view field, Element element, std::string_view& text) {
  if (element.get_string().get(text) != simdjson::SUCCESS) return expected(line, field, "a string", element);
  return true;
}

bool read_key(Line& line, Element element, KeyId& key) {
  if (element.type() == element_type::UINT64) return too_large(line, "key", element);
  if (element.type() == element_type::STRING) {
    key = line.builder.key(element.get_string().value_unsafe());
  } else if (element.type() == element_type::INT64) {
    key = line.builder.key(element.get_int64().value_unsafe());
  } else {
    return expected(line, "key", "a string or an integer", element);
  }
  return true;
}

bool read_element(Line& line, std::string_view field, Element element, ValueId& value) {
  if (element.is_null()) return expected(line, field, "a number, string or boolean", element);
  return intern_scalar(line, field, element, value.value);
}

bool read_value(Line& line, std::string_view field, Element element, ValueId& value) {
  if (element.is_array()) return read_list(line, field, element, value);
  if (element.is_object())
    return line.fail(
        fmt::format("expected a scalar or a list for {}, got an object; rows go into \"row\"", quote(field)));
  return intern_scalar(line, field, element, value.value);
}

bool read_row(Line& line, std::string_view field, Element element, ValueId& value) {
  if (element.is_null()) {
    value = kInitial;
    return true;
  }
  simdjson::dom::object columns;
  if (element.get_object().get(columns) != simdjson::SUCCESS)
    return expected(line, field, "an object of columns or null", element);
  line.scratch.clear();
  bool is_sorted = true;
  for (const auto [name, column_value] : columns) {
    const std::uint32_t column = line.builder.columns().intern_text(name);
    std::uint32_t id = 0;
    if (!intern_scalar(line, name, column_value, id)) return false;
    is_sorted = is_sorted && (line.scratch.empty() || line.scratch[line.scratch.size() - 2] < column);
    line.scratch.insert(line.scratch.end(), {column, id});
  }
  if (!is_sorted && !sort_columns(line, field)) return false;
  value = ValueId(line.builder.values().intern_row(line.scratch));
  return true;
}

bool read_version(Line& line, std::string_view field, Element element, ValueId& value) {
  return element.is_object() ? read_row(line, field, element, value)
                             : read_value(line, field, element, value);
}

}  // namespace isolde::native
