// Plants in histories: the oracle confirms exactly the levels that the table says, alone and among others;
// and what passes the sink stays what it was.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/plants/planting_sink.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde::plants {
namespace {

using engine::Cells;
using engine::HistorySink;
using engine::Key;
using engine::RecordedTxn;
using engine::TableInfo;
using engine::TableKind;

constexpr std::uint64_t kSeeds = 100;

// Prefixes that would catch plants if they were not avoided, and the plants' own columns.
const std::vector<TableInfo> kTables = {{"p", TableKind::kRow, {"v1", "v2"}},
                                        {"plant:", TableKind::kRegister, {}}};

// A serial run of two transactions that reads and writes a row, a register and a condition.
std::vector<RecordedTxn> serial_run() {
  const Key row(0, 1);
  const Key item(1, 1);
  std::vector<RecordedTxn> run(2);
  run[0] = {.id = 5, .session = 0, .start = 100, .end = 200, .ops = {}};
  run[0].ops.push_back({{.kind = OpKind::kRead, .key = item, .cells = {}, .range = {}}, {}});
  run[0].ops.push_back({{.kind = OpKind::kInsert, .key = row, .cells = {110, 210}, .range = {}}, {}});
  run[0].ops.push_back({{.kind = OpKind::kWrite, .key = item, .cells = {101}, .range = {}}, {}});
  run[1] = {.id = 7, .session = 1, .start = 300, .end = 400, .ops = {}};
  run[1].ops.push_back(
      {{.kind = OpKind::kPredicateRead, .key = {}, .cells = {}, .range = {0, 0, 0, 1'000'000}},
       {.found = false, .cells = {}, .rows = {{row, {110, 210}, {}, false}}}});
  run[1].ops.push_back({{.kind = OpKind::kRead, .key = item, .cells = {}, .range = {}},
                        {.found = true, .cells = {101}, .rows = {}}});
  return run;
}

struct Made {
  History history;
  std::vector<Planted> planted;
};

Made make(std::span<const PlantRequest> requests, std::span<const RecordedTxn> run, std::uint64_t seed) {
  HistorySink sink;
  PlantingSink planting(sink, requests, {.seed = seed, .transactions = run.size(), .first_session = 2});
  planting.tables(kTables);
  for (const RecordedTxn& txn : run) planting.transaction(txn);
  planting.finish();
  Result<History> history = std::move(sink).finish();
  EXPECT_TRUE(history) << history.error().to_string();
  return {history ? std::move(*history) : History(), planting.planted()};
}

// Empty, or what the oracle says otherwise.
std::string disagreement(const History& history, const PlantInfo& plant) {
  for (const OracleLevel level : kOracleLevels)
    if (satisfies(history, level) == breaks(plant, static_cast<Level>(level)))
      return fmt::format("{} at {}: {}", plant.name, name_of(level), text_of(history));
  return {};
}

TEST(Planting, LevelsOfTheOracleAreOurs) {
  for (const OracleLevel level : kOracleLevels)
    EXPECT_EQ(name_of(level), info(static_cast<Level>(level)).name);
}

TEST(Planting, TheRunAloneIsFine) {
  const Made made = make({}, serial_run(), 1);
  EXPECT_EQ(made.history.transaction_count(), 2U);
  for (const OracleLevel level : kOracleLevels) EXPECT_TRUE(satisfies(made.history, level));
}

TEST(Planting, TextsAreWhatTheySay) {
  for (const PlantInfo& plant : plants()) EXPECT_EQ(disagreement(history_of(plant.transactions), plant), "");
}

TEST(Planting, EveryPlantAloneBreaksExactlyItsLevels) {
  for (const PlantInfo& plant : plants()) {
    const PlantRequest request{&plant, 1};
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
      ASSERT_EQ(disagreement(make({&request, 1}, {}, seed).history, plant), "") << "seed " << seed;
  }
}

TEST(Planting, EveryPlantAmongOthersBreaksExactlyItsLevels) {
  const std::vector<RecordedTxn> run = serial_run();
  for (const PlantInfo& plant : plants()) {
    const PlantRequest request{&plant, 1};
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
      ASSERT_EQ(disagreement(make({&request, 1}, run, seed).history, plant), "") << "seed " << seed;
  }
}

TEST(Planting, CopiesOfAPlantDoNotMeet) {
  // Two stale reads break what one breaks, and so do two write skews.
  for (const char* name : {"stale-read", "session-violation", "write-skew", "G2"}) {
    const PlantRequest request{plant_named(name), 2};
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      ASSERT_EQ(disagreement(make({&request, 1}, {}, seed).history, *request.plant), "") << "seed " << seed;
  }
}

TEST(Planting, IdsAscendAndThePlantedOnesAreNamed) {
  const std::vector<PlantRequest> requests = {{plant_named("G0"), 3}, {plant_named("stale-read"), 2}};
  const std::vector<RecordedTxn> run = serial_run();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Made made = make(requests, run, seed);
    ASSERT_EQ(made.history.transaction_count(), run.size() + 3 * 3 + 2 * 2);
    ASSERT_EQ(made.planted.size(), 5U);
    std::vector<std::int64_t> planted_ids;
    for (const Planted& each : made.planted)
      planted_ids.insert(planted_ids.end(), each.ids.begin(), each.ids.end());
    std::vector<std::int64_t> found;
    std::int64_t last = -1;
    for (const TxnId txn : made.history.transactions()) {
      ASSERT_LT(last, made.history.external_id(txn));
      last = made.history.external_id(txn);
      if (made.history.sessions().integer(made.history.session(txn).value) >= 2) found.push_back(last);
    }
    ASSERT_EQ(found, planted_ids);
  }
}

TEST(Planting, StandsAtEveryPointOfTheRun) {
  const PlantRequest request{plant_named("garbage-read"), 1};
  std::vector<bool> seen(3);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Made made = make({&request, 1}, serial_run(), seed);
    for (const TxnId txn : made.history.transactions())
      if (made.history.external_id(txn) == made.planted[0].ids[0]) seen[txn.index()] = true;
  }
  EXPECT_EQ(seen, std::vector<bool>(3, true));
}

TEST(Planting, TimesFollowTheLatestEnd) {
  const PlantRequest request{plant_named("garbage-read"), 1};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Made made = make({&request, 1}, serial_run(), seed);
    std::int64_t latest = 100;
    for (const TxnId txn : made.history.transactions()) {
      if (made.history.external_id(txn) == made.planted[0].ids[0]) {
        EXPECT_EQ(made.history.start(txn), latest + 1000);
        EXPECT_EQ(made.history.end(txn), latest + 3000);
        break;
      }
      latest = made.history.end(txn);
    }
  }
}

TEST(Planting, TheSameSeedGivesTheSame) {
  const PlantRequest request{plant_named("G0"), 2};
  const auto text = [&](std::uint64_t seed) {
    return text_of(make({&request, 1}, serial_run(), seed).history);
  };
  EXPECT_EQ(text(3), text(3));
  EXPECT_TRUE(text(1) != text(2) || text(1) != text(3) || text(1) != text(4));
}

TEST(Planting, AClaimedOrderIsRenumbered) {
  const PlantRequest request{plant_named("G1c"), 1};
  const std::vector<RecordedTxn> run = serial_run();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    HistorySink sink;
    PlantingSink planting(sink, {&request, 1}, {.seed = seed, .transactions = 2, .first_session = 2});
    planting.tables(kTables);
    for (const RecordedTxn& txn : run) planting.transaction(txn);
    planting.version_order({Key(1, 1), {{101}}});
    planting.serialization_order(std::vector<std::int64_t>{5, 7});
    const Result<History> history = std::move(sink).finish();
    ASSERT_TRUE(history) << history.error().to_string();
    ASSERT_EQ(history->transaction_count(), 4U);
    ASSERT_EQ(history->serialization_order().size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const TxnId txn = history->serialization_order()[i];
      EXPECT_EQ(history->start(txn), run[i].start);
      EXPECT_EQ(history->sessions().integer(history->session(txn).value), run[i].session);
    }
    EXPECT_EQ(history->version_orders().size(), 1U);
  }
}

TEST(Planting, WithoutPlantsNothingChanges) {
  const Made made = make({}, serial_run(), 1);
  EXPECT_EQ(made.history.external_id(TxnId(0)), 5);
  EXPECT_EQ(made.history.external_id(TxnId(1)), 7);
  EXPECT_TRUE(made.planted.empty());
}

}  // namespace
}  // namespace isolde::plants
