#include "certify/decision.hpp"

#include <algorithm>

namespace isolde {

std::optional<Certificate> certificate_of(const Decision& decision, std::int64_t clock_skew) {
  Certificate certificate{decision.level, clock_skew, {}};
  if (decision.verdict == Verdict::kAccept) {
    certificate.evidence = AcceptCertificate{decision.schedule};
    return certificate;
  }
  if (decision.verdict == Verdict::kUnknown) return std::nullopt;
  const auto anomaly = std::ranges::find_if(
      decision.anomalies, [](const Anomaly& each) { return each.finding || !each.proof.empty(); });
  if (anomaly == decision.anomalies.end()) return std::nullopt;
  certificate.evidence = RejectCertificate{anomaly->finding, anomaly->proof};
  return certificate;
}

}  // namespace isolde
