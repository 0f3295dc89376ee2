// Clauses under a growing set of decided literals: which are satisfied, which have one literal left. It
// counts instead of watching literals, since pruning never takes a decision back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

class ClauseIndex {
 public:
  explicit ClauseIndex(const Polygraph& polygraph);

  [[nodiscard]] std::span<const std::uint32_t> clauses_with(Literal literal) const {
    const std::uint32_t begin = begins_[literal.code()];
    return std::span(clauses_).subspan(begin, begins_[literal.code() + 1] - begin);
  }
  [[nodiscard]] bool is_satisfied(std::size_t clause) const { return is_satisfied_[clause]; }
  void satisfy(std::size_t clause) { is_satisfied_[clause] = true; }
  [[nodiscard]] std::size_t open_count() const;  // of clauses that are not satisfied

  // Makes the literal true: satisfies the clauses that have it, and calls visit(clause) for each open one
  // that had its negation and has at most one literal left.
  template <class Visit>
  void assign(Literal literal, Visit&& visit) {
    for (const std::uint32_t clause : clauses_with(literal)) is_satisfied_[clause] = true;
    for (const std::uint32_t clause : clauses_with(~literal))
      if (--left_[clause] <= 1 && !is_satisfied_[clause]) visit(clause);
  }

 private:
  std::vector<std::uint32_t> begins_;  // by literal code
  std::vector<std::uint32_t> clauses_;
  std::vector<std::uint32_t> left_;  // by clause: literals not false yet
  std::vector<bool> is_satisfied_;
};

}  // namespace isolde
