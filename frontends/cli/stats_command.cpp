// isolde stats: a history in numbers.
#include <memory>

#include "frontends/cli/commands.hpp"
#include "frontends/cli/reading.hpp"
#include "history/statistics.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace isolde {
namespace {

struct StatsArguments {
  HistoryArgument history;
  bool json = false;
};

int run_stats(const StatsArguments& arguments, const CommonOptions& common) {
  std::optional<Result<History>> history;
  {
    Progress progress(common.show_progress());
    history = arguments.history.read(progress);
  }
  if (!*history) return report_error(history->error(), arguments.json && !common.quiet);
  const HistoryStatistics statistics = statistics_of(**history);
  common.print(arguments.json ? json_statistics(**history, statistics)
                              : text_statistics(**history, statistics));
  remark_on_assumptions(**history, common);
  for (const std::string& warning : (*history)->warnings()) common.remark("note: " + warning);
  return kExitHolds;
}

}  // namespace

void add_stats(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("stats", "Count what a history holds: operations, skew, concurrency");
  auto arguments = std::make_shared<StatsArguments>();
  arguments->history.add_to(*command);
  command->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  command->footer("Example: isolde stats examples/long-fork.jsonl");
  command->callback([arguments, &common, &exit_code] { exit_code = run_stats(*arguments, common); });
}

}  // namespace isolde
