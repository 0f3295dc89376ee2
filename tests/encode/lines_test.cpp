#include "encode/lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/encode/small_items.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Lines, ASessionIsALine) {
  const SmallItems small("a: w x 1; b: w y 1; a: r y 1; -: r x 1; a: r x 1");
  const Lines lines(small.history, small.items, {.session_order = true});
  EXPECT_EQ(lines.line_count(), 3U);
  EXPECT_EQ(lines.line(2), lines.line(0));
  EXPECT_EQ(lines.line(4), lines.line(0));
  EXPECT_NE(lines.line(1), lines.line(0));
  EXPECT_NE(lines.line(3), lines.line(1));
  EXPECT_EQ(lines.first(lines.line(0)), 0U);
  EXPECT_EQ(lines.position(4), 2U);
  EXPECT_EQ(lines.next(0), 2U);
  EXPECT_EQ(lines.next(4), kNone);
  EXPECT_EQ(lines.previous(4), 2U);
  EXPECT_EQ(lines.predecessor(2), 0U);
  EXPECT_EQ(lines.predecessor(1), kNone);
  EXPECT_EQ(lines.before(lines.line(0)), kNone);
  EXPECT_FALSE(lines.has_real_time());
}

TEST(Lines, AnIndeterminateMemberHangsOnTheLastCertainOneAndPrecedesNobody) {
  const SmallItems small("a: w x 1; a unknown: w y 2; a: w x 2; b: r y 2");
  const Lines lines(small.history, small.items, {.session_order = true});
  ASSERT_EQ(small.items.member_count(), 4U);
  EXPECT_EQ(lines.line(2), lines.line(0));
  EXPECT_EQ(lines.previous(2), 0U);
  EXPECT_NE(lines.line(1), lines.line(0));
  EXPECT_EQ(lines.before(lines.line(1)), 0U);
  EXPECT_EQ(lines.predecessor(1), 0U);
  EXPECT_EQ(lines.next(1), kNone);
  EXPECT_THAT(lines.hanging_on(0), ElementsAre(lines.line(1)));
  EXPECT_THAT(lines.hanging_on(2), IsEmpty());
  EXPECT_EQ(lines.before(lines.line(3)), kNone);
}

TEST(Lines, WithoutSessionsEverybodyStandsAlone) {
  const SmallItems small("a: w x 1; a: r x 1; a: w x 2");
  const Lines lines(small.history, small.items, {});
  EXPECT_EQ(lines.line_count(), 3U);
  for (Member member = 0; member < 3; ++member) {
    EXPECT_EQ(lines.first(lines.line(member)), member);
    EXPECT_EQ(lines.predecessor(member), kNone);
    EXPECT_EQ(lines.next(member), kNone);
  }
}

TEST(Lines, WhoIsExemptFromSessionsIsLeftOutOfItsOwn) {
  const SmallItems small("a: w x 1; a: r x 1; a: w x 2");
  const std::vector<bool> exempt = {false, true, false};
  const Lines lines(small.history, small.items, {.session_order = true}, {.from_sessions = &exempt});
  EXPECT_EQ(lines.next(0), 2U);
  EXPECT_NE(lines.line(1), lines.line(0));
  EXPECT_EQ(lines.predecessor(1), kNone);
}

TEST(Lines, RealTimeIsTheOrderOfEnds) {
  const SmallItems small("a [1,4]: w x 1; b [6,8]: w y 1; c [3,5]: w z 1; d [4,9]: w u 1; e: w v 1");
  const Lines lines(small.history, small.items, {.real_time = true});
  ASSERT_TRUE(lines.has_real_time());
  EXPECT_THAT(lines.by_end(), ElementsAre(0U, 2U, 1U, 3U));
  EXPECT_EQ(lines.rank(1), 2U);
  EXPECT_EQ(lines.rank(4), kNone);
  EXPECT_TRUE(lines.precedes_in_time(0, 1));
  EXPECT_TRUE(lines.precedes_in_time(2, 1));
  EXPECT_FALSE(lines.precedes_in_time(0, 2));  // they overlap
  EXPECT_TRUE(lines.precedes_in_time(0, 3));   // one ends when the other starts
  EXPECT_FALSE(lines.precedes_in_time(1, 0));
  EXPECT_FALSE(lines.precedes_in_time(0, 0));
  EXPECT_FALSE(lines.precedes_in_time(0, 4));  // it has no times
}

TEST(Lines, TheClocksMayBeOffByTheSkew) {
  const SmallItems small("a [1,4]: w x 1; b [6,8]: w y 1; c [3,5]: w z 1");
  const Lines lines(small.history, small.items, {.real_time = true, .clock_skew = 2});
  EXPECT_EQ(lines.latest_before(1), 4);
  EXPECT_TRUE(lines.precedes_in_time(0, 1));
  EXPECT_FALSE(lines.precedes_in_time(2, 1));
}

TEST(Lines, TwoThatAreTheSameInstantAreConcurrent) {
  const SmallItems small("a [4,4]: w x 1; b [4,4]: w y 1; c [4,6]: w z 1");
  const Lines lines(small.history, small.items, {.real_time = true});
  EXPECT_FALSE(lines.precedes_in_time(0, 1));
  EXPECT_FALSE(lines.precedes_in_time(1, 0));
  EXPECT_TRUE(lines.precedes_in_time(0, 2));
}

TEST(Lines, WhoIsIndeterminateOrExemptFromTimePrecedesNobody) {
  const SmallItems small("a unknown [1,2]: w x 1; b [1,2]: w y 1; c [5,6]: r x 1");
  const std::vector<bool> exempt = {false, true, false};
  const Lines lines(small.history, small.items, {.real_time = true}, {.from_time = &exempt});
  EXPECT_THAT(lines.by_end(), ElementsAre(2U));
  EXPECT_FALSE(lines.precedes_in_time(0, 2));
  EXPECT_FALSE(lines.precedes_in_time(1, 2));
}

}  // namespace
}  // namespace isolde
