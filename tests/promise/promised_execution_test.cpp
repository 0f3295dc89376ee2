// A database that really executed a history in some order, and says so: its version orders, version sets and
// serialization order are never called broken. The order comes from the oracle, the promise from running it
// on a plain map. If it lies in one place, it is mostly found out.
#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "frontends/formats/native/native.hpp"
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

// What an append, add or increment makes of a value.
Json changed(const std::string& kind, Json before, const Json& operand) {
  if (kind == "inc") return (before.is_null() ? 0 : before.get<std::int64_t>()) + operand.get<std::int64_t>();
  if (before.is_null()) before = Json::array();
  const bool is_there = std::ranges::find(before, operand) != before.end();
  if (kind == "append" || !is_there) before.push_back(operand);
  return before;
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
    if (kind == "append" || kind == "add" || kind == "inc")
      write(op["key"], changed(kind, state[op["key"].dump()], op["value"]));
    if (kind != "pr" && kind != "pw" && kind != "agg") continue;
    op["versions"] = versions_in(state);
    if (kind == "pw")
      for (const Json& row : op["rows"]) write(row["key"], row["new"]);
  }
  for (const auto& [key, value] : installed) orders[key].push_back(value);
}

// The lines of the history with the promise of whoever executed it in this order. Lists are named as wholes,
// or by their last elements.
std::vector<Json> promised_lines(const History& history, const std::vector<TxnId>& order, bool whole_lists) {
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
  Json ids = Json::array();
  for (const TxnId txn : order) {
    execute(lines[line_of.at(history.external_id(txn))], state, orders);
    ids.push_back(history.external_id(txn));
  }
  for (auto& [key, values] : orders) {
    if (!whole_lists)
      for (Json& value : values)
        if (value.is_array()) value = Json(value.back());
    lines.push_back(Json{{"version_order", {{"key", Json::parse(key)}, {"values", values}}}});
  }
  if (!ids.empty()) lines.push_back(Json{{"serialization_order", ids}});
  return lines;
}

History history_of_lines(const std::vector<Json>& lines) {
  std::string out;
  for (const Json& line : lines) out += line.dump() + "\n";
  Result<History> read = read_native_text(out, "h.jsonl");
  EXPECT_TRUE(read) << read.error().to_string() << "\n" << out;
  return read ? *std::move(read) : History();
}

History promised(const History& history, const std::vector<TxnId>& order) {
  return history_of_lines(promised_lines(history, order, false));
}

std::vector<TxnId> commits_in(const std::vector<Event>& schedule) {
  std::vector<TxnId> order;
  for (const Event& event : schedule)
    if (event.kind == EventKind::kCommit) order.push_back(event.txn);
  return order;
}

void expect_kept(const RandomHistoryOptions& mix, bool is_unique) {
  const std::uint64_t count = how_many("ISOLDE_HISTORIES", 400);
  std::size_t accepted = 0;
  std::size_t unknown = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      const History history = random_history(random, mix);
      const auto shown = witness(history, OracleLevel::kSerializable);
      if (!shown) continue;
      const History claimed = promised(history, commits_in(*shown));
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

// Executed one after another, told truthfully.
RandomHistoryOptions serial(RandomHistoryOptions mix) {
  mix.snapshot = mix.stale_snapshot = mix.lost_updates = mix.read_committed = mix.lies = 0;
  mix.given_initial = 0.2;
  mix.deletes = 0.2;
  mix.inserts = 0.3;
  mix.predicate_reads = 0.35;
  mix.aggregates = 0.15;
  mix.rows = 0.3;
  mix.max_keys = 4;
  return mix;
}

ReportData judge_promise(const History& history, CertificateMode mode, Level level) {
  CheckOptions options;
  options.mode = mode;
  options.level = level;
  return check(history, options);
}

// Calls test(lines, level, random) for the truthful promises of serial executions.
template <class Test>
void for_each_execution(const RandomHistoryOptions& mix, Test&& test) {
  const std::uint64_t count = how_many("ISOLDE_HISTORIES", 400);
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      const History history = random_history(random, mix);
      const auto shown = witness(history, OracleLevel::kStrictSerializable);
      ASSERT_TRUE(shown) << text_of(history);
      const std::vector<Json> lines =
          promised_lines(history, commits_in({shown->begin(), shown->end()}), random.chance(0.5));
      test(lines, levels()[random.below(levels().size())].level, random);
    }
  }
}

struct Counted {
  std::size_t all = 0;
  std::size_t unknown = 0;
};

Counted expect_all_kept(const RandomHistoryOptions& mix) {
  Counted counted;
  for_each_execution(mix, [&](const std::vector<Json>& lines, Level level, Random&) {
    const History claimed = history_of_lines(lines);
    SCOPED_TRACE(std::string(info(level).name) + "\n" + text_of(claimed));
    EXPECT_EQ(judge_promise(claimed, CertificateMode::kSerializationOrder, level).decision.verdict,
              Verdict::kAccept);
    const ReportData report = judge_promise(claimed, CertificateMode::kVersionOrder, level);
    const Decision& decision = report.decision;
    EXPECT_NE(decision.verdict, Verdict::kReject)
        << (decision.anomalies.empty() ? "" : decision.anomalies[0].explanation)
        << *write_native_text(claimed);
    EXPECT_EQ(report.is_certified, decision.verdict == Verdict::kAccept);
    EXPECT_EQ(decision.reason.find("failed its check"), std::string::npos) << decision.reason;
    ++counted.all;
    counted.unknown += decision.verdict == Verdict::kUnknown ? 1 : 0;
  });
  return counted;
}

TEST(PromisedExecution, OfListsAndPredicatesIsKept) {
  RandomHistoryOptions mix = serial(predicates_mix());
  mix.list = 0.5;
  mix.predicate_writes = 0;
  mix.indeterminate = 0;
  const Counted counted = expect_all_kept(mix);
  EXPECT_GE(counted.all, 300U);
  EXPECT_LT(counted.unknown, counted.all / 20);
}

// Sets, counters and lists that are deleted have no version order: the serialization order is another matter.
TEST(PromisedExecution, OfEverythingIsKept) {
  RandomHistoryOptions mix = serial(predicates_mix());
  mix.list = mix.set = mix.counter = 0.15;
  mix.predicate_writes = 0.1;
  mix.whole_writes = 0.1;
  mix.repeated_values = 0.2;
  mix.indeterminate = 0.1;
  const Counted counted = expect_all_kept(mix);
  EXPECT_GE(counted.all, 300U);
  EXPECT_LT(counted.unknown, counted.all * 3 / 4);
}

// One place of each kind: a neighbour in a version order, a row returned, a version of a version set.
Json* somewhere(std::vector<Json>& lines, const std::string& what, Random& random) {
  std::vector<Json*> found;
  for (Json& line : lines) {
    if (what == "order" && line.contains("version_order") && line["version_order"]["values"].size() > 1)
      found.push_back(&line["version_order"]["values"]);
    if (!line.contains("ops") || line.value("status", "committed") != "committed") continue;
    for (Json& op : line["ops"])
      if (op.contains(what) && !op[what].empty() && op["op"] == "pr") found.push_back(&op[what]);
  }
  return found.empty() ? nullptr : random.pick(found);
}

struct Caught {
  std::size_t lies = 0;
  std::size_t by_versions = 0;
  std::size_t by_order = 0;
};

template <class Lie>
Caught tell(const std::string& what, Lie&& lie) {
  RandomHistoryOptions mix = serial(predicates_mix());
  mix.list = 0.4;
  mix.predicate_writes = 0;
  mix.indeterminate = 0;
  Caught caught;
  for_each_execution(mix, [&](std::vector<Json> lines, Level level, Random& random) {
    Json* place = somewhere(lines, what, random);
    if (place == nullptr) return;
    lie(*place, random);
    const History claimed = history_of_lines(lines);
    const ReportData versions = judge_promise(claimed, CertificateMode::kVersionOrder, level);
    const Verdict verdict = versions.decision.verdict;
    EXPECT_EQ(versions.is_certified && verdict == Verdict::kAccept, verdict == Verdict::kAccept);
    EXPECT_EQ(versions.decision.reason.find("failed its check"), std::string::npos)
        << versions.decision.reason << text_of(claimed);
    ++caught.lies;
    caught.by_versions += verdict == Verdict::kReject ? 1 : 0;
    caught.by_order +=
        judge_promise(claimed, CertificateMode::kSerializationOrder, Level::kSerializable).decision.verdict ==
                Verdict::kReject
            ? 1
            : 0;
  });
  return caught;
}

TEST(PromisedExecution, WithARowLessIsFoundOut) {
  const Caught caught = tell("rows", [](Json& rows, Random& random) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(random.below(rows.size())));
  });
  EXPECT_GT(caught.lies, 100U);
  EXPECT_EQ(caught.by_order, caught.lies);
  EXPECT_EQ(caught.by_versions, caught.lies);
}

// A key that is not in the set was absent; often enough it was so, earlier.
TEST(PromisedExecution, WithAVersionLessIsMostlyFoundOut) {
  const Caught caught = tell("versions", [](Json& rows, Random& random) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(random.below(rows.size())));
  });
  EXPECT_GT(caught.lies, 100U);
  EXPECT_EQ(caught.by_order, 0U);
  EXPECT_GT(caught.by_versions, caught.lies / 4);
}

TEST(PromisedExecution, WithExchangedVersionsIsMostlyFoundOut) {
  const Caught caught = tell("order", [](Json& values, Random& random) {
    const std::size_t at = random.below(values.size() - 1);
    std::swap(values[at], values[at + 1]);
  });
  EXPECT_GT(caught.lies, 100U);
  EXPECT_EQ(caught.by_order, 0U);
  EXPECT_GT(caught.by_versions, caught.lies / 2);
}

}  // namespace
}  // namespace isolde
