#include "explain/lemmas/prove_by_lemmas.hpp"

#include "explain/lemmas/lemma_builder.hpp"
#include "explain/lemmas/pruning_trace.hpp"
#include "polygraph/prune.hpp"
#include "solver/cdcl/cdcl.hpp"
#include "solver/watch.hpp"

namespace isolde {
namespace {

// What pruning alone refutes has short proofs. Whatever else it finds is not used: the solver finds it again.
std::variant<RefutationTrace, Unknown> trace_refutation(const Polygraph& polygraph, const Limits& limits) {
  for (std::size_t i = 0; i < polygraph.clause_count(); ++i)
    if (polygraph.clause(i).empty())
      return Unknown{"the encoding alone decides, which only a certificate can show"};
  const Watch watch(limits);
  constexpr double kShareOfPruning = 0.3;
  std::optional<double> share = limits.seconds;
  if (share) *share *= kShareOfPruning;
  const ClosureKind closure = choose_closure(polygraph.node_count(), polygraph.hints);
  const PruneOutcome pruned = prune(polygraph, {closure, 1, Deadline(share), nullptr});
  if (const auto* refutation = std::get_if<PruneRefutation>(&pruned)) return trace_of(polygraph, *refutation);
  RefutationTrace trace;
  CdclOptions options;
  options.trace = &trace;
  const PolygraphOutcome outcome = solve_cdcl(polygraph, options, watch.rest());
  if (const auto* unknown = std::get_if<Unknown>(&outcome)) return *unknown;
  if (std::holds_alternative<Model>(outcome)) return Unknown{"the polygraph has a model"};
  if (trace.steps.empty()) return Unknown{"the proof does not fit into the memory limit"};
  return trace;
}

}  // namespace

std::variant<LemmaProof, Unknown> prove_by_lemmas(const Polygraph& polygraph, Level level,
                                                  std::int64_t clock_skew, const Limits& limits) {
  const auto trace = trace_refutation(polygraph, limits);
  if (const auto* unknown = std::get_if<Unknown>(&trace)) return *unknown;
  LemmaProof proof = lemma_proof_of(polygraph, std::get<RefutationTrace>(trace));
  proof.level = level;
  proof.clock_skew = clock_skew;
  return proof;
}

}  // namespace isolde
