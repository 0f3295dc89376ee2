// isolde levels: which levels a history satisfies, and what separates them.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/visible_text.hpp"
#include "certify/verdict_words.hpp"
#include "check/check_levels.hpp"
#include "frontends/cli/arguments/demand_arguments.hpp"
#include "frontends/cli/arguments/quantity.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/reading.hpp"
#include "history/anomaly.hpp"
#include "history/initial_values.hpp"
#include "report/sentence.hpp"
#include "report/story/cycle_steps.hpp"

namespace isolde {
namespace {

struct LevelsArguments {
  HistoryArgument history;
  std::string clock_skew = "0s";
  std::string timeout = "60s";
  DemandArguments demands;
  bool json = false;
};

std::string detail_of(const History& history, const LevelVerdict& row) {
  if (row.verdict != Verdict::kReject || row.decision.anomalies.empty()) return visible(row.why);
  const Anomaly& anomaly = row.decision.anomalies.front();
  std::string caveat = row.rests_on_initials ? " (with the initial values assumed)" : "";
  if (tie_note(history, anomaly)) caveat += " (rests on a tie: see --clock-skew)";
  if (anomaly.transactions.empty()) return row.why + caveat;
  return fmt::format("{}: {}{}", row.why, list_transactions(history, anomaly.transactions), caveat);
}

std::string levels_table(const History& history, const std::vector<LevelVerdict>& rows) {
  std::string table;
  for (const LevelVerdict& row : rows) {
    const std::string line =
        fmt::format("{:<36}{:<11}{}", info(row.level).name, word_of(row.verdict), detail_of(history, row));
    table += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return table;
}

// Each warning once, with the levels that it is about.
std::string levels_warnings(const std::vector<LevelVerdict>& rows) {
  std::string text;
  std::vector<std::string> printed;
  for (const LevelVerdict& row : rows) {
    for (const Warning& warning : row.warnings) {
      if (std::ranges::find(printed, warning.sentence) != printed.end()) continue;
      printed.push_back(warning.sentence);
      std::string concerned;
      for (const LevelVerdict& other : rows)
        if (std::ranges::find(other.warnings, warning) != other.warnings.end())
          concerned += fmt::format("{}{}", concerned.empty() ? "" : ", ", info(other.level).name);
      text += fmt::format("warning: {} ({})\n", visible(warning.sentence), concerned);
    }
  }
  return text;
}

std::string levels_json(const History& history, const std::vector<LevelVerdict>& rows) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const LevelVerdict& row : rows) {
    nlohmann::ordered_json sentences = nlohmann::ordered_json::array();
    for (const Warning& warning : row.warnings) sentences.push_back(warning.sentence);
    out.push_back({{"level", info(row.level).name},
                   {"verdict", name_of(row.verdict)},
                   {"anomaly", row.verdict == Verdict::kReject ? row.why : ""},
                   {"meaning", row.verdict == Verdict::kReject ? meaning_of(row.why) : ""},
                   {"implied", row.is_implied},
                   {"reason", row.verdict == Verdict::kUnknown ? row.why : ""},
                   {"warnings", std::move(sentences)}});
    if (!history.has_assumed_initials()) continue;
    out.back()["assumptions"] = {initial_assumption(history)};
    out.back()["rests_on_assumed_initial_values"] = row.rests_on_initials;
  }
  return visible_json(out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
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
    options.on_phase = [&](Phase phase) { progress.phase(name_of(phase)); };
    if (*history) rows = check_levels(**history, options, arguments.demands.least_worth());
  }
  if (!*history) return report_error(history->error(), arguments.json && !common.quiet);
  common.print(arguments.json ? levels_json(**history, rows)
                              : levels_table(**history, rows) + levels_warnings(rows));
  remark_on_assumptions(**history, common);
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
                   "How far clients' clocks may differ, such as 20ms (strict levels)")
      ->check(check_clock_skew)
      ->capture_default_str();
  command->add_option("--timeout", arguments->timeout, "Give up on a level after this long")
      ->check(check_duration)
      ->capture_default_str();
  arguments->demands.add_to(*command);
  command->add_flag("--json", arguments->json, "Print a JSON array instead of a table");
  command->footer(
      "Exit codes: 0 every level was decided, 2 bad usage or input, 3 at least one is unknown.\n"
      "Example: isolde levels examples/write-skew.jsonl");
  command->callback([arguments, &common, &exit_code] { exit_code = run_levels(*arguments, common); });
}

}  // namespace isolde
