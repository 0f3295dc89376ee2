// Which transactions may run next, under session order and real time. Keeps the frontier as steps are made
// and undone.
//
// Rules (design, "Where the papers are wrong or silent" 6): a transaction follows the committed ones before
// it in its session and those that ended before it started; indeterminate ones precede nobody. Two
// transactions that are both instants at the same time are concurrent: `end <= start` holds both ways and
// orders neither.
//
// Invariants
//   1. chain_position_[s] is the number of required transactions of session s that ran; they ran in session
//   order.
//   2. Every transaction of by_end_ before ended_ ran.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "history/demands.hpp"
#include "history/history.hpp"
#include "solver/search.hpp"

namespace isolde {

class Precedence {
 public:
  explicit Precedence(const SearchProblem& problem, const std::vector<Role>& roles);

  [[nodiscard]] bool may_run(TxnId txn) const;
  [[nodiscard]] bool has_run(TxnId txn) const { return has_run_[txn.index()] != 0; }
  [[nodiscard]] bool all_required_ran() const { return required_left_ == 0; }
  void set_run(TxnId txn, bool ran);

  // The frontier as words: equal words, equal sets of executed transactions.
  void append_frontier(std::vector<std::uint32_t>& words) const;

 private:
  void order_sessions(const History& history);
  void order_times(const History& history);
  [[nodiscard]] bool real_time_allows(TxnId txn) const;

  static constexpr std::uint32_t kUnchained = static_cast<std::uint32_t>(-1);
  struct Place {
    std::uint32_t chain = kUnchained;  // the session, where session order binds
    std::uint32_t position = 0;        // required transactions of the chain before this one
  };

  const SearchProblem& problem_;
  const std::vector<Role>& roles_;
  std::vector<std::uint8_t> has_run_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> chain_position_;
  std::vector<TxnId> unchained_;  // those whose having run the chain positions do not tell
  std::vector<TxnId> by_end_;     // required transactions with an end, if real time binds
  std::size_t ended_ = 0;
  std::size_t required_left_ = 0;
};

}  // namespace isolde
