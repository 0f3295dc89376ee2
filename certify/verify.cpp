#include "certify/verify.hpp"

#include "certify/proof/finding_check.hpp"
#include "certify/proof/proof_check.hpp"
#include "certify/schedule/placement.hpp"
#include "certify/schedule/replay.hpp"

namespace isolde {
namespace {

Problem check_evidence(const History& history, const LevelInfo& level, std::int64_t clock_skew,
                       const AcceptCertificate& accept) {
  Placement placement;
  if (Problem problem = place(history, accept.schedule, placement)) return problem;
  if (Problem problem = check_orders(history, level, clock_skew, placement)) return problem;
  return replay(history, level, accept.schedule, placement);
}

Problem check_evidence(const History& history, const LevelInfo& level, std::int64_t clock_skew,
                       const RejectCertificate& reject) {
  if (!reject.finding && reject.proof.empty()) return "the certificate shows nothing";
  Facts facts(history);
  if (reject.finding && reject.finding->kind == FindingKind::kIncompatibleOrder &&
      !level.first_committer_wins)
    return "where updates may be lost, a list may be read in two orders";
  if (reject.finding) return check_finding(history, facts, *reject.finding);
  return check_proof(history, facts, level, clock_skew, reject.proof);
}

}  // namespace

VerifyResult verify(const History& history, const Certificate& certificate) {
  if (certificate.clock_skew < 0) return {false, "the certificate's clock skew is negative"};
  const LevelInfo& level = info(certificate.level);
  Problem problem = std::visit(
      [&](const auto& evidence) { return check_evidence(history, level, certificate.clock_skew, evidence); },
      certificate.evidence);
  return problem ? VerifyResult{false, *std::move(problem)} : VerifyResult{true, {}};
}

}  // namespace isolde
