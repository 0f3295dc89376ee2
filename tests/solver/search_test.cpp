#include "solver/search.hpp"

#include <gtest/gtest.h>

#include "history/level.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

bool accepts(const std::string& text, Level level = Level::kSerializable) {
  const History history = history_of(text);
  const Outcome outcome = search({history, demands_of(level)}, {});
  EXPECT_FALSE(std::holds_alternative<Unknown>(outcome));
  return std::holds_alternative<Accept>(outcome);
}

// Once remembered as a dead state: a list's state matters even to a transaction that appends before it reads.
TEST(Search, RemembersListsThatAreReadAfterAnOwnAppend) {
  EXPECT_TRUE(accepts(
      "0: append k1 1, r k1 [1], append k0 2; 0: append k0 3, append k0 4; 1: append k0 5, append k0 6; "
      "1: append k0 7, append k1 8, r k1 [1 8], r k0 [2 3 4 5 6 7]"));
}

// A predicate check that fails half way must not mark its rows as shown for the next attempt.
TEST(Search, ForgetsRowsOfAFailedPredicateCheck) {
  EXPECT_TRUE(
      accepts("init k0 1; 0 unknown: r k0 1, w k1 2; 2: pw 'value between 2 and 6' {}, r k2 nil; "
              "0: w k2 3, r k1 nil; 2: pr 'key <> ''k1'' and value < 8' {k0=1 k2=3}, r k1 nil"));
}

TEST(Search, ToleratesClockSkewOnlyAsFarAsAsked) {
  const History history = history_of("a [0,10]: w x 1; b [15,20]: r x nil");
  const auto accepts_with = [&](std::int64_t skew) {
    return std::holds_alternative<Accept>(
        search({history, demands_of(Level::kStrictSerializable, skew)}, {}));
  };
  EXPECT_FALSE(accepts_with(0));
  EXPECT_FALSE(accepts_with(5));
  EXPECT_TRUE(accepts_with(6));
}

TEST(Search, GivesUpAtItsLimits) {
  // Every writer of x must precede the reader of the last, in an order only exhaustion refutes.
  std::string text = "init a 0; init b 0";
  for (int i = 1; i <= 14; ++i) {
    text += "; w" + std::to_string(i) + ": w x" + std::to_string(i) + " 1, w y" + std::to_string(i) + " 1";
  }
  text += "; p: r a 0, w b 1; q: r b 0, w a 1";
  const History history = history_of(text);
  const Outcome by_steps =
      search({history, demands_of(Level::kSerializable)}, {.seconds = {}, .memory_bytes = {}, .steps = 100});
  ASSERT_TRUE(std::holds_alternative<Unknown>(by_steps));
  EXPECT_EQ(std::get<Unknown>(by_steps).reason, "the limit of 100 steps was reached");
  const Outcome by_time =
      search({history, demands_of(Level::kSerializable)}, {.seconds = 0.0, .memory_bytes = {}, .steps = {}});
  ASSERT_TRUE(std::holds_alternative<Unknown>(by_time));
  EXPECT_EQ(std::get<Unknown>(by_time).reason, "the time limit of 0 s was reached");
  const Outcome by_memory =
      search({history, demands_of(Level::kSerializable)}, {.seconds = {}, .memory_bytes = 1024, .steps = {}});
  EXPECT_TRUE(std::holds_alternative<Unknown>(by_memory));
}

}  // namespace
}  // namespace isolde
