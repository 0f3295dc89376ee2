#include "check/laboratory.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "certify/lemma_check.hpp"
#include "check/encode_history.hpp"
#include "encode/prune.hpp"
#include "encode/reduce.hpp"
#include "solver/lemmas/prove_by_lemmas.hpp"

namespace isolde {
namespace {

constexpr std::string_view kEagerSuffix = ":eager";

std::vector<std::string> contestant_names() {
  std::vector<std::string> names;
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    names.emplace_back(row.name);
    if (row.has_encodings) names.push_back(fmt::format("{}{}", row.name, kEagerSuffix));
  }
  return names;
}

CheckOptions as_decided(CheckOptions options) {
  if (options.assume_real_time) options.level = with_real_time(options.level);
  if (options.solver == Solver::kSearch) options.solver = Solver::kCdcl;  // the polygraph is for others
  return options;
}

Result<EncodedHistory> encode_valid(const History& history, const CheckOptions& options,
                                    EncodingCare care = EncodingCare::kShort) {
  const Validated validated = validate_history(history, options);
  const auto is_bad = [](const Finding& finding) { return is_violation(finding.kind); };
  if (std::ranges::any_of(validated.findings, is_bad))
    return usage_error("there is no polygraph: the history violates every level as it is (isolde check)");
  return encode_history(history, validated, options, care);
}

// Where the encoding alone decides: a transaction that contradicts every version of a key.
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
      constexpr std::uint32_t kFirst = 0;
      proof.add_clause(LemmaProof::Origin::kUnseen, {},
                       std::vector{txn.value, static_cast<std::uint32_t>(key)});
      proof.add_clause(LemmaProof::Origin::kDerived, {}, std::span(&kFirst, 1));
      return proof;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<LemmaProof> lemma_proof_of(const History& history, const CheckOptions& asked) {
  const CheckOptions options = as_decided(asked);
  // The short one only where the other is too large: what it concludes on its way is not in the proof.
  Result<EncodedHistory> encoded = encode_valid(history, options, EncodingCare::kExplicit);
  if (encoded && encoded->left_out) encoded = encode_valid(history, options);
  if (!encoded) return tl::unexpected(encoded.error());
  if (auto proof = unseen_proof_of(history, encoded->polygraph, options)) return *std::move(proof);
  auto proof = prove_by_lemmas(encoded->polygraph, options.level, options.clock_skew, options.limits);
  if (const auto* unknown = std::get_if<Unknown>(&proof))
    return usage_error(fmt::format("there is no proof: {}", unknown->reason));
  return std::get<LemmaProof>(std::move(proof));
}

Result<Polygraph> polygraph_of(const History& history, const CheckOptions& asked) {
  const CheckOptions options = as_decided(asked);
  Result<EncodedHistory> encoded = encode_valid(history, options);
  if (!encoded) return tl::unexpected(encoded.error());
  if (encoded->left_out)
    return usage_error(fmt::format("there is no polygraph for all of it: {}", *encoded->left_out));
  Polygraph& polygraph = encoded->polygraph;
  const auto formulate = [&](Polygraph simplified) {
    return options.formulation == Formulation::kCobra ? edge_per_variable(simplified) : std::move(simplified);
  };
  if (!options.prune) return formulate(std::move(polygraph));
  const ClosureKind closure =
      options.closure.value_or(choose_closure(polygraph.node_count(), polygraph.hints));
  const PruneOutcome outcome = prune(polygraph, {closure, options.threads, Deadline(options.limits.seconds),
                                                 choose_pruner(options.pruner, polygraph).finder.get()});
  if (const auto* pruned = std::get_if<Pruned>(&outcome))
    return formulate(reduce(polygraph, *pruned).polygraph);
  return formulate(std::move(polygraph));
}

std::string Contestant::name() const {
  return fmt::format("{}{}", name_of(solver), encoding == AcyclicityEncoding::kEager ? kEagerSuffix : "");
}

Result<Contestant> contestant_named(const std::string& name) {
  const bool is_eager = name.ends_with(kEagerSuffix);
  const std::string base = name.substr(0, name.size() - (is_eager ? kEagerSuffix.size() : 0));
  for (const PolygraphSolverInfo& row : polygraph_solvers()) {
    if (row.name != base || (is_eager && !row.has_encodings)) continue;
    if (!row.is_available)
      return usage_error(fmt::format("the solver {} is not available: {}", row.name, row.reason));
    return Contestant{row.solver, is_eager ? AcyclicityEncoding::kEager : AcyclicityEncoding::kLazy};
  }
  if (name == name_of(Solver::kSearch))
    return usage_error("search tries the commit orders of a history, so it cannot solve a polygraph");
  return usage_error(
      fmt::format("there is no solver '{}'; choose from {}", name, fmt::join(contestant_names(), ", ")));
}

std::vector<Contestant> all_contestants() {
  std::vector<Contestant> all;
  for (const std::string& name : contestant_names())
    if (const auto contestant = contestant_named(name)) all.push_back(*contestant);
  return all;
}

std::string_view name_of(ContestResult::Answer answer) {
  switch (answer) {
    case ContestResult::Answer::kModel:
      return "accept";
    case ContestResult::Answer::kNoModel:
      return "reject";
    case ContestResult::Answer::kUnknown:
      break;
  }
  return "unknown";
}

bool has_disagreement(std::span<const ContestResult> results) {
  const auto says = [&](ContestResult::Answer answer) {
    return std::ranges::find(results, answer, &ContestResult::answer) != results.end();
  };
  return says(ContestResult::Answer::kModel) && says(ContestResult::Answer::kNoModel);
}

}  // namespace isolde
