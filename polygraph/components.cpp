#include "polygraph/components.hpp"

#include <numeric>

#include "closure/topology.hpp"

namespace isolde {
namespace {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0U); }
  std::uint32_t find(std::uint32_t item) {
    for (; parents_[item] != item; item = parents_[item]) parents_[item] = parents_[parents_[item]];
    return item;
  }
  void join(std::uint32_t a, std::uint32_t b) { parents_[find(a)] = find(b); }

 private:
  std::vector<std::uint32_t> parents_;
};

class Splitter {
 public:
  Splitter(const Polygraph& polygraph, std::span<const PrunedValue> decisions)
      : polygraph_(polygraph),
        decisions_(decisions),
        variables_(static_cast<std::uint32_t>(polygraph.variable_count())),
        is_tied_(variables_),
        strong_(strong_components(EdgeLists(polygraph.node_count(), all_edges()))),
        groups_(variables_ + std::size_t{strong_.count}) {}

  Components run() {
    for (Variable variable = 0; variable < variables_; ++variable) tie_by_edges(variable);
    for (std::uint32_t clause = 0; clause < polygraph_.clause_count(); ++clause) tie_by_clause(clause);
    collect_variables();
    collect_nodes();
    for (const std::uint32_t clause : open_clauses_) {
      const std::uint32_t component = numbers_[groups_.find(open_variable_of(clause))];
      result_.components[component].clauses.push_back(clause);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] PrunedValue value(Literal literal) const {
    const PrunedValue decision = decisions_.empty() ? PrunedValue::kOpen : decisions_[literal.variable()];
    if (decision == PrunedValue::kOpen || literal.is_positive()) return decision;
    return decision == PrunedValue::kTrue ? PrunedValue::kFalse : PrunedValue::kTrue;
  }
  [[nodiscard]] bool is_open(Variable variable) const {
    return value(Literal(variable, true)) == PrunedValue::kOpen;
  }

  // Known edges and those of literals that are not false.
  [[nodiscard]] std::vector<Edge> all_edges() const {
    std::vector<Edge> edges = polygraph_.known();
    for (Variable variable = 0; variable < variables_; ++variable)
      for (const bool positive : {true, false}) {
        const Literal literal(variable, positive);
        if (value(literal) == PrunedValue::kFalse) continue;
        edges.insert(edges.end(), polygraph_.edges(literal).begin(), polygraph_.edges(literal).end());
      }
    return edges;
  }

  // In the union-find structure, the strongly connected components of the graph are numbered after the
  // variables.
  void tie_by_edges(Variable variable) {
    if (!is_open(variable)) return;
    for (const bool positive : {true, false})
      for (const Edge& edge : polygraph_.edges(Literal(variable, positive))) {
        if (strong_.of[edge.from] != strong_.of[edge.to]) continue;
        is_tied_[variable] = true;
        groups_.join(variable, variables_ + strong_.of[edge.from]);
      }
  }

  void tie_by_clause(std::uint32_t clause) {
    const std::span<const Literal> literals = polygraph_.clause(clause);
    for (const Literal literal : literals)
      if (value(literal) == PrunedValue::kTrue) return;
    open_clauses_.push_back(clause);
    const Variable first = open_variable_of(clause);
    for (const Literal literal : literals) {
      if (value(literal) != PrunedValue::kOpen) continue;
      is_tied_[literal.variable()] = true;
      groups_.join(first, literal.variable());
    }
  }

  // The first variable of the clause that is open; there is one, since the clause is open.
  [[nodiscard]] Variable open_variable_of(std::uint32_t clause) const {
    const std::span<const Literal> literals = polygraph_.clause(clause);
    std::size_t i = 0;
    while (value(literals[i]) != PrunedValue::kOpen) ++i;
    return literals[i].variable();
  }

  void collect_variables() {
    numbers_.assign(variables_ + std::size_t{strong_.count}, Components::kNowhere);
    for (Variable variable = 0; variable < variables_; ++variable) {
      if (!is_open(variable)) continue;
      if (!is_tied_[variable]) {
        result_.free.push_back(variable);
        continue;
      }
      std::uint32_t& number = numbers_[groups_.find(variable)];
      if (number == Components::kNowhere) {
        number = static_cast<std::uint32_t>(result_.components.size());
        result_.components.emplace_back();
      }
      result_.components[number].variables.push_back(variable);
    }
  }

  void collect_nodes() {
    result_.by_node.resize(polygraph_.node_count());
    for (Node node = 0; node < polygraph_.node_count(); ++node) {
      const std::uint32_t number = numbers_[groups_.find(variables_ + strong_.of[node])];
      result_.by_node[node] = number;
      if (number != Components::kNowhere) result_.components[number].nodes.push_back(node);
    }
  }

  const Polygraph& polygraph_;
  std::span<const PrunedValue> decisions_;
  std::uint32_t variables_;
  std::vector<bool> is_tied_;  // by variable: a clause, or an edge that may be on a cycle, ties it to others
  StrongComponents strong_;
  UnionFind groups_;
  std::vector<std::uint32_t> open_clauses_;
  std::vector<std::uint32_t> numbers_;  // by group: which component
  Components result_;
};

}  // namespace

Components split(const Polygraph& polygraph, std::span<const PrunedValue> decisions) {
  return Splitter(polygraph, decisions).run();
}

}  // namespace isolde
