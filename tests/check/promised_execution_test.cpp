// A database that really executed a history in some order, and says so: its version orders and version sets
// are never called broken. The order comes from the oracle, the promise from running it on a plain map.
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "frontends/formats/native.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;
using State = std::map<std::string, Json>;  // by the key's JSON; absent keys are null or not there

Json value_of(const Json& op) {
  return op.contains("row") ? op["row"] : op.contains("value") ? op["value"] : Json();
}

Json versions_in(const State& state) {
  Json out = Json::array();
  for (const auto& [key, value] : state)
    if (!value.is_null())
      out.push_back({{"key", Json::parse(key)}, {value.is_object() ? "row" : "value", value}});
  return out;
}

// Runs one transaction on `state`, notes what its predicate operations were evaluated on and what it
// installs.
void execute(Json& txn, State& state, std::map<std::string, std::vector<Json>>& orders) {
  State installed;
  const auto write = [&](const Json& key, const Json& value) {
    state[key.dump()] = value;
    installed[key.dump()] = value;
  };
  for (Json& op : txn["ops"]) {
    const std::string kind = op["op"];
    if (kind == "w" || kind == "insert") write(op["key"], value_of(op));
    if (kind == "delete") write(op["key"], Json());
    if (kind != "pr" && kind != "pw") continue;
    op["versions"] = versions_in(state);
    if (kind == "pw")
      for (const Json& row : op["rows"]) write(row["key"], row["new"]);
  }
  for (const auto& [key, value] : installed) orders[key].push_back(value);
}

// The history with the promise of whoever executed it in this order.
History promised(const History& history, const std::vector<TxnId>& order) {
  std::vector<Json> lines;
  std::map<std::int64_t, std::size_t> line_of;
  State state;
  std::istringstream text(*write_native_text(history));
  for (std::string line; std::getline(text, line);) {
    lines.push_back(Json::parse(line));
    if (lines.back().contains("id")) line_of[lines.back()["id"]] = lines.size() - 1;
    if (!lines.back().contains("initial")) continue;
    for (const Json& entry : lines.back()["initial"]) state[entry["key"].dump()] = entry["value"];
  }
  std::map<std::string, std::vector<Json>> orders;
  for (const TxnId txn : order) execute(lines[line_of.at(history.external_id(txn))], state, orders);
  std::string out;
  for (const Json& line : lines) out += line.dump() + "\n";
  for (const auto& [key, values] : orders)
    out += Json{{"version_order", {{"key", Json::parse(key)}, {"values", values}}}}.dump() + "\n";
  Result<History> read = read_native_text(out, "h.jsonl");
  EXPECT_TRUE(read) << read.error().to_string() << "\n" << out;
  return read ? *std::move(read) : History();
}

void expect_kept(const RandomHistoryOptions& mix, bool is_unique) {
  const std::uint64_t fresh = fresh_seed();
  const std::uint64_t count = number_from_environment("ISOLDE_HISTORIES", 400);
  std::size_t accepted = 0;
  std::size_t unknown = 0;
  for (const std::uint64_t seed : {std::uint64_t{1}, fresh}) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      const History history = random_history(random, mix);
      const auto shown = witness(history, OracleLevel::kSerializable);
      if (!shown) continue;
      std::vector<TxnId> order;
      for (const Event& event : *shown)
        if (event.kind == EventKind::kCommit) order.push_back(event.txn);
      const History claimed = promised(history, order);
      for (const Level level : {Level::kSerializable, Level::kSnapshotIsolation, Level::kRepeatableRead}) {
        CheckOptions options;
        options.mode = CertificateMode::kVersionOrder;
        options.level = level;
        const ReportData report = check(claimed, options);
        const Decision& decision = report.decision;
        ASSERT_NE(decision.verdict, Verdict::kReject) << info(level).name << " " << decision.anomalies[0].name
                                                      << " " << decision.anomalies[0].explanation << "\n"
                                                      << text_of(history) << "\n"
                                                      << *write_native_text(claimed);
        if (is_unique) {
          ASSERT_EQ(decision.verdict, Verdict::kAccept) << decision.reason << "\n" << text_of(history);
        }
        if (decision.verdict == Verdict::kAccept) {
          ASSERT_TRUE(report.is_certified);
        }
        ++(decision.verdict == Verdict::kAccept ? accepted : unknown);
      }
    }
  }
  EXPECT_GT(accepted, 10 * unknown);
  EXPECT_GT(accepted, 100U);
}

TEST(PromisedExecution, WithPredicatesIsKept) {
  RandomHistoryOptions mix = predicates_mix();
  mix.deletes = 0;
  mix.repeated_values = 0;
  mix.indeterminate = 0;
  expect_kept(mix, false);
}

TEST(PromisedExecution, WithDeletesAndRepeatedValuesIsKept) {
  RandomHistoryOptions mix = predicates_mix();
  mix.indeterminate = 0;
  mix.repeated_values = 0.3;
  expect_kept(mix, false);
}

TEST(PromisedExecution, OfRegistersIsKept) {
  RandomHistoryOptions mix = registers_mix();
  mix.indeterminate = 0;
  expect_kept(mix, true);
}

}  // namespace
}  // namespace isolde
