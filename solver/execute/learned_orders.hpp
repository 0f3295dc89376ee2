// Orders between chains of one key that were learned from conflicts: facts that hold always, and variables
// that the SAT core decides. Few pairs ever take part in a conflict, so only these exist.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "encode/items/items.hpp"
#include "encode/items/sweep.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/cdcl/sat/sat.hpp"

namespace isolde {

class LearnedOrders {
 public:
  explicit LearnedOrders(std::size_t member_count) : is_bound_(member_count) {}

  // Why something was learned: the members on the cycle, and what its edges rely on.
  struct Source {
    std::vector<Member> members;
    std::vector<std::uint32_t> facts;
    std::vector<ChainOrder> orders;  // facts and choices
    std::vector<Edge> swept;         // events, the first before the second because the sweep says so
  };

  // The fact that `order` holds always, if it is known: its number.
  [[nodiscard]] std::optional<std::uint32_t> fact(ChainOrder order) const;
  // False if the reverse is a fact already.
  [[nodiscard]] bool add_fact(ChainOrder order, Member head_writer, Source source);
  // At least one of `orders` holds. `heads` are the writers of the heads, for is_bound().
  void add_clause(std::span<const ChainOrder> orders, const Items& items, Source source);

  // Gives every variable a value that satisfies all clauses, close to the phases. False: there is none.
  [[nodiscard]] SatAnswer solve(const std::function<bool()>& stop);
  [[nodiscard]] bool needs_solving() const { return needs_solving_; }

  // Whether some order is asked of a chain that begins with one of the member's versions.
  [[nodiscard]] bool is_bound(Member member) const { return is_bound_[member] != 0; }
  // Calls visit(before, is_fact) for each chain that has to precede the chain `after` now; stops when it
  // returns true.
  template <class Visit>
  bool any_before(Version after, Visit&& visit) const {
    const auto found = bounds_.find(after);
    if (found == bounds_.end()) return false;
    for (const Bound& bound : found->second)
      if (is_active(bound) && visit(bound.before, bound.variable == kNone)) return true;
    return false;
  }
  // All orders that hold now because of a variable's value.
  template <class Visit>
  void for_each_decided(Visit&& visit) const {
    for (std::size_t v = 0; v < pairs_.size(); ++v) visit(values_[v] ? pairs_[v] : pairs_[v].reversed());
  }

  // `source` with the sources of all facts that it relies on.
  [[nodiscard]] Source all_behind(const Source& source) const;
  // The same of everything learned.
  [[nodiscard]] Source all_behind() const;

 private:
  struct Bound {
    Version before;
    Variable variable;  // kNone: always
    bool positive = true;
  };

  [[nodiscard]] static std::uint64_t key_of(ChainOrder order) {
    return (std::uint64_t{order.before} << 32) | order.after;
  }
  [[nodiscard]] bool is_active(const Bound& bound) const {
    return bound.variable == kNone || values_[bound.variable] == bound.positive;
  }
  [[nodiscard]] Literal literal(ChainOrder order, const Items& items);

  std::vector<std::uint8_t> is_bound_;  // by member
  std::unordered_map<Version, std::vector<Bound>> bounds_;
  std::unordered_map<std::uint64_t, std::uint32_t> facts_;
  std::vector<Source> fact_sources_;
  std::unordered_map<std::uint64_t, Variable> variables_;  // by pair with the smaller head first
  std::vector<ChainOrder> pairs_;                          // by variable: what it means if true
  std::vector<bool> values_;
  std::vector<Source> clause_sources_;
  SatSolver sat_;
  bool needs_solving_ = false;
};

}  // namespace isolde
