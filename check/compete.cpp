// Solvers in processes of their own, each with the same polygraph.
#include <cstring>
#include <type_traits>

#include "base/clock.hpp"
#include "base/memory.hpp"
#include "check/laboratory.hpp"
#include "check/own_process.hpp"

namespace isolde {
namespace {

// What the child tells. Plain bytes: both ends are the same program.
struct Message {
  ContestResult::Answer answer = ContestResult::Answer::kUnknown;
  double seconds = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t cycles = 0;
  char reason[256] = {};
};
static_assert(std::is_trivially_copyable_v<Message>);

std::string bytes_of(const Message& message) {
  return {reinterpret_cast<const char*>(&message), sizeof message};
}

std::string solve_here(const Polygraph& polygraph, const Contestant& contestant, const Limits& limits) {
  Message message;
  BackendOptions options;
  options.encoding = contestant.encoding;
  SolverStatistics statistics;
  const Stopwatch watch;
  Limits inner = limits;
  if (limits.memory_bytes) *inner.memory_bytes += peak_memory_bytes();
  const PolygraphOutcome outcome = solve_with(contestant.solver, polygraph, options, inner, {}, &statistics);
  message.seconds = watch.seconds();
  message.conflicts = statistics.conflicts;
  message.cycles = statistics.theory_conflicts;
  if (const auto* unknown = std::get_if<Unknown>(&outcome))
    unknown->reason.copy(message.reason, sizeof message.reason - 1);
  else
    message.answer = std::holds_alternative<Model>(outcome) ? ContestResult::Answer::kModel
                                                            : ContestResult::Answer::kNoModel;
  return bytes_of(message);
}

ContestResult run_one(const Polygraph& polygraph, const Contestant& contestant, const Limits& limits) {
  const ProcessRun run =
      run_in_own_process(limits, [&] { return solve_here(polygraph, contestant, limits); });
  ContestResult result{contestant};
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

std::vector<ContestResult> compete(const Polygraph& polygraph, std::span<const Contestant> contestants,
                                   const Limits& limits) {
  std::vector<ContestResult> results;
  for (const Contestant& contestant : contestants) results.push_back(run_one(polygraph, contestant, limits));
  return results;
}

}  // namespace isolde
