// Whole runs: the same seed gives the same records, the truth explains what clients saw, the store keeps only
// what is alive, and every knob of a run shows.
#include "frontends/engine/simulation.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "frontends/engine/history_sink.hpp"
#include "history/findings/validation.hpp"
#include "history/writers.hpp"
#include "tests/frontends/engine/random_workload.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde::engine {
namespace {

struct Outcome {
  SimulationSummary summary;
  std::vector<RecordedTxn> records;
  History history;
};

// Keeps the records as they come and builds the history, too.
class RecordSink final : public HistorySink {
 public:
  void transaction(const RecordedTxn& txn) override {
    records.push_back(txn);
    HistorySink::transaction(txn);
  }
  std::vector<RecordedTxn> records;
};

Outcome run(const SimulationOptions& options, const RandomWorkloadOptions& mix) {
  RandomWorkload workload(options.sessions, mix);
  RecordSink sink;
  Outcome result;
  result.summary = simulate(workload, options, sink);
  result.records = std::move(sink.records);
  auto history = std::move(static_cast<HistorySink&>(sink)).finish();
  EXPECT_TRUE(history.has_value()) << history.error().message;
  if (history) result.history = std::move(*history);
  return result;
}

SimulationOptions busy(EngineKind engine, std::uint64_t seed = 1) {
  SimulationOptions options;
  options.engine = engine;
  options.transactions = 2000;
  options.sessions = 12;
  options.seed = seed;
  options.abort_rate = 0.05;
  options.indeterminate = 0.02;
  return options;
}

constexpr RandomWorkloadOptions kMix = {.keys = 40, .operations = 8};

std::size_t count(const Outcome& run, FindingKind kind) {
  const WriterIndex writers(run.history);
  const auto findings = validate(run.history, writers);
  return static_cast<std::size_t>(std::ranges::count(findings, kind, &Finding::kind));
}

class EveryEngine : public testing::TestWithParam<EngineInfo> {
 protected:
  [[nodiscard]] static EngineKind kind() { return GetParam().kind; }
};
INSTANTIATE_TEST_SUITE_P(Engines, EveryEngine, testing::ValuesIn(engines().begin(), engines().end()),
                         [](const auto& test) { return std::string(test.param.name); });

bool same(const RecordedTxn& a, const RecordedTxn& b) {
  if (a.id != b.id || a.session != b.session || a.status != b.status || a.start != b.start || a.end != b.end)
    return false;
  return std::ranges::equal(a.ops, b.ops, [](const RecordedOp& x, const RecordedOp& y) {
    return x.request.kind == y.request.kind && x.request.key == y.request.key &&
           x.request.cells == y.request.cells && x.reply.cells == y.reply.cells &&
           std::ranges::equal(x.reply.rows, y.reply.rows, [](const RowReply& r, const RowReply& s) {
             return r.key == s.key && r.before == s.before && r.after == s.after;
           });
  });
}

TEST_P(EveryEngine, IsDeterministicForASeed) {
  const Outcome first = run(busy(kind(), 7), kMix);
  const Outcome second = run(busy(kind(), 7), kMix);
  const Outcome other = run(busy(kind(), 8), kMix);
  EXPECT_TRUE(std::ranges::equal(first.records, second.records, same));
  EXPECT_FALSE(std::ranges::equal(first.records, other.records, same));
}

TEST_P(EveryEngine, CommitsMostAndCountsAll) {
  const Outcome result = run(busy(kind()), kMix);
  const SimulationSummary& summary = result.summary;
  EXPECT_EQ(result.records.size(), 2000u);
  EXPECT_EQ(summary.committed + summary.aborted + summary.indeterminate, 2000u);
  EXPECT_GT(summary.committed, 500u);
  EXPECT_GT(summary.indeterminate, 10u);
  EXPECT_GT(summary.aborted, 40u);
  EXPECT_EQ(summary.operations, result.history.operation_count());
}

TEST_P(EveryEngine, ReadsAreSoundButForDirtyOnes) {
  const Outcome result = run(busy(kind()), kMix);
  const WriterIndex writers(result.history);
  const auto findings = validate(result.history, writers);
  const auto violation = [](const Finding& finding) { return is_violation(finding.kind); };
  EXPECT_EQ(std::ranges::any_of(findings, violation), kind() == EngineKind::kRu);
}

TEST_P(EveryEngine, TruthExplainsWhatClientsSaw) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    SimulationOptions options = busy(kind(), seed);
    options.truth = true;
    options.long_running = seed % 2 == 0 ? 0 : 0.01;
    options.transactions = 1000;
    const Outcome result = run(options, kMix);
    EXPECT_FALSE(result.history.version_orders().empty());
    const bool is_serializable = GetParam().promise == Level::kStrictSerializable;
    ASSERT_EQ(result.history.serialization_order().empty(), !is_serializable);
    if (!is_serializable) continue;
    EXPECT_TRUE(
        replays(result.history, result.history.serialization_order(), OracleLevel::kStrictSerializable))
        << "seed " << seed;
  }
}

// The range, evaluated on the version set, gives just the rows that the client saw.
TEST_P(EveryEngine, VersionSetsExplainWhatRangesReturned) {
  SimulationOptions options = busy(kind());
  options.truth = true;
  options.transactions = 300;
  const Outcome result = run(options, kMix);
  std::size_t seen = 0;
  std::size_t passed_over = 0;
  for (const RecordedTxn& txn : result.records) {
    for (const RecordedOp& op : txn.ops) {
      ASSERT_EQ(op.reply.versions.has_value(), is_predicate(op.request.kind));
      if (!op.reply.versions) continue;
      std::map<Key, Cells> matching;
      for (const RowReply& row : *op.reply.versions) {
        const std::int64_t value = row.before[op.request.range.column];
        const bool is_match = op.request.range.low <= value && value <= op.request.range.high;
        if (is_match) matching[row.key] = row.before;
        ++(is_match ? seen : passed_over);
      }
      std::map<Key, Cells> returned;
      for (const RowReply& row : op.reply.rows) returned[row.key] = row.before;
      ASSERT_EQ(matching, returned);
    }
  }
  EXPECT_GT(seen, 0U);
  EXPECT_GT(passed_over, 0U);
}

// Whatever else an engine allows, none loses an append.
TEST_P(EveryEngine, ListsOnlyGrow) {
  SimulationOptions options = busy(kind());
  options.truth = true;
  const History history = run(options, {.keys = 4, .operations = 6}).history;
  std::size_t steps = 0;
  for (const VersionOrder& order : history.version_orders()) {
    std::span<const std::uint32_t> last;
    for (const ValueId value : order.values) {
      if (value == kInitial || history.values().kind(value.value) != ValueKind::kList) continue;
      const auto elements = history.values().elements(value.value);
      ASSERT_GT(elements.size(), last.size());
      ASSERT_TRUE(std::ranges::equal(elements.first(last.size()), last));
      last = elements;
      ++steps;
    }
  }
  EXPECT_GT(steps, 100u);
}

// A store that forgot nothing would keep thousands.
TEST_P(EveryEngine, KeepsOnlyWhatIsAlive) {
  SimulationOptions options = busy(kind());
  options.transactions = 1000;
  const std::uint64_t few = run(options, kMix).summary.versions;
  options.transactions = 8000;
  const std::uint64_t many = run(options, kMix).summary.versions;
  EXPECT_LE(many, 2 * few);
  EXPECT_LE(many, 3 * 40 * 4u);
}

TEST_P(EveryEngine, SessionsFollowTheirOwnClock) {
  SimulationOptions options = busy(kind());
  options.clock_skew = 5'000'000;
  const Outcome result = run(options, kMix);
  std::map<std::uint32_t, std::int64_t> last;
  for (const RecordedTxn& txn : result.records) {
    EXPECT_GE(txn.start, last[txn.session]);
    EXPECT_EQ(txn.end == kNoTime, txn.status == TxnStatus::kIndeterminate);
    last[txn.session] = txn.end == kNoTime ? txn.start : txn.end;
    EXPECT_GE(last[txn.session], txn.start);
  }
}

TEST(Simulation, RuShowsAbortedAndIntermediateReads) {
  SimulationOptions options = busy(EngineKind::kRu);
  options.abort_rate = 0.2;
  const Outcome result = run(options, kMix);
  EXPECT_GT(count(result, FindingKind::kAbortedRead), 0u);
  EXPECT_GT(count(result, FindingKind::kIntermediateRead), 0u);
}

TEST(Simulation, ClockSkewShowsInTimes) {
  SimulationOptions options = busy(EngineKind::kSerial);
  options.truth = true;
  const auto keeps_real_time = [&] {
    const Outcome result = run(options, kMix);
    return replays(result.history, result.history.serialization_order(), OracleLevel::kStrictSerializable);
  };
  EXPECT_TRUE(keeps_real_time());
  options.clock_skew = 50'000'000;
  EXPECT_FALSE(keeps_real_time());
}

TEST(Simulation, LongRunningTransactionsStayOpen) {
  SimulationOptions options = busy(EngineKind::kSsi);
  options.long_running = 0.005;
  const Outcome result = run(options, {.keys = 1000, .operations = 8});
  std::int64_t longest = 0;
  for (const RecordedTxn& txn : result.records)
    if (txn.status == TxnStatus::kCommitted) longest = std::max(longest, txn.end - txn.start);
  EXPECT_GT(longest, result.summary.virtual_nanoseconds / 10);
}

TEST(Simulation, ProgressAscendsToTheEnd) {
  SimulationOptions options = busy(EngineKind::kSi);
  options.transactions = 10'000;
  RandomWorkload workload(options.sessions, kMix);
  HistorySink sink;
  std::vector<std::uint64_t> seen;
  simulate(workload, options, sink, [&](std::uint64_t done) { seen.push_back(done); });
  EXPECT_GE(seen.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  EXPECT_LE(seen.back(), 10'000u);
}

TEST(Engines, AreNamedInTheOrderOfTheEnum) {
  std::size_t index = 0;
  for (const EngineInfo& engine : engines()) {
    EXPECT_EQ(static_cast<std::size_t>(engine.kind), index++);
    EXPECT_EQ(engine_named(engine.name), engine.kind);
    EXPECT_EQ(&info(engine.kind), &engine);
  }
  EXPECT_EQ(index, 10u);
  EXPECT_EQ(engine_named("mysql"), std::nullopt);
}

// A sink that has lost its file after so many transactions.
class ShortSink : public Sink {
 public:
  void tables(std::span<const TableInfo> /*tables*/) override {}
  void initial(Key /*key*/, const Cells& /*cells*/) override {}
  void transaction(const RecordedTxn& /*txn*/) override { ++seen; }
  [[nodiscard]] bool wants_more() const override { return seen < 10'000; }

  std::uint64_t seen = 0;
};

TEST(Simulation, EndsWhereTheSinkWantsNoMore) {
  SimulationOptions options = busy(EngineKind::kSi);
  options.transactions = 1'000'000'000;
  RandomWorkload workload(options.sessions, kMix);
  ShortSink sink;
  simulate(workload, options, sink);
  EXPECT_GE(sink.seen, 10'000U);
  EXPECT_LT(sink.seen, 20'000U);
}

}  // namespace
}  // namespace isolde::engine
