// isolde verify: does a certificate prove its verdict about a history?
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/certificates.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/reading.hpp"

namespace isolde {
namespace {

struct VerifyArguments {
  HistoryArgument history;
  std::string certificate;
  std::string export_to;
  bool json = false;
};

// What was checked, and what came of it.
struct Verified {
  const char* what;  // a certificate, or a proof
  Level level;
  Verdict verdict;  // that it claims
  VerifyResult result;
  Trust trust = {};
};

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// What it needs to be true although nobody checked it.
std::string list_trust(const Trust& trust) {
  std::string parts;
  if (trust.clauses != 0) parts = counted(trust.clauses, "clause");
  if (trust.edges != 0) parts += (parts.empty() ? "" : " and ") + counted(trust.edges, "edge");
  return parts;
}

void print_verified(const Verified& verified) {
  const std::string claim = fmt::format("{} {}", info(verified.level).name,
                                        verified.verdict == Verdict::kAccept ? "holds" : "is violated");
  if (!verified.result)
    fmt::print("INVALID  the {} does not prove that {}: {}\n", verified.what, claim, verified.result.reason);
  else if (verified.trust.is_needed())
    fmt::print("OK  the {} holds, given {} that it takes on trust: {}\n", verified.what,
               list_trust(verified.trust), claim);
  else
    fmt::print("OK  the {} holds: {}\n", verified.what, claim);
}

void print_verified_json(const Verified& verified) {
  const nlohmann::ordered_json out = {
      {"kind", verified.what},
      {"level", info(verified.level).name},
      {"verdict", name_of(verified.verdict)},
      {"holds", verified.result.holds},
      {"reason", verified.result.reason},
      {"trusted", {{"clauses", verified.trust.clauses}, {"edges", verified.trust.edges}}}};
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

int report_verified(const Verified& verified, const VerifyArguments& arguments, const CommonOptions& common) {
  if (arguments.json)
    print_verified_json(verified);
  else if (!common.quiet)
    print_verified(verified);
  if (!verified.result) return kExitViolated;
  return verified.trust.is_needed() ? kExitUnknown : kExitHolds;
}

int verify_lemmas(const VerifyArguments& arguments, const History& history, const CommonOptions& common) {
  const Result<LemmaProof> proof = load_lemma_proof(history, arguments.certificate);
  if (!proof) return report_error(proof.error());
  if (!arguments.export_to.empty())
    if (const Result<void> done = export_lemma_proof(*proof, arguments.export_to); !done)
      return report_error(done.error());
  const LemmaVerdict verdict = verify(history, *proof);
  return report_verified({"proof", proof->level, Verdict::kReject, verdict, verdict.trust}, arguments,
                         common);
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
  return report_verified({"certificate", (*certificate)->level, accepts ? Verdict::kAccept : Verdict::kReject,
                          std::move(result)},
                         arguments, common);
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
  command->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  command->footer(
      "The level, and for a violation the proof, are the certificate's; nothing of what decided it is used.\n"
      "Exit codes: 0 the certificate holds, 1 it does not, 2 bad usage or input, 3 a proof holds, given "
      "what\n"
      "it takes on trust.\n"
      "Example: isolde verify history.jsonl history.certificate");
  command->callback([arguments, &common, &exit_code] { exit_code = run_verify(*arguments, common); });
}

}  // namespace isolde
