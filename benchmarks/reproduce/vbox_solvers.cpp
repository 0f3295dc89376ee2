// Vbox, figures 8 and 9: closures and solvers.
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "benchmarks/reproduce/measure.hpp"
#include "closure/closure.hpp"
#include "laboratory/laboratory.hpp"

namespace isolde::reproduce {
namespace {

const char* paper_name(ClosureKind kind) {
  switch (kind) {
    case ClosureKind::kWindow:
      return "Italiano+ (window)";
    case ClosureKind::kChain:
      return "chain (ours)";
    case ClosureKind::kPurdom:
      return "Purdom (full rows)";
    case ClosureKind::kItaliano:
      return "Italiano (full rows)";
    case ClosureKind::kWarshall:
      break;
  }
  return "Warshall (full rows)";
}

constexpr const char* kAllAtOnce = "Purdom+ (window)";

void construct_at_once(ClosureKind kind, const Polygraph& polygraph) {
  if (make_closure(kind, polygraph.node_count(), polygraph.known(), polygraph.hints) == nullptr)
    throw std::runtime_error("the known graph has a cycle");
}

// The time line first, which the window closure takes for granted; then edge by edge, as the paper's
// Italiano+.
void construct_edge_by_edge(const Polygraph& polygraph) {
  std::vector<Edge> time_line;
  std::vector<Edge> others;
  const auto is_point = [&](Node node) { return !polygraph.meaning(node).txn.is_valid(); };
  for (const Edge edge : polygraph.known())
    (is_point(edge.from) || is_point(edge.to) ? time_line : others).push_back(edge);
  const std::unique_ptr<Closure> closure =
      make_closure(ClosureKind::kWindow, polygraph.node_count(), time_line, polygraph.hints);
  for (const Edge edge : others)
    if (closure == nullptr || !closure->insert(edge)) throw std::runtime_error("the known graph has a cycle");
}

Polygraph unpruned_polygraph(const History& history, Level level) {
  CheckOptions options;
  options.level = level;
  options.prune = false;
  Result<Polygraph> polygraph = polygraph_of(history, options);
  if (!polygraph) throw std::runtime_error(polygraph.error().to_string());
  return *std::move(polygraph);
}

}  // namespace

Report vbox_fig8(const Setup& setup) {
  const auto size = setup.pick<std::uint64_t>(100, 1000, 10'000);
  Report report{
      "Vbox, figure 8",
      fmt::format("Seconds to construct the closure of the known graph (a), and to decide with it, without "
                  "a guess (b); {} transactions with times.",
                  size),
      {"Purdom+ is 3 to 17 times as fast as Purdom and the fastest of all; Italiano+ beats Purdom; Warshall "
       "exceeds ten minutes on all histories.",
       "With Italiano+ Vbox decides the fastest."},
      {"workload", "closure", "construct, s", "decide, s"},
      {},
      {"Purdom+ constructs the compact closure at once; Italiano+ constructs that of the time line, then "
       "adds "
       "the other known edges one by one. Deciding, the compact closure is constructed by Purdom+ and "
       "updated "
       "by Italiano+. Our rows are bit sets, and known edges include a time line of one node per "
       "transaction, "
       "so the distance between variants differs from the paper's. Chain is ours."},
      {}};
  Plot construct{report.title + "(a): constructing", "", "seconds", false, true, {}, {}};
  Plot decide{report.title + "(b): deciding", "", "seconds", false, true, {}, {}};
  construct.series.push_back({kAllAtOnce, {}});
  for (const ClosureKind kind : closure_kinds()) {
    construct.series.push_back({paper_name(kind), {}});
    decide.series.push_back({paper_name(kind), {}});
  }
  for (const char* workload : {"blindw-wh", "blindw-wr", "blindw-rh", "c-twitter"}) {
    const History history = history_of({.workload = workload, .transactions = size});
    const Polygraph polygraph = unpruned_polygraph(history, Level::kStrictSerializable);
    const auto x = static_cast<double>(construct.categories.size());
    construct.categories.emplace_back(workload);
    decide.categories.emplace_back(workload);
    const Measured at_once = measure([&] { construct_at_once(ClosureKind::kWindow, polygraph); }, setup);
    construct.series[0].points.push_back(at_once.at(x));
    report.rows.push_back({workload, kAllAtOnce, at_once.seconds_text(), ""});
    for (std::size_t i = 0; i < closure_kinds().size(); ++i) {
      const ClosureKind kind = closure_kinds()[i];
      const Measured built = measure(
          [&] {
            if (kind == ClosureKind::kWindow)
              construct_edge_by_edge(polygraph);
            else
              construct_at_once(kind, polygraph);
          },
          setup);
      CheckOptions options;
      options.level = Level::kStrictSerializable;
      options.guess = false;
      options.closure = kind;
      const Measured decided = measure(history, options, setup);
      construct.series[i + 1].points.push_back(built.at(x));
      decide.series[i].points.push_back(decided.at(x));
      report.rows.push_back({workload, paper_name(kind), built.seconds_text(), decided.seconds_text()});
    }
  }
  report.plots.emplace_back("a", std::move(construct));
  report.plots.emplace_back("b", std::move(decide));
  return report;
}

Report vbox_fig9(const Setup& setup) {
  Report report{
      "Vbox, figure 9",
      "Seconds of each solver on the same polygraph of a BlindW-WR history without times.",
      {"VboxSAT is 3 to 4 orders of magnitude faster than MiniSAT and MonoSAT."},
      {"transactions"},
      {},
      {"The polygraph is the simplified one, not pruned, at strong session serializability. The paper gave "
       "MiniSAT a variable per pair of transactions; ours gets cycles lazily or by vertex elimination. "
       "Sessions are interleaved at random: in the order of commits, "
       "which is a model, some solvers would begin with the answer."},
      {}};
  Plot plot{report.title, "transactions", "seconds to solve", true, true, {}, {}};
  const std::vector<Contestant> contestants = available_contestants();
  for (const Contestant& contestant : contestants) {
    report.header.push_back(contestant.name() + ", s");
    plot.series.push_back({contestant.name(), {}});
  }
  const auto sizes =
      setup.pick<std::vector<std::uint64_t>>({50, 100}, {200, 400, 1000}, {200, 400, 1000, 4000, 10'000});
  std::vector<bool> is_lost(contestants.size());
  for (const std::uint64_t size : sizes) {
    Recipe recipe{.workload = "blindw-wr", .transactions = size};
    recipe.forgotten.times = true;
    const History history = shuffled(history_of(recipe), Sessions::kKept);
    const Polygraph polygraph = unpruned_polygraph(history, Level::kStrongSessionSerializable);
    std::vector<std::string> row{std::to_string(size)};
    std::vector<ContestResult> results;
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      if (is_lost[i]) {
        row.emplace_back("-");
        continue;
      }
      const ContestResult result = compete({polygraph}, {&contestants[i], 1}, setup.limits()).front();
      results.push_back(result);
      Measured measured{std::string(name_of(result.answer)), result.seconds.value_or(0), 0, result.reason};
      measured.stop_at(setup);
      is_lost[i] = !measured.is_decided();
      row.push_back(measured.seconds_text());
      plot.series[i].points.push_back(measured.at(static_cast<double>(size)));
    }
    for (const ContestResult& result : results)
      if (result.answer == ContestResult::Answer::kNoModel)
        report.notes.push_back(
            fmt::format("DISAGREEMENT: {} rejects a correct history", result.contestant.name()));
    if (has_disagreement(results))
      report.notes.push_back(fmt::format("DISAGREEMENT at {} transactions", size));
    report.rows.push_back(std::move(row));
  }
  report.plots.emplace_back("", std::move(plot));
  return report;
}

}  // namespace isolde::reproduce
