// isolde verify: does a certificate prove its verdict about a history?
#include <memory>

#include <fmt/format.h>

#include "check/certificates.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/reading.hpp"

namespace isolde {
namespace {

struct VerifyArguments {
  HistoryArgument history;
  std::string certificate;
  std::string export_to;
};

int report_result(const VerifyResult& result, const char* what, const std::string& claim,
                  const CommonOptions& common) {
  if (common.quiet) return result ? kExitHolds : kExitViolated;
  if (result)
    fmt::print("OK  the {} holds: {}\n", what, claim);
  else
    fmt::print("INVALID  the {} does not prove that {}: {}\n", what, claim, result.reason);
  return result ? kExitHolds : kExitViolated;
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// It holds if what nobody checked is true.
int report_trust(const Trust& trust, const std::string& claim, const CommonOptions& common) {
  std::string parts;
  if (trust.clauses != 0) parts = counted(trust.clauses, "clause");
  if (trust.edges != 0) parts += (parts.empty() ? "" : " and ") + counted(trust.edges, "edge");
  if (!common.quiet) fmt::print("OK  the proof holds, given {} that it takes on trust: {}\n", parts, claim);
  return kExitUnknown;
}

int verify_lemmas(const VerifyArguments& arguments, const History& history, const CommonOptions& common) {
  const Result<LemmaProof> proof = load_lemma_proof(history, arguments.certificate);
  if (!proof) return report_error(proof.error());
  if (!arguments.export_to.empty())
    if (const Result<void> done = export_lemma_proof(*proof, arguments.export_to); !done)
      return report_error(done.error());
  const LemmaVerdict verdict = verify(history, *proof);
  const std::string claim = fmt::format("{} is violated", info(proof->level).name);
  if (verdict && verdict.trust.is_needed()) return report_trust(verdict.trust, claim, common);
  return report_result(verdict, "proof", claim, common);
}

int run_verify(const VerifyArguments& arguments, const CommonOptions& common) {
  std::optional<Result<History>> history;
  std::optional<Result<Certificate>> certificate;
  VerifyResult result;
  const bool has_lemmas = is_lemma_proof(arguments.certificate);
  {
    Progress progress(common.show_progress());
    history = arguments.history.read(progress);
    if (*history && !has_lemmas) {
      certificate = load_certificate(**history, arguments.certificate);
      progress.phase("verify");
      if (*certificate) result = verify(**history, **certificate);
    }
  }
  if (!*history) return report_error(history->error());
  if (has_lemmas) return verify_lemmas(arguments, **history, common);
  if (!*certificate) return report_error(certificate->error());
  if (!arguments.export_to.empty())
    return report_error(usage_error("only what check --proof wrote can be exported").value());
  const bool accepts = std::holds_alternative<AcceptCertificate>((*certificate)->evidence);
  const std::string claim =
      fmt::format("{} {}", info((*certificate)->level).name, accepts ? "holds" : "is violated");
  return report_result(result, "certificate", claim, common);
}

}  // namespace

void add_verify(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("verify", "Check that a certificate proves its verdict about a history");
  auto arguments = std::make_shared<VerifyArguments>();
  arguments->history.add_to(*command);
  command->add_option("certificate", arguments->certificate, "File that check --certificate or --proof wrote")
      ->required()
      ->type_name("CERTIFICATE");
  command
      ->add_option("--export", arguments->export_to,
                   "Of a proof, also write PREFIX.cnf, PREFIX.lrat and PREFIX.drat for checkers of others")
      ->type_name("PREFIX");
  command->footer(
      "The level, and for a violation the proof, are the certificate's; nothing of what decided it is used.\n"
      "Exit codes: 0 the certificate holds, 1 it does not, 2 bad usage or input, 3 a proof holds, given "
      "what\n"
      "it takes on trust.\n"
      "Example: isolde verify history.jsonl history.certificate");
  command->callback([arguments, &common, &exit_code] { exit_code = run_verify(*arguments, common); });
}

}  // namespace isolde
