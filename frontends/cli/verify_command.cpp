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
};

int run_verify(const VerifyArguments& arguments, const CommonOptions& common) {
  std::optional<Result<History>> history;
  std::optional<Result<Certificate>> certificate;
  VerifyResult result;
  {
    Progress progress(common.show_progress());
    history = arguments.history.read(progress);
    if (*history) {
      certificate = load_certificate(**history, arguments.certificate);
      progress.phase("verify");
      if (*certificate) result = verify(**history, **certificate);
    }
  }
  if (!*history) return report_error(history->error());
  if (!*certificate) return report_error(certificate->error());
  const bool accepts = std::holds_alternative<AcceptCertificate>((*certificate)->evidence);
  const std::string claim =
      fmt::format("{} {}", info((*certificate)->level).name, accepts ? "holds" : "is violated");
  if (common.quiet) return result ? kExitHolds : kExitViolated;
  if (result)
    fmt::print("OK  the certificate holds: {}\n", claim);
  else
    fmt::print("INVALID  the certificate does not prove that {}: {}\n", claim, result.reason);
  return result ? kExitHolds : kExitViolated;
}

}  // namespace

void add_verify(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("verify", "Check that a certificate proves its verdict about a history");
  auto arguments = std::make_shared<VerifyArguments>();
  arguments->history.add_to(*command);
  command->add_option("certificate", arguments->certificate, "File that check --certificate wrote")
      ->required()
      ->type_name("CERTIFICATE");
  command->footer(
      "The level, and for a violation the proof, are the certificate's; nothing of what decided it is used.\n"
      "Exit codes: 0 the certificate holds, 1 it does not, 2 bad usage or input.\n"
      "Example: isolde verify history.jsonl history.certificate");
  command->callback([arguments, &common, &exit_code] { exit_code = run_verify(*arguments, common); });
}

}  // namespace isolde
