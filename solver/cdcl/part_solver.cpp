#include "solver/cdcl/part_solver.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "base/random.hpp"
#include "base/sort_unique.hpp"
#include "solver/cdcl/acyclicity.hpp"
#include "solver/cdcl/phases.hpp"
#include "solver/cdcl/sat/clause_proof.hpp"
#include "solver/cdcl/sat/sat.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {
namespace {

// The whole part, in the polygraph's numbers.
Core everything(const Part& part) { return {part.nodes, part.variables}; }

// The nodes of a cycle that the literals of a theory clause close. By construction one of the edges of the
// first literal's negation is on it.
void find_cycle_nodes(const Part& part, TrailGraph& graph, std::span<const Literal> clause,
                      std::vector<Node>& nodes) {
  for (const Literal literal : clause)
    for (const Edge edge : part.edges.of(~literal)) graph.add(edge, ~literal);
  bool is_found = false;
  for (const Edge edge : part.edges.of(~clause[0])) {
    is_found = graph.find_path(edge.to, edge.from, graph.size(), Literal(), [](Node) { return true; });
    if (is_found) break;
  }
  ISOLDE_REQUIRE(is_found);
  graph.get_nodes(nodes);
  while (graph.size() > 0) graph.remove_last();
}

Core core_of(const Part& part, const ClauseProof& proof) {
  if (!proof.is_complete()) return everything(part);
  TrailGraph graph(part.nodes.size(), part.known);
  Core core;
  std::vector<Node> cycle;
  proof.visit_used([&](ClauseProof::Kind kind, std::span<const Literal> clause) {
    for (const Literal literal : clause) core.variables.push_back(part.variables[literal.variable()]);
    if (kind != ClauseProof::Kind::kTheory) return;
    find_cycle_nodes(part, graph, clause, cycle);
    for (const Node node : cycle) core.nodes.push_back(part.nodes[node]);
  });
  sort_unique(core.nodes);
  sort_unique(core.variables);
  return core;
}

// The same derivation in the polygraph's numbers.
RefutationTrace trace_of(const Part& part, const ClauseProof& proof) {
  RefutationTrace trace;
  if (!proof.is_complete()) return trace;
  TrailGraph graph(part.nodes.size(), part.known);
  std::vector<std::uint32_t> places;  // by ProofId, of those used
  std::vector<Literal> clause;
  for (const ProofId id : proof.used()) {
    RefutationTrace::Step step{proof.kind(id)};
    if (step.kind == ClauseProof::Kind::kDerived) {
      for (const ProofId antecedent : proof.antecedents(id)) step.antecedents.push_back(places[antecedent]);
    } else {
      proof.get_literals(id, clause);
      for (const Literal literal : clause)
        step.literals.emplace_back(part.variables[literal.variable()], literal.is_positive());
    }
    if (step.kind == ClauseProof::Kind::kTheory) {
      find_cycle_nodes(part, graph, clause, step.cycle);
      std::ranges::reverse(step.cycle);
      for (Node& node : step.cycle) node = part.nodes[node];
    }
    places.resize(id + std::size_t{1});
    places[id] = static_cast<std::uint32_t>(trace.steps.size());
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

void add_variables_and_clauses(const PartProblem& problem, std::span<const Node> order, SatSolver& solver) {
  const std::vector<bool> phases = first_phases(problem.polygraph, problem.part, order);
  const std::vector<double> priorities = first_priorities(problem.part, order);
  Random random(problem.options.seed);
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const Variable variable = solver.add_variable(problem.options.heuristics.phases && phases[i]);
    solver.set_priority(variable, problem.options.seed != 0 ? random.unit() : priorities[i]);
  }
  for (const std::vector<Literal>& clause : problem.part.clauses) solver.add_clause(clause);
}

}  // namespace

SharedLimits::SharedLimits(const Limits& limits)
    : limits_(limits),
      deadline_(limits.seconds),
      memory_limit_(limits.memory_bytes.value_or(cdcl_tuning::kDefaultMemory)) {}

std::optional<Unknown> SharedLimits::reached(std::uint64_t conflicts) {
  if (limits_.steps && conflicts > *limits_.steps)
    return Unknown{fmt::format("the limit of {} steps was reached", *limits_.steps)};
  if (deadline_.expired())
    return Unknown{fmt::format("the time limit of {:g} s was reached", *limits_.seconds)};
  if (memory_ > memory_limit_)
    return Unknown{fmt::format("the memory limit of {} MiB was reached", memory_limit_ >> 20)};
  return std::nullopt;
}

void SharedLimits::report_memory(std::size_t& memory_before, std::size_t memory) {
  memory_ += memory - memory_before;  // unsigned: where memory shrank, the sum wraps round to what is right
  memory_before = memory;
}

namespace {

class PartSolver {
 public:
  PartSolver(const PartProblem& problem, SharedLimits& limits)
      : problem_(problem), limits_(limits), order_(first_order(problem.part, problem.guessed_ranks)) {
    ISOLDE_REQUIRE(order_.size() == problem.part.nodes.size());
  }

  // A closure infers everything and costs much per edge. So the order alone is tried first, since most parts
  // need few conflicts; where there are many, a closure pays.
  PartOutcome run() {
    const std::optional<ClosureKind> asked = problem_.options.closure;
    const std::optional<ClosureKind> second = asked ? std::nullopt : affordable_closure();
    if (auto outcome = try_with(make_theory(asked), second ? problem_.options.patience : kAny))
      return *std::move(outcome);
    return *try_with(make_theory(second), kAny);
  }

 private:
  static constexpr std::uint64_t kAny = UINT64_MAX;

  // Nothing if a closure would take too much memory.
  [[nodiscard]] std::optional<ClosureKind> affordable_closure() const {
    const std::size_t nodes = problem_.part.nodes.size();
    const std::size_t most =
        std::min(cdcl_tuning::kMostClosureBytes, limits_.memory_limit() / cdcl_tuning::kShareOfMemory);
    if (nodes * nodes / 8 > most) return std::nullopt;
    return choose_closure(nodes, problem_.part.hints);
  }

  [[nodiscard]] std::unique_ptr<Acyclicity> make_theory(std::optional<ClosureKind> closure) const {
    const Part& part = problem_.part;
    if (!closure) return std::make_unique<OrderAcyclicity>(part, order_);
    return std::make_unique<ClosureAcyclicity>(
        part, order_, make_closure(*closure, part.nodes.size(), part.known, part.hints));
  }

  // Nothing if there were more than `most_conflicts`.
  std::optional<PartOutcome> try_with(const std::unique_ptr<Acyclicity>& theory,
                                      std::uint64_t most_conflicts) {
    ClauseProof proof(limits_.memory_limit() / cdcl_tuning::kShareOfMemory);
    SatSolver solver(theory.get(), &proof, problem_.options.heuristics);
    add_variables_and_clauses(problem_, order_, solver);
    std::size_t memory = 0;
    std::optional<Unknown> unknown;
    std::uint64_t calls = 0;
    bool is_too_hard = false;
    const auto stop = [&] {
      if (calls++ % cdcl_tuning::kMeasureEvery == 0)
        limits_.report_memory(memory, solver.memory_bytes() + theory->memory_bytes() + proof.memory_bytes());
      unknown = limits_.reached(statistics_.conflicts + solver.statistics().conflicts);
      is_too_hard = solver.statistics().conflicts > most_conflicts;
      return unknown || is_too_hard || problem_.is_cancelled();
    };
    const SatAnswer answer = solver.solve(stop);
    limits_.report_memory(memory, 0);
    statistics_ += solver.statistics();
    if (answer == SatAnswer::kStopped && is_too_hard && !unknown && !problem_.is_cancelled())
      return std::nullopt;
    PartOutcome outcome{Unknown{"another part was refuted"}, statistics_, {}};
    if (answer == SatAnswer::kUnsatisfiable) {
      outcome.answer = core_of(problem_.part, proof);
      if (problem_.options.trace != nullptr) outcome.trace = trace_of(problem_.part, proof);
    } else if (answer == SatAnswer::kSatisfiable) {
      std::vector<bool> values(problem_.part.variables.size());
      for (Variable variable = 0; variable < values.size(); ++variable)
        values[variable] = solver.value(variable);
      outcome.answer = std::move(values);
    } else if (unknown) {
      outcome.answer = *std::move(unknown);
    }
    return outcome;
  }

  const PartProblem& problem_;
  SharedLimits& limits_;
  const std::vector<Node> order_;
  SolverStatistics statistics_;  // of all attempts
};

}  // namespace

PartOutcome solve_part(const PartProblem& problem, SharedLimits& limits) {
  if (auto unknown = limits.reached(0)) return {*std::move(unknown), {}, {}};
  return PartSolver(problem, limits).run();
}

}  // namespace isolde
