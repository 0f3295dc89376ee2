#include "tests/oracle/random_history.hpp"

#include <map>
#include <ostream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontends/formats/native/native.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde {
namespace {

struct Mix {
  std::string name;
  RandomHistoryOptions options;

  // What a failing test prints.
  friend void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.name; }
};

class RandomHistory : public testing::TestWithParam<Mix> {};

INSTANTIATE_TEST_SUITE_P(Mixes, RandomHistory,
                         testing::Values(Mix{"registers", registers_mix()},
                                         Mix{"repeated_values", repeated_values_mix()},
                                         Mix{"predicates", predicates_mix()}, Mix{"types", types_mix()},
                                         Mix{"aggregates", aggregates_mix()}),
                         [](const auto& each) { return each.param.name; });

TEST_P(RandomHistory, SameSeedSameHistory) {
  Random first(42);
  Random second(42);
  for (int round = 0; round < 50; ++round) {
    EXPECT_EQ(text_of(random_history(first, GetParam().options)),
              text_of(random_history(second, GetParam().options)));
  }
}

// The text that a failing test prints can be pasted back.
TEST_P(RandomHistory, TextComesBackTheSame) {
  Random random(43);
  for (int round = 0; round < 300; ++round) {
    const History history = random_history(random, GetParam().options);
    const std::string text = text_of(history);
    const History again = history_of(text);
    EXPECT_EQ(text_of(again), text);
    for (const OracleLevel level : {OracleLevel::kStrictSerializable, OracleLevel::kPrefixConsistency})
      EXPECT_EQ(satisfies(again, level), satisfies(history, level)) << text;
  }
}

// Conditions, rows with nulls and texts, and all else.
TEST_P(RandomHistory, NativeFormatKeepsIt) {
  Random random(48);
  for (int round = 0; round < 300; ++round) {
    const std::string text = text_of(random_history(random, GetParam().options));
    const Result<std::string> written = write_native_text(history_of(text));
    ASSERT_TRUE(written) << written.error().to_string();
    const Result<History> again = read_native_text(*written, "written");
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(text_of(*again), text);
  }
}

// A generator whose histories are nearly all right, or nearly all wrong, tests little.
TEST_P(RandomHistory, IsAHealthyMix) {
  constexpr int kRounds = 1200;
  Random random(44);
  std::map<OracleLevel, int> accepted;
  for (int round = 0; round < kRounds; ++round) {
    const History history = random_history(random, GetParam().options);
    for (const OracleLevel level : kOracleLevels) accepted[level] += satisfies(history, level) ? 1 : 0;
  }
  for (const OracleLevel level : kOracleLevels) {
    const double share = static_cast<double>(accepted[level]) / kRounds;
    fmt::print("{:>16} {:<36}{:>5.1f} % accepted\n", GetParam().name, name_of(level), 100 * share);
    EXPECT_GE(share, 0.15) << name_of(level);
    EXPECT_LE(share, 0.85) << name_of(level);
  }
}

// Without lies, aborts and weak modes the toy database is strictly serializable, and the oracle agrees: two
// independent opinions on what every operation does.
TEST_P(RandomHistory, HonestSerialExecutionsAreStrictlySerializable) {
  RandomHistoryOptions options = GetParam().options;
  options.lies = options.snapshot = options.stale_snapshot = 0;
  options.lost_updates = options.read_committed = 0;
  Random random(45);
  for (int round = 0; round < 300; ++round) {
    const History history = random_history(random, options);
    for (const OracleLevel level : kOracleLevels) EXPECT_TRUE(satisfies(history, level)) << text_of(history);
  }
}

TEST_P(RandomHistory, HonestSnapshotsAreStrongSnapshotIsolation) {
  RandomHistoryOptions options = GetParam().options;
  options.lies = options.stale_snapshot = options.lost_updates = options.read_committed = 0;
  options.snapshot = 1;
  Random random(46);
  int serializable = 0;
  for (int round = 0; round < 300; ++round) {
    const History history = random_history(random, options);
    EXPECT_TRUE(satisfies(history, OracleLevel::kStrongSnapshotIsolation)) << text_of(history);
    serializable += satisfies(history, OracleLevel::kSerializable) ? 1 : 0;
  }
  EXPECT_LT(serializable, 300);
}

TEST_P(RandomHistory, HonestLostUpdatesArePrefixConsistent) {
  RandomHistoryOptions options = GetParam().options;
  options.lies = options.stale_snapshot = options.snapshot = options.read_committed = 0;
  options.lost_updates = 1;
  Random random(47);
  int snapshots = 0;
  for (int round = 0; round < 300; ++round) {
    const History history = random_history(random, options);
    EXPECT_TRUE(satisfies(history, OracleLevel::kPrefixConsistency)) << text_of(history);
    snapshots += satisfies(history, OracleLevel::kSnapshotIsolation) ? 1 : 0;
  }
  EXPECT_LT(snapshots, 300);
}

}  // namespace
}  // namespace isolde
