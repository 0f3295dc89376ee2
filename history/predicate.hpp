// Predicates: the WHERE clause of a predicate read or write, and its value on a version.
//
// The text is a subset of SQL's search condition: comparisons of columns and literals (= <> != < <= > >=),
// and / or / not, between, in, is [not] null, like with a trailing % or none, arithmetic (+ - * / %), with
// SQL's three-valued logic. Literals are integers, reals, 'texts' ('' is one quote), true, false and null. A
// column is an identifier, or anything in "double quotes". Two pseudo-columns make keys and plain registers
// addressable: `key` is the key itself, `value` is a version that is a scalar (of a version that is a row it
// is the row's column of that name, so a table may have one). Keywords are case-insensitive; column names are
// not.
//
// What a client's database would refuse or leave open is unknown here, never an error: comparing different
// types (an integer and a real are both numbers, and are compared exactly), overflow, division by zero, a
// condition that is no boolean. A keyword of EDN compares as the text of its name; lists have no value.
//
// The expression is stored as a postfix program over a small stack of cells, whose height the parser limits,
// so evaluation allocates nothing; cost: one step per literal, column and operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "history/dictionary.hpp"

namespace isolde {

enum class Truth : std::uint8_t { kFalse, kUnknown, kTrue };

class Predicate {
 public:
  // Longer texts and deeper nesting are refused in a sentence.
  static constexpr std::size_t kMaxText = std::size_t{1} << 24;
  static constexpr std::size_t kMaxDepth = 250;
  static constexpr std::size_t kMaxStack = 250;

  // Columns are interned into `columns`. The error has no place; its message says what was expected at which
  // character of the text, counted from 1.
  [[nodiscard]] static Result<Predicate> parse(std::string_view text, Dictionary& columns);

  [[nodiscard]] const std::string& text() const { return text_; }

  // The predicate on the version `value` of `key`. The caller treats absent versions (kInitial of a key
  // without a given initial value, deleted) as matching nothing and does not ask. A column the row lacks is
  // null.
  [[nodiscard]] Truth evaluate(const Dictionary& keys, KeyId key, const Dictionary& values,
                               ValueId value) const;
  [[nodiscard]] bool matches(const Dictionary& keys, KeyId key, const Dictionary& values,
                             ValueId value) const {
    return evaluate(keys, key, values, value) == Truth::kTrue;
  }

 private:
  friend class PredicateParser;
  friend class PredicateMachine;
  friend class PredicateRanger;
  friend class PredicateRangeMachine;  // history/predicate_ranges.hpp

  enum class Code : std::uint8_t {
    // Push one cell.
    kNull,
    kInteger,  // argument: the number
    kReal,     // argument: the number's bits
    kBoolean,  // argument: 0 or 1
    kText,     // argument: offset and length in texts_
    kKey,
    kValue,   // argument: the column named "value", for rows
    kColumn,  // argument: ColumnId
    // Replace the top two cells by one.
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kAnd,
    kOr,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kRemainder,
    // Replace the top cell.
    kNot,
    kNegate,
    kIsNull,
    kLikePrefix,  // argument: as kText
    // x low high: replaces three cells by one.
    kBetween,
    // x in (a, b): push x, begin (pushes false), then per element its cells and step, then end.
    kInBegin,
    kInStep,
    kInEnd,
  };
  struct Instruction {
    Code code;
    std::uint64_t argument;
  };

  Predicate() = default;  // an empty program has no value: only parse() makes predicates

  std::string text_;
  std::vector<Instruction> program_;
  std::string texts_;  // the text literals, one after another
};

}  // namespace isolde
