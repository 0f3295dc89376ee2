// Unknown initial values: a level holds if it holds with some of them, as the oracle finds by trying all.
#include "check/some_initials.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "history/findings/initial_candidates.hpp"
#include "history/initial_values.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

using testing::Contains;
using testing::HasSubstr;

History without_initials(const std::string& text) {
  History history = history_of(text);
  InitialValues initials(history);
  for (std::size_t i = 0; i < history.key_count(); ++i) initials.forget(KeyId(i));
  return history;
}

ReportData judge_some(History& history, Level level) {
  CheckOptions options;
  options.level = level;
  options.limits.seconds = 20;
  return check_with_some_initials(history, options);
}

TEST(SomeInitials, ABankThatBeginsSomewhereHolds) {
  History history = without_initials(
      "a [0,1]: inc x -3, inc y 3; b [2,3]: r x 97, r y 13; c [4,5]: inc y -1, inc x 1; d [6,7]: r x 98, r y "
      "12");
  for (const LevelInfo& level : levels()) {
    const ReportData report = judge_some(history, level.level);
    EXPECT_EQ(report.decision.verdict, Verdict::kAccept) << level.name;
    EXPECT_THAT(report.assumptions, Contains(HasSubstr("x=100, y=10"))) << level.name;
    EXPECT_FALSE(report.rests_on_initials);
  }
}

TEST(SomeInitials, AWrongTotalIsWrongWhereverTheAccountsBegan) {
  History history = without_initials(
      "a [0,1]: inc x -3, inc y 3; b [2,3]: r x 97, r y 13; c [4,5]: inc y -1, inc x 1; d [6,7]: r x 98, r y "
      "13");
  const ReportData report = judge_some(history, Level::kSnapshotIsolation);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_FALSE(report.rests_on_initials);
}

// The read came first, as the registers show, but stands last: so many increments may be in it that not all
// of the initial values that this allows are tried.
TEST(SomeInitials, AViolationThatOtherValuesMightExplainSaysSo) {
  std::string text;
  std::string read = "r: r c 0";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("s{}: inc c 1, w z{} 1; ", i, i);
    read += fmt::format(", r z{} nil", i);
  }
  History history = history_of(text + read);
  const KeyId counter = history.key(OpId(0U));
  InitialValues(history).forget(counter);
  assume_plausible_initials(history);
  ReportData report = judge_some(history, Level::kSerializable);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_TRUE(report.rests_on_initials);
  EXPECT_THAT(report.warnings,
              Contains(testing::Field(&Warning::sentence, HasSubstr("rests on the initial values assumed"))));
  InitialValues(history).tell(counter, kInitial);
  report = judge_some(history, Level::kSerializable);
  EXPECT_EQ(report.decision.verdict, Verdict::kAccept);
}

TEST(SomeInitials, EvidenceAboutOtherKeysIsFinal) {
  History history = history_of("a: r x nil, w x 1; b: r x nil, w x 2; c: r c 7; d: inc c 2; e: inc c 3");
  InitialValues(history).forget(history.key(OpId(4U)));
  assume_plausible_initials(history);
  const ReportData report = judge_some(history, Level::kSerializable);
  EXPECT_EQ(report.decision.verdict, Verdict::kReject);
  EXPECT_FALSE(report.rests_on_initials);
  EXPECT_THAT(report.warnings, Contains(testing::Field(&Warning::sentence,
                                                       HasSubstr("does not depend on the initial values"))));
}

// ---- random histories

// A counter c and a register x that begin somewhere; one transaction after another, with a lie now and then.
std::string random_story(Random& random) {
  std::int64_t c = random.between(-2, 3);
  std::int64_t x = random.between(0, 2);
  std::string text;
  const bool has_times = random.chance(0.5);
  for (std::int64_t i = 0, count = random.between(3, 4); i < count; ++i) {
    text += fmt::format("{}s{}{}", i == 0 ? "" : "; ", random.below(2), random.chance(0.1) ? " unknown" : "");
    if (has_times) text += fmt::format(" [{},{}]", 10 * i, 10 * i + random.between(1, 10));
    const bool lies = random.chance(0.2);
    std::string separator = ": ";
    for (std::int64_t ops = random.between(1, 3); ops > 0; --ops) {
      text += std::exchange(separator, ", ");
      if (random.chance(0.35)) {
        text += fmt::format("r c {}", c + (lies ? random.between(-2, 2) : 0));
      } else if (random.chance(0.5)) {
        const std::int64_t by = random.between(-2, 3);
        c += by;
        text += fmt::format("inc c {}", by);
      } else if (random.chance(0.6)) {
        text += fmt::format("r x {}", lies ? random.between(0, 2) : x);
      } else {
        x = random.between(0, 3);
        text += fmt::format("w x {}", x);
      }
    }
  }
  return text;
}

// All initial values of a key that can make a difference, and one more.
std::vector<InitialCandidate> all_initials(const History& history, KeyId key) {
  std::vector<std::int64_t> numbers;
  std::vector<InitialCandidate> result{kInitial};
  std::int64_t down = 0;
  std::int64_t up = 0;
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    if (history.key(OpId(i)) != key || history.value(OpId(i)) == kInitial) continue;
    const std::int64_t number = history.values().integer(history.value(OpId(i)).value);
    if (history.kind(OpId(i)) == OpKind::kRead) numbers.push_back(number);
    if (history.kind(OpId(i)) != OpKind::kIncrement) continue;
    (number < 0 ? down : up) += number;
  }
  if (numbers.empty()) return result;
  const auto [low, high] = std::ranges::minmax(numbers);
  for (std::int64_t value = low - up; value <= high - down; ++value) result.emplace_back(value);
  return result;
}

bool some_do(const History& history, Level level) {
  History other = history;
  InitialValues initials(other);
  const std::function<bool(std::size_t)> any = [&](std::size_t key) {
    if (key == history.key_count()) return satisfies(other, static_cast<OracleLevel>(level));
    for (const InitialCandidate& value : all_initials(history, KeyId(key))) {
      initials.assume({KeyId(key), value});
      if (any(key + 1)) return true;
    }
    return false;
  };
  return any(0);
}

struct InitialTally {
  int held = 0;
  int violated = 0;
  int rested = 0;  // that other values might help is all that is said
  int missed = 0;  // and they do
};

void compare_with_all(const std::string& text, Level level, InitialTally& tally) {
  SCOPED_TRACE(text + " at " + std::string(info(level).name));
  History history = without_initials(text);
  assume_plausible_initials(history);
  const bool expected = some_do(history, level);
  const ReportData report = judge_some(history, level);
  ++(expected ? tally.held : tally.violated);
  if (report.rests_on_initials) {
    ++tally.rested;
    tally.missed += expected ? 1 : 0;
    EXPECT_EQ(report.decision.verdict, Verdict::kReject);
    return;
  }
  EXPECT_EQ(report.decision.verdict, expected ? Verdict::kAccept : Verdict::kReject)
      << report.decision.reason;
  EXPECT_TRUE(report.is_certified);
  if (report.decision.verdict == Verdict::kAccept) {
    EXPECT_TRUE(satisfies(history, static_cast<OracleLevel>(level)));
  }
}

TEST(SomeInitials, AreFoundWhereTryingAllFindsSome) {
  const std::uint64_t count = how_many("ISOLDE_HISTORIES", 250);
  InitialTally tally;
  for (const std::uint64_t seed : both_seeds()) {
    Random random(seed);
    for (std::uint64_t i = 0; i < count; ++i)
      compare_with_all(random_story(random), levels()[random.below(levels().size())].level, tally);
  }
  RecordProperty("held", tally.held);
  RecordProperty("violated", tally.violated);
  RecordProperty("rested", tally.rested);
  RecordProperty("missed", tally.missed);
  EXPECT_GT(tally.held, tally.violated);
  EXPECT_GT(tally.violated, 0);
  // More than can be tried come into question in a few; that they are told apart is what counts.
  EXPECT_LE(tally.rested, tally.violated / 20);
  EXPECT_LE(tally.missed, tally.held / 100);
}

}  // namespace
}  // namespace isolde
