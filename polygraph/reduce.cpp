#include "polygraph/reduce.hpp"

#include <limits>

namespace isolde {
namespace {

constexpr Variable kGone = std::numeric_limits<Variable>::max();

class Reducer {
 public:
  Reducer(const Polygraph& from, const Pruned& pruned)
      : from_(from), pruned_(pruned), numbers_(from.variable_count(), kGone) {}

  Reduced run() {
    for (Node node = 0; node < from_.node_count(); ++node) to_.add_node(from_.meaning(node));
    for (std::size_t i = 0; i < from_.known().size(); ++i)
      to_.add_known(from_.known()[i], from_.known_reason(i));
    for (Variable variable = 0; variable < from_.variable_count(); ++variable) add_variable(variable);
    for (std::size_t i = 0; i < from_.clause_count(); ++i) add_clause(from_.clause(i));
    to_.hints = from_.hints;
    to_.finish();
    return {std::move(to_), std::move(originals_)};
  }

 private:
  [[nodiscard]] PrunedValue truth(Variable variable) const { return pruned_.decisions[variable]; }

  // Edges of what is true are known; what was chosen without regret adds none that matter.
  void add_variable(Variable variable) {
    if (truth(variable) != PrunedValue::kOpen) {
      const Literal literal(variable, truth(variable) == PrunedValue::kTrue);
      for (std::size_t i = 0; i < from_.edges(literal).size(); ++i)
        to_.add_known(from_.edges(literal)[i], from_.reasons(literal)[i]);
      return;
    }
    numbers_[variable] = to_.add_variable(from_.meaning_of(variable));
    originals_.push_back(variable);
    for (const bool positive : {true, false}) {
      const Literal literal(variable, positive);
      for (std::size_t i = 0; i < from_.edges(literal).size(); ++i)
        to_.add_edge(Literal(numbers_[variable], positive), from_.edges(literal)[i],
                     from_.reasons(literal)[i]);
    }
  }

  void add_clause(std::span<const Literal> clause) {
    std::vector<Literal> rest;
    for (const Literal literal : clause) {
      const PrunedValue value = truth(literal.variable());
      if (value == PrunedValue::kOpen) {
        rest.emplace_back(numbers_[literal.variable()], literal.is_positive());
      } else if ((value == PrunedValue::kTrue) == literal.is_positive()) {
        return;
      }
    }
    to_.add_clause(rest);
  }

  const Polygraph& from_;
  const Pruned& pruned_;
  Polygraph to_;
  std::vector<Variable> numbers_;
  std::vector<Variable> originals_;
};

}  // namespace

Reduced reduce(const Polygraph& polygraph, const Pruned& pruned) { return Reducer(polygraph, pruned).run(); }

}  // namespace isolde
