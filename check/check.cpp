#include "check/check.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/memory.hpp"
#include "certify/verify.hpp"
#include "check/decide.hpp"
#include "check/initial_hint.hpp"
#include "check/worth.hpp"
#include "explain/explain.hpp"
#include "history/anomaly.hpp"
#include "history/findings/validation.hpp"
#include "history/statistics.hpp"
#include "history/writers.hpp"
#include "promise/promise.hpp"

namespace isolde {
namespace {

// Times a phase from construction to destruction and announces it.
class PhaseTimer {
 public:
  PhaseTimer(Phase phase, const CheckOptions& options, ReportData& report) : phase_(phase), report_(report) {
    if (options.on_phase) options.on_phase(phase);
  }
  ~PhaseTimer() { report_.phases.add(phase_, watch_.seconds()); }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  Phase phase_;
  ReportData& report_;
  Stopwatch watch_;
};

// A violating finding rejects every level; the rest are notes.
void judge_findings(const std::vector<Finding>& findings, Decision& decision) {
  for (const Finding& finding : findings) {
    if (!is_violation(finding.kind)) {
      decision.notes.push_back(finding);
      continue;
    }
    decision.verdict = Verdict::kReject;
    Anomaly anomaly{.name = std::string(name_of(anomaly_of(finding.kind))),
                    .transactions = {finding.txn},
                    .finding = finding,
                    .cycle = {},
                    .proof = {}};
    if (finding.other.is_valid() && finding.other != finding.txn)
      anomaly.transactions.push_back(finding.other);
    decision.anomalies.push_back(std::move(anomaly));
  }
}

// The suspects, if the verdict is no and the solver named any.
Reject judge_outcome(const History& history, const CheckOptions& options, Outcome outcome,
                     Decision& decision) {
  if (auto* unknown = std::get_if<Unknown>(&outcome); unknown != nullptr && !unknown->guess.empty()) {
    AcceptCertificate guess{std::move(unknown->guess)};
    if (verify(history, {decision.level, options.clock_skew, guess}))
      outcome = Accept{std::move(guess.schedule)};
  }
  if (auto* accept = std::get_if<Accept>(&outcome)) {
    decision.verdict = Verdict::kAccept;
    decision.schedule = std::move(accept->schedule);
  } else if (auto* unknown = std::get_if<Unknown>(&outcome)) {
    decision.verdict = Verdict::kUnknown;
    decision.reason = std::move(unknown->reason);
  } else {
    decision.verdict = Verdict::kReject;
    return std::move(std::get<Reject>(outcome));
  }
  return {};
}

// A cycle whose every dependency follows from the history alone is a proof.
void prove_by_cycle(const History& history, const CheckOptions& options, Decision& decision) {
  if (decision.anomalies.empty() || decision.anomalies.front().cycle.empty()) return;
  Anomaly& anomaly = decision.anomalies.front();
  Proof proof{{{}, anomaly.cycle}};
  if (options.proof_counts != nullptr) ++options.proof_counts->verified;
  anomaly.is_verified =
      verify(history, {decision.level, options.clock_skew, RejectCertificate{{}, proof}}).holds;
  if (anomaly.is_verified) anomaly.proof = std::move(proof);
}

// Whether the verifier took the one proof there is already, while the anomaly was explained.
bool is_verified(const Decision& decision) {
  return decision.verdict == Verdict::kReject && decision.anomalies.size() == 1 &&
         decision.anomalies.front().is_verified;
}

// No verdict without a certificate that holds, where there is one. One that fails is our own mistake.
void certify(const History& history, const CheckOptions& options, ReportData& report) {
  Decision& decision = report.decision;
  if (decision.verdict == Verdict::kReject && !certificate_of(decision, options.clock_skew)) {
    prove_by_cycle(history, options, decision);
    report.is_certified = !decision.anomalies.empty() && !decision.anomalies.front().proof.empty();
    return;
  }
  if (is_verified(decision)) {
    report.is_certified = true;
    return;
  }
  const auto certificate = certificate_of(decision, options.clock_skew);
  if (!certificate) return;
  if (options.proof_counts != nullptr && decision.verdict == Verdict::kReject)
    ++options.proof_counts->verified;
  const VerifyResult result = verify(history, *certificate);
  report.is_certified = result.holds;
  if (result) return;
  const std::string_view verdict = name_of(decision.verdict);
  decision = {.level = decision.level,
              .mode = decision.mode,
              .reason = fmt::format("the certificate of this verdict ({}) failed its check: {}", verdict,
                                    result.reason),
              .anomalies = {},
              .schedule = {},
              .notes = std::move(decision.notes)};
}

// What of it was encoding and pruning is told apart.
void report_solving(Solved& solved, double seconds, ReportData& report) {
  report.phases.add(solved.phases);
  report.phases.add(Phase::kSolve, seconds - solved.phases.sum());
  report.statistics = solved.statistics;
  report.pruner = std::move(solved.pruner);
  for (std::string& sentence : solved.warnings)
    report.warnings.push_back({WarningKind::kUnusedOption, std::move(sentence)});
  report.log = std::move(solved.log);
}

// A broken promise proves nothing about the level, unless validation found what no order explains; and a
// serialization order that holds is its own certificate, which was replayed just now.
bool needs_certifying(const CheckOptions& options, const Decision& decision) {
  if (!options.certify || decision.verdict == Verdict::kUnknown) return false;
  if (options.mode == CertificateMode::kNoPromise) return true;
  return decision.verdict == Verdict::kAccept ? options.mode == CertificateMode::kVersionOrder
                                              : certificate_of(decision, 0).has_value();
}

void finish(const History& history, const CheckOptions& options, ReportData& report) {
  if (needs_certifying(options, report.decision) && options.limits.seconds == 0.0) {
    report.warnings.push_back(
        {WarningKind::kUncertified, "the time limit was reached before the verdict was certified"});
  } else if (needs_certifying(options, report.decision)) {
    const PhaseTimer timer(Phase::kCertify, options, report);
    certify(history, options, report);
  } else if (options.mode == CertificateMode::kSerializationOrder) {
    report.is_certified = report.decision.verdict == Verdict::kAccept;
  }
  report.peak_memory_bytes = peak_memory_bytes();
}

void note_assumptions(const History& history, const CheckOptions& options, ReportData& report) {
  report.warnings = warnings_about(history, options.level);
  const LevelInfo& level = info(options.level);
  if (options.clock_skew != 0 && level.real_time)
    report.assumptions.push_back(fmt::format("clocks differ by at most {} ns", options.clock_skew));
  if (options.assume_real_time)
    report.assumptions.emplace_back("the database respects real time, which the level does not ask for");
  if (history.has_assumed_initials()) report.assumptions.push_back(initial_assumption(history));
}

}  // namespace

ReportData check(const History& history, const CheckOptions& asked, double read_seconds) {
  const Stopwatch total;
  CheckOptions options = asked;
  if (asked.assume_real_time) options.level = with_real_time(asked.level);
  ReportData report;
  Decision& decision = report.decision;
  decision.level = options.level;
  report.solver = name_of(options.solver);
  report.history = statistics_of(history);
  report.phases.add(Phase::kRead, read_seconds);
  note_assumptions(history, options, report);

  if (options.mode != CertificateMode::kNoPromise) {
    {
      const PhaseTimer timer(Phase::kPromise, options, report);
      decision = judge_promise(history, {options.level, options.mode, options.clock_skew});
    }
    report.solver = name_of(options.mode);
    finish(history, options, report);
    return report;
  }
  const Validated validated = [&] {
    const PhaseTimer timer(Phase::kValidate, options, report);
    Validated result = validate_history(history, options);
    judge_findings(result.findings, decision);
    if (options.explain) hint_at_initials(history, info(options.level), options.clock_skew, decision);
    return result;
  }();
  Reject suspects;
  std::optional<Anomaly> proved;
  if (decision.verdict != Verdict::kReject) {
    const Stopwatch watch;
    if (options.on_phase) options.on_phase(Phase::kSolve);
    Solved solved = solve(history, validated, options);
    report_solving(solved, watch.seconds(), report);
    suspects = judge_outcome(history, options, std::move(solved.outcome), decision);
    if (decision.verdict == Verdict::kReject) proved = std::move(solved.anomaly);
  }
  // Of the time limit what deciding has left.
  if (options.limits.seconds)
    options.limits.seconds = std::max(0.0, *options.limits.seconds - total.seconds());
  if (decision.verdict == Verdict::kReject && decision.anomalies.empty()) {
    const PhaseTimer timer(Phase::kExplain, options, report);
    if (!options.explain)
      decision.anomalies.push_back(unexplained(options.level));
    else if (proved)
      decision.anomalies.push_back(*std::move(proved));
    else
      decision.anomalies.push_back(
          explain(history, WriterIndex(history), explain_options(options), suspects));
    if (options.explain && decision.anomalies.front().cycle.empty())
      report.warnings.push_back(
          {WarningKind::kUnexplained,
           fmt::format("no explanation was found: {}", decision.anomalies.front().why_no_proof)});
  }
  finish(history, options, report);
  return report;
}

}  // namespace isolde
