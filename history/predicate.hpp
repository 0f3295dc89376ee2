// Predicates: the WHERE clause of a predicate read or write, and its value on a version.
//
// The text is a subset of SQL's search condition: comparisons of columns and literals (= <> != < <= > >=),
// and / or / not, between, in, is [not] null, like with a trailing %, integer arithmetic (+ - * / %), with
// SQL's three-valued logic. Two pseudo-columns make keys and plain registers addressable: `key` is the key
// itself, `value` is a version that is a scalar instead of a row. Keywords are case-insensitive; column names
// are not.
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
  // Columns are interned into `columns`. The error's message says what was expected at which character of the
  // text.
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
  std::string text_;
};

}  // namespace isolde
