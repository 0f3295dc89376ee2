#include "tests/oracle/condition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace isolde {
namespace {

using Kind = Condition::Kind;

std::string with_doubled(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result += c == quote ? std::string(2, c) : std::string(1, c);
  return result + quote;
}

std::string spell(const SqlValue& value, char quote) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:e}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return with_doubled(*text, quote);
  return "null";
}

std::string join(const std::vector<Condition>& parts, std::size_t from, std::string_view separator,
                 std::string (*spelled)(const Condition&)) {
  std::string result;
  for (std::size_t i = from; i < parts.size(); ++i)
    result += fmt::format("{}{}", i == from ? "" : separator, spelled(parts[i]));
  return result;
}

// false < unknown < true.
int rank_of_truth(const SqlValue& value) {
  const auto* boolean = std::get_if<bool>(&value);
  return boolean == nullptr ? 1 : *boolean ? 2 : 0;
}
SqlValue from_truth(int truth) { return truth == 1 ? SqlValue() : SqlValue(truth == 2); }

// Long doubles hold every integer of 64 bits.
std::optional<long double> number_of(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<long double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return static_cast<long double>(*real);
  return std::nullopt;
}
static_assert(std::numeric_limits<long double>::digits >= 64);

template <class T>
int order_of(const T& a, const T& b) {
  return a < b ? -1 : a == b ? 0 : 1;
}

// None: null, or different types.
std::optional<int> order_of(const SqlValue& a, const SqlValue& b) {
  if (number_of(a) && number_of(b)) return order_of(*number_of(a), *number_of(b));
  if (a.index() != b.index() || std::holds_alternative<SqlNull>(a)) return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&a)) return order_of(*text, std::get<std::string>(b));
  return order_of(std::get<bool>(a), std::get<bool>(b));
}

int compared(const SqlValue& a, std::string_view sign, const SqlValue& b) {
  const std::optional<int> order = order_of(a, b);
  if (!order) return 1;
  const bool less = *order < 0 && (sign == "<" || sign == "<=" || sign == "<>" || sign == "!=");
  const bool equal = *order == 0 && (sign == "=" || sign == "<=" || sign == ">=");
  const bool more = *order > 0 && (sign == ">" || sign == ">=" || sign == "<>" || sign == "!=");
  return less || equal || more ? 2 : 0;
}

SqlValue computed(std::int64_t a, char sign, std::int64_t b) {
  if (b == 0 && (sign == '/' || sign == '%')) return {};
  __extension__ using Wide = __int128;
  const Wide x = a;
  const Wide y = b;
  const Wide result = sign == '+'   ? x + y
                      : sign == '-' ? x - y
                      : sign == '*' ? x * y
                      : sign == '/' ? x / y
                                    : x % y;
  const auto narrow = static_cast<std::int64_t>(result);
  return narrow == result ? SqlValue(narrow) : SqlValue();
}

SqlValue computed(double a, char sign, double b) {
  if (sign == '%' || (sign == '/' && b == 0)) return {};
  const double result = sign == '+' ? a + b : sign == '-' ? a - b : sign == '*' ? a * b : a / b;
  return std::isfinite(result) ? SqlValue(result) : SqlValue();
}

SqlValue computed(const SqlValue& a, char sign, const SqlValue& b) {
  if (!number_of(a) || !number_of(b)) return {};
  const auto* x = std::get_if<std::int64_t>(&a);
  const auto* y = std::get_if<std::int64_t>(&b);
  if (x != nullptr && y != nullptr) return computed(*x, sign, *y);
  return computed(static_cast<double>(*number_of(a)), sign, static_cast<double>(*number_of(b)));
}

// % stands for any number of characters; there is no other wildcard.
bool is_like(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] != '%')
    return !text.empty() && text[0] == pattern[0] && is_like(text.substr(1), pattern.substr(1));
  return is_like(text, pattern.substr(1)) || (!text.empty() && is_like(text.substr(1), pattern));
}

}  // namespace

std::string sql_of(const Condition& condition) {
  const auto part = [&](std::size_t i) { return sql_of(condition.parts[i]); };
  switch (condition.kind) {
    case Kind::kLiteral:
      return spell(condition.value, '\'');
    case Kind::kColumn:
      return condition.word;
    case Kind::kComparison:
    case Kind::kArithmetic:
      return fmt::format("({} {} {})", part(0), condition.word, part(1));
    case Kind::kMinus:
      return fmt::format("(- {})", part(0));
    case Kind::kAnd:
    case Kind::kOr:
      return fmt::format("({})",
                         join(condition.parts, 0, condition.kind == Kind::kAnd ? " and " : " or ", sql_of));
    case Kind::kNot:
      return fmt::format("(not {})", part(0));
    case Kind::kIsNull:
      return fmt::format("({} is null)", part(0));
    case Kind::kBetween:
      return fmt::format("({} between {} and {})", part(0), part(1), part(2));
    case Kind::kIn:
      return fmt::format("({} in ({}))", part(0), join(condition.parts, 1, ", ", sql_of));
    case Kind::kLike:
      return fmt::format("({} like {})", part(0), with_doubled(condition.word, '\''));
  }
  return "";
}

std::string json_of(const Condition& condition) {
  const auto all = [&](std::size_t from) {
    return fmt::format("[{}]", join(condition.parts, from, ",", json_of));
  };
  const auto part = [&] { return json_of(condition.parts[0]); };
  switch (condition.kind) {
    case Kind::kLiteral:
      return spell(condition.value, '"');
    case Kind::kColumn:
      return fmt::format(R"({{"column":"{}"}})", condition.word);
    case Kind::kComparison:
    case Kind::kArithmetic:
      return fmt::format(R"({{"{}":{}}})", condition.word, all(0));
    case Kind::kMinus:
      return fmt::format(R"({{"-":{}}})", part());
    case Kind::kAnd:
      return fmt::format(R"({{"and":{}}})", all(0));
    case Kind::kOr:
      return fmt::format(R"({{"or":{}}})", all(0));
    case Kind::kNot:
      return fmt::format(R"({{"not":{}}})", part());
    case Kind::kIsNull:
      return fmt::format(R"({{"is null":{}}})", part());
    case Kind::kBetween:
      return fmt::format(R"({{"between":{}}})", all(0));
    case Kind::kIn:
      return fmt::format(R"({{"in":[{},{}]}})", part(), all(1));
    case Kind::kLike:
      return fmt::format(R"({{"like":[{},"{}"]}})", part(), condition.word);
  }
  return "";
}

SqlValue value_of(const Condition& condition, const SqlRow& row) {
  std::vector<SqlValue> parts;
  for (const Condition& part : condition.parts) parts.push_back(value_of(part, row));
  std::vector<int> truths;
  for (const SqlValue& part : parts) truths.push_back(rank_of_truth(part));
  switch (condition.kind) {
    case Kind::kLiteral:
      return condition.value;
    case Kind::kColumn:
      return row.contains(condition.word) ? row.at(condition.word) : SqlValue();
    case Kind::kComparison:
      return from_truth(compared(parts[0], condition.word, parts[1]));
    case Kind::kArithmetic:
      return computed(parts[0], condition.word[0], parts[1]);
    case Kind::kMinus:
      return computed(std::int64_t{0}, '-', parts[0]);
    case Kind::kAnd:
      return from_truth(*std::ranges::min_element(truths));
    case Kind::kOr:
      return from_truth(*std::ranges::max_element(truths));
    case Kind::kNot:
      return from_truth(2 - truths[0]);
    case Kind::kIsNull:
      return std::holds_alternative<SqlNull>(parts[0]);
    case Kind::kBetween:  // what >= low and what <= high
      return from_truth(std::min(compared(parts[0], ">=", parts[1]), compared(parts[0], "<=", parts[2])));
    case Kind::kIn: {  // what = first or what = second or ...
      int found = 0;
      for (std::size_t i = 1; i < parts.size(); ++i)
        found = std::max(found, compared(parts[0], "=", parts[i]));
      return from_truth(found);
    }
    case Kind::kLike:
      if (const auto* text = std::get_if<std::string>(parts.data())) return is_like(*text, condition.word);
      return {};
  }
  return {};
}

bool holds(const Condition& condition, const SqlRow& row) {
  return rank_of_truth(value_of(condition, row)) == 2;
}

namespace {

SqlValue scalar_of(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kInteger:
      return dictionary.integer(id);
    case ValueKind::kReal:
      return dictionary.real(id);
    case ValueKind::kBoolean:
      return dictionary.boolean(id);
    case ValueKind::kText:
      return std::string(dictionary.text(id));
    default:
      return {};
  }
}

}  // namespace

SqlRow row_of(const Dictionary& columns, const Dictionary& keys, KeyId key, const Dictionary& values,
              ValueId value) {
  SqlRow row;
  if (values.kind(value.value) == ValueKind::kRow) {
    const auto pairs = values.elements(value.value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      row[std::string(columns.text(pairs[i]))] = scalar_of(values, pairs[i + 1]);
  } else {
    row["value"] = scalar_of(values, value.value);
  }
  row["key"] = scalar_of(keys, key.value);
  return row;
}

}  // namespace isolde
