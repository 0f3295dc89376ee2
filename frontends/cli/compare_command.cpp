// isolde compare: one polygraph, many solvers; isolde solve: one polygraph from a file, one solver.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/file.hpp"
#include "base/files/standard_streams.hpp"
#include "base/visible_text.hpp"
#include "frontends/cli/arguments/limit_arguments.hpp"
#include "frontends/cli/arguments/order_arguments.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/contest_report.hpp"
#include "frontends/cli/one_of.hpp"
#include "frontends/cli/reading.hpp"
#include "laboratory/laboratory.hpp"

namespace isolde {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  ReadingArguments reading;
  std::vector<std::string> solvers;
  std::string level = "serializable";
  std::string prune = "auto";
  std::string formulation = "simplified";
  OrderArguments orders;
  std::uint64_t seed = 0;
  LimitArguments limits;
  bool json = false;
  bool csv = false;
};

// A polygraph that we wrote says so in its first bytes. A path that cannot be opened counts as a history, so
// that the reader of histories complains about it.
bool is_polygraph(InputFile& input) {
  if (input.is_directory()) return false;
  const Result<std::string_view> head = input.head(64);
  return head && head->find("\"isolde-polygraph\"") != std::string_view::npos;
}

bool has_search(const CompareArguments& arguments) {
  return std::ranges::any_of(arguments.solvers, [](const std::string& name) {
    const auto contestant = contestant_named(name);
    return contestant && contestant->solver == Solver::kSearch;
  });
}

Result<Polygraph> polygraph_in(InputFile input, const CompareArguments& arguments) {
  if (has_search(arguments))
    return usage_error(
        "search tries the commit orders of a history, and this is a polygraph: name the history");
  const Result<WholeFile> content = std::move(input).whole();
  if (!content) return tl::unexpected(content.error());
  return parse_polygraph(content->bytes(), input.name());
}

CheckOptions options_of(const CompareArguments& arguments) {
  CheckOptions options;
  options.level = *level_named(arguments.level);
  options.prune = arguments.prune != "none";
  options.formulation = arguments.formulation == "cobra" ? Formulation::kCobra : Formulation::kSimplified;
  options.limits = arguments.limits.limits();
  options.seed = arguments.seed;
  arguments.orders.apply_to(options);
  return options;
}

// A history with what the solvers see of it, or a polygraph alone.
struct ContestSubject {
  std::optional<History> history;
  SolverInput input;
};

Result<ContestSubject> subject_in(const std::string& file, const CompareArguments& arguments,
                                  const CommonOptions& common) {
  InputFile source(file);
  if (is_polygraph(source))
    return polygraph_in(std::move(source), arguments).map([](Polygraph&& polygraph) {
      return ContestSubject{std::nullopt, {std::move(polygraph)}};
    });
  Result<History> history = [&] {
    Progress progress(common.show_progress());
    return arguments.reading.read(std::move(source), progress);
  }();
  if (!history) return tl::unexpected(history.error());
  remark_on_assumptions(*history, common);
  return solver_input_of(*history, options_of(arguments)).map([&](SolverInput&& input) {
    return ContestSubject{std::move(*history), std::move(input)};
  });
}

Result<std::vector<Contestant>> contestants_of(const CompareArguments& arguments) {
  if (arguments.solvers.empty()) return all_contestants();
  std::vector<Contestant> contestants;
  for (const std::string& name : arguments.solvers) {
    const auto contestant = contestant_named(name);
    if (!contestant) return tl::unexpected(contestant.error());
    contestants.push_back(*contestant);
  }
  return contestants;
}

std::vector<std::string> notes_on(const SolverInput& input, bool is_decided_before) {
  std::vector<std::string> notes;
  if (is_decided_before)
    notes.emplace_back(input.polygraph.variable_count() == 0
                           ? "decided before solving: there is no variable"
                           : "decided before solving: what is known contradicts itself");
  else if (input.is_refuted_by_pruning)
    notes.emplace_back("pruning alone refutes it; the solvers get it as it was before pruning");
  if (input.has_more_orders)
    notes.emplace_back(
        "with orders that the level does not ask for: VIOLATION is said of the orders and the level");
  return notes;
}

Contest contest_of(const std::string& file, const ContestSubject& subject, const CompareArguments& arguments,
                   std::span<const Contestant> contestants) {
  const SolverInput& input = subject.input;
  const Polygraph& polygraph = input.polygraph;
  Contest contest{file,
                  subject.history ? arguments.level : "",
                  polygraph.node_count(),
                  polygraph.known().size(),
                  polygraph.variable_count(),
                  polygraph.clause_count()};
  if (subject.history && !arguments.orders.use.empty())
    contest.orders = fmt::format("{}", fmt::join(arguments.orders.use, "+"));
  contest.is_decided_before = needs_no_solver(polygraph);
  contest.notes = notes_on(input, contest.is_decided_before);
  contest.results = compete({polygraph, subject.history ? &*subject.history : nullptr,
                             *level_named(arguments.level), input.has_more_orders},
                            contestants, arguments.limits.limits());
  return contest;
}

// The name of a file in the current directory that no earlier disagreement of this run has; it begins with
// the history's name.
std::string disagreement_file(const std::string& file, std::set<std::string>& used) {
  std::error_code failure;
  std::filesystem::path path =
      std::filesystem::weakly_canonical(is_standard_stream(file) ? "history" : file, failure);
  if (!path.has_filename()) path = path.parent_path();
  const std::string stem = path.has_stem() ? path.stem().string() : "history";
  std::string name = stem + ".disagreement.json";
  for (int i = 2; !used.insert(name).second; ++i) name = fmt::format("{}-{}.disagreement.json", stem, i);
  return name;
}

// One of the solvers is wrong, so the polygraph on which they disagree is saved.
void report_disagreement(const Contest& contest, const Polygraph& polygraph, const std::string& file) {
  const Result<void> saved = save_polygraph(polygraph, file);
  std::string text = fmt::format("THE SOLVERS DISAGREE about {}:", contest.file);
  for (const ContestResult& result : contest.results)
    text += fmt::format(
        " {} says {};", result.contestant.name(),
        result.answer == ContestResult::Answer::kWrong ? "OK, which is wrong" : word_of(result.answer));
  complain(text + (saved ? fmt::format(" the polygraph is in {}", file) : " " + saved.error().to_string()));
}

bool no_solver_decided(const Contest& contest) {
  for (const ContestResult& result : contest.results)
    if (result.answer != ContestResult::Answer::kUnknown) return false;
  return true;
}

int run_compare(const CompareArguments& arguments, const CommonOptions& common) {
  if (const auto orders = arguments.orders.check(*level_named(arguments.level)); !orders)
    return report_error(orders.error());
  const auto contestants = contestants_of(arguments);
  if (!contestants) return report_error(contestants.error());
  std::vector<NamedFile> inputs;
  for (const std::string& file : arguments.files) inputs.push_back({"two histories", file});
  if (const auto one = check_one_reads_standard_input(inputs); !one) return report_error(one.error());
  std::vector<Contest> contests;
  std::set<std::string> saved;
  int exit_code = kExitHolds;
  for (const std::string& file : arguments.files) {
    const auto subject = subject_in(file, arguments, common);
    if (!subject) {
      Error error = subject.error();
      if (error.place.file.empty()) error.place.file = input_name(file);
      return report_error(error);
    }
    for (const std::string& warning : subject->input.warnings)
      common.remark(fmt::format("{}: {}", input_name(file), warning));
    contests.push_back(contest_of(input_name(file), *subject, arguments, *contestants));
    const Contest& contest = contests.back();
    if (!arguments.json && !arguments.csv) {
      common.print(text_of(contest));
      std::fflush(stdout);
    }
    if (has_disagreement(contest.results)) {
      report_disagreement(contest, subject->input.polygraph, disagreement_file(file, saved));
      exit_code = kExitBadInput;
    } else if (no_solver_decided(contest) && exit_code == kExitHolds) {
      exit_code = kExitUnknown;
    }
  }
  if (arguments.json) common.print(json_of(contests));
  if (arguments.csv) common.print(csv_of(contests));
  return exit_code;
}

struct SolveArguments {
  std::string file;
  std::string solver = "cdcl";
  LimitArguments limits;
};

// "OK  p.json has a model", in the words of isolde check.
std::string solved_text(const std::string& file, const ContestResult& result) {
  const bool has_model = result.answer == ContestResult::Answer::kModel;
  const bool is_decided = has_model || result.answer == ContestResult::Answer::kNoModel;
  return fmt::format("{}  {} {}{}{}", word_of(result.answer), file,
                     !is_decided ? "could not be decided"
                     : has_model ? "has a model"
                                 : "has no model",
                     result.reason.empty() ? "" : ": ", result.reason);
}

int run_solve(const SolveArguments& arguments, const CommonOptions& common) {
  const auto contestant = available_contestant_named(arguments.solver);
  if (!contestant) return report_error(contestant.error());
  if (contestant->solver == Solver::kSearch)
    return report_error(usage_error("search tries the commit orders of a history: isolde check").value());
  const auto polygraph = load_polygraph(arguments.file);
  if (!polygraph) return report_error(polygraph.error());
  const ContestResult result =
      compete({*polygraph}, std::span(&*contestant, 1), arguments.limits.limits()).front();
  common.print(visible(solved_text(input_name(arguments.file), result)) + "\n");
  if (result.answer == ContestResult::Answer::kUnknown) return kExitUnknown;
  if (result.answer == ContestResult::Answer::kWrong) return kExitBadInput;
  return result.answer == ContestResult::Answer::kModel ? kExitHolds : kExitViolated;
}

std::string solver_list() {
  std::string text =
      "Solvers (minisat:eager, cadical:eager and cryptominisat:eager have all of acyclicity in clauses):\n";
  for (const PolygraphSolverInfo& row : polygraph_solvers())
    text += fmt::format("  {:<14}{}\n", row.name, row.meaning);
  return text;
}

}  // namespace

void add_compare(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command = app.add_subcommand("compare", "Let several solvers decide the same polygraph");
  auto arguments = std::make_shared<CompareArguments>();
  command
      ->add_option("histories", arguments->files,
                   "Histories, or polygraphs that check --dump wrote; - is standard input")
      ->required()
      ->type_name("FILE");
  arguments->reading.add_to(*command, "the histories");
  command
      ->add_option("--solvers", arguments->solvers,
                   "Which ones, with commas; all but search, which tries the commit orders of a history")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAMES");
  std::vector<std::string> level_names;
  for (const LevelInfo& level : levels()) level_names.emplace_back(level.name);
  command->add_option("--level", arguments->level, "Isolation level to decide")
      ->check(one_of(level_names))
      ->capture_default_str();
  command->add_option("--prune", arguments->prune, "What the solvers see: pruned once for all, or not at all")
      ->check(one_of({"auto", "none"}))
      ->capture_default_str();
  command->add_option("--formulation", arguments->formulation, "A variable per choice, or per edge as Cobra")
      ->check(one_of({"simplified", "cobra"}))
      ->capture_default_str();
  arguments->orders.add_to(*command, "orders that the polygraph has, also beyond the level's");
  command->add_option("--seed", arguments->seed, "Which versions --vo-fraction drops")->capture_default_str();
  arguments->limits.add_to(*command, "a solver");
  command->add_flag("--json", arguments->json, "Print JSON instead of tables");
  command->add_flag("--csv", arguments->csv, "Print CSV instead of tables");
  command->footer(solver_list() +
                  "\nExit codes: 0 they agree, 2 they disagree (or bad usage or input), 3 nobody knows.\n"
                  "Example: isolde generate blindw-wr --no-times --transactions 400 -o h.jsonl\n"
                  "         isolde compare h.jsonl --solvers cdcl,minisat,cadical,z3,search");
  command->callback([arguments, &common, &exit_code] { exit_code = run_compare(*arguments, common); });
}

void add_solve(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command = app.add_subcommand("solve", "Decide a polygraph that check --dump wrote");
  auto arguments = std::make_shared<SolveArguments>();
  command->add_option("polygraph", arguments->file, "The polygraph, in JSON; - is standard input")
      ->required()
      ->type_name("FILE");
  command->add_option("--solver", arguments->solver, "Which solver")->capture_default_str();
  arguments->limits.add_to(*command, "a solver");
  command->footer(solver_list() +
                  "\nExit codes: 0 it has a model, 1 it has none, 2 bad usage or input, 3 unknown.\n"
                  "Example: isolde solve polygraph.json --solver cadical");
  command->callback([arguments, &common, &exit_code] { exit_code = run_solve(*arguments, common); });
}

}  // namespace isolde
