// An aggregate as clauses: of every key it is open which row, if any, it added; together they must give what
// was shown.
//
// The keys are added up one after the other (encode/choices/total_clauses.hpp). Counts, minima and maxima
// take at most keys times count nodes; sums may take more, at most their number of different partial sums.
// Totals that the keys left can bring nowhere near what was shown are no nodes; so keys that may change the
// sum by much come first.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "encode/choices/tuning.hpp"
#include "history/predicates/aggregate.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// One thing that a key may add, and the literal that makes sure that it does.
struct AggregateOption {
  std::optional<AggregateRow> row;  // none: the key does not match
  Literal literal;
};

struct AggregateProblem {
  const AggregateRule& rule;
  AggregateTotal known;                            // over keys that are not open
  std::vector<std::vector<AggregateOption>> keys;  // open ones; of each, some option is true
  Literal counts;                                  // if false, nothing is asked
};

// False if that takes more nodes than this; then no clause was added.
[[nodiscard]] bool add_aggregate_clauses(AggregateProblem problem,
                                         const std::function<Literal()>& new_literal,
                                         const std::function<void(std::vector<Literal>)>& add_clause,
                                         std::size_t most_nodes = kMostAggregateNodes);

}  // namespace isolde
