#include "encode/items/chains.hpp"

#include <gtest/gtest.h>

#include "tests/encode/small_items.hpp"

namespace isolde {
namespace {

TEST(Chains, WhoReadsAVersionAndOverwritesItFollowsAtOnce) {
  const SmallItems small("a: w x 1; b: r x 1, w x 2; c: r x 2, w x 3; d: w x 9; e: w y 1");
  const Chains chains(small.items, true);
  ASSERT_FALSE(chains.clash());
  const Version first = small.version(0, "x");
  const Version second = small.version(1, "x");
  const Version third = small.version(2, "x");
  const Version alone = small.version(3, "x");
  EXPECT_EQ(chains.next(first), second);
  EXPECT_EQ(chains.next(second), third);
  EXPECT_EQ(chains.next(third), kNone);
  for (const Version version : {first, second, third}) EXPECT_EQ(chains.head(version), first);
  EXPECT_EQ(chains.tail(first), third);
  EXPECT_TRUE(chains.is_head(first));
  EXPECT_FALSE(chains.is_head(third));
  EXPECT_TRUE(chains.is_head(alone));
  EXPECT_EQ(chains.tail(alone), alone);
  EXPECT_EQ(chains.version_pairs(), 6U);  // of four versions of x
  EXPECT_EQ(chains.chain_pairs(), 1U);
}

TEST(Chains, TheInitialVersionHasAChainToo) {
  const SmallItems small("a: r x nil, w x 1; b: w x 2");
  const Chains chains(small.items, true);
  ASSERT_FALSE(chains.clash());
  EXPECT_EQ(chains.next(small.initial("x")), small.version(0, "x"));
  EXPECT_EQ(chains.head(small.version(0, "x")), small.initial("x"));
  EXPECT_EQ(chains.tail(small.initial("x")), small.version(0, "x"));
  EXPECT_EQ(chains.chain_pairs(), 0U);  // what follows the initial version has no choice
}

TEST(Chains, EveryVersionStandsAloneWhereWritersMayOverlap) {
  const SmallItems small("a: w x 1; b: r x 1, w x 2; c: r x 1, w x 3");
  const Chains chains(small.items, false);
  ASSERT_FALSE(chains.clash());
  for (Member member = 0; member < 3; ++member) {
    EXPECT_TRUE(chains.is_head(small.version(member, "x")));
    EXPECT_EQ(chains.next(small.version(member, "x")), kNone);
  }
  EXPECT_EQ(chains.chain_pairs(), 3U);
}

TEST(Chains, TwoSuccessorsOfOneVersionClash) {
  const SmallItems small("a: w x 1; b: r x 1, w x 2; c: r x 1, w x 3");
  const Chains chains(small.items, true);
  ASSERT_TRUE(chains.clash());
  EXPECT_EQ(chains.clash()->kind, Clash::Kind::kTwoSuccessors);
  EXPECT_EQ(chains.clash()->version, small.version(0, "x"));
  EXPECT_EQ(chains.clash()->first, 1U);
  EXPECT_EQ(chains.clash()->second, 2U);
}

TEST(Chains, TwoVersionsInOneSnapshotClash) {
  const SmallItems small("a: w x 1; b: w x 2; c: r x 1, r x 2");
  for (const bool wins : {true, false}) {
    const Chains chains(small.items, wins);
    ASSERT_TRUE(chains.clash());
    EXPECT_EQ(chains.clash()->kind, Clash::Kind::kTwoVersions);
    EXPECT_EQ(chains.clash()->first, 2U);
    EXPECT_EQ(chains.clash()->version, small.version(0, "x"));
    EXPECT_EQ(chains.clash()->second, 1U);
  }
  const SmallItems with_initial("a: w x 1; c: r x nil, r x 1");
  const Chains chains(with_initial.items, true);
  ASSERT_TRUE(chains.clash());
  EXPECT_EQ(chains.clash()->version, with_initial.version(0, "x"));
  EXPECT_EQ(chains.clash()->second, kNone);
}

}  // namespace
}  // namespace isolde
