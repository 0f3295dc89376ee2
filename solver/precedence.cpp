#include "solver/precedence.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

Precedence::Precedence(const SearchProblem& problem, const std::vector<Role>& roles)
    : problem_(problem), roles_(roles), has_run_(roles.size()), places_(roles.size()) {
  const History& history = problem.history;
  required_left_ = static_cast<std::size_t>(std::ranges::count(roles, Role::kRequired));
  if (problem.demands.session_order) order_sessions(history);
  if (problem.demands.real_time && history.has_times()) order_times(history);
  for (const TxnId txn : history.transactions()) {
    if (roles[txn.index()] == Role::kOut) continue;
    const bool is_told = roles[txn.index()] == Role::kRequired && places_[txn.index()].chain != kUnchained;
    if (!is_told) unchained_.push_back(txn);
  }
}

void Precedence::order_sessions(const History& history) {
  chain_position_.resize(history.session_count());
  std::vector<std::uint32_t> length(history.session_count());
  for (const TxnId txn : history.transactions()) {
    const SessionId session = history.session(txn);
    if (!session.is_valid()) continue;
    std::uint32_t& so_far = length[session.index()];
    places_[txn.index()] = {session.value, so_far};
    if (roles_[txn.index()] == Role::kRequired) ++so_far;
  }
}

void Precedence::order_times(const History& history) {
  for (const TxnId txn : history.transactions())
    if (roles_[txn.index()] == Role::kRequired && history.end(txn) != kNoTime) by_end_.push_back(txn);
  std::ranges::stable_sort(by_end_, {}, [&](TxnId txn) { return history.end(txn); });
}

bool Precedence::may_run(TxnId txn) const {
  if (roles_[txn.index()] == Role::kOut || has_run(txn)) return false;
  const Place& place = places_[txn.index()];
  if (place.chain != kUnchained && chain_position_[place.chain] < place.position) return false;
  return by_end_.empty() || real_time_allows(txn);
}

// Nobody who has not run yet ended before `txn` started.
bool Precedence::real_time_allows(TxnId txn) const {
  const History& history = problem_.history;
  const std::int64_t start = history.start(txn);
  if (start == kNoTime) return true;
  for (std::size_t i = ended_; i < by_end_.size(); ++i) {
    const TxnId other = by_end_[i];
    const std::int64_t end = history.end(other);
    if (end > start - problem_.demands.clock_skew) return true;
    const bool same_instant = history.start(other) == start && history.end(txn) == start;
    if (!has_run(other) && other != txn && !same_instant) return false;
  }
  return true;
}

void Precedence::set_run(TxnId txn, bool ran) {
  ISOLDE_INVARIANT(has_run(txn) != ran);
  has_run_[txn.index()] = ran ? 1 : 0;
  if (roles_[txn.index()] != Role::kRequired) return;
  required_left_ += ran ? std::size_t(-1) : std::size_t(1);
  const Place& place = places_[txn.index()];
  if (place.chain != kUnchained) chain_position_[place.chain] += ran ? 1U : std::uint32_t(-1);
  if (by_end_.empty()) return;
  if (ran) {
    while (ended_ < by_end_.size() && has_run(by_end_[ended_])) ++ended_;
  } else {
    const auto end_of = [&](TxnId t) { return problem_.history.end(t); };
    if (end_of(txn) == kNoTime) return;
    const auto first = std::ranges::lower_bound(by_end_, end_of(txn), {}, end_of);
    ended_ = std::min(ended_, static_cast<std::size_t>(first - by_end_.begin()));
  }
}

void Precedence::append_frontier(std::vector<std::uint32_t>& words) const {
  words.insert(words.end(), chain_position_.begin(), chain_position_.end());
  std::uint32_t word = 0;
  unsigned bits = 0;
  for (const TxnId txn : unchained_) {
    word |= static_cast<std::uint32_t>(has_run_[txn.index()]) << bits;
    if (++bits < 32) continue;
    words.push_back(word);
    word = 0;
    bits = 0;
  }
  if (bits != 0) words.push_back(word);
}

}  // namespace isolde
