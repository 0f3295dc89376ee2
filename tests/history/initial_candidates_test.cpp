#include "history/findings/initial_candidates.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "history/findings/conserved_total.hpp"
#include "history/spelling.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

// The initial values of all keys are forgotten.
History forgetful(const std::string& text) {
  History history = history_of(text);
  InitialValues initials(history);
  for (std::size_t i = 0; i < history.key_count(); ++i) initials.forget(KeyId(i));
  return history;
}

// "x: 3 4 ..." for each key; the dots say that others may do.
std::string told(const std::string& text, Level level = Level::kSerializable) {
  const History history = forgetful(text);
  std::string out;
  for (const InitialCandidates& each : initial_candidates(history, info(level), 0)) {
    out += fmt::format("{}{}:", out.empty() ? "" : "; ", spell_key(history, each.key));
    for (const InitialCandidate& value : each.values) {
      const auto* const number = std::get_if<std::int64_t>(&value);
      out += " " + (number != nullptr ? fmt::format("{}", *number)
                                      : spell_value(history, std::get<ValueId>(value)));
    }
    if (!each.is_complete) out += " ...";
  }
  return out;
}

TEST(InitialCandidates, OfACounterThatNobodyChangesIsWhatIsRead) {
  EXPECT_EQ(told("a: r c 7; b: r c 7; c: inc c 0; d aborted: inc c 5"), "c: 7");
}

TEST(InitialCandidates, OfACounterLieBetweenAllThatGoesDownAndAllThatGoesUp) {
  EXPECT_EQ(told("a: r c 7; b: inc c 2; c: inc c -4"), "c: 7 9 5 11");
  EXPECT_EQ(told("a: r c 7; b: inc c 2; c: r c 9"), "c: 7");
}

TEST(InitialCandidates, BeginWithWhatTheOrderOfTheInputSuggests) {
  EXPECT_EQ(told("b: inc c 2; a: r c 7"), "c: 5 7");
  EXPECT_EQ(told("b [5,6]: inc c 2; a [1,2]: r c 7"), "c: 7 5");
  EXPECT_EQ(told("b [1,2]: inc c 2; a [5,6]: r c 7"), "c: 5 7");
}

TEST(InitialCandidates, OwnIncrementsCount) {
  EXPECT_EQ(told("a: inc c 3, r c 10, inc c 1"), "c: 7");
  EXPECT_EQ(told("a: inc c 3, r c 10, inc c 1; b: inc c 2"), "c: 7 5");
}

TEST(InitialCandidates, RealTimeDeterminesThemAtLevelsThatRespectIt) {
  const char* text = "b [1,2]: inc c 2; a [5,6]: r c 7; c [8,9]: inc c 5";
  EXPECT_EQ(told(text, Level::kStrictSerializable), "c: 5");
  EXPECT_EQ(told(text, Level::kStrongSnapshotIsolation), "c: 5");
  EXPECT_EQ(told(text), "c: 5 6 4 7 3 2 1 0");
}

TEST(InitialCandidates, WhoOverlapsAReadMayBeInItOrNot) {
  EXPECT_EQ(told("b [1,6]: inc c 2; a [5,8]: r c 7", Level::kStrictSerializable), "c: 7 5");
  EXPECT_EQ(told("b unknown [1,_]: inc c 2; a [5,8]: r c 7", Level::kStrictSerializable), "c: 7 5");
}

TEST(InitialCandidates, ReadsThatContradictEachOtherLeaveOneToBlame) {
  EXPECT_EQ(told("a: r c 7; b: r c 9; c: inc c 1"), "c: 7");
}

TEST(InitialCandidates, OfARegisterAreWhatNobodyWrote) {
  EXPECT_EQ(told("a: w x 1; b: r x 7; c: r x 1"), "x: 7");
  EXPECT_EQ(told("a: r x nil; b: w x 1; c: r x 1"), "x: nothing");
}

TEST(InitialCandidates, OfARegisterWhoseReadsAreExplainedAreAllThatAreRead) {
  EXPECT_EQ(told("a: w x 1; b: r x 1; c: w x 2"), "x: nothing 1");
  EXPECT_EQ(told("a: w x 1, r x 1; b aborted: r x 4; c: w x 2"), "x: nothing");
}

TEST(InitialCandidates, AreNotListedForListsAndWherePredicatesMaySeeMore) {
  EXPECT_EQ(told("a: append l 1; b: r l [1]"), "l: nothing ...");
  EXPECT_EQ(told("a: r x 1; b: pr 'value > 3' {}"), "x: 1 ...");
}

TEST(ConservedTotal, TwoTotalsContradictEachOther) {
  const auto totals =
      different_totals(forgetful("a: inc x -3, inc y 3; b: r x 10, r y 10; c: r x 7; d: r x 7, r y 10; e: "
                                 "inc x 1, r x 8, r y 8, inc y -1"));
  ASSERT_TRUE(totals);
  EXPECT_EQ(totals->first, TxnId(1U));
  EXPECT_EQ(totals->first_total, 20);
  EXPECT_EQ(totals->second, TxnId(3U));
  EXPECT_EQ(totals->second_total, 17);
}

TEST(ConservedTotal, SaysNothingIfTheTotalChanges) {
  EXPECT_FALSE(different_totals(forgetful("a: inc x -3, inc y 4; b: r x 10, r y 10; d: r x 7, r y 10")));
  EXPECT_FALSE(different_totals(forgetful("a unknown: inc x 1; b: r x 10; d: r x 7")));
  EXPECT_FALSE(different_totals(forgetful("a: inc x -3, inc y 3; b: r x 10, r y 10; d: r x 7, r y 13")));
  EXPECT_FALSE(different_totals(history_of("a: inc x -3, inc y 3; b: r x 10, r y 10; d: r x 7, r y 10")));
}

}  // namespace
}  // namespace isolde
