// Small things for the tests of solver/cdcl: deciding clauses by trying everything.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

using Clauses = std::vector<std::vector<Literal>>;

inline bool holds(Literal literal, std::uint64_t values) {
  return ((values >> literal.variable()) & 1U) == (literal.is_positive() ? 1U : 0U);
}

inline bool satisfies(const Clauses& clauses, std::uint64_t values) {
  for (const auto& clause : clauses) {
    bool is_satisfied = false;
    for (const Literal literal : clause) is_satisfied |= holds(literal, values);
    if (!is_satisfied) return false;
  }
  return true;
}

// Whether some assignment, bit v being the value of v, satisfies the clauses and `also`.
inline bool has_model(
    std::size_t variables, const Clauses& clauses,
    const std::function<bool(std::uint64_t)>& also = [](std::uint64_t) { return true; }) {
  for (std::uint64_t values = 0; values < (std::uint64_t{1} << variables); ++values)
    if (satisfies(clauses, values) && also(values)) return true;
  return false;
}

inline Literal random_literal(Random& random, std::size_t variables) {
  return {static_cast<Variable>(random.below(variables)), random.chance(0.5)};
}

inline std::vector<Literal> random_clause(Random& random, std::size_t variables, std::size_t longest) {
  std::vector<Literal> clause(1 + random.below(longest));
  for (Literal& literal : clause) literal = random_literal(random, variables);
  return clause;
}

}  // namespace isolde
