// The counts of one run, by Statistic.
//
// Invariants:
//   1. A statistic has a value if somebody counted; that nobody did is not zero.
//   2. What has a value is listed; so are those whose key is in every report.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "certify/statistic.hpp"

namespace isolde {

class Statistics {
 public:
  [[nodiscard]] std::optional<std::uint64_t> operator[](Statistic statistic) const {
    return entry(statistic).value;
  }
  // Whether a report has the key, if only to say that nobody counted.
  [[nodiscard]] bool lists(Statistic statistic) const {
    return info(statistic).key == StatisticKey::kAlways || entry(statistic).is_listed;
  }

  // Without a value it is listed as something that nobody counted.
  void set(Statistic statistic, std::optional<std::uint64_t> value) {
    entries_[static_cast<std::size_t>(statistic)] = {value, true};
  }
  void add(Statistic statistic, std::uint64_t value) {
    set(statistic, entry(statistic).value.value_or(0) + value);
  }

 private:
  struct Entry {
    std::optional<std::uint64_t> value = {};
    bool is_listed = false;
  };
  [[nodiscard]] const Entry& entry(Statistic statistic) const {
    return entries_[static_cast<std::size_t>(statistic)];
  }

  std::array<Entry, kStatistics.size()> entries_ = {};
};

}  // namespace isolde
