#include "promise/promise.hpp"

#include <utility>

#include "base/contract.hpp"
#include "certify/schedule/placement.hpp"
#include "certify/schedule/replay.hpp"
#include "history/anomaly.hpp"
#include "history/findings/validation.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

// Whether two transactions that may have committed write the same key.
bool writes_a_key_twice(const History& history) {
  KeyStamps stamps(history.key_count());
  std::vector<bool> is_written(history.key_count());
  bool found = false;
  for (const TxnId txn : history.transactions()) {
    if (history.status(txn) == TxnStatus::kAborted) continue;
    for_each_write_backwards(history, txn, stamps, [&](OpId, KeyId key, ValueId, bool is_final) {
      if (!is_final) return;
      found = found || is_written[key.index()];
      is_written[key.index()] = true;
    });
  }
  return found;
}

bool anybody_committed(const History& history) {
  for (const TxnId txn : history.transactions())
    if (history.status(txn) == TxnStatus::kCommitted) return true;
  return false;
}

Anomaly finding_anomaly(const Finding& finding) {
  Anomaly anomaly;
  anomaly.name = name_of(anomaly_of(finding.kind));
  anomaly.transactions = {finding.txn};
  if (finding.other.is_valid() && finding.other != finding.txn) anomaly.transactions.push_back(finding.other);
  anomaly.finding = finding;
  return anomaly;
}

std::string_view name_of_fault(const ReplayFault& fault) {
  return name_of(fault.kind == ReplayFault::Kind::kResultSet ? AnomalyKind::kResultSetMismatch
                                                             : AnomalyKind::kBrokenSerializationOrder);
}

}  // namespace

bool makes_promise(const History& history, CertificateMode mode) {
  if (mode == CertificateMode::kSerializationOrder)
    return !history.serialization_order().empty() || !anybody_committed(history);
  if (mode == CertificateMode::kVersionOrder)
    return !history.version_orders().empty() || !writes_a_key_twice(history);
  return true;
}

Decision broken(const PromiseOptions& options, BrokenPromise promise, const std::vector<Finding>& findings) {
  Decision decision;
  decision.verdict = Verdict::kReject;
  decision.level = options.level;
  decision.mode = options.mode;
  Anomaly& anomaly = decision.anomalies.emplace_back();
  anomaly.name = std::move(promise.name);
  anomaly.transactions = std::move(promise.transactions);
  anomaly.explanation = std::move(promise.sentence);
  for (const Finding& finding : findings)
    if (is_violation(finding.kind)) decision.anomalies.push_back(finding_anomaly(finding));
  return decision;
}

// Enne, algorithm 4: the order is a schedule like any other, so the replay of certificates decides whether it
// holds.
Decision judge_serialization_order(const History& history, const PromiseOptions& options) {
  Schedule schedule;
  schedule.reserve(history.serialization_order().size());
  for (const TxnId txn : history.serialization_order()) schedule.push_back({txn, EventKind::kCommit});
  const LevelInfo& level = info(options.level);
  Placement placement;
  ReplayFault fault;
  Problem problem = place(history, schedule, placement);
  if (!problem) problem = check_orders(history, level, options.clock_skew, placement);
  if (!problem) problem = replay(history, level, schedule, placement, &fault);
  if (problem) {
    BrokenPromise promise{std::string(name_of_fault(fault)), *std::move(problem), {}};
    if (fault.txn.is_valid()) promise.transactions.push_back(fault.txn);
    // Whether it is worse than a wrong order is worth a look, now that there is something to explain.
    return broken(options, std::move(promise), validate(history, WriterIndex(history)));
  }
  Decision decision;
  decision.verdict = Verdict::kAccept;
  decision.level = options.level;
  decision.mode = options.mode;
  decision.schedule = std::move(schedule);
  return decision;
}

Decision judge_promise(const History& history, const PromiseOptions& options) {
  ISOLDE_REQUIRE(options.mode != CertificateMode::kNoPromise);
  return options.mode == CertificateMode::kSerializationOrder ? judge_serialization_order(history, options)
                                                              : judge_version_orders(history, options);
}

}  // namespace isolde
