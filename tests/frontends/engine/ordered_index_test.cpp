// The secondary index against a sorted set, through splits and emptied chunks.
#include "frontends/engine/ordered_index.hpp"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "frontends/engine/flat_index.hpp"

namespace isolde::engine {
namespace {

TEST(OrderedIndex, AgreesWithASet) {
  Random random(3);
  OrderedIndex index;
  std::set<std::pair<std::int64_t, std::uint32_t>> model;
  for (int i = 0; i < 40'000; ++i) {
    const std::int64_t value = random.between(-300, 300);
    const auto slot = static_cast<std::uint32_t>(random.below(10));
    // Grows for a while, then shrinks to nothing.
    if (random.chance(i < 20'000 ? 0.7 : 0.1)) {
      index.insert({value, slot});
      model.emplace(value, slot);
    } else {
      index.erase({value, slot});
      model.erase({value, slot});
    }
    if (i % 100 != 0) continue;
    const std::int64_t low = random.between(-320, 320);
    const std::int64_t high = low + random.between(-5, 60);
    std::vector<std::uint32_t> found;
    index.for_each(low, high, [&](std::uint32_t at) { found.push_back(at); });
    std::vector<std::uint32_t> expected;
    for (auto at = model.lower_bound({low, 0}); at != model.end() && at->first <= high; ++at)
      expected.push_back(at->second);
    ASSERT_EQ(found, expected);
    ASSERT_EQ(index.size(), model.size());
  }
}

TEST(FlatIndex, ForgetsAllAtOnce) {
  FlatIndex index;
  for (std::uint32_t i = 0; i < 1000; ++i) index.insert(std::uint64_t{i} << 48 | i, i);
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(index.find(std::uint64_t{i} << 48 | i), i);
  EXPECT_EQ(index.find(1000), kNone);
  index.clear();
  EXPECT_EQ(index.find(0), kNone);
  index.insert(0, 7);
  EXPECT_EQ(index.find(0), 7u);
}

}  // namespace
}  // namespace isolde::engine
