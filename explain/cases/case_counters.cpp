// What counters contribute to a proof by cases: a read is a sum over who committed before it began
// (encode/choices/counter_keys.hpp), and who certainly did or did not may leave the number shown out of
// reach.
#include <algorithm>

#include "explain/cases/case_state.hpp"
#include "explain/cases/cheapest_path.hpp"

namespace isolde {

std::optional<Contradiction> CaseState::impossible_sum() const {
  for (const ChoiceFacts::SumRead& read : facts_.sums) {
    if (!counts(read.reader)) continue;
    if (auto found = refuted_sum(read)) return found;
  }
  return std::nullopt;
}

// What is certain but not needed is left open again.
std::optional<Contradiction> CaseState::refuted_sum(const ChoiceFacts::SumRead& read) const {
  struct Certain {
    std::uint32_t txn;
    std::int64_t total;
    bool is_seen;
  };
  std::vector<Certain> certain;
  std::int64_t rest = read.rest;
  std::int64_t low = 0;
  std::int64_t high = 0;
  const Node begin = edges_.begin(read.reader);
  for (const auto& [txn, total] : *facts_.keys[read.use].totals) {
    if (txn == facts_.txns[read.reader]) continue;
    const auto at = std::ranges::lower_bound(facts_.txns, txn);
    const auto number = static_cast<std::uint32_t>(at - facts_.txns.begin());
    const bool counts_here = at != facts_.txns.end() && *at == txn && counts(number);
    if (counts_here && closure_.reaches(edges_.commit(number), begin)) {
      certain.push_back({number, total, true});
      rest -= total;
    } else if (counts_here && closure_.reaches(begin, edges_.commit(number))) {
      certain.push_back({number, total, false});
    } else {
      (total < 0 ? low : high) += total;
    }
  }
  if (low <= rest && rest <= high) return std::nullopt;
  std::erase_if(certain, [&](const Certain& each) {
    const std::int64_t less = rest + (each.is_seen ? each.total : 0);
    const std::int64_t lower = low + std::min<std::int64_t>(each.total, 0);
    const std::int64_t higher = high + std::max<std::int64_t>(each.total, 0);
    if (lower <= less && less <= higher) return false;
    rest = less;
    low = lower;
    high = higher;
    return true;
  });
  Contradiction found{{Dependency()}, counting_because_[read.reader]};
  found.cycle[0].from = found.cycle[0].to = facts_.txns[read.reader];
  found.cycle[0].key = facts_.keys[read.use].key;
  found.cycle[0].value = read.shown;
  for (const Certain& each : certain) {
    unite(found.rests_on, counting_because_[each.txn]);
    const Node commit = edges_.commit(each.txn);
    add_path(each.is_seen ? commit : begin, each.is_seen ? begin : commit, found);
  }
  return found;
}

void CaseState::add_path(Node from, Node to, Contradiction& found) const {
  std::uint32_t cost = 0;
  for (const Arc* step : cheapest_path(out_, from, to, cost)) {
    unite(found.rests_on, step->rests_on);
    if (step->cost == 0) continue;
    const Dependency& edge = step->dependency;
    const bool is_there = std::ranges::any_of(found.cycle, [&](const Dependency& other) {
      return other.from == edge.from && other.to == edge.to && other.kind == edge.kind &&
             other.key == edge.key;
    });
    if (!is_there) found.cycle.push_back(edge);
  }
}

}  // namespace isolde
