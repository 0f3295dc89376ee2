// What deciding costs beside reading: the table of docs/benchmarks.md, one line per history and level.
//
//   check_speed [--rounds N] [--rows TEXT] [--quick] [--json] [--directory DIR] [--program FILE]
//
// Runs `isolde stats` and `isolde check` on each history in turn, as processes of their own; takes user time,
// the least of the rounds, and the peak of resident memory. Short runs are repeated more often. Rows that are
// compared with each other are so by user and system time together, which the kernel knows precisely.
// Generated histories are made by the program itself and kept in DIR (a directory of the system's temporary
// one); 1,000,000 transactions, which --quick leaves out, take 1.3 GB there. Logs of the corpus are left out
// where it is not (ISOLDE_CORPUS, or ../shared/corpus beside the sources). --rows takes only rows whose
// history and level contain TEXT, and those they are compared with. Exit code 1 if any row misses a limit.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "benchmarks/check_speed/child.hpp"
#include "benchmarks/check_speed/histories.hpp"
#include "benchmarks/check_speed/rows.hpp"

namespace isolde::check_speed {
namespace {

constexpr double kShort = 3;  // seconds for all runs of a program; below, it is run more often
constexpr std::size_t kMostRounds = 25;
constexpr double kLong = 60;  // seconds after which a program is not run once more

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "check_speed: {}\n", why);
  std::exit(2);
}

struct Settings {
  std::size_t rounds = 5;
  std::string rows;
  bool quick = false;
  bool json = false;
  std::string directory = std::filesystem::temp_directory_path() / "isolde-check-speed";
  std::string program = ISOLDE_PROGRAM;
};

struct Measured {
  double reading = 0;
  double checking = 0;
  double of_other = 0;  // where rows are compared: how many times the other's user and system time
  double megabytes = 0;
  std::size_t rounds = 0;
  std::string verdict;
  std::vector<std::string> misses;

  [[nodiscard]] double ratio() const { return checking / std::max(reading, 1e-6); }
};

std::string verdict_of(int exit_code) {
  return exit_code == 0   ? "holds"
         : exit_code == 1 ? "violated"
         : exit_code == 3 ? "unknown"
                          : fmt::format("failed ({})", exit_code);
}

// A row's history as a file, with what it is asked.
struct Task {
  const Row* row = nullptr;
  std::string path;

  [[nodiscard]] std::vector<std::string> words() const {
    std::vector<std::string> words{"check", path, "--level", row->level};
    if (!row->mode.empty()) words.insert(words.end(), {"--certificate-mode", row->mode});
    return words;
  }
};

double median_of(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

// `other`, if there is one, is what it is compared with: in turns, so that both meet the same machine.
Measured measure(const Settings& settings, const Task& task, const Task* other) {
  Runs reads;
  Runs checks;
  std::vector<double> of_other;
  const auto wants_more = [&] {
    if (checks.all_seconds() > kLong) return false;
    return checks.count() < settings.rounds || (reads.all_seconds() < kShort && reads.count() < kMostRounds);
  };
  while (wants_more()) {
    reads.add(run(settings.program, {"stats", task.path}));
    const Cost cost = run(settings.program, task.words());
    checks.add(cost);
    if (other != nullptr)
      of_other.push_back(cost.seconds() / run(settings.program, other->words()).seconds());
  }
  return {.reading = reads.user_seconds(),
          .checking = checks.user_seconds(),
          .of_other = median_of(of_other),
          .megabytes = checks.peak_megabytes(),
          .rounds = checks.count(),
          .verdict = verdict_of(checks.exit_code()),
          .misses = {}};
}

// Says which limits were missed, if any.
void judge(const Row& row, const std::map<std::string, Measured>& others, Measured& measured) {
  const auto expect = [&](bool is_kept, const std::string& what) {
    if (!is_kept) measured.misses.push_back(what);
  };
  const Limits& limits = row.limits;
  expect(measured.verdict == (row.holds ? "holds" : "violated"), "verdict");
  expect(!limits.ratio || measured.ratio() <= *limits.ratio, "ratio");
  expect(!limits.seconds || measured.checking <= *limits.seconds, "time");
  expect(!limits.megabytes || measured.megabytes <= *limits.megabytes, "memory");
  if (!row.relation || !others.contains(row.relation->to)) return;
  const Measured& other = others.at(row.relation->to);
  expect(measured.of_other <= row.relation->seconds, "time of other");
  expect(!row.relation->megabytes || measured.megabytes <= *row.relation->megabytes * other.megabytes,
         "memory of other");
}

// The rows asked for and, before them, those they relate to.
std::vector<Row> chosen_rows(const Settings& settings) {
  const std::vector<Row> all = all_rows();
  std::set<std::string> names;
  for (std::size_t i = all.size(); i-- > 0;) {
    const Row& row = all[i];
    if (settings.quick && row.is_large) continue;
    if (row.name().find(settings.rows) == std::string::npos && !names.contains(row.name())) continue;
    names.insert(row.name());
    if (row.relation) names.insert(row.relation->to);
  }
  std::vector<Row> chosen;
  for (const Row& row : all)
    if (names.contains(row.name())) chosen.push_back(row);
  return chosen;
}

std::string shown(const std::optional<double>& limit, std::string_view unit) {
  return limit ? fmt::format("{:g}{}", *limit, unit) : std::string("-");
}

void print_head() {
  fmt::print("{:<29}{:<35}{:>9}{:>9}{:>8}{:>8}{:>9}{:>8}  {:<9} {}\n", "history", "level", "stats s",
             "check s", "ratio", "target", "peak MB", "target", "verdict", "");
}

void print_row(const Row& row, const Measured& measured, const std::map<std::string, Measured>& others) {
  const std::string target =
      row.limits.seconds ? shown(row.limits.seconds, " s") : shown(row.limits.ratio, "x");
  std::string result = measured.misses.empty() ? "ok" : "MISS";
  for (std::size_t i = 0; i < measured.misses.size(); ++i)
    result += fmt::format("{} {}", i == 0 ? ":" : ",", measured.misses[i]);
  fmt::print("{:<29}{:<35}{:>9.3f}{:>9.3f}{:>8.2f}{:>8}{:>9.1f}{:>8}  {:<9} {}", row.history, row.task(),
             measured.reading, measured.checking, measured.ratio(), target, measured.megabytes,
             shown(row.limits.megabytes, ""), measured.verdict, result);
  if (row.relation && others.contains(row.relation->to)) {
    const Measured& other = others.at(row.relation->to);
    fmt::print("  [{:.2f}x the processor time, {:.2f}x the memory of {}; at most {}, {}]", measured.of_other,
               measured.megabytes / other.megabytes, row.relation->to, shown(row.relation->seconds, "x"),
               shown(row.relation->megabytes, "x"));
  }
  fmt::print("\n");
  std::fflush(stdout);
}

nlohmann::ordered_json json_of(const Row& row, const Measured& measured) {
  nlohmann::ordered_json out;
  const auto set = [](nlohmann::ordered_json& at, const char* name, const std::optional<double>& limit) {
    if (limit) at[name] = *limit;
  };
  out["history"] = row.history;
  out["level"] = row.level;
  if (!row.mode.empty()) out["mode"] = row.mode;
  out["rounds"] = measured.rounds;
  out["stats_seconds"] = measured.reading;
  out["check_seconds"] = measured.checking;
  out["ratio"] = measured.ratio();
  out["peak_megabytes"] = measured.megabytes;
  out["verdict"] = measured.verdict;
  out["limits"] = nlohmann::ordered_json::object();
  set(out["limits"], "ratio", row.limits.ratio);
  set(out["limits"], "seconds", row.limits.seconds);
  set(out["limits"], "megabytes", row.limits.megabytes);
  if (row.relation) {
    out["relation"] = {
        {"to", row.relation->to}, {"seconds", row.relation->seconds}, {"of_other", measured.of_other}};
    set(out["relation"], "megabytes", row.relation->megabytes);
  }
  out["misses"] = measured.misses;
  return out;
}

int measure_all(const Settings& settings) {
  const Histories histories(settings.program, settings.directory);
  std::map<std::string, Measured> results;
  std::map<std::string, Task> tasks;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  bool all_kept = true;
  if (!settings.json) print_head();
  const std::vector<Row> rows = chosen_rows(settings);
  for (const Row& row : rows) {
    const std::optional<std::string> path = histories.path_of(row.source);
    if (!path) {
      fmt::print(stderr, "{}: no corpus (set ISOLDE_CORPUS), not measured\n", row.history);
      continue;
    }
    const Task& task = tasks[row.name()] = {&row, *path};
    const auto other = row.relation ? tasks.find(row.relation->to) : tasks.end();
    Measured& measured = results[row.name()] =
        measure(settings, task, other == tasks.end() ? nullptr : &other->second);
    judge(row, results, measured);
    all_kept &= measured.misses.empty();
    if (settings.json)
      json.push_back(json_of(row, measured));
    else
      print_row(row, measured, results);
  }
  if (settings.json) fmt::print("{}\n", json.dump(2));
  return all_kept ? 0 : 1;
}

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  if (std::from_chars(text.data(), end, number).ptr != end || number == 0)
    give_up(fmt::format("expected a number from 1 up, got {}", text));
  return number;
}

Settings settings_from(const std::vector<std::string>& words) {
  Settings settings;
  const auto value = [&](std::size_t& i) {
    if (++i == words.size()) give_up(fmt::format("{} needs a value", words[i - 1]));
    return words[i];
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--quick")
      settings.quick = true;
    else if (words[i] == "--json")
      settings.json = true;
    else if (words[i] == "--rounds")
      settings.rounds = number_in(value(i));
    else if (words[i] == "--rows")
      settings.rows = value(i);
    else if (words[i] == "--directory")
      settings.directory = value(i);
    else if (words[i] == "--program")
      settings.program = value(i);
    else
      give_up(fmt::format("unknown option {}", words[i]));
  }
  return settings;
}

}  // namespace
}  // namespace isolde::check_speed

int main(int argc, char** argv) {
  using namespace isolde::check_speed;
  try {
    return measure_all(settings_from({argv + 1, argv + argc}));
  } catch (const std::exception& problem) {
    give_up(problem.what());
  }
}
