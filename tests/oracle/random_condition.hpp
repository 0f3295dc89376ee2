// Random conditions over given columns: every form of the language, well-typed for what the columns hold,
// with literals that often coincide with that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "tests/oracle/condition.hpp"

namespace isolde {

enum class SqlType : std::uint8_t { kNumber, kText, kAny };

struct ColumnDrawn {
  std::string name;
  SqlType type = SqlType::kAny;
  std::vector<SqlValue> literals;  // what it is compared with
};

// The columns a and b that hold anything, one that no row has, `key` and `value`.
[[nodiscard]] std::vector<ColumnDrawn> columns_of_any_type();

// `depth`: how deep and, or, not are nested at most.
[[nodiscard]] Condition random_condition(Random& random, const std::vector<ColumnDrawn>& columns, int depth);

}  // namespace isolde
