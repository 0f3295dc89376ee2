// Every planted anomaly in a history of ten thousand transactions that is correct otherwise: rejected at
// exactly the levels that it breaks, named rightly, proved by a few transactions of the plant, certified.
//
// All plants by default, and every fifth once more without times; those with predicates among a thousand
// transactions, and every tenth of them among ten thousand. ISOLDE_PLANTS=n takes every n-th of all,
// beginning where ISOLDE_SEED says.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/plants/planting_sink.hpp"
#include "frontends/workloads/workloads.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde::plants {
namespace {

constexpr std::uint32_t kSessions = 8;

// What each plant is called, from its transactions and the definitions of the names (certify/cycle_name.hpp).
// Two names where what the clients saw has two readings: the order in which two transactions wrote a key
// shows in a third one's reads, so either they wrote in a circle, or the third one's reads are skewed.
using Names = std::vector<std::string_view>;
const std::map<std::string_view, Names>& names_of_plants() {
  static const Names kCircleOrSkew = {"G1c", "read skew"};
  // Two writers of one key, of whom one overwrites what the other read of another key.
  static const Names kReadWriteSkew = {"G-single"};
  static const std::map<std::string_view, Names> kNames = {
      {"G0", {"G0"}},
      {"G1a", {"G1a"}},
      {"G1b", {"G1b"}},
      {"G1c", {"G1c"}},
      {"lost-update", {"lost update"}},
      {"read-skew", {"read skew"}},
      {"write-skew", {"write skew"}},
      {"long-fork", {"long fork"}},
      {"fractured-read", {"read skew"}},
      {"non-repeatable-read", {"non-repeatable read"}},
      {"stale-read", {"G-single-realtime"}},
      {"session-violation", {"G-single-process"}},
      {"internal", {"internal"}},
      {"garbage-read", {"garbage read"}},

      {"rat-dirty-read", {"G1a"}},
      {"rat-non-repeatable-read", {"non-repeatable read"}},
      {"rat-intermediate-read", {"G1b"}},
      {"rat-intermediate-read-committed", {"G1b"}},
      {"rat-lost-self-update", {"internal"}},
      {"rat-write-read-skew", {"G1c"}},
      {"rat-write-read-skew-committed", {"G1c"}},
      {"rat-double-write-skew-1", kCircleOrSkew},
      {"rat-double-write-skew-1-committed", kCircleOrSkew},
      {"rat-double-write-skew-2", kCircleOrSkew},
      {"rat-read-skew", {"read skew"}},
      {"rat-read-skew-2", {"read skew"}},
      {"rat-read-skew-2-committed", {"read skew"}},
      {"rat-step", {"G-single"}},
      {"rat-predicate-dirty-read", {"G1a"}},
      {"rat-predicate-intermediate-read", {"G1b"}},

      // The rollback cannot be seen: who looks finds one of two keys as they were before.
      {"wat-dirty-write", {"read skew"}},
      {"wat-full-write", {"internal", "G1b"}},
      {"wat-full-write-committed", {"internal", "G1b"}},
      {"wat-lost-update", {"lost update"}},
      {"wat-lost-self-update-committed", {"internal"}},
      {"wat-double-write-skew-2-committed", kCircleOrSkew},
      {"wat-full-write-skew", {"G0"}},
      {"wat-full-write-skew-committed", {"G0"}},
      {"wat-read-write-skew-1", kReadWriteSkew},
      {"wat-read-write-skew-2", kReadWriteSkew},
      {"wat-read-write-skew-2-committed", kReadWriteSkew},
      {"wat-step", {"G-single"}},

      {"iat-non-repeatable-read-committed", {"non-repeatable read"}},
      {"iat-lost-update-committed", {"lost update"}},
      {"iat-read-skew-committed", {"read skew"}},
      {"iat-read-write-skew-1-committed", kReadWriteSkew},
      {"iat-write-skew", {"write skew"}},
      {"iat-write-skew-committed", {"write skew"}},
      {"iat-step", {"G2-item"}},

      {"G2", {"G2"}},
      {"phantom", {"phantom"}},
      {"rat-predicate-non-repeatable-read", {"phantom"}},
      {"rat-predicate-write-read-skew", {"G1c"}},
      {"rat-predicate-read-skew", {"read skew"}},
      {"rat-predicate-fractured-read", {"read skew"}},
      // Both updates start from the same rows, and a third transaction sees one of each.
      {"wat-predicate-dirty-write", {"lost update", "G0", "read skew"}},
      {"wat-predicate-lost-update", {"lost update"}},
      {"wat-predicate-lost-delete", {"lost update"}},
      {"iat-predicate-phantom", {"phantom"}},
      {"iat-predicate-vanishing-row", {"phantom"}},
      {"iat-predicate-read-skew", {"read skew"}},
      {"iat-predicate-write-skew", {"G2"}},
      {"iat-predicate-update-skew", {"G2"}},
      // The second reader starts as the first writer ends.
      {"iat-predicate-long-fork", {"long fork", "G-single-realtime"}},
  };
  return kNames;
}

// Predicates make choices of reads, which takes longer to decide.
bool has_predicates(const PlantInfo& plant) {
  return plant.transactions.find("pr '") != std::string_view::npos ||
         plant.transactions.find("pw '") != std::string_view::npos;
}

enum class Times { kKept, kRemoved };

// Forgets when things happened.
class Timeless : public engine::Sink {
 public:
  explicit Timeless(engine::Sink& next) : next_(next) {}
  void tables(std::span<const engine::TableInfo> tables) override { next_.tables(tables); }
  void initial(engine::Key key, const engine::Cells& cells) override { next_.initial(key, cells); }
  void transaction(const engine::RecordedTxn& txn) override {
    scratch_ = txn;
    scratch_.start = scratch_.end = kNoTime;
    next_.transaction(scratch_);
  }

 private:
  engine::Sink& next_;
  engine::RecordedTxn scratch_;
};

// A run of an engine, to be passed on as often as one likes.
class Recording : public engine::Sink {
 public:
  explicit Recording(std::uint64_t transactions) {
    const auto workload = workloads::make_workload("blindw-wr", {.sessions = kSessions});
    EXPECT_TRUE(workload.has_value());
    engine::simulate(
        **workload,
        {.engine = engine::EngineKind::kS2pl, .transactions = transactions, .sessions = kSessions, .seed = 7},
        *this);
  }

  void tables(std::span<const engine::TableInfo> tables) override {
    tables_.assign(tables.begin(), tables.end());
  }
  void initial(engine::Key key, const engine::Cells& cells) override { initial_.emplace_back(key, cells); }
  void transaction(const engine::RecordedTxn& txn) override { transactions_.push_back(txn); }

  struct Made {
    History history;
    std::set<TxnId> planted;
  };

  [[nodiscard]] Made with(const PlantInfo& plant, Times times, std::uint64_t seed) const {
    engine::HistorySink sink;
    Timeless timeless(sink);
    engine::Sink& next = times == Times::kKept ? static_cast<engine::Sink&>(sink) : timeless;
    const PlantRequest request{&plant, 1};
    PlantingSink planting(
        next, {&request, 1},
        {.seed = seed, .transactions = transactions_.size(), .first_session = kSessions + 1});
    planting.tables(tables_);
    for (const auto& [key, cells] : initial_) planting.initial(key, cells);
    for (const engine::RecordedTxn& txn : transactions_) planting.transaction(txn);
    planting.finish();
    Result<History> history = std::move(sink).finish();
    EXPECT_TRUE(history) << history.error().to_string();
    Made made{std::move(*history), {}};
    const std::vector<std::int64_t>& ids = planting.planted().front().ids;
    for (const TxnId txn : made.history.transactions())
      if (std::ranges::binary_search(ids, made.history.external_id(txn))) made.planted.insert(txn);
    EXPECT_EQ(made.planted.size(), ids.size());
    return made;
  }

 private:
  std::vector<engine::TableInfo> tables_;
  std::vector<std::pair<engine::Key, engine::Cells>> initial_;
  std::vector<engine::RecordedTxn> transactions_;
};

void expect_named(const Decision& decision, const PlantInfo& plant, const std::set<TxnId>& planted) {
  ASSERT_FALSE(decision.anomalies.empty());
  const Names& names = names_of_plants().at(plant.name);
  for (const Anomaly& anomaly : decision.anomalies) {
    EXPECT_TRUE(std::ranges::find(names, anomaly.name) != names.end()) << anomaly.name;
    EXPECT_FALSE(anomaly.transactions.empty());
    EXPECT_LE(anomaly.transactions.size(), 8U);
    for (const TxnId txn : anomaly.transactions) EXPECT_TRUE(planted.contains(txn));
  }
}

struct PlantTally {
  std::size_t found = 0;
  double slowest_explanation = 0;
};

void check_all_levels(const Recording& recording, const PlantInfo& plant, Times times, std::uint64_t seed,
                      PlantTally& tally) {
  const Recording::Made made = recording.with(plant, times, seed);
  for (const LevelInfo& level : levels()) {
    SCOPED_TRACE(std::string(plant.name) + " at " + std::string(level.name));
    CheckOptions options;
    options.level = level.level;
    const ReportData report = check(made.history, options);
    const bool is_broken = breaks(plant, level.level);
    ASSERT_EQ(report.decision.verdict, is_broken ? Verdict::kReject : Verdict::kAccept)
        << report.decision.reason;
    EXPECT_TRUE(report.is_certified);
    tally.slowest_explanation =
        std::max(tally.slowest_explanation, report.phases[Phase::kExplain].value_or(0));
    if (!is_broken) continue;
    expect_named(report.decision, plant, made.planted);
    ++tally.found;
  }
}

enum class Kind { kItems, kPredicates };

// Every step-th, beginning somewhere.
PlantTally check_plants(Kind kind, std::uint64_t transactions, Times times, std::uint64_t step) {
  const std::uint64_t seed = number_from_environment("ISOLDE_SEED", 1);
  const Recording recording(transactions);
  PlantTally tally;
  std::uint64_t number = seed;
  for (const PlantInfo& plant : plants()) {
    if (has_predicates(plant) != (kind == Kind::kPredicates) || number++ % step != 0) continue;
    if (times == Times::kRemoved && plant.name == "stale-read") continue;  // is nothing without times
    check_all_levels(recording, plant, times, seed + number, tally);
    if (testing::Test::HasFatalFailure()) return tally;
  }
  EXPECT_GT(tally.found, 0U);
  return tally;
}

std::uint64_t step_or(std::uint64_t otherwise) {
  return std::max<std::uint64_t>(1, number_from_environment("ISOLDE_PLANTS", otherwise));
}

void record(const PlantTally& tally) {
  const auto microseconds = static_cast<std::uint64_t>(tally.slowest_explanation * 1e6);
  testing::Test::RecordProperty("found", std::to_string(tally.found));
  testing::Test::RecordProperty("slowest_explanation_microseconds", std::to_string(microseconds));
}

TEST(Plants, AreFoundAmongTenThousandTransactions) {
  record(check_plants(Kind::kItems, 10'000, Times::kKept, step_or(1)));
}

TEST(Plants, AreFoundWithoutTimes) {
  record(check_plants(Kind::kItems, 10'000, Times::kRemoved, step_or(5)));
}

TEST(Plants, OfPredicatesAreFoundAmongAThousandTransactions) {
  record(check_plants(Kind::kPredicates, 1'000, Times::kKept, step_or(1)));
}

TEST(Plants, OfPredicatesAreFoundAmongTenThousandTransactions) {
  record(check_plants(Kind::kPredicates, 10'000, Times::kKept, step_or(10)));
}

TEST(Plants, OfPredicatesAreFoundWithoutTimes) {
  record(check_plants(Kind::kPredicates, 1'000, Times::kRemoved, step_or(4)));
}

TEST(Plants, AreAllListedOnce) {
  for (const PlantInfo& plant : plants()) EXPECT_TRUE(names_of_plants().contains(plant.name)) << plant.name;
  EXPECT_EQ(names_of_plants().size(), plants().size());
}

}  // namespace
}  // namespace isolde::plants
