// Random conditions in the part of SQL that Isolde and SQLite define alike, as text that leaves out
// parentheses wherever a reader of SQL may, and rows for them.
//
// Left out on purpose, because the two differ on purpose (history/predicates/predicate.hpp): comparing
// numbers with texts or booleans (unknown; SQLite orders them by type), a number or a text as a condition
// (unknown; SQLite asks whether it is zero), integers that overflow and reals that leave the finite ones
// (unknown; SQLite goes on in reals or with infinity), the remainder of reals (unknown; SQLite cuts them
// off), `like` of a number (unknown; SQLite spells it). So a column holds null or one type, and arithmetic
// stays among numbers that are small.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"

namespace isolde {

using WhereCell = std::variant<std::monostate, std::int64_t, double, bool, std::string>;

// What is only compared may be as large as it gets.
inline const std::array<std::int64_t, 9> kLargeIntegers = {std::numeric_limits<std::int64_t>::min(),
                                                           std::numeric_limits<std::int64_t>::max(),
                                                           9007199254740993,
                                                           -9007199254740993,
                                                           9007199254740992,
                                                           -1,
                                                           0,
                                                           1,
                                                           4};
// Exact in binary, and in a few decimals.
inline const std::array<double, 8> kPlainReals = {-2.5, -0.25, 0.0, 0.5, 1.0, 2.5, 3.0, 4.75};
inline const std::array<double, 5> kLargeReals = {9007199254740992.0, -9007199254740992.0,
                                                  9223372036854775808.0, -9223372036854775808.0, 1e300};
inline const std::array<std::string, 9> kWhereTexts = {
    "", "a", "ab", "abc", "b", "B", "it's", "zä", "\xF0\x9F\x98\x80"};

enum WhereColumn : std::uint8_t {
  kKeyColumn,
  kValueColumn,
  kSmall,
  kLarge,
  kRealOrInteger,
  kFlag,
  kWord,
  kOther
};
inline constexpr std::array<const char*, 8> kWhereColumns = {"key",   "value", "small", "large",
                                                             "mixed", "flag",  "word",  "other"};

class RandomWhere {
 public:
  explicit RandomWhere(std::uint64_t seed) : random_(seed) {}

  // By WhereColumn.
  std::vector<WhereCell> row() {
    std::vector<WhereCell> cells = {random_.between(-3, 6),
                                    small_or_real(),
                                    random_.between(-3, 6),
                                    large(),
                                    small_or_real(),
                                    flag(),
                                    text(),
                                    text()};
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (random_.chance(0.15)) cells[i] = std::monostate();
    return cells;
  }

  std::string condition(int depth) {
    if (random_.chance(0.25)) return range();
    if (depth == 0 || random_.chance(0.2)) return test();
    switch (random_.below(4)) {
      case 0:
        return fmt::format("{} {} {}", spelled("NOT"), random_.chance(0.5) ? "" : "not ",
                           in_parentheses(depth - 1));
      case 1:
        return fmt::format("({})", condition(depth - 1));
      default:  // without parentheses it may become part of something else, which is just as well
        return fmt::format("{} {} {}", condition(depth - 1), spelled(random_.chance(0.5) ? "AND" : "OR"),
                           condition(depth - 1));
    }
  }

 private:
  std::string spelled(std::string word) {
    if (random_.chance(0.3)) return word;
    for (char& c : word) c = static_cast<char>(c - 'A' + 'a');
    return word;
  }
  std::string in_parentheses(int depth) { return fmt::format("({})", condition(depth)); }

  // What most predicates say, and what has a way of its own through the evaluator.
  std::string range() {
    const std::int64_t low = random_.between(-3, 6);
    if (random_.chance(0.3)) return fmt::format("{} = {}", number_column(), low);
    return fmt::format("{} between {} and {}", number_column(), low, low + random_.between(-1, 4));
  }

  std::string test() {
    switch (random_.below(10)) {
      case 0:
        return fmt::format("{} {} {}", large_operand(), comparison(), large_operand());
      case 1:
        return fmt::format("{} {} {}", text_operand(), comparison(), text_operand());
      case 2:
        return fmt::format("{} {} {}", flag_operand(), comparison(), flag_operand());
      case 3:
        return flag_operand();
      case 4:
        return membership();
      case 5:
        return fmt::format("{} is {}null", operand_of_any_type(), maybe_not());
      case 6:
        return fmt::format("{} {}like {}", random_.chance(0.8) ? text_column() : text_operand(), maybe_not(),
                           pattern());
      case 8:
        return fmt::format("{} {} {}", integer_sum(2), comparison(), integer_sum(1));
      case 7:
        return fmt::format("{} {}between {} and {}", sum(2), maybe_not(), sum(1), sum(1));
      default:
        return fmt::format("{} {} {}", sum(2), comparison(), sum(1));
    }
  }

  std::string membership() {
    const bool is_text = random_.chance(0.4);
    const auto operand = [&] {
      if (random_.chance(0.1)) return std::string("null");
      return is_text ? text_operand() : random_.chance(0.2) ? sum(1) : large_operand();
    };
    std::string list = operand();
    for (std::size_t more = random_.below(4); more > 0; --more) list += ", " + operand();
    return fmt::format("{} {}in ({})", is_text ? text_operand() : large_operand(), maybe_not(), list);
  }

  std::string maybe_not() { return random_.chance(0.3) ? "not " : ""; }
  std::string comparison() {
    static constexpr std::array kSigns = {"=", "<>", "!=", "<", "<=", ">", ">="};
    return random_.pick(kSigns);
  }

  // Arithmetic of small numbers: no more than three operators deep, so nothing overflows.
  std::string sum(int depth) {
    if (depth == 0 || random_.chance(0.4)) return small_operand();
    switch (random_.below(7)) {
      case 0:
        return fmt::format("({})", sum(depth - 1));
      case 1:  // two minus signs begin a comment
        return fmt::format("- ({})", sum(depth - 1));
      case 2:
        return fmt::format("({})", integer_sum(1));
      default: {
        static constexpr std::array kSigns = {"+", "-", "*", "/"};
        return fmt::format("{} {} {}", sum(depth - 1), random_.pick(kSigns), sum(depth - 1));
      }
    }
  }
  // The remainder is for integers, so wherever it is what it stands among must be.
  std::string integer_sum(int depth) {
    static constexpr std::array kSigns = {"+", "-", "*", "/", "%"};
    if (depth == 0 || random_.chance(0.3)) return integer_operand();
    return fmt::format("{} {} {}", integer_sum(depth - 1), random_.pick(kSigns), integer_sum(depth - 1));
  }
  std::string integer_operand() {
    return random_.chance(0.6) ? (random_.chance(0.5) ? "small" : "key") : number(random_.between(-4, 6));
  }
  std::string small_operand() {
    if (random_.chance(0.5)) return number_column();
    if (random_.chance(0.1)) return "null";
    return random_.chance(0.3) ? real(random_.pick(kPlainReals)) : number(random_.between(-4, 6));
  }
  std::string large_operand() {
    if (random_.chance(0.5)) return random_.chance(0.6) ? "large" : number_column();
    if (random_.chance(0.3)) return real(random_.pick(kLargeReals));
    return number(random_.pick(kLargeIntegers));
  }
  std::string text_operand() {
    if (random_.chance(0.6)) return text_column();
    return random_.chance(0.1) ? "null" : quoted(random_.pick(kWhereTexts));
  }
  std::string flag_operand() {
    if (random_.chance(0.7)) return "flag";
    return random_.chance(0.2) ? "null" : spelled(random_.chance(0.5) ? "TRUE" : "FALSE");
  }
  std::string operand_of_any_type() {
    switch (random_.below(4)) {
      case 0:
        return large_operand();
      case 1:
        return text_operand();
      case 2:
        return flag_operand();
      default:
        return sum(1);
    }
  }

  std::string number_column() {
    static constexpr std::array kNames = {"small", "small", "\"small\"", "key", "value", "mixed"};
    return random_.pick(kNames);
  }
  std::string text_column() { return random_.chance(0.7) ? "word" : "other"; }
  std::string pattern() {
    const std::string text = random_.pick(kWhereTexts);
    return quoted(random_.chance(0.7) ? text + "%" : text);
  }

  static std::string number(std::int64_t number) { return fmt::format("{}", number); }
  static std::string real(double number) { return fmt::format("{:e}", number); }
  static std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
    return out + "'";
  }

  WhereCell small_or_real() {
    if (random_.chance(0.5)) return random_.pick(kPlainReals);
    return random_.between(-3, 6);
  }
  WhereCell large() {
    if (random_.chance(0.3)) return random_.pick(kLargeReals);
    return random_.pick(kLargeIntegers);
  }
  WhereCell flag() { return random_.chance(0.5); }
  WhereCell text() { return random_.pick(kWhereTexts); }

  Random random_;
};

}  // namespace isolde
