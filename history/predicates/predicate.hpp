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
//
// Histories repeat a few texts with ever new numbers. What is left of a text without its integers is its
// *shape*; predicates of one shape share the program, and each keeps its integers. So all but the first of a
// shape cost no parsing (PredicateShapes), and a comparison of a column with integers is evaluated without
// the stack. A predicate is three words, copied freely: its shape is owned by the PredicateShapes that parsed
// it, and by the history that it belongs to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

  // As it was parsed.
  [[nodiscard]] std::string text() const;
  // Equal for predicates whose texts differ in their integers only, if they were parsed through one cache.
  [[nodiscard]] const void* shape() const { return shape_; }
  // Of its shape, among those met by the same cache, in order.
  [[nodiscard]] std::size_t shape_number() const { return shape_->place; }

  // Set if all it says is that a column holds an integer from `first` to `last`: what most predicates say.
  struct IntegerRange {
    std::uint32_t column;
    std::int64_t first;
    std::int64_t last;
  };
  [[nodiscard]] std::optional<IntegerRange> integer_range() const {
    if (!shape_->simple) return std::nullopt;
    return IntegerRange{shape_->simple->column, few_[0], few_[shape_->simple->last]};
  }

  // The predicate on the version `value` of `key`. The caller treats absent versions (kInitial of a key
  // without a given initial value, deleted) as matching nothing and does not ask. A column the row lacks is
  // null.
  [[nodiscard]] Truth evaluate(const Dictionary& keys, KeyId key, const Dictionary& values,
                               ValueId value) const;
  [[nodiscard]] bool matches(const Dictionary& keys, KeyId key, const Dictionary& values,
                             ValueId value) const {
    if (const auto range = integer_range(); range && values.kind(value.value) == ValueKind::kRow) {
      const auto pairs = values.elements(value.value);
      for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        if (pairs[i] != range->column) continue;
        if (values.kind(pairs[i + 1]) != ValueKind::kInteger) break;
        const std::int64_t number = values.integer(pairs[i + 1]);
        return number >= range->first && number <= range->last;
      }
    }
    return evaluate(keys, key, values, value) == Truth::kTrue;
  }

 private:
  friend class PredicateParser;
  friend class PredicateShapes;
  friend class PredicateMachine;
  friend class PredicateRangeMachine;   // history/predicates/predicate_ranges.hpp
  friend class PredicateBounds;         // certify/schedule/predicate_bounds.hpp
  friend class PredicateBoundsMachine;  // likewise

  enum class Code : std::uint8_t {
    // Push one cell.
    kNull,
    kInteger,  // argument: the number
    kNumber,   // argument: twice its place in numbers(), plus one if it is negated
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

  // `column between first and last`, or `column = first`.
  struct Simple {
    std::uint32_t column = 0;
    std::uint32_t last = 0;  // place in numbers() of the upper end
  };
  struct Shape {
    std::vector<std::string> pieces;  // of the text, between its numbers: one more than there are numbers
    std::vector<Instruction> program;
    std::string texts;  // the text literals, one after another
    std::optional<Simple> simple;
    std::size_t place = 0;  // among the shapes of its PredicateShapes

    [[nodiscard]] std::size_t number_count() const { return pieces.size() - 1; }
  };
  static constexpr std::size_t kFew = 2;

  Predicate() = default;  // without a shape it has no value: only the parser makes predicates

  [[nodiscard]] std::span<const std::int64_t> numbers() const {
    const std::size_t count = shape_->number_count();
    return {count > kFew ? many_ : few_.data(), count};
  }
  [[nodiscard]] std::int64_t number(std::uint64_t argument) const {
    const std::int64_t number = numbers()[argument / 2];
    return argument % 2 == 0 ? number : -number;
  }

  const Shape* shape_ = nullptr;
  union {
    std::array<std::int64_t, kFew> few_ = {};  // its numbers, if they are no more
    const std::int64_t* many_;
  };
};

}  // namespace isolde
