#include "polygraph/prune.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/contract.hpp"
#include "polygraph/clause_index.hpp"
#include "polygraph/cycle_finder.hpp"
#include "polygraph/derivation.hpp"

namespace isolde {
namespace {

constexpr std::uint32_t kNoEdge = 0xffffffffU;

class Pruner {
 public:
  Pruner(const Polygraph& polygraph, const PruneOptions& options)
      : polygraph_(polygraph),
        options_(options),
        clauses_(polygraph),
        blocking_(2 * polygraph.variable_count(), kNoEdge) {
    result_.decisions.assign(polygraph.variable_count(), PrunedValue::kOpen);
    result_.decided_by.assign(polygraph.variable_count(), DecidedBy::kNothing);
    derivation_.places.resize(polygraph.variable_count());
    open_.resize(polygraph.variable_count());
    for (Variable variable = 0; variable < open_.size(); ++variable) open_[variable] = variable;
  }

  PruneOutcome run() {
    result_.closure =
        make_closure(options_.closure, polygraph_.node_count(), polygraph_.known(), polygraph_.hints);
    if (!result_.closure) return known_cycle();
    result_.before = counts();
    take_units();
    while (propagate() && result_.is_fixpoint && next_round()) {
    }
    if (refutation_) return std::move(*refutation_);
    if (result_.is_fixpoint) choose();
    result_.after = counts();
    ISOLDE_INVARIANT(result_.closure->check_invariants());
    return std::move(result_);
  }

  // The same with a finder. Nothing if the finder failed or found that there is no model (is_refuted()); in
  // both cases the caller goes on with run(), which also explains a refutation.
  std::optional<PruneOutcome> run_with(CycleFinder& finder) {
    finder_ = &finder;
    result_.before = {open_.size(), 0, clauses_.open_count()};
    answer_ = finder.start(polygraph_, options_.deadline, result_.before.edges);
    if (answer_ != CycleFinder::Answer::kDone) return std::nullopt;
    take_units();
    while (propagate() && result_.is_fixpoint && next_round()) {
    }
    if (refutation_ || answer_ != CycleFinder::Answer::kDone) return std::nullopt;
    std::vector<Edge> known = polygraph_.known();
    known.insert(known.end(), result_.edges.begin(), result_.edges.end());
    result_.closure = make_closure(options_.closure, polygraph_.node_count(), known, polygraph_.hints);
    if (!result_.closure) {
      if (result_.is_fixpoint) finder.fail("a cycle of known edges escaped it");
      return std::nullopt;
    }
    if (result_.is_fixpoint) choose();
    result_.after = counts();
    ISOLDE_INVARIANT(result_.closure->check_invariants());
    return std::move(result_);
  }

  // After run_with(): by what the finder found, there is no model.
  [[nodiscard]] bool is_refuted() const { return refutation_ || answer_ == CycleFinder::Answer::kCycle; }

 private:
  [[nodiscard]] PruneRefutation known_cycle() const {
    PruneRefutation refutation;
    refutation.cycle = find_cycle(polygraph_.node_count(), polygraph_.known());
    refutation.nodes = refutation.cycle;
    std::sort(refutation.nodes.begin(), refutation.nodes.end());
    return refutation;
  }

  [[nodiscard]] PrunedValue value(Literal literal) const {
    const PrunedValue decision = result_.decisions[literal.variable()];
    if (decision == PrunedValue::kOpen || literal.is_positive()) return decision;
    return decision == PrunedValue::kTrue ? PrunedValue::kFalse : PrunedValue::kTrue;
  }
  void set(Literal literal, DecidedBy by) {
    result_.decisions[literal.variable()] = literal.is_positive() ? PrunedValue::kTrue : PrunedValue::kFalse;
    result_.decided_by[literal.variable()] = by;
  }
  // Requires that the literal is not false.
  void derive(Literal literal, DerivationReason reason) {
    if (value(literal) == PrunedValue::kTrue) return;
    set(literal, reason.by);
    derivation_.places[literal.variable()] = static_cast<std::uint32_t>(derivation_.steps.size());
    derivation_.steps.push_back({literal, reason});
  }

  [[nodiscard]] PruneCounts counts() const;
  void take_units();
  [[nodiscard]] bool propagate();
  [[nodiscard]] bool insert_edges(Literal literal);
  void take_clause(std::uint32_t clause);
  void give_up();
  [[nodiscard]] bool next_round();
  void take_blocked();
  void take_findings();
  void look_for_cycles();
  void look_for_cycles(Variable variable);
  [[nodiscard]] std::uint32_t edge_that_closes(Literal literal) const;
  void choose();
  [[nodiscard]] bool is_free(Literal literal) const;

  const Polygraph& polygraph_;
  const PruneOptions& options_;
  ClauseIndex clauses_;
  Derivation derivation_;
  std::size_t propagated_ = 0;  // steps whose edges are known and whose clauses have been looked at
  std::vector<Variable> open_;
  std::vector<std::uint32_t> blocking_;  // by literal code: an edge that closes a cycle
  CycleFinder* finder_ = nullptr;
  std::size_t known_to_finder_ = 0;                          // edges of the result that the finder knows
  CycleFinder::Answer answer_ = CycleFinder::Answer::kDone;  // the finder's last
  Pruned result_;
  std::optional<PruneRefutation> refutation_;
};

PruneCounts Pruner::counts() const {
  PruneCounts counts;
  counts.clauses = clauses_.open_count();
  for (Variable variable = 0; variable < polygraph_.variable_count(); ++variable) {
    if (result_.decisions[variable] != PrunedValue::kOpen) continue;
    ++counts.variables;
    for (const bool positive : {true, false})
      for (const Edge& edge : polygraph_.edges(Literal(variable, positive)))
        if (!result_.closure->reaches(edge.from, edge.to)) ++counts.edges;
  }
  return counts;
}

void Pruner::take_units() {
  for (std::uint32_t clause = 0; clause < polygraph_.clause_count() && !refutation_; ++clause)
    if (polygraph_.clause(clause).size() <= 1) take_clause(clause);
}

// Derives the last literal of an open clause, if that is not decided.
void Pruner::take_clause(std::uint32_t clause) {
  if (refutation_) return;
  for (const Literal literal : polygraph_.clause(clause))
    if (value(literal) != PrunedValue::kFalse) return derive(literal, {DecidedBy::kClause, clause});
  // A finder gives no closure to explain with: run() will explain.
  refutation_ = finder_ != nullptr ? PruneRefutation{} : explain_clause(polygraph_, derivation_, clause);
}

// Makes known what was derived, and what follows by clauses. False: there is no model.
bool Pruner::propagate() {
  constexpr std::size_t kStepsPerLook = 256;  // at the deadline; chosen, not measured
  for (; propagated_ < derivation_.steps.size() && !refutation_; ++propagated_) {
    if (propagated_ % kStepsPerLook == 0 && options_.deadline.expired()) {
      give_up();
      break;
    }
    const Literal literal = derivation_.steps[propagated_].literal;
    if (!insert_edges(literal)) return false;
    clauses_.assign(literal, [&](std::uint32_t clause) { take_clause(clause); });
  }
  return !refutation_;
}

// Makes the literals open again whose edges are not known yet. Whatever was concluded from them comes after
// them and is given up with them.
void Pruner::give_up() {
  result_.is_fixpoint = false;
  for (; derivation_.steps.size() > propagated_; derivation_.steps.pop_back()) {
    const Variable variable = derivation_.steps.back().literal.variable();
    result_.decisions[variable] = PrunedValue::kOpen;
    result_.decided_by[variable] = DecidedBy::kNothing;
  }
}

bool Pruner::insert_edges(Literal literal) {
  const std::span<const Edge> edges = polygraph_.edges(literal);
  for (std::uint32_t i = 0; i < edges.size() && finder_ == nullptr; ++i) {
    if (result_.closure->insert(edges[i])) continue;
    derivation_.steps.resize(propagated_ + 1);
    refutation_ = explain_variable(polygraph_, derivation_, {DecidedBy::kCycle, i});
    return false;
  }
  result_.edges.insert(result_.edges.end(), edges.begin(), edges.end());
  return true;
}

// The cycle rule for all open variables. False: nothing new.
bool Pruner::next_round() {
  std::erase_if(open_, [&](Variable variable) { return result_.decisions[variable] != PrunedValue::kOpen; });
  if (options_.deadline.expired()) {
    result_.is_fixpoint = false;
    return false;
  }
  ++result_.rounds;
  const std::size_t before = derivation_.steps.size();
  if (finder_ != nullptr) {
    take_findings();
  } else {
    look_for_cycles();
    take_blocked();
  }
  return derivation_.steps.size() > before;
}

void Pruner::take_blocked() {
  for (const Variable variable : open_) {
    const Literal positive(variable, true);
    const std::uint32_t against = blocking_[positive.code()];
    const std::uint32_t against_negation = blocking_[(~positive).code()];
    // If both are impossible, inserting the edges of either shows it.
    if (against != kNoEdge)
      derive(~positive, {DecidedBy::kCycle, against});
    else if (against_negation != kNoEdge)
      derive(positive, {DecidedBy::kCycle, against_negation});
  }
}

// The finder knows the edges of what it decides; propagate() adds them to the result first of all.
void Pruner::take_findings() {
  const auto added = std::span<const Edge>(result_.edges).subspan(known_to_finder_);
  std::vector<CycleFinder::Decision> decisions;
  answer_ = finder_->find(added, open_, decisions);
  if (answer_ != CycleFinder::Answer::kDone) return;
  known_to_finder_ = result_.edges.size();
  for (const auto& [literal, against] : decisions) {
    derive(literal, {DecidedBy::kCycle, against});
    known_to_finder_ += polygraph_.edges(literal).size();
  }
}

// Looks for edges that close a cycle, on several threads. Reachability does not change meanwhile, so they
// only share the number of the next piece of work.
void Pruner::look_for_cycles() {
  constexpr std::size_t kPiece = 1024;  // variables that a thread takes at once; chosen, not measured
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t begin = next.fetch_add(kPiece); begin < open_.size(); begin = next.fetch_add(kPiece))
      for (std::size_t i = begin; i < std::min(begin + kPiece, open_.size()); ++i) look_for_cycles(open_[i]);
  };
  const std::size_t pieces = (open_.size() + kPiece - 1) / kPiece;
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min<std::size_t>(options_.threads, pieces); ++i)
    helpers.emplace_back(work);
  work();
}

void Pruner::look_for_cycles(Variable variable) {
  for (const bool positive : {true, false}) {
    const Literal literal(variable, positive);
    blocking_[literal.code()] = edge_that_closes(literal);
  }
}

std::uint32_t Pruner::edge_that_closes(Literal literal) const {
  const std::span<const Edge> edges = polygraph_.edges(literal);
  for (std::uint32_t i = 0; i < edges.size(); ++i)
    if (edges[i].from == edges[i].to || result_.closure->reaches(edges[i].to, edges[i].from)) return i;
  return kNoEdge;
}

// The choice rule. A choice satisfies clauses, after which it may allow other choices.
void Pruner::choose() {
  std::vector<Variable> pending = open_;
  while (!pending.empty()) {
    const Variable variable = pending.back();
    pending.pop_back();
    if (result_.decisions[variable] != PrunedValue::kOpen) continue;
    const Literal positive(variable, true);
    if (!is_free(positive) && !is_free(~positive)) continue;
    const Literal literal = is_free(positive) ? positive : ~positive;
    set(literal, DecidedBy::kChoice);
    for (const std::uint32_t clause : clauses_.clauses_with(literal)) {
      if (clauses_.is_satisfied(clause)) continue;
      clauses_.satisfy(clause);
      for (const Literal other : polygraph_.clause(clause)) pending.push_back(other.variable());
    }
  }
}

bool Pruner::is_free(Literal literal) const {
  const auto against = clauses_.clauses_with(~literal);
  const auto edges = polygraph_.edges(literal);
  return std::all_of(against.begin(), against.end(),
                     [&](std::uint32_t clause) { return clauses_.is_satisfied(clause); }) &&
         std::all_of(edges.begin(), edges.end(),
                     [&](const Edge& edge) { return result_.closure->reaches(edge.from, edge.to); });
}

}  // namespace

PruneOutcome prune(const Polygraph& polygraph, const PruneOptions& options) {
  if (options.finder == nullptr) return Pruner(polygraph, options).run();
  Pruner first(polygraph, options);
  if (auto outcome = first.run_with(*options.finder)) return std::move(*outcome);
  PruneOutcome outcome = Pruner(polygraph, options).run();
  const auto* pruned = std::get_if<Pruned>(&outcome);
  if (pruned != nullptr && pruned->is_fixpoint && first.is_refuted())
    options.finder->fail("it found a cycle where there is none");
  return outcome;
}

}  // namespace isolde
