#include "report/json.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/visible_text.hpp"
#include "certify/json_names.hpp"
#include "history/anomaly.hpp"
#include "history/spelling.hpp"
#include "isolde/version.hpp"
#include "report/sentence.hpp"
#include "report/story/cycle_steps.hpp"
#include "report/story/proof_text.hpp"
#include "report/story/summary.hpp"
#include "report/story/unproved.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostStoryLines = 1000;

// Texts of the input were checked to be UTF-8, and names of files are spelled so that they are.
std::string dump(const Json& json) {
  return visible_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

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

// Numbers, texts and truth values as they are, the rest as a person would spell it.
Json value_json(const History& history, ValueId value) {
  const Dictionary& values = history.values();
  switch (values.kind(value.value)) {
    case ValueKind::kNull:
      return {};
    case ValueKind::kInteger:
      return values.integer(value.value);
    case ValueKind::kReal:
      return values.real(value.value);
    case ValueKind::kBoolean:
      return values.boolean(value.value);
    case ValueKind::kText:
      return values.text(value.value);
    case ValueKind::kKeyword:
    case ValueKind::kList:
    case ValueKind::kRow:
      break;
  }
  return spell_value(history, value);
}

Json edge_json(const History& history, const Dependency& edge) {
  Json out;
  out["from"] = history.external_id(edge.from);
  out["to"] = history.external_id(edge.to);
  out["kind"] = name_of(edge.kind);
  out["key"] = edge.key.is_valid() ? Json(spell_key(history, edge.key, Detail::kWhole)) : Json();
  out["reason"] = sentence(history, edge, Detail::kWhole);
  return out;
}

Json hinted_value(const History& history, const InitialCandidate& candidate) {
  const auto* const number = std::get_if<std::int64_t>(&candidate);
  return number != nullptr ? Json(*number) : value_json(history, std::get<ValueId>(candidate));
}

// Keys whose initial value was chosen, since the history does not record it.
Json assumed_initials(const History& history) {
  Json out = Json::array();
  for (std::size_t i = 0; i < history.key_count(); ++i)
    if (history.is_initial_assumed(KeyId(i)))
      out.push_back({{"key", spell_key(history, KeyId(i))},
                     {"value", value_json(history, history.initial_value(KeyId(i)))}});
  return out;
}

Json story_json(const History& history, const LevelInfo& level, const Story& story) {
  Json out = Json::array();
  for (const StoryLine& line : story_lines(history, level, story, kMostStoryLines)) {
    Json each;
    each["kind"] = line.kind.empty() ? Json() : Json(line.kind);
    each["depth"] = line.depth;
    each["derived"] = line.is_derived;
    each["text"] = line.text;
    out.push_back(std::move(each));
  }
  return out;
}

Json anomaly_json(const History& history, const LevelInfo& level, const Anomaly& anomaly) {
  Json out;
  out["name"] = anomaly.name;
  out["meaning"] = meaning_of(anomaly.name);
  out["transactions"] = ids(history, anomaly.transactions);
  out["places"] = Json::array();
  for (const TxnId txn : anomaly.transactions) out["places"].push_back(history.place(txn).to_string());
  out["explanation"] = sentence(history, anomaly, Detail::kWhole);
  if (const auto note = tie_note(history, anomaly)) out["ties"] = *note;
  if (anomaly.initial_hint)
    out["initial_hint"] = {
        {"key", spell_key(history, anomaly.initial_hint->key)},
        {"value", hinted_value(history, anomaly.initial_hint->value)},
        {"option", "--initial " + shell_word(spell_choice(history, *anomaly.initial_hint))}};
  out["edges"] = Json::array();
  for (const Dependency& edge : anomaly.cycle) out["edges"].push_back(edge_json(history, edge));
  if (is_unproved(anomaly)) {
    const Relatives relatives = relatives_of(level.level);
    out["why_no_proof"] = anomaly.why_no_proof;
    out["what_helps"] = anomaly.what_helps;
    out["also_violated"] = relatives.also_violated;
    out["undecided"] = relatives.undecided;
  }
  if (const auto summary = summary_of(history, level, anomaly)) out["summary"] = summary->sentence;
  const Story story = story_of(history, level, anomaly);
  if (!anomaly.cycle.empty()) out["story"] = story_json(history, level, story);
  if (anomaly.proof.empty()) return out;
  out["proof"] = Json::array();
  for (const ProofStep& step : anomaly.proof) out["proof"].push_back(step_json(history, step));
  return out;
}

// Of the phases that took place. Whole numbers stay whole.
Json phases_json(const PhaseSeconds& phases) {
  Json out = Json::object();
  for (const PhaseInfo& row : kPhases) {
    const std::optional<double> seconds = phases[row.phase];
    if (!seconds) continue;
    const bool is_whole = std::trunc(*seconds) == *seconds && std::abs(*seconds) < 1e15;
    out[std::string(row.name)] = is_whole ? Json(static_cast<std::int64_t>(*seconds)) : Json(*seconds);
  }
  return out;
}

// Null where nobody counted what is listed.
Json group_json(const Statistics& statistics, StatisticGroup group) {
  Json out = Json::object();
  for (const StatisticInfo& row : kStatistics) {
    if (row.group != group || !statistics.lists(row.statistic)) continue;
    const std::optional<std::uint64_t> count = statistics[row.statistic];
    out[std::string(row.name)] = count ? Json(*count) : Json();
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

// A "no" about the orders that the database claims, not about every order; certificates cannot express it.
bool is_mere_promise(const Decision& decision) {
  return decision.mode != CertificateMode::kNoPromise && decision.verdict == Verdict::kReject &&
         !certificate_of(decision, 0);
}

void add_warnings(const std::vector<Warning>& warnings, Json& out) {
  out["warnings"] = Json::array();
  out["warning_details"] = Json::array();
  for (const Warning& warning : warnings) {
    out["warnings"].push_back(warning.sentence);
    Json detail;
    detail["kind"] = name_of(warning.kind);
    detail["sentence"] = warning.sentence;
    if (warning.count > 0) detail["count"] = warning.count;
    out["warning_details"].push_back(std::move(detail));
  }
}

Json one_error(const Error& error) {
  Json out;
  out["file"] = error.place.file;
  if (error.place.line() != 0) out["line"] = error.place.line();
  if (error.place.column() != 0) out["column"] = error.place.column();
  if (error.place.unit == PlaceUnit::kByte) out["byte"] = error.place.position;
  out["message"] = error.message;
  return out;
}

}  // namespace

std::string json_report(const History& history, const ReportData& report) {
  const Decision& decision = report.decision;
  Json out;
  out["verdict"] = name_of(decision.verdict);
  out["level"] = info(decision.level).name;
  if (decision.verdict == Verdict::kUnknown) out["reason"] = decision.reason;
  if (decision.mode != CertificateMode::kNoPromise) {
    out["certificate_mode"] = name_of(decision.mode);
    out["broken_promise"] = decision.verdict == Verdict::kReject;
  }
  out["assumptions"] = report.assumptions;
  if (history.has_assumed_initials()) {
    out["assumed_initial_values"] = assumed_initials(history);
    out["rests_on_assumed_initial_values"] = report.rests_on_initials;
  }
  add_warnings(report.warnings, out);
  out["log"] = report.log;
  out["history"] = history_json(report.history);
  out["phases"] = phases_json(report.phases);
  out["peak_memory_bytes"] = report.peak_memory_bytes;
  out["encoding"] = group_json(report.statistics, StatisticGroup::kEncoding);
  if (!report.pruner.empty()) out["pruner"] = report.pruner;
  out["solver"] = group_json(report.statistics, StatisticGroup::kSolver);
  out["solver"]["name"] = report.solver;
  out["anomalies"] = Json::array();
  for (const Anomaly& anomaly : decision.anomalies)
    out["anomalies"].push_back(anomaly_json(history, info(decision.level), anomaly));
  out["notes"] = Json::array();
  for (const Finding& note : decision.notes) out["notes"].push_back(sentence(history, note, Detail::kWhole));
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

std::string json_error(const Error& error) {
  Json out;
  out["error"] = error.to_string();
  out["errors"] = Json::array({one_error(error)});
  for (const Error& further : error.further) out["errors"].push_back(one_error(further));
  out["more_errors"] = error.has_more;
  out["isolde"] = version();
  return dump(out);
}

std::string json_statistics(const History& history, const HistoryStatistics& statistics) {
  Json out = history_json(statistics);
  out["max_operations"] = statistics.max_operations;
  out["rows_returned"] = statistics.rows_returned;
  if (statistics.hottest_key.is_valid()) {
    out["hottest_key"] = spell_key(history, statistics.hottest_key, Detail::kWhole);
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
