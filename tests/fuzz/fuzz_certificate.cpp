// The reader of certificates and the verifier: any text gives one sentence or a certificate, which survives a
// round trip; and what the verifier says yes to, the oracle does not deny.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>

#include "certify/certificate_json.hpp"
#include "certify/verify.hpp"
#include "tests/fuzz/check.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"

using namespace isolde;

namespace {

// Something of everything: overlapping writers, a repeated value, a list, a predicate, an unknown outcome.
const History& history() {
  static const History made = history_of(
      "a [0,10]: r x nil, w x 1, append l 1; b [0,12]: r x nil, w x 2, r l [1]; b [13,14]: w y 1, r x 2;"
      "c unknown [3,_]: w y 1, r x 1; d aborted: w x 9; c [20,21]: r y 1, pr 'value > 5' {}, r x 9");
  return made;
}

std::string written(const Certificate& certificate) {
  std::ostringstream out;
  write_certificate(history(), certificate, out);
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Certificate> certificate = read_certificate(history(), text, "input");
  if (!certificate) {
    fuzz::check_error(certificate.error());
    return 0;
  }
  const std::string once = written(*certificate);
  const Result<Certificate> again = read_certificate(history(), once, "again");
  fuzz::demand(again.has_value() && written(*again) == once,
               "written, read and written again it is the same");
  const VerifyResult result = verify(history(), *certificate);
  fuzz::demand(result.holds == result.reason.empty(), "what does not hold has a reason");
  if (!result) return 0;
  const bool accepts = std::holds_alternative<AcceptCertificate>(certificate->evidence);
  const bool holds =
      satisfies(history(), static_cast<OracleLevel>(certificate->level), certificate->clock_skew);
  fuzz::demand(holds == accepts, "the oracle agrees");
  return 0;
}
