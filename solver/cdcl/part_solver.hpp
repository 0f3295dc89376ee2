// Solves one part of a polygraph, by SatSolver with acyclicity as its theory, within limits that all parts
// share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/cdcl/cdcl.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/cdcl/refutation_trace.hpp"

namespace isolde {

// What a refutation rests on, in the polygraph's numbers.
struct Core {
  std::vector<Node> nodes;          // on the cycles used
  std::vector<Variable> variables;  // in the clauses and on the cycles used
};

struct PartOutcome {
  std::variant<std::vector<bool>, Core, Unknown> answer;  // values by the part's variables
  SolverStatistics statistics;
  RefutationTrace trace = {};  // of a core, if asked for
};

// The limits that all parts share. Thread-safe.
class SharedLimits {
 public:
  explicit SharedLimits(const Limits& limits);

  // A reason to stop, or nothing.
  [[nodiscard]] std::optional<Unknown> reached(std::uint64_t conflicts);
  // `memory_before` is what the caller reported last, and is updated.
  void report_memory(std::size_t& memory_before, std::size_t memory);
  [[nodiscard]] std::size_t memory_limit() const { return memory_limit_; }

 private:
  Limits limits_;
  Deadline deadline_;
  std::size_t memory_limit_;
  std::atomic<std::size_t> memory_ = 0;
};

struct PartProblem {
  const Polygraph& polygraph;
  const Part& part;
  const CdclOptions& options;
  std::span<const std::uint32_t> guessed_ranks;  // by the polygraph's nodes; may be empty
  std::function<bool()> is_cancelled;            // asked now and then
};

// Requires that the known edges have no cycle. The limit of steps counts the conflicts of this part.
[[nodiscard]] PartOutcome solve_part(const PartProblem& problem, SharedLimits& limits);

}  // namespace isolde
