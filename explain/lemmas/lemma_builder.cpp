#include "explain/lemmas/lemma_builder.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "base/contract.hpp"
#include "explain/lemmas/hint_order.hpp"

namespace isolde {
namespace {

using Kind = ClauseProof::Kind;
using Origin = LemmaProof::Origin;

constexpr std::uint32_t kNone32 = std::numeric_limits<std::uint32_t>::max();

// The known edges, to be found by their ends.
class KnownEdges {
 public:
  explicit KnownEdges(const Polygraph& polygraph) : known_(polygraph.known()), places_(known_.size()) {
    for (std::uint32_t i = 0; i < places_.size(); ++i) places_[i] = i;
    std::ranges::sort(places_, {}, [&](std::uint32_t i) { return ends(known_[i]); });
  }
  // Its place in Polygraph::known(), or kNone32.
  [[nodiscard]] std::uint32_t find(Edge edge) const {
    const auto found =
        std::ranges::lower_bound(places_, ends(edge), {}, [&](std::uint32_t i) { return ends(known_[i]); });
    return found != places_.end() && ends(known_[*found]) == ends(edge) ? *found : kNone32;
  }

 private:
  static std::tuple<Node, Node> ends(Edge edge) { return {edge.from, edge.to}; }
  const std::vector<Edge>& known_;
  std::vector<std::uint32_t> places_;
};

LemmaProof::Choice choice_of(const Meaning& meaning) {
  return {static_cast<LemmaProof::Choice::Kind>(meaning.kind), meaning.key, meaning.first, meaning.second};
}
static_assert(static_cast<int>(Meaning::Kind::kAuxiliary) ==
              static_cast<int>(LemmaProof::Choice::Kind::kAuxiliary));
static_assert(static_cast<int>(Meaning::Kind::kReadsFrom) ==
              static_cast<int>(LemmaProof::Choice::Kind::kReadsFrom));

class LemmaBuilder {
 public:
  LemmaBuilder(const Polygraph& polygraph, const RefutationTrace& trace)
      : polygraph_(polygraph),
        trace_(trace),
        known_(polygraph),
        points_(polygraph.node_count(), kNone32),
        variables_(polygraph.variable_count(), kNone32),
        numbers_(trace.steps.size()),
        clauses_(trace.steps.size()),
        supports_(trace.steps.size()),
        is_needed_(trace.steps.size()) {}

  LemmaProof run() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].kind == Kind::kDerived) resolve(i);
    mark_needed();
    for (const Kind kind : {Kind::kInput, Kind::kTheory, Kind::kDerived})
      for (std::size_t i = 0; i < trace_.steps.size(); ++i)
        if (trace_.steps[i].kind == kind && is_needed_[i]) add(i);
    // Checkers of LRAT want to see it derived.
    const auto last = static_cast<std::uint32_t>(proof_.clause_count() - 1);
    if (proof_.origin(last) != Origin::kDerived) proof_.add_clause(Origin::kDerived, {}, std::span(&last, 1));
    return std::move(proof_);
  }

 private:
  std::int32_t number(Literal literal) {
    std::uint32_t& place = variables_[literal.variable()];
    if (place == kNone32) {
      place = static_cast<std::uint32_t>(proof_.choices.size());
      const Meaning& meaning = polygraph_.meaning_of(literal.variable());
      proof_.choices.push_back(choice_of(meaning));
      if (meaning.kind == Meaning::Kind::kAuxiliary) add_links(Literal(literal.variable(), true));
    }
    const auto value = static_cast<std::int32_t>(variables_[literal.variable()] + 1);
    return literal.is_positive() ? value : -value;
  }

  // What an auxiliary variable means are its edges, also if no cycle has them.
  void add_links(Literal literal) {
    const std::span<const Edge> edges = polygraph_.edges(literal);
    for (std::size_t i = 0; i < edges.size(); ++i) link(edges[i], literal, polygraph_.reasons(literal)[i]);
  }

  std::uint32_t point(Node node) {
    std::uint32_t& place = points_[node];
    if (place == kNone32) {
      place = static_cast<std::uint32_t>(proof_.points.size());
      proof_.points.push_back({polygraph_.meaning(node).txn, polygraph_.meaning(node).kind});
    }
    return place;
  }

  // Edges are few per literal; known ones are listed under no literal.
  std::uint32_t link(Edge edge, Literal literal, const EdgeReason& reason) {
    const std::uint64_t ends = (std::uint64_t{edge.from} << 32) | edge.to;
    const std::int32_t owner = literal == Literal() ? 0 : number(literal);  // which may add links itself
    const auto [found, is_new] =
        links_[literal.code()].emplace(ends, static_cast<std::uint32_t>(proof_.links.size()));
    if (is_new) proof_.links.push_back({point(edge.from), point(edge.to), owner, reason.kind, reason.key});
    return found->second;
  }

  std::uint32_t link_of(Edge edge, std::span<const Literal> clause) {
    if (const std::uint32_t known = known_.find(edge); known != kNone32)
      return link(edge, Literal(), polygraph_.known_reason(known));
    for (const Literal literal : clause) {
      const std::span<const Edge> edges = polygraph_.edges(~literal);
      const auto found = std::ranges::find_if(
          edges, [&](Edge each) { return each.from == edge.from && each.to == edge.to; });
      if (found == edges.end()) continue;
      const auto place = static_cast<std::size_t>(found - edges.begin());
      return link(edge, ~literal, polygraph_.reasons(~literal)[place]);
    }
    ISOLDE_REQUIRE(false);  // the cycle belongs to the clause
    return 0;
  }

  [[nodiscard]] std::span<const Literal> clause(std::size_t step) const {
    return trace_.steps[step].kind == Kind::kDerived ? clauses_[step] : trace_.steps[step].literals;
  }

  // What a derived clause is, and what it rests on.
  void resolve(std::size_t step) {
    const std::vector<std::uint32_t>& antecedents = trace_.steps[step].antecedents;
    std::vector<std::span<const Literal>> clauses;
    for (const std::uint32_t antecedent : antecedents) clauses.push_back(clause(antecedent));
    hints_.resolve(clauses);
    clauses_[step].assign(hints_.literals().begin(), hints_.literals().end());
    for (const std::uint32_t place : hints_.order()) supports_[step].push_back(antecedents[place]);
  }

  // From the empty clause backwards: solver and pruning derive more than they use in the end.
  void mark_needed() {
    std::vector<std::size_t> open{trace_.steps.size() - 1};
    while (!open.empty()) {
      const std::size_t step = open.back();
      open.pop_back();
      if (is_needed_[step]) continue;
      is_needed_[step] = true;
      open.insert(open.end(), supports_[step].begin(), supports_[step].end());
    }
  }

  void add(std::size_t index) {
    const RefutationTrace::Step& step = trace_.steps[index];
    std::vector<std::uint32_t> support;
    for (std::size_t i = 0; i < step.cycle.size(); ++i)
      support.push_back(link_of({step.cycle[i], step.cycle[(i + 1) % step.cycle.size()]}, step.literals));
    for (const std::uint32_t other : supports_[index]) support.push_back(numbers_[other]);
    std::vector<std::int32_t> literals;
    for (const Literal literal : clause(index)) literals.push_back(number(literal));
    numbers_[index] = static_cast<std::uint32_t>(proof_.clause_count());
    proof_.add_clause(origin_of(step.kind), literals, support);
  }

  static Origin origin_of(Kind kind) {
    if (kind == Kind::kDerived) return Origin::kDerived;
    return kind == Kind::kTheory ? Origin::kCycle : Origin::kGiven;
  }

  const Polygraph& polygraph_;
  const RefutationTrace& trace_;
  const KnownEdges known_;
  std::vector<std::uint32_t> points_;                 // by node: its number in the proof
  std::vector<std::uint32_t> variables_;              // by variable
  std::vector<std::uint32_t> numbers_;                // by step: its clause's number in the proof
  std::vector<std::vector<Literal>> clauses_;         // by derived step
  std::vector<std::vector<std::uint32_t>> supports_;  // by derived step: the steps that it follows from
  std::vector<bool> is_needed_;                       // by step
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, std::uint32_t>> links_;
  HintOrder hints_;
  LemmaProof proof_;
};

}  // namespace

LemmaProof lemma_proof_of(const Polygraph& polygraph, const RefutationTrace& trace) {
  return LemmaBuilder(polygraph, trace).run();
}

}  // namespace isolde
