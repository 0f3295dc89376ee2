#include "frontends/verify/verified.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/visible_text.hpp"
#include "certify/certificate_json.hpp"
#include "certify/lemmas/lemma_text.hpp"
#include "certify/verdict_words.hpp"

namespace isolde {
namespace {

std::string count_of(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string trusted_parts(const Trust& trust) {
  std::string parts;
  if (trust.clauses != 0) parts = count_of(trust.clauses, "clause");
  if (trust.edges != 0) parts += (parts.empty() ? "" : " and ") + count_of(trust.edges, "edge");
  return parts;
}

Result<VerifiedFile> verify_proof(const History& history, std::string_view text, const std::string& file) {
  const Result<LemmaProof> proof = read_lemma_proof(history, text, file);
  if (!proof) return tl::unexpected(proof.error());
  const LemmaVerdict verdict = verify(history, *proof);
  return VerifiedFile{"proof", proof->level, Verdict::kReject, verdict, verdict.trust};
}

Result<VerifiedFile> verify_certificate(History& history, std::string_view text, const std::string& file) {
  if (const auto adopted = adopt_initial_values(history, text, file); !adopted)
    return tl::unexpected(adopted.error());
  const Result<Certificate> certificate = read_certificate(history, text, file);
  if (!certificate) return tl::unexpected(certificate.error());
  const bool accepts = std::holds_alternative<AcceptCertificate>(certificate->evidence);
  return VerifiedFile{"certificate", certificate->level, accepts ? Verdict::kAccept : Verdict::kReject,
                      verify(history, *certificate)};
}

}  // namespace

Result<VerifiedFile> verify_text(History& history, std::string_view text, const std::string& file,
                                 std::optional<Level> asked) {
  Result<VerifiedFile> verified =
      is_lemma_proof(text) ? verify_proof(history, text, file) : verify_certificate(history, text, file);
  if (!verified || !asked || *asked == verified->level) return verified;
  verified->result = {false, fmt::format("it is about {}", info(verified->level).name)};
  verified->level = *asked;
  return verified;
}

std::string text_of(const VerifiedFile& verified) {
  const std::string claim = fmt::format("{}: {} {}", word_of(verified.verdict), info(verified.level).name,
                                        verified.verdict == Verdict::kAccept ? "holds" : "is violated");
  if (!verified.result)
    return fmt::format("INVALID  the {} does not prove its verdict, {}: {}\n", verified.what, claim,
                       visible(verified.result.reason));
  if (verified.trust.is_needed())
    return fmt::format("VALID  the {} proves its verdict, given {} that it takes on trust, {}\n",
                       verified.what, trusted_parts(verified.trust), claim);
  return fmt::format("VALID  the {} proves its verdict, {}\n", verified.what, claim);
}

std::string json_of(const VerifiedFile& verified) {
  const nlohmann::ordered_json out = {
      {"kind", verified.what},
      {"level", info(verified.level).name},
      {"verdict", name_of(verified.verdict)},
      {"holds", verified.result.holds},
      {"reason", verified.result.reason},
      {"trusted", {{"clauses", verified.trust.clauses}, {"edges", verified.trust.edges}}}};
  return visible_json(out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)) + "\n";
}

int exit_code_of(const VerifiedFile& verified) {
  if (!verified.result) return 1;
  return verified.trust.is_needed() ? 3 : 0;
}

}  // namespace isolde
