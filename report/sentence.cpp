#include "report/sentence.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "history/spelling.hpp"
#include "history/value_left.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostListed = 12;

std::string txn(const History& history, TxnId id) { return spell_transaction(history, id); }

// What an edge says was read; certificates from a file do not tell.
ValueId value_read(const History& history, const Dependency& edge, TxnId reader) {
  if (edge.value.is_valid()) return edge.value;
  for (const OpId op : history.operations(reader)) {
    if (history.kind(op) == OpKind::kRead && history.key(op) == edge.key) return history.value(op);
    if (!is_predicate(history.kind(op))) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == edge.key) return row.value;
  }
  return {};
}

std::string read_clause(const History& history, const Finding& finding) {
  const std::string reader = txn(history, finding.txn);
  const std::string what = spell_value(history, finding.value);
  const std::string key = spell_key(history, finding.key);
  const bool is_element =
      !is_predicate(history.kind(finding.op)) && history.value(finding.op) != finding.value;
  return is_element ? fmt::format("{} reads {} in {}", reader, what, key)
                    : fmt::format("{} reads {} = {}", reader, key, what);
}

// How somebody changed the key, if not as a whole.
std::optional<OpKind> update_of(const History& history, KeyId key) {
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    const bool is_update = kind >= OpKind::kAppend && kind <= OpKind::kIncrement;
    if (is_update && history.key(OpId(i)) == key) return kind;
  }
  return std::nullopt;
}

std::string why_impossible_sum(const Finding& finding, const std::string& other) {
  switch (finding.kind) {
    case FindingKind::kAbortedRead:
      return fmt::format("which takes an increment of {}, which aborted", other);
    case FindingKind::kIntermediateRead:
      return fmt::format("which takes some increments of {}, but not all", other);
    case FindingKind::kFutureRead:
      return "which takes an increment that it only makes later itself";
    case FindingKind::kInternal:
      return "which lacks its own increments";
    default:
      return "which no increments give";
  }
}

std::string why_impossible(const History& history, const Finding& finding) {
  const std::string other = finding.other.is_valid() ? txn(history, finding.other) : "";
  if (finding.expected.is_valid())
    return fmt::format("although it had left {} there itself", spell_value(history, finding.expected));
  const std::optional<OpKind> update = update_of(history, finding.key);
  if (update == OpKind::kIncrement) return why_impossible_sum(finding, other);
  switch (finding.kind) {
    case FindingKind::kAbortedRead:
      return fmt::format("written by {}, which aborted", other);
    case FindingKind::kIntermediateRead:
      return fmt::format("an intermediate value that {} overwrote before it committed", other);
    case FindingKind::kFutureRead:
      return "which it only writes later itself";
    case FindingKind::kInternal:
      return update == OpKind::kAdd ? "which is not what it had there and added itself"
                                    : "which does not end with what it had appended itself";
    default:
      return "which no transaction wrote";
  }
}

std::string rw_sentence(const History& history, const Dependency& edge) {
  const std::string from = txn(history, edge.from);
  const std::string to = txn(history, edge.to);
  const std::string key = spell_key(history, edge.key);
  const std::string left = spell_value(history, value_left(history, edge.to, edge.key));
  if (edge.reason == DependencyReason::kAggregated)
    return fmt::format("{} adds up {} as it was before {} changed it", from, key, to);
  const ValueId value = value_read(history, edge, edge.from);
  if (edge.reason != DependencyReason::kRowMissing && !value.is_valid())
    return fmt::format("{} saw {} as it was before {} changed it", from, key, to);
  if (edge.reason == DependencyReason::kRowMissing)
    return fmt::format("{}'s predicate read does not return {}, which {} makes match ({})", from, key, to,
                       left);
  const std::string seen = spell_value(history, value);
  if (!edge.witness.is_valid()) {
    // A list or set without somebody's element is not the initial one for that.
    const bool is_initial = value == history.initial_value(edge.key);
    return fmt::format("{} reads {}{} = {}, before {} leaves {}", from, is_initial ? "the initial " : "", key,
                       seen, to, left);
  }
  return fmt::format("{} reads {} = {} from {}, before {} leaves {}", from, key, seen,
                     txn(history, edge.witness), to, left);
}

}  // namespace

std::string list_transactions(const History& history, const std::vector<TxnId>& txns) {
  std::string out;
  for (std::size_t i = 0; i < txns.size(); ++i) {
    if (i == kMostListed && txns.size() > kMostListed + 1)
      return out + fmt::format(" and {} more", txns.size() - i);
    if (i != 0) out += i + 1 == txns.size() ? " and " : ", ";
    out += txn(history, txns[i]);
  }
  return out;
}

std::string spell_schedule(const History& history, const Schedule& schedule) {
  const bool is_serial =
      std::ranges::none_of(schedule, [](const Event& event) { return event.kind == EventKind::kBegin; });
  std::string out;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i == kMostListed) return out + fmt::format(" -> ... ({} more)", schedule.size() - i);
    if (i != 0) out += " -> ";
    if (!is_serial) out += schedule[i].kind == EventKind::kBegin ? "begin " : "commit ";
    out += txn(history, schedule[i].txn);
  }
  return out;
}

std::string sentence(const History& history, const Finding& finding) {
  const std::string key = spell_key(history, finding.key);
  const std::string value = spell_value(history, finding.value);
  const std::string other = finding.other.is_valid() ? txn(history, finding.other) : "";
  switch (finding.kind) {
    case FindingKind::kAbortedRead:
    case FindingKind::kIntermediateRead:
    case FindingKind::kGarbageRead:
    case FindingKind::kFutureRead:
    case FindingKind::kInternal:
      return fmt::format("{}, {}", read_clause(history, finding), why_impossible(history, finding));
    case FindingKind::kPredicateMismatch:
      return fmt::format("{} is shown {} = {}, which does not satisfy {}", txn(history, finding.txn), key,
                         value, history.predicate(history.predicate(finding.op)).text());
    case FindingKind::kRepeatedKey:
      return fmt::format("{} is shown {} twice where {}, the second time as {}", txn(history, finding.txn),
                         key, history.predicate(history.predicate(finding.op)).text(), value);
    case FindingKind::kDuplicateElement:
      return fmt::format("{} reads {} in {} more often than it was put there", txn(history, finding.txn),
                         value, key);
    case FindingKind::kDirtyUpdate:
      return fmt::format("{} reads {} in {}, which {} appended and aborted, and others built on it",
                         txn(history, finding.txn), value, key, other);
    case FindingKind::kIncompatibleOrder:
      return fmt::format("{} reads {} = {}, and {} reads it in another order", txn(history, finding.txn), key,
                         value, other);
    case FindingKind::kDuplicateWrite:
      return fmt::format("{} and {} both write {} = {}, so a read of it has several possible writers", other,
                         txn(history, finding.txn), key, value);
  }
  return {};
}

std::string sentence(const History& history, const Dependency& edge) {
  const std::string from = txn(history, edge.from);
  const std::string to = txn(history, edge.to);
  if (edge.from == edge.to && edge.op.is_valid())
    return fmt::format("{} {}, which no versions that are left give", from,
                       spell_operation(history, edge.op));
  if (edge.from == edge.to) {
    const std::string key = spell_key(history, edge.key);
    const ValueId value = value_read(history, edge, edge.from);
    if (value.is_valid() && update_of(history, edge.key) == OpKind::kIncrement)
      return fmt::format("{} reads {} = {}, which no increments give that it can have seen", from, key,
                         spell_value(history, value));
    return fmt::format("{} saw {} as no version of it can be seen", from, key);
  }
  switch (edge.kind) {
    case DependencyKind::kWr: {
      if (edge.reason == DependencyReason::kRowGone)
        return fmt::format("{}'s predicate no longer matches {}, which {} leaves as {}", to,
                           spell_key(history, edge.key), from,
                           spell_value(history, value_left(history, edge.from, edge.key)));
      if (edge.reason == DependencyReason::kAggregated)
        return fmt::format("{} adds up {} as {} left it", to, spell_key(history, edge.key), from);
      const ValueId value = value_read(history, edge, edge.to);
      if (!value.is_valid())
        return fmt::format("{} saw {} as {} left it", to, spell_key(history, edge.key), from);
      return fmt::format("{} reads {} = {}, which {} wrote", to, spell_key(history, edge.key),
                         spell_value(history, value), from);
    }
    case DependencyKind::kWw:
      if (edge.reason == DependencyReason::kPromised)
        return fmt::format("the version order of {} has what {} wrote before what {} wrote",
                           spell_key(history, edge.key), from, to);
      if (!edge.witness.is_valid())
        return fmt::format("{} writes {} before {} does", from, spell_key(history, edge.key), to);
      return fmt::format("{} writes {} before {} does, or {} could not have read {}'s", from,
                         spell_key(history, edge.key), to, txn(history, edge.witness), to);
    case DependencyKind::kRw:
      return rw_sentence(history, edge);
    case DependencyKind::kSo:
      return fmt::format("{} precedes {} in their session", from, to);
    case DependencyKind::kRt:
      return fmt::format("{} ended at {}, before {} started at {}", from, history.end(edge.from), to,
                         history.start(edge.to));
  }
  return {};
}

std::string sentence(const History& history, const Assumption& assumption) {
  const std::string first = txn(history, assumption.first);
  switch (assumption.kind) {
    case Assumption::Kind::kOrder:
      return fmt::format("{} writes {} before {}", first, spell_key(history, assumption.key),
                         txn(history, assumption.second));
    case Assumption::Kind::kReadsFrom:
      if (!assumption.second.is_valid())
        return fmt::format("{} saw the initial {}", first, spell_key(history, assumption.key));
      return fmt::format("{} saw {} as {} left it", first, spell_key(history, assumption.key),
                         txn(history, assumption.second));
    case Assumption::Kind::kTakesEffect:
      return fmt::format("{} took effect", first);
    case Assumption::Kind::kNoEffect:
      return fmt::format("{} had no effect", first);
  }
  return {};
}

std::string sentence(const History& history, const Anomaly& anomaly) {
  if (!anomaly.explanation.empty()) return anomaly.explanation;
  if (anomaly.finding) return sentence(history, *anomaly.finding);
  if (anomaly.transactions.empty()) return "no order of the transactions explains what they read";
  if (anomaly.cycle.empty())
    return fmt::format("no order of {} explains what they read",
                       list_transactions(history, anomaly.transactions));
  std::string out;
  for (const Dependency& edge : anomaly.cycle) out += (out.empty() ? "" : "; ") + sentence(history, edge);
  return out;
}

}  // namespace isolde
