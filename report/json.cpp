#include "report/json.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "certify/json_names.hpp"
#include "history/spelling.hpp"
#include "isolde/version.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;

// Texts of the input were checked to be UTF-8; a file name need not be.
std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::vector<TxnId> commits_of(const Schedule& schedule) {
  std::vector<TxnId> out;
  for (const Event& event : schedule)
    if (event.kind == EventKind::kCommit) out.push_back(event.txn);
  return out;
}

Json ids(const History& history, const std::vector<TxnId>& txns) {
  Json out = Json::array();
  for (const TxnId txn : txns) out.push_back(history.external_id(txn));
  return out;
}

// As in certificates: a number is a commit, "b17" a begin.
Json events(const History& history, const Schedule& schedule) {
  Json out = Json::array();
  for (const Event& event : schedule) {
    const std::int64_t id = history.external_id(event.txn);
    out.push_back(event.kind == EventKind::kBegin ? Json("b" + std::to_string(id)) : Json(id));
  }
  return out;
}

Json edge_json(const History& history, const Dependency& edge) {
  Json out;
  out["from"] = history.external_id(edge.from);
  out["to"] = history.external_id(edge.to);
  out["kind"] = name_of(edge.kind);
  out["key"] = edge.key.is_valid() ? Json(spell_key(history, edge.key)) : Json();
  out["reason"] = sentence(history, edge);
  return out;
}

Json anomaly_json(const History& history, const Anomaly& anomaly) {
  Json out;
  out["name"] = anomaly.name;
  out["transactions"] = ids(history, anomaly.transactions);
  out["places"] = Json::array();
  for (const TxnId txn : anomaly.transactions) out["places"].push_back(history.place(txn).to_string());
  out["explanation"] = sentence(history, anomaly);
  out["edges"] = Json::array();
  for (const Dependency& edge : anomaly.cycle) out["edges"].push_back(edge_json(history, edge));
  if (anomaly.proof.empty()) return out;
  out["proof"] = Json::array();
  for (const ProofStep& step : anomaly.proof) out["proof"].push_back(step_json(history, step));
  return out;
}

// Whole numbers stay whole.
Json figures(const std::vector<Figure>& all) {
  Json out = Json::object();
  for (const Figure& figure : all) {
    const bool is_whole = std::trunc(figure.value) == figure.value && std::abs(figure.value) < 1e15;
    out[figure.name] = is_whole ? Json(static_cast<std::int64_t>(figure.value)) : Json(figure.value);
  }
  return out;
}

Json history_json(const HistoryStatistics& statistics) {
  Json out;
  out["transactions"] = statistics.transactions;
  out["committed"] = statistics.committed;
  out["aborted"] = statistics.aborted;
  out["indeterminate"] = statistics.indeterminate;
  out["read_only"] = statistics.read_only;
  out["write_only"] = statistics.write_only;
  out["sessions"] = statistics.sessions;
  out["operations"] = statistics.operations;
  out["reads"] = statistics.reads();
  out["writes"] = statistics.item_writes();
  out["deletes"] = statistics.count(OpKind::kDelete);
  out["predicate_reads"] = statistics.count(OpKind::kPredicateRead);
  out["predicate_writes"] = statistics.count(OpKind::kPredicateWrite);
  out["aggregates"] = statistics.count(OpKind::kAggregate);
  out["keys"] = statistics.keys;
  out["values"] = statistics.values;
  out["has_times"] = statistics.has_times;
  return out;
}

// A "no" that is about the orders claimed, and not about every order: no certificate says that.
bool is_mere_promise(const Decision& decision) {
  return decision.mode != CertificateMode::kNone && decision.verdict == Verdict::kReject &&
         !certificate_of(decision, 0);
}

}  // namespace

std::string json_report(const History& history, const ReportData& report) {
  const Decision& decision = report.decision;
  Json out;
  out["verdict"] = name_of(decision.verdict);
  out["level"] = info(decision.level).name;
  if (decision.verdict == Verdict::kUnknown) out["reason"] = decision.reason;
  if (decision.mode != CertificateMode::kNone) {
    out["certificate_mode"] = name_of(decision.mode);
    out["broken_promise"] = decision.verdict == Verdict::kReject;
  }
  out["assumptions"] = report.assumptions;
  out["warnings"] = report.warnings;
  out["log"] = report.log;
  out["history"] = history_json(report.history);
  out["phases"] = figures(report.phases);
  out["peak_memory_bytes"] = report.peak_memory_bytes;
  out["encoding"] = figures(report.encoding);
  if (!report.pruner.empty()) out["pruner"] = report.pruner;
  out["solver"] = figures(report.counters);
  out["solver"]["name"] = report.solver;
  out["anomalies"] = Json::array();
  for (const Anomaly& anomaly : decision.anomalies)
    out["anomalies"].push_back(anomaly_json(history, anomaly));
  out["notes"] = Json::array();
  for (const Finding& note : decision.notes) out["notes"].push_back(sentence(history, note));
  if (is_mere_promise(decision)) {
    out["certificate"]["verified"] = nullptr;
    out["certificate"]["reason"] =
        "the anomalies follow from the orders that the history claims; nothing else to verify";
  } else if (decision.verdict != Verdict::kUnknown) {
    out["certificate"]["verified"] = report.is_certified;
  }
  if (decision.verdict == Verdict::kAccept) {
    out["certificate"]["order"] = ids(history, commits_of(decision.schedule));
    if (!info(decision.level).one_node) out["certificate"]["schedule"] = events(history, decision.schedule);
  }
  out["isolde"] = version();
  return dump(out);
}

std::string json_statistics(const History& history, const HistoryStatistics& statistics) {
  Json out = history_json(statistics);
  out["max_operations"] = statistics.max_operations;
  out["rows_returned"] = statistics.rows_returned;
  if (statistics.hottest_key.is_valid()) {
    out["hottest_key"] = spell_key(history, statistics.hottest_key);
    out["hottest_accesses"] = statistics.hottest_accesses;
    out["hot_tenth_share"] = statistics.hot_tenth_share;
  }
  if (statistics.has_times) {
    out["max_concurrent"] = statistics.max_concurrent;
    out["mean_concurrent"] = statistics.mean_concurrent;
  }
  return dump(out);
}

}  // namespace isolde
