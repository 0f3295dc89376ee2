// A predicate on many versions: that it is a range of integers, as most are, is found out once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "history/history.hpp"

namespace isolde {

class RangeTest {
 public:
  // Both must outlive this.
  RangeTest(const History& history, const Predicate& predicate)
      : history_(history), predicate_(predicate), range_(predicate.integer_range()) {}

  // As Predicate::matches(); requires that the version is there.
  [[nodiscard]] bool operator()(KeyId key, ValueId value) const {
    const Dictionary& values = history_.values();
    if (!range_ || values.kind(value.value) != ValueKind::kRow)
      return predicate_.matches(history_.keys(), key, values, value);
    const auto pairs = values.elements(value.value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      if (pairs[i] != range_->column) continue;
      if (values.kind(pairs[i + 1]) != ValueKind::kInteger) break;
      const std::int64_t number = values.integer(pairs[i + 1]);
      return number >= range_->first && number <= range_->last;
    }
    return predicate_.matches(history_.keys(), key, values, value);
  }

 private:
  const History& history_;
  const Predicate& predicate_;
  const std::optional<Predicate::IntegerRange> range_;
};

}  // namespace isolde
