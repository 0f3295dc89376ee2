// A condition as a tree, and what it says about a row by SQL's definition alone: a second opinion on
// history/predicate, with which it shares no code. The tree spells itself as SQL and as the JSON of the
// native format.
//
// False, unknown and true are 0, 1 and 2: `and` is the least, `or` the greatest, `not` the mirror image.
// Where SQL leaves things to the database, the choice is the one that history/predicates/predicate.hpp
// documents: what cannot be compared or computed is null.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "history/dictionary.hpp"

namespace isolde {

using SqlNull = std::monostate;
using SqlValue = std::variant<SqlNull, bool, std::int64_t, double, std::string>;
// By column; `key` and `value` are columns like others. One that is missing is null.
using SqlRow = std::map<std::string, SqlValue>;

struct Condition {
  enum class Kind : std::uint8_t {
    kLiteral,     // value
    kColumn,      // word: its name
    kComparison,  // word: = <> != < <= > >=
    kArithmetic,  // word: + - * / %
    kMinus,
    kAnd,
    kOr,
    kNot,
    kIsNull,
    kBetween,  // parts: what, low, high
    kIn,       // parts: what, and the list
    kLike,     // word: the pattern
  };
  Kind kind = Kind::kLiteral;
  std::string word = {};
  SqlValue value = {};
  std::vector<Condition> parts = {};
};

[[nodiscard]] std::string sql_of(const Condition& condition);
[[nodiscard]] std::string json_of(const Condition& condition);

[[nodiscard]] SqlValue value_of(const Condition& condition, const SqlRow& row);
[[nodiscard]] bool holds(const Condition& condition, const SqlRow& row);

// The version `value` of `key` as conditions see it.
[[nodiscard]] SqlRow row_of(const Dictionary& columns, const Dictionary& keys, KeyId key,
                            const Dictionary& values, ValueId value);

}  // namespace isolde
