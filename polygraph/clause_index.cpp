#include "polygraph/clause_index.hpp"

#include <algorithm>

namespace isolde {

ClauseIndex::ClauseIndex(const Polygraph& polygraph)
    : begins_(2 * polygraph.variable_count() + 1),
      left_(polygraph.clause_count()),
      is_satisfied_(polygraph.clause_count()) {
  for (std::size_t clause = 0; clause < polygraph.clause_count(); ++clause) {
    left_[clause] = static_cast<std::uint32_t>(polygraph.clause(clause).size());
    for (const Literal literal : polygraph.clause(clause)) ++begins_[literal.code() + 1];
  }
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  clauses_.resize(begins_.back());
  std::vector<std::uint32_t> next = begins_;
  for (std::uint32_t clause = 0; clause < polygraph.clause_count(); ++clause)
    for (const Literal literal : polygraph.clause(clause)) clauses_[next[literal.code()]++] = clause;
}

std::size_t ClauseIndex::open_count() const {
  return static_cast<std::size_t>(std::count(is_satisfied_.begin(), is_satisfied_.end(), false));
}

}  // namespace isolde
