#include "solver/execute/learned_orders.hpp"

#include <algorithm>

namespace isolde {

std::optional<std::uint32_t> LearnedOrders::fact(ChainOrder order) const {
  const auto found = facts_.find(key_of(order));
  if (found == facts_.end()) return std::nullopt;
  return found->second;
}

bool LearnedOrders::add_fact(ChainOrder order, Member head_writer, Source source) {
  if (facts_.contains(key_of(order.reversed()))) return false;
  if (!facts_.try_emplace(key_of(order), static_cast<std::uint32_t>(fact_sources_.size())).second)
    return true;
  fact_sources_.push_back(std::move(source));
  bounds_[order.after].push_back({order.before, kNone});
  is_bound_[head_writer] = 1;
  const auto variable = variables_.find(key_of(std::min(order, order.reversed())));
  if (variable == variables_.end()) return true;
  const Literal unit(variable->second, pairs_[variable->second] == order);
  sat_.add_clause({&unit, 1});
  needs_solving_ = true;
  return true;
}

// The value that a new variable gets first is what is going on right now: the conflict's own order.
Literal LearnedOrders::literal(ChainOrder order, const Items& items) {
  const ChainOrder pair = std::min(order, order.reversed());
  const auto [entry, is_new] = variables_.try_emplace(key_of(pair), static_cast<Variable>(pairs_.size()));
  const Variable variable = entry->second;
  if (is_new) {
    const bool value = order != pair;  // `order` is what the clause asks for; by now the reverse was done
    sat_.add_variable(value);
    pairs_.push_back(pair);
    values_.push_back(value);
    bounds_[pair.after].push_back({pair.before, variable, true});
    bounds_[pair.before].push_back({pair.after, variable, false});
    is_bound_[items.writer(pair.after)] = is_bound_[items.writer(pair.before)] = 1;
    for (const bool positive : {true, false}) {
      if (!fact(positive ? pair : pair.reversed())) continue;
      const Literal unit(variable, positive);
      sat_.add_clause({&unit, 1});
    }
  }
  return {variable, order == pair};
}

void LearnedOrders::add_clause(std::span<const ChainOrder> orders, const Items& items, Source source) {
  std::vector<Literal> clause;
  for (const ChainOrder& order : orders) clause.push_back(literal(order, items));
  sat_.add_clause(clause);
  clause_sources_.push_back(std::move(source));
  needs_solving_ = true;
}

SatAnswer LearnedOrders::solve(const std::function<bool()>& stop) {
  for (Variable variable = 0; variable < pairs_.size(); ++variable)
    sat_.set_phase(variable, values_[variable]);
  const SatAnswer answer = sat_.solve(stop);
  needs_solving_ = false;
  if (answer == SatAnswer::kSatisfiable)
    for (Variable variable = 0; variable < pairs_.size(); ++variable)
      values_[variable] = sat_.value(variable);
  return answer;
}

namespace {

void append(LearnedOrders::Source& to, const LearnedOrders::Source& from) {
  to.members.insert(to.members.end(), from.members.begin(), from.members.end());
  to.facts.insert(to.facts.end(), from.facts.begin(), from.facts.end());
  to.orders.insert(to.orders.end(), from.orders.begin(), from.orders.end());
  to.swept.insert(to.swept.end(), from.swept.begin(), from.swept.end());
}

}  // namespace

LearnedOrders::Source LearnedOrders::all_behind(const Source& source) const {
  Source all = source;
  std::vector<bool> seen(fact_sources_.size());
  for (std::size_t i = 0; i < all.facts.size(); ++i) {  // grows
    const std::uint32_t fact = all.facts[i];
    if (seen[fact]) continue;
    seen[fact] = true;
    append(all, fact_sources_[fact]);
  }
  return all;
}

LearnedOrders::Source LearnedOrders::all_behind() const {
  Source all;
  for (const Source& source : clause_sources_) append(all, source);
  for (std::uint32_t fact = 0; fact < fact_sources_.size(); ++fact) all.facts.push_back(fact);
  return all_behind(all);
}

}  // namespace isolde
