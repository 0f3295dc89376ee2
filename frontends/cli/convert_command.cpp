// isolde convert: from one format to another.
#include <memory>
#include <utility>
#include <vector>

#include "frontends/cli/commands.hpp"
#include "frontends/cli/one_of.hpp"
#include "frontends/cli/reading.hpp"
#include "frontends/formats/formats.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

struct ConvertArguments {
  HistoryArgument history;
  std::string output;
  std::string to = "native";
  bool no_times = false;
  bool no_sessions = false;
};

History forget(History history, const ConvertArguments& arguments) {
  if (arguments.no_times) history = HistoryBuilder::without_times(std::move(history));
  if (arguments.no_sessions) history = HistoryBuilder::without_sessions(std::move(history));
  return history;
}

int run_convert(const ConvertArguments& arguments, const CommonOptions& common) {
  std::optional<Result<History>> history;
  Result<void> written;
  {
    Progress progress(common.show_progress());
    history = arguments.history.read(progress);
    if (*history) **history = forget(std::move(**history), arguments);
    progress.phase("writing");
    if (*history) written = write_history(**history, arguments.output, *format_named(arguments.to));
  }
  if (!*history) return report_error(history->error());
  if (!written) return report_error(written.error());
  remark_on_assumptions(**history, common);
  for (const std::string& warning : (*history)->warnings()) common.remark("note: " + warning);
  return kExitHolds;
}

}  // namespace

void add_convert(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command = app.add_subcommand("convert", "Rewrite a history in another format");
  auto arguments = std::make_shared<ConvertArguments>();
  arguments->history.add_to(*command);
  command
      ->add_option("output", arguments->output, "File to write; native output ending in .zst is compressed")
      ->required()
      ->type_name("OUTPUT");
  std::vector<std::string> writable;
  for (const FormatInfo& info : formats())
    if (info.writable) writable.emplace_back(info.name);
  command->add_option("--to", arguments->to, "Format to write")
      ->check(one_of(writable))
      ->capture_default_str();
  command->add_flag("--no-times", arguments->no_times,
                    "Leave out when transactions and operations began and ended");
  command->add_flag("--no-sessions", arguments->no_sessions, "Leave out who ran the transactions");
  command->footer("Example: isolde convert examples/lost-update.jsonl /tmp/lost-update.edn --to jepsen-edn");
  command->callback([arguments, &common, &exit_code] { exit_code = run_convert(*arguments, common); });
}

}  // namespace isolde
