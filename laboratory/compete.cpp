// Solvers in processes of their own, each with the same polygraph, or with the history behind it.
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "laboratory/laboratory.hpp"
#include "laboratory/own_process.hpp"
#include "solver/backends/answers.hpp"
#include "solver/search.hpp"

namespace isolde {
namespace {

// What the child process sends back, as plain bytes: both ends are the same program.
struct Message {
  ContestResult::Answer answer = ContestResult::Answer::kUnknown;
  double seconds = 0;
  std::optional<std::uint64_t> conflicts = {};
  std::optional<std::uint64_t> cycles = {};
  char reason[256] = {};
};
static_assert(std::is_trivially_copyable_v<Message>);

std::string bytes_of(const Message& message) {
  return {reinterpret_cast<const char*>(&message), sizeof message};
}

// Memory is limited from outside, by the same measure for all solvers. Only our own solvers also get the
// limit: they count what they hold and plan with it, while the others would measure the whole process.
Limits limits_within(Solver solver, Limits limits) {
  if (solver != Solver::kCdcl && solver != Solver::kSearch) limits.memory_bytes.reset();
  return limits;
}

void take_reason(const Unknown& unknown, Message& message) {
  message.answer = unknown.is_wrong ? ContestResult::Answer::kWrong : ContestResult::Answer::kUnknown;
  unknown.reason.copy(message.reason, sizeof message.reason - 1);
}

void solve_polygraph_here(const Polygraph& polygraph, const Contestant& contestant, const Limits& limits,
                          Message& message) {
  SolverOptions options;
  options.solver = contestant.solver;
  options.encoding = contestant.encoding;
  SolverCounts counts;
  const Stopwatch watch;
  PolygraphOutcome outcome = solve_with(polygraph, options, limits, {}, &counts);
  message.seconds = watch.seconds();
  message.conflicts = counts.conflicts;
  message.cycles = counts.theory_conflicts;
  // Every model is checked, that of our own solver as well.
  if (auto* model = std::get_if<Model>(&outcome))
    outcome = model_of(polygraph, std::move(model->values), name_of(contestant.solver));
  if (const auto* unknown = std::get_if<Unknown>(&outcome))
    take_reason(*unknown, message);
  else
    message.answer = std::holds_alternative<Model>(outcome) ? ContestResult::Answer::kModel
                                                            : ContestResult::Answer::kNoModel;
}

// Why search cannot take part; empty if it can.
std::string obstacle_of_search(const ContestSubject& subject) {
  if (subject.history == nullptr)
    return "search tries the commit orders of a history, so it cannot solve a polygraph";
  if (subject.has_more_orders) return "search uses no other orders than those that the level asks for";
  if (!info(subject.level).one_node)
    return fmt::format("search does not decide {}", info(subject.level).name);
  return "";
}

// Search decides the history, not the polygraph, so its order of transactions is no model. Requires that
// there is no obstacle.
void search_here(const ContestSubject& subject, const Limits& limits, Message& message) {
  SearchStatistics statistics;
  const Stopwatch watch;
  const Outcome outcome = search({*subject.history, demands_of(subject.level)}, limits, &statistics);
  message.seconds = watch.seconds();
  message.conflicts = statistics.backtracks;
  if (const auto* unknown = std::get_if<Unknown>(&outcome))
    take_reason(*unknown, message);
  else
    message.answer = std::holds_alternative<Accept>(outcome) ? ContestResult::Answer::kModel
                                                             : ContestResult::Answer::kNoModel;
}

std::string solve_here(const ContestSubject& subject, const Contestant& contestant, const Limits& limits) {
  Message message;
  const Limits within = limits_within(contestant.solver, limits);
  if (contestant.solver == Solver::kSearch)
    search_here(subject, within, message);
  else
    solve_polygraph_here(subject.polygraph, contestant, within, message);
  return bytes_of(message);
}

ContestResult run_one(const ContestSubject& subject, const Contestant& contestant, const Limits& limits) {
  ContestResult result{contestant};
  if (contestant.solver == Solver::kSearch) result.reason = obstacle_of_search(subject);
  if (!result.reason.empty()) return result;
  const ProcessRun run = run_in_own_process(limits, [&] { return solve_here(subject, contestant, limits); });
  result.seconds = run.seconds;
  result.peak_memory_bytes = run.peak_memory_bytes;
  result.reason = run.reason;
  if (!run.message || run.message->size() != sizeof(Message)) return result;
  Message message;
  std::memcpy(&message, run.message->data(), sizeof message);
  result.answer = message.answer;
  result.reason = message.reason;
  result.seconds = message.seconds;
  result.conflicts = message.conflicts;
  result.cycles = message.cycles;
  return result;
}

}  // namespace

std::vector<ContestResult> compete(const ContestSubject& subject, std::span<const Contestant> contestants,
                                   const Limits& limits) {
  std::vector<ContestResult> results;
  for (const Contestant& contestant : contestants) results.push_back(run_one(subject, contestant, limits));
  return results;
}

}  // namespace isolde
