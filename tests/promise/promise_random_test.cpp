// Promises against brute force. A serialization order holds if and only if the oracle replays it. For
// registers a level holds if and only if some version orders do, and an order that holds is confirmed by a
// certificate. Simulated engines keep the promises that they make, and wrong ones are found out.
//
// ISOLDE_HISTORIES and ISOLDE_SEED as in differential_test.cpp.
#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/plants/planting_sink.hpp"
#include "history/findings/validation.hpp"
#include "history/reads.hpp"
#include "tests/frontends/engine/random_workload.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

template <class Test>
void for_each_seed(std::uint64_t histories, Test&& test) {
  histories = how_many("ISOLDE_HISTORIES", histories);
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !testing::Test::HasFailure(); ++i) test(random);
  }
}

ReportData held_to(const History& history, CertificateMode mode, Level level) {
  CheckOptions options;
  options.mode = mode;
  options.level = level;
  return check(history, options);
}

// The same history with further lines. Predicates that are no more than names stay what they are.
History with_lines(const History& history, const std::string& lines) {
  const Result<std::string> text = write_native_text(history);
  EXPECT_TRUE(text);
  Result<History> read = read_native_text(*text + lines, "h.jsonl");
  EXPECT_TRUE(read) << read.error().to_string();
  return *std::move(read);
}

std::string order_line(const History& history, const std::vector<TxnId>& order) {
  std::string ids;
  for (const TxnId txn : order) ids += fmt::format("{}{}", ids.empty() ? "" : ",", history.external_id(txn));
  return fmt::format("{{\"serialization_order\":[{}]}}\n", ids);
}

std::vector<TxnId> committed(const History& history) {
  std::vector<TxnId> out;
  for (const TxnId txn : history.transactions())
    if (history.status(txn) == TxnStatus::kCommitted) out.push_back(txn);
  return out;
}

void expect_enne_is_oracle(const History& history, const std::vector<TxnId>& order, std::size_t* accepted) {
  if (order.empty()) return;
  const History claimed = with_lines(history, order_line(history, order));
  for (const LevelInfo& level : levels()) {
    const bool holds = held_to(claimed, CertificateMode::kSerializationOrder, level.level).decision.verdict ==
                       Verdict::kAccept;
    EXPECT_EQ(holds, replays(history, order, oracle_level(level.level))) << level.name << "\n"
                                                                         << text_of(history) << "\n"
                                                                         << order_line(history, order);
    if (holds) ++*accepted;
  }
}

TEST(SerializationOrders, HoldWhereTheOracleReplaysThem) {
  std::size_t accepted = 0;
  for (const RandomHistoryOptions& mix :
       {registers_mix(), repeated_values_mix(), predicates_mix(), types_mix(), aggregates_mix()})
    for_each_seed(150, [&](Random& random) {
      const History history = random_history(random, mix);
      std::vector<TxnId> order = committed(history);
      expect_enne_is_oracle(history, order, &accepted);
      random.shuffle(order);
      expect_enne_is_oracle(history, order, &accepted);
      const auto shown = witness(history, OracleLevel::kSerializable);
      if (!shown) return;
      order.clear();
      for (const Event& event : *shown)
        if (event.kind == EventKind::kCommit) order.push_back(event.txn);
      expect_enne_is_oracle(history, order, &accepted);
    });
  EXPECT_GT(accepted, 500U);
}

// No order of a planted anomaly's transactions is one that holds.
TEST(SerializationOrders, OfPlantsHoldNowhere) {
  for (const plants::PlantInfo& plant : plants::plants()) {
    engine::HistorySink sink;
    const plants::PlantRequest request{&plant, 1};
    plants::PlantingSink planting(sink, {&request, 1}, {});
    planting.tables({});
    planting.finish();
    const History history = *std::move(sink).finish();
    std::vector<TxnId> order = committed(history);
    std::map<Level, bool> holds;
    do {
      const History claimed = with_lines(history, order_line(history, order));
      for (const LevelInfo& level : levels())
        if (level.one_node)
          holds[level.level] |=
              held_to(claimed, CertificateMode::kSerializationOrder, level.level).decision.verdict ==
              Verdict::kAccept;
    } while (std::ranges::next_permutation(order).found);
    for (const auto& [level, any] : holds)
      EXPECT_EQ(any, !breaks(plant, level)) << plant.name << info(level).name;
  }
}

// Installed values by key, of the transactions that count.
std::map<KeyId, std::vector<ValueId>> installed(const History& history) {
  const WriterIndex writers(history);
  const std::vector<bool> counts = counting_transactions(history, writers);
  std::map<KeyId, std::vector<ValueId>> out;
  KeyStamps stamps(history.key_count());
  for (const TxnId txn : history.transactions())
    if (counts[txn.index()])
      for_each_write_backwards(history, txn, stamps, [&](OpId, KeyId key, ValueId value, bool is_final) {
        if (is_final) out[key].push_back(value);
      });
  for (auto& [key, values] : out) std::ranges::sort(values);
  return out;
}

std::string version_lines(const History& history, const std::map<KeyId, std::vector<ValueId>>& orders) {
  std::string lines;
  for (const auto& [key, values] : orders) {
    std::string list;
    for (const ValueId value : values)
      list += fmt::format("{}{}", list.empty() ? "" : ",",
                          value == kInitial ? "null" : std::to_string(history.values().integer(value.value)));
    const Dictionary& keys = history.keys();
    const std::string name = keys.kind(key.value) == ValueKind::kInteger
                                 ? std::to_string(keys.integer(key.value))
                                 : fmt::format("\"{}\"", keys.text(key.value));
    lines += fmt::format("{{\"version_order\":{{\"key\":{},\"values\":[{}]}}}}\n", name, list);
  }
  return lines;
}

// Steps through all combinations of permutations; false after the last.
bool next_orders(std::map<KeyId, std::vector<ValueId>>& orders) {
  for (auto& [key, values] : orders)
    if (std::ranges::next_permutation(values).found) return true;
  return false;
}

TEST(VersionOrders, OfRegistersHoldWhereALevelHolds) {
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  for_each_seed(120, [&](Random& random) {
    RandomHistoryOptions mix = registers_mix();
    mix.max_transactions = 5;
    const History history = random_history(random, mix);
    std::map<KeyId, std::vector<ValueId>> orders = installed(history);
    std::map<Level, bool> holds;
    std::size_t tried = 0;
    do {
      if (++tried > 300) return;
      const History claimed = with_lines(history, version_lines(history, orders));
      for (const LevelInfo& level : levels()) {
        const ReportData report = held_to(claimed, CertificateMode::kVersionOrder, level.level);
        ASSERT_NE(report.decision.verdict, Verdict::kUnknown) << report.decision.reason << "\n"
                                                              << text_of(history);
        const bool accepts = report.decision.verdict == Verdict::kAccept;
        ++(accepts ? accepted : rejected);
        if (accepts) {
          EXPECT_TRUE(report.is_certified);
        } else {
          EXPECT_FALSE(report.decision.anomalies.empty());
        }
        holds[level.level] |= accepts;
      }
    } while (next_orders(orders));
    for (const LevelInfo& level : levels())
      EXPECT_EQ(holds[level.level], satisfies(history, oracle_level(level.level))) << level.name << "\n"
                                                                                   << text_of(history);
  });
  EXPECT_GT(accepted, 100U);
  EXPECT_GT(rejected, 100U);
}

History simulated(engine::EngineKind kind, std::uint64_t seed,
                  engine::RandomWorkloadOptions workload_options) {
  engine::SimulationOptions options;
  options.engine = kind;
  options.sessions = 2 + static_cast<std::uint32_t>(seed % 3);
  options.transactions = 4 + seed % 12;
  options.seed = seed;
  options.truth = true;
  options.abort_rate = seed % 5 == 0 ? 0.2 : 0;
  engine::RandomWorkload workload(options.sessions, workload_options);
  engine::HistorySink sink;
  simulate(workload, options, sink);
  auto history = std::move(sink).finish();
  EXPECT_TRUE(history.has_value());
  return std::move(*history);
}

class EnginePromise : public testing::TestWithParam<engine::EngineInfo> {};

TEST_P(EnginePromise, IsKept) {
  if (!GetParam().promise) return;
  const Level level = *GetParam().promise;
  std::size_t decided = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    for (const bool deletes : {false, true}) {
      const History history = simulated(GetParam().kind, seed,
                                        {.keys = 3, .operations = 5, .lists = deletes, .deletes = deletes});
      const ReportData report = held_to(history, CertificateMode::kVersionOrder, level);
      const bool rejects = report.decision.verdict == Verdict::kReject;
      EXPECT_FALSE(rejects) << GetParam().name << " seed " << seed << " "
                            << (rejects ? report.decision.anomalies[0].name +
                                              report.decision.anomalies[0].explanation
                                        : "")
                            << "\n"
                            << text_of(history);
      if (report.decision.verdict == Verdict::kAccept) ++decided;
      if (!deletes) {
        EXPECT_EQ(report.decision.verdict, Verdict::kAccept) << report.decision.reason << seed;
      }
      if (history.serialization_order().empty()) continue;
      EXPECT_EQ(held_to(history, CertificateMode::kSerializationOrder, level).decision.verdict,
                Verdict::kAccept)
          << GetParam().name << " seed " << seed;
    }
  }
  EXPECT_GT(decided, 200U);
}

INSTANTIATE_TEST_SUITE_P(Engines, EnginePromise,
                         testing::ValuesIn(engine::engines().begin(), engine::engines().end()),
                         [](const auto& test) { return std::string(test.param.name); });

// A version order with two neighbours exchanged is found out, or holds with a certificate.
TEST(VersionOrders, MutatedAreFoundOut) {
  std::size_t rejected = 0;
  Random random(3);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const History history = simulated(engine::EngineKind::kS2pl, seed,
                                      {.keys = 2, .operations = 5, .lists = false, .deletes = false});
    Result<std::string> text = write_native_text(history);
    ASSERT_TRUE(text);
    std::vector<VersionOrder> orders = history.version_orders();
    std::erase_if(orders, [](const VersionOrder& order) { return order.values.size() < 2; });
    if (orders.empty()) continue;
    VersionOrder& order = random.pick(orders);
    // The line of this key, with its first two values exchanged, by way of a second history.
    const std::size_t at = text->find("{\"version_order\":{\"key\":\"" +
                                      std::string(history.keys().text(order.key.value)) + "\"");
    ASSERT_NE(at, std::string::npos);
    const std::size_t open = text->find('[', at) + 1;
    const bool is_row = (*text)[open] == '{';
    const auto end_of_value = [&](std::size_t from) {
      return text->find(is_row ? "}" : ",", from) + (is_row ? 1 : 0);
    };
    const std::size_t first_end = end_of_value(open);
    const std::size_t second_end =
        std::min(is_row ? end_of_value(first_end + 1) : text->find_first_of(",]", first_end + 1),
                 text->find(']', first_end));
    const std::string first = text->substr(open, first_end - open);
    const std::string second = text->substr(first_end + 1, second_end - first_end - 1);
    text->replace(open, second_end - open, second + "," + first);
    Result<History> changed = read_native_text(*text, "h.jsonl");
    ASSERT_TRUE(changed) << changed.error().to_string();
    const ReportData report = held_to(*changed, CertificateMode::kVersionOrder, Level::kSerializable);
    if (report.decision.verdict == Verdict::kReject) ++rejected;
    if (report.decision.verdict == Verdict::kAccept) {
      EXPECT_TRUE(report.is_certified);
    }
  }
  EXPECT_GT(rejected, 50U);
}

}  // namespace
}  // namespace isolde
