#include "laboratory/laboratory.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "certify/lemmas/lemma_check.hpp"
#include "check/encode_history.hpp"
#include "check/pruner.hpp"
#include "check/used_orders.hpp"
#include "explain/lemmas/prove_by_lemmas.hpp"
#include "polygraph/prune.hpp"
#include "polygraph/reduce.hpp"
#include "solver/backends/answers.hpp"

namespace isolde {
namespace {

CheckOptions as_decided(CheckOptions options) {
  if (options.assume_real_time) options.level = with_real_time(options.level);
  if (options.solver == Solver::kSearch)
    options.solver = Solver::kCdcl;  // search needs no polygraph; this one is for other solvers
  return options;
}

Result<Validated> valid(const History& history, const CheckOptions& options) {
  Validated validated = validate_history(history, options);
  const auto is_bad = [](const Finding& finding) { return is_violation(finding.kind); };
  if (std::ranges::any_of(validated.findings, is_bad))
    return usage_error("there is no polygraph: the history violates every level as it is (isolde check)");
  return validated;
}

// The encoding alone can decide, by a transaction that contradicts every version of a key.
std::optional<LemmaProof> unseen_proof_of(const History& history, const Polygraph& polygraph,
                                          const CheckOptions& options) {
  if (polygraph.clause_count() != 1 || !polygraph.clause(0).empty()) return std::nullopt;
  Facts facts(history);
  const Assumed nothing(facts);
  Sources sources(history, facts, info(options.level), options.clock_skew, nothing);
  for (Node node = 0; node < polygraph.node_count(); ++node) {
    const TxnId txn = polygraph.meaning(node).txn;
    for (std::size_t key = 0; key < history.key_count(); ++key) {
      if (!saw_what_nobody_left(history, facts, sources, txn, KeyId(key))) continue;
      LemmaProof proof;
      proof.level = options.level;
      proof.clock_skew = options.clock_skew;
      constexpr std::uint32_t kOnly = 0;
      proof.add_clause(LemmaProof::Origin::kUnseen, {},
                       std::vector{txn.value, static_cast<std::uint32_t>(key)});
      proof.add_clause(LemmaProof::Origin::kDerived, {}, std::span(&kOnly, 1));
      return proof;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<LemmaProof> lemma_proof_of(const History& history, const CheckOptions& asked) {
  const CheckOptions options = as_decided(asked);
  const Result<Validated> validated = valid(history, options);
  if (!validated) return tl::unexpected(validated.error());
  const Demands demands = demands_of(options.level, options.clock_skew);
  // The short encoding is used only where the other is too large: what it concludes while it encodes is not
  // in the proof, and the proof's checker may need it.
  EncodedHistory encoded = encode_history(history, *validated, options, demands, EncodingCare::kExplicit);
  const bool is_too_large = encoded.left_out.has_value();
  if (is_too_large) encoded = encode_history(history, *validated, options, demands);
  if (auto proof = unseen_proof_of(history, encoded.polygraph, options)) return *std::move(proof);
  auto proof = prove_by_lemmas(encoded.polygraph, options.level, options.clock_skew, options.limits);
  if (const auto* unknown = std::get_if<Unknown>(&proof))
    return usage_error(fmt::format("there is no proof: {}", unknown->reason));
  if (is_too_large && !verify(history, std::get<LemmaProof>(proof)))
    return usage_error("there is no proof: a polygraph without conclusions of its own is too large");
  return std::get<LemmaProof>(std::move(proof));
}

Result<SolverInput> solver_input_of(const History& history, const CheckOptions& asked) {
  const CheckOptions options = as_decided(asked);
  const Result<Validated> validated = valid(history, options);
  if (!validated) return tl::unexpected(validated.error());
  const bool is_item_story = validated->items.has_value();
  const std::vector<VersionOrder> orders = used_version_orders(history, options);
  const std::vector<Demands> steps = steps_by_pairs(history, options, orders, is_item_story);
  SolverInput input;
  input.has_more_orders = steps.size() > 1;
  input.warnings = unused_orders(history, options, is_item_story);
  EncodedHistory encoded = encode_history(history, *validated, options, steps.front());
  if (encoded.left_out)
    return usage_error(fmt::format("there is no polygraph for all of it: {}", *encoded.left_out));
  Polygraph& polygraph = encoded.polygraph;
  if (options.prune) {
    const ClosureKind closure =
        options.closure.value_or(choose_closure(polygraph.node_count(), polygraph.hints));
    const PruneOutcome outcome = prune(polygraph, {closure, options.threads, Deadline(options.limits.seconds),
                                                   choose_pruner(options.pruner, polygraph).finder.get()});
    if (const auto* pruned = std::get_if<Pruned>(&outcome))
      polygraph = reduce(polygraph, *pruned).polygraph;
    else
      input.is_refuted_by_pruning = true;
  }
  const bool is_cobra = options.formulation == Formulation::kCobra;
  input.polygraph = is_cobra ? edge_per_variable(polygraph) : std::move(polygraph);
  return input;
}

Result<Polygraph> polygraph_of(const History& history, const CheckOptions& options) {
  return solver_input_of(history, options).map([](SolverInput&& input) {
    return std::move(input.polygraph);
  });
}

bool needs_no_solver(const Polygraph& polygraph) {
  return polygraph.variable_count() == 0 || refuted_at_once(polygraph);
}

}  // namespace isolde
