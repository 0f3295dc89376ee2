// isolde levels: which levels a history satisfies, and what separates them.
#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/check_levels.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/quantity.hpp"
#include "frontends/cli/reading.hpp"
#include "report/sentence.hpp"

namespace isolde {
namespace {

struct LevelsArguments {
  HistoryArgument history;
  std::string clock_skew = "0s";
  std::string timeout = "60s";
  bool json = false;
};

std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::kAccept ? "yes" : verdict == Verdict::kReject ? "no" : "unknown";
}

std::string detail_of(const History& history, const LevelVerdict& row) {
  if (row.verdict != Verdict::kReject || row.decision.anomalies.empty()) return row.why;
  const std::vector<TxnId>& txns = row.decision.anomalies.front().transactions;
  return txns.empty() ? row.why : fmt::format("{}: {}", row.why, list_transactions(history, txns));
}

void print_table(const History& history, const std::vector<LevelVerdict>& rows) {
  for (const LevelVerdict& row : rows) {
    const std::string line =
        fmt::format("{:<36}{:<9}{}", info(row.level).name, word_of(row.verdict), detail_of(history, row));
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

void print_json(const std::vector<LevelVerdict>& rows) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const LevelVerdict& row : rows)
    out.push_back({{"level", info(row.level).name},
                   {"verdict", name_of(row.verdict)},
                   {"anomaly", row.verdict == Verdict::kReject ? row.why : ""},
                   {"implied", row.is_implied}});
  fmt::print("{}\n", out.dump(2));
}

int run_levels(const LevelsArguments& arguments, const CommonOptions& common) {
  std::optional<Result<History>> history;
  std::vector<LevelVerdict> rows;
  {
    Progress progress(common.show_progress());
    history = arguments.history.read(progress);
    CheckOptions options;
    options.clock_skew = *parse_duration(arguments.clock_skew);
    options.limits.seconds = static_cast<double>(*parse_duration(arguments.timeout)) * 1e-9;
    options.on_phase = [&](std::string_view phase) { progress.phase(phase); };
    if (*history) rows = check_levels(**history, options);
  }
  if (!*history) return report_error(history->error());
  arguments.json ? print_json(rows) : print_table(**history, rows);
  const bool is_complete =
      std::ranges::none_of(rows, [](const LevelVerdict& row) { return row.verdict == Verdict::kUnknown; });
  return is_complete ? kExitHolds : kExitUnknown;
}

}  // namespace

void add_levels(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("levels", "Decide every level, the strongest first, and name what separates them");
  auto arguments = std::make_shared<LevelsArguments>();
  arguments->history.add_to(*command);
  command
      ->add_option("--clock-skew", arguments->clock_skew,
                   "How far clients' clocks may differ (strict levels)")
      ->check(check_duration)
      ->capture_default_str();
  command->add_option("--timeout", arguments->timeout, "Give up on a level after this long")
      ->check(check_duration)
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print a JSON array instead of a table");
  command->footer(
      "Exit codes: 0 every level was decided, 2 bad usage or input, 3 at least one is unknown.\n"
      "Example: isolde levels examples/write-skew.jsonl");
  command->callback([arguments, &common, &exit_code] { exit_code = run_levels(*arguments, common); });
}

}  // namespace isolde
