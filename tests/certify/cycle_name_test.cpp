#include "certify/cycle_name.hpp"

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

std::string name_of_first(const std::string& text, Level level = Level::kSerializable) {
  const History history = history_of(text);
  CheckOptions options;
  options.level = level;
  const Decision decision = check(history, options).decision;
  return decision.anomalies.empty() ? "none" : decision.anomalies.front().name;
}

TEST(CycleName, CircularInformationFlow) {
  EXPECT_EQ(name_of_first("a: w x 1, r y 2; b: w y 2, r x 1"), "G1c");
}
TEST(CycleName, DirtyWrite) {
  // What c saw in the end is b's x and a's y: their writes interleaved.
  for (const LevelInfo& level : levels())
    EXPECT_EQ(name_of_first("a: w x 1, w y 1; b: w x 2, w y 2; c: r x 2, r y 1", level.level), "G0");
}
TEST(CycleName, AsMildAsCanBe) {
  // One session sees x go from 1 to 2, another y from 2 to 1. The writes of a and b need not have interleaved
  // for that, since without session order this is serializable: one of the sessions went back in time.
  EXPECT_EQ(name_of_first("a: w x 1, w y 1; b: w x 2, w y 2; c: r x 1; c: r x 2; d: r y 2; d: r y 1",
                          Level::kStrongSessionSerializable),
            "G-single-process");
  // Prefix consistency holds, so c's reads are not to blame.
  const std::string lost = "a: r x nil, w x 1; b: w x 2, w y 1; c: r x 1, r y 1";
  EXPECT_EQ(name_of_first(lost, Level::kPrefixConsistency), "none");
  EXPECT_EQ(name_of_first(lost, Level::kSnapshotIsolation), "lost update");
  EXPECT_EQ(name_of_first(lost), "lost update");
  EXPECT_EQ(name_of_first("a: r x nil, w y 2; b: w x 1, w y 1; c: r x 1, r y 2"), "G-single");
}
TEST(CycleName, LostUpdate) {
  EXPECT_EQ(name_of_first("a: r x nil, w x 1; b: r x nil, w x 2"), "lost update");
}
TEST(CycleName, ReadSkew) { EXPECT_EQ(name_of_first("a: w x 1, w y 1; b: r x 1, r y nil"), "read skew"); }
TEST(CycleName, NonRepeatableRead) {
  EXPECT_EQ(name_of_first("a: w x 1; b: r x nil, r x 1"), "non-repeatable read");
}
TEST(CycleName, WriteSkew) { EXPECT_EQ(name_of_first("a: r x nil, w y 1; b: r y nil, w x 1"), "write skew"); }
TEST(CycleName, LongFork) {
  EXPECT_EQ(name_of_first("a: w x 1; b: w y 1; c: r x 1, r y nil; d: r x nil, r y 1"), "long fork");
}
TEST(CycleName, ThreeWayWriteSkew) {
  EXPECT_EQ(name_of_first("a: r x nil, w y 1; b: r y nil, w z 1; c: r z nil, w x 1"), "G2-item");
}
TEST(CycleName, Phantom) {
  EXPECT_EQ(name_of_first("a: pr 'value > 0' {}, insert x 1; b: pr 'value > 0' {}, insert y 1"), "G2");
}
TEST(CycleName, NeedsSessions) {
  EXPECT_EQ(name_of_first("a: w x 1; a: r x nil", Level::kStrongSessionSerializable), "G-single-process");
}
TEST(CycleName, NeedsRealTime) {
  EXPECT_EQ(name_of_first("a [0,1]: w x 1; b [2,3]: r x nil", Level::kStrictSerializable),
            "G-single-realtime");
}

}  // namespace
}  // namespace isolde
