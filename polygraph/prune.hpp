// Decides the choices of a polygraph that the known graph already decides, to a fixpoint (Vbox section 4.3,
// for any polygraph and any closure). Three rules, where "known" grows with every literal decided:
//
//   cycle    A literal with an edge that closes a cycle with known edges is false, so its negation is true,
//            and the edges of that become known.
//   clause   A clause with all literals but one false makes that one true.
//   choice   At the end: a literal all of whose edges are implied by reachability, and whose negation occurs
//            in no clause that is still open, is made true. That is no consequence but a choice without
//            regret: in any model in which it is false, flip it. Clauses keep: an open one contains the
//            literal or does not care, and the others are satisfied by values that do not flip. The graph
//            keeps acyclic: edges only vanish, except those of the literal, which the transitive closure of
//            the known graph contains already. So the polygraph has a model if and only if it has one with
//            the literal true. The argument does not ask what a variable means. For the order of two
//            installers it is also harmless in meaning: the nodes' order that comes with a model respects
//            the implied edges. Nothing follows from a choice (no clause becomes unit, no reachability is
//            new), so what the first two rules decide holds in every model, and a refutation never rests on
//            a choice.
//
// Cost: a round asks reachability once for every edge of an open literal, in parallel; insertions follow one
// by one in the order of variables, so the result does not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "closure/closure.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

class CycleFinder;

struct PruneOptions {
  ClosureKind closure = ClosureKind::kChain;
  unsigned threads = 1;
  Deadline deadline{std::nullopt};  // what is decided until then stays
  // Does the closing and the cycle rule, if there is one (polygraph/cycle_finder.hpp); the outcome is the
  // same.
  CycleFinder* finder = nullptr;
};

enum class PrunedValue : std::uint8_t { kOpen, kTrue, kFalse };
enum class DecidedBy : std::uint8_t { kNothing, kCycle, kClause, kChoice };

// How much is left to decide.
struct PruneCounts {
  std::size_t variables = 0;  // open
  std::size_t edges = 0;      // of their literals, as far as not implied by reachability
  std::size_t clauses = 0;    // without a true literal
};

struct Pruned {
  std::vector<PrunedValue> decisions;  // by variable
  std::vector<DecidedBy> decided_by;   // by variable
  std::vector<Edge> edges;  // known beyond those of the polygraph: of literals true by cycle or clause
  std::unique_ptr<Closure> closure;  // of all known edges; never marked
  PruneCounts before;
  PruneCounts after;
  std::size_t rounds = 0;
  bool is_fixpoint = true;  // false: the deadline came first
};

// One literal that is true in every model, and why.
struct PruneStep {
  Literal literal;
  // Edges of the negation (at least one) and known ones, those of steps before included; empty: see `clause`.
  std::vector<Node> cycle;
  std::size_t clause = 0;  // all its other literals are false by steps before
};

// No model exists. The steps stand in an order of derivation and contain only what is needed.
struct PruneRefutation {
  std::vector<PruneStep> steps;
  // One of three: a known cycle; a variable of which both literals are steps; a clause all of whose literals
  // are false by steps.
  std::vector<Node> cycle;
  std::optional<Variable> variable;
  std::optional<std::size_t> clause;
  std::vector<Node> nodes;  // of all cycles, ascending, each once
};

using PruneOutcome = std::variant<Pruned, PruneRefutation>;

// `polygraph` is finished.
[[nodiscard]] PruneOutcome prune(const Polygraph& polygraph, const PruneOptions& options);

}  // namespace isolde
