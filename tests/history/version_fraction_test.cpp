#include "history/variants/version_fraction.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace isolde {
namespace {

std::vector<VersionOrder> two_lists() {
  std::vector<VersionOrder> orders(2);
  orders[0].key = KeyId(0);
  orders[1].key = KeyId(1);
  for (std::uint32_t i = 1; i <= 60; ++i) orders[i % 3 == 0 ? 1 : 0].values.push_back(ValueId(i));
  return orders;
}

std::size_t count(const std::vector<VersionOrder>& orders) {
  std::size_t sum = 0;
  for (const VersionOrder& order : orders) sum += order.values.size();
  return sum;
}

TEST(VersionFraction, KeepsAsManyAsAskedInTheirOrder) {
  const std::vector<VersionOrder> all = two_lists();
  for (const double fraction : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    const std::vector<VersionOrder> part = part_of(all, fraction, 7);
    EXPECT_EQ(count(part), static_cast<std::size_t>(fraction * 60 + 0.5));
    ASSERT_EQ(part.size(), 2U);
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_EQ(part[i].key, all[i].key);
      EXPECT_TRUE(std::ranges::is_sorted(part[i].values));
    }
  }
}

TEST(VersionFraction, SeedsDropDifferentVersionsAndSmallerPartsLieInLarger) {
  const std::vector<VersionOrder> all = two_lists();
  const auto values = [](const std::vector<VersionOrder>& orders) {
    std::vector<ValueId> sum;
    for (const VersionOrder& order : orders) sum.insert(sum.end(), order.values.begin(), order.values.end());
    std::ranges::sort(sum);
    return sum;
  };
  EXPECT_EQ(values(part_of(all, 0.5, 7)), values(part_of(all, 0.5, 7)));
  EXPECT_NE(values(part_of(all, 0.5, 7)), values(part_of(all, 0.5, 8)));
  EXPECT_TRUE(std::ranges::includes(values(part_of(all, 0.9, 7)), values(part_of(all, 0.5, 7))));
}

}  // namespace
}  // namespace isolde
