#include "explain/lemmas/pruning_trace.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/contract.hpp"

namespace isolde {
namespace {

using Kind = ClauseProof::Kind;

std::uint64_t code_of(Edge edge) { return (std::uint64_t{edge.from} << 32) | edge.to; }

class PruningTracer {
 public:
  explicit PruningTracer(const Polygraph& polygraph) : polygraph_(polygraph) {
    for (const Edge edge : polygraph.known()) owners_.emplace(code_of(edge), Literal());
  }

  RefutationTrace run(const PruneRefutation& refutation) {
    for (const PruneStep& step : refutation.steps) add(step);
    if (refutation.clause)
      derive_from_clause(*refutation.clause, Literal());
    else if (refutation.variable)
      derive({unit(Literal(*refutation.variable, true)), unit(Literal(*refutation.variable, false))});
    else
      push({Kind::kTheory, {}, {}, refutation.cycle});
    return std::move(trace_);
  }

 private:
  std::uint32_t push(RefutationTrace::Step step) {
    trace_.steps.push_back(std::move(step));
    return static_cast<std::uint32_t>(trace_.steps.size() - 1);
  }
  std::uint32_t derive(std::vector<std::uint32_t> antecedents) {
    return push({Kind::kDerived, {}, std::move(antecedents), {}});
  }
  // The step that says that the literal is true.
  [[nodiscard]] std::uint32_t unit(Literal literal) const { return units_.at(literal.code()); }

  void add(const PruneStep& step) {
    units_[step.literal.code()] =
        step.cycle.empty() ? derive_from_clause(step.clause, step.literal) : derive_from_cycle(step);
    // The first to have an edge keeps it: what is said of it was derived earlier.
    for (const Edge edge : polygraph_.edges(step.literal)) owners_.emplace(code_of(edge), step.literal);
  }

  std::uint32_t derive_from_clause(std::size_t clause, Literal except) {
    const std::span<const Literal> literals = polygraph_.clause(clause);
    std::vector<std::uint32_t> antecedents{push({Kind::kInput, {literals.begin(), literals.end()}, {}, {}})};
    for (const Literal literal : literals)
      if (literal != except) antecedents.push_back(unit(~literal));
    return derive(std::move(antecedents));
  }

  std::uint32_t derive_from_cycle(const PruneStep& step) {
    RefutationTrace::Step lemma{Kind::kTheory, {step.literal}, {}, step.cycle};
    for (std::size_t i = 0; i < step.cycle.size(); ++i) {
      const Edge edge{step.cycle[i], step.cycle[(i + 1) % step.cycle.size()]};
      const auto owner = owners_.find(code_of(edge));
      if (owner == owners_.end()) continue;  // of the negation
      if (owner->second != Literal()) lemma.literals.push_back(~owner->second);
    }
    std::ranges::sort(lemma.literals);
    lemma.literals.erase(std::ranges::unique(lemma.literals).begin(), lemma.literals.end());
    std::vector<std::uint32_t> antecedents;
    for (const Literal literal : lemma.literals)
      if (literal != step.literal) antecedents.push_back(unit(~literal));
    antecedents.push_back(push(std::move(lemma)));
    return derive(std::move(antecedents));
  }

  const Polygraph& polygraph_;
  std::unordered_map<std::uint64_t, Literal> owners_;       // of known edges: none
  std::unordered_map<std::uint32_t, std::uint32_t> units_;  // by literal code
  RefutationTrace trace_;
};

}  // namespace

RefutationTrace trace_of(const Polygraph& polygraph, const PruneRefutation& refutation) {
  return PruningTracer(polygraph).run(refutation);
}

}  // namespace isolde
