// Variables that stand for no edges themselves but imply, either way and by clauses of two, literals that do:
// in Cobra's formulation every choice is one. What an order of the nodes says about them it says about what
// they imply. (Totals of counters and aggregates imply something one way only: they are no choices.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

class ImpliedLiterals {
 public:
  // has_edges(variable) tells whether one of its literals stands for edges; for_each_clause(visit) calls
  // visit(clause) for all clauses, and is called a few times. Linear.
  template <class HasEdges, class ForEachClause>
  ImpliedLiterals(std::size_t variables, const HasEdges& has_edges, const ForEachClause& for_each_clause) {
    const auto for_each_implication = [&](const auto& visit) {
      for_each_clause([&](std::span<const Literal> clause) {
        if (clause.size() != 2) return;
        for (const std::size_t i : {0U, 1U})
          if (!has_edges(clause[i].variable()) && has_edges(clause[1 - i].variable()))
            visit(~clause[i], clause[1 - i]);
      });
    };
    bool is_empty = true;
    for_each_implication([&](Literal, Literal) { is_empty = false; });
    if (is_empty) return;  // the usual case, in which no memory is taken
    std::vector<bool> implies(2 * variables);
    for_each_implication([&](Literal literal, Literal) { implies[literal.code()] = true; });
    begins_.resize(2 * variables + 1);
    for_each_implication([&](Literal literal, Literal) {
      if (implies[(~literal).code()]) ++begins_[literal.code()];
    });
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    implied_.resize(begins_.back());
    for_each_implication([&](Literal literal, Literal implied) {
      if (implies[(~literal).code()]) implied_[--begins_[literal.code()]] = implied;
    });
  }

  // Literals of variables with edges; nothing if its own variable has edges.
  [[nodiscard]] std::span<const Literal> of(Literal literal) const {
    if (begins_.empty()) return {};
    return std::span(implied_).subspan(begins_[literal.code()],
                                       begins_[literal.code() + 1] - begins_[literal.code()]);
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<Literal> implied_;
};

}  // namespace isolde
