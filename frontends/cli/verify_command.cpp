// isolde verify: does a certificate prove its verdict about a history?
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file.hpp"
#include "base/files/standard_streams.hpp"
#include "check/certificates.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/reading.hpp"
#include "frontends/verify/verified.hpp"

namespace isolde {
namespace {

struct VerifyArguments {
  HistoryArgument history;
  std::string certificate;
  std::string export_to;
  bool json = false;
};

// Three files cannot share one standard output.
Result<void> check_verified_files(const VerifyArguments& arguments) {
  if (is_standard_stream(arguments.export_to))
    return usage_error("--export writes three files, which cannot all go to standard output");
  return check_one_reads_standard_input(
      std::vector<NamedFile>{{"HISTORY", arguments.history.path}, {"CERTIFICATE", arguments.certificate}});
}

Result<void> export_proof(const History& history, std::string_view text, const VerifyArguments& arguments) {
  if (arguments.export_to.empty()) return {};
  if (!is_lemma_proof(text)) return usage_error("only what check --proof wrote can be exported");
  const Result<LemmaProof> proof = read_lemma_proof(history, text, input_name(arguments.certificate));
  if (!proof) return tl::unexpected(proof.error());
  return export_lemma_proof(*proof, arguments.export_to);
}

int run_verify(const VerifyArguments& arguments, const CommonOptions& common) {
  if (const Result<void> files = check_verified_files(arguments); !files) return report_error(files.error());
  const Result<std::string> text = read_file(arguments.certificate);
  if (!text) return report_error(text.error());
  std::optional<Result<History>> history;
  std::optional<Result<VerifiedFile>> verified;
  {
    Progress progress(common.show_progress());
    history = arguments.history.read(progress);
    progress.phase("verify");
    if (*history) verified = verify_text(**history, *text, input_name(arguments.certificate));
  }
  if (!*history) return report_error(history->error(), arguments.json && !common.quiet);
  if (!*verified) return report_error(verified->error(), arguments.json && !common.quiet);
  if (const Result<void> exported = export_proof(**history, *text, arguments); !exported)
    return report_error(exported.error(), arguments.json && !common.quiet);
  remark_on_assumptions(**history, common);
  common.print(arguments.json ? json_of(**verified) : text_of(**verified));
  return exit_code_of(**verified);
}

}  // namespace

void add_verify(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("verify", "Check that a certificate proves its verdict about a history");
  auto arguments = std::make_shared<VerifyArguments>();
  arguments->history.add_to(*command);
  command
      ->add_option("certificate", arguments->certificate,
                   "File that check --certificate or --proof wrote; - is standard input")
      ->required()
      ->type_name("CERTIFICATE");
  command
      ->add_option("--export", arguments->export_to,
                   "Of a proof, also write PREFIX.cnf, PREFIX.lrat and PREFIX.drat for checkers of others")
      ->type_name("PREFIX");
  command->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  command->footer(
      "The level, and for a violation the proof, are the certificate's; nothing of what decided it is used.\n"
      "Exit codes: 0 the certificate is valid, 1 it is not, 2 bad usage or input, 3 a proof is valid, given "
      "what\n"
      "it takes on trust.\n"
      "Example: isolde verify history.jsonl history.certificate");
  command->callback([arguments, &common, &exit_code] { exit_code = run_verify(*arguments, common); });
}

}  // namespace isolde
