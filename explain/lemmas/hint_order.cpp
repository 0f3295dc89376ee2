#include "explain/lemmas/hint_order.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

void HintOrder::index(std::span<const std::span<const Literal>> antecedents) {
  left_.assign(antecedents.size(), 0);
  for (std::uint32_t clause = 0; clause < antecedents.size(); ++clause) {
    for (const Literal literal : antecedents[clause]) {
      const std::uint32_t code = literal.code();
      const std::uint32_t most = code | 1U;
      if (most >= heads_.size()) {
        heads_.resize(most + std::size_t{1}, kEnd);
        is_false_.resize(most + std::size_t{1});
      }
      if (heads_[code] == kEnd) touched_.push_back(code);
      if (heads_[code] != kEnd && occurrences_[heads_[code]].clause == clause) continue;  // said twice
      occurrences_.push_back({clause, heads_[code]});
      heads_[code] = static_cast<std::uint32_t>(occurrences_.size() - 1);
      ++left_[clause];
    }
  }
}

void HintOrder::find_literals() {
  literals_.clear();
  for (const std::uint32_t code : touched_)
    if (heads_[code ^ 1U] == kEnd) literals_.push_back(Literal::from_code(code));
  std::ranges::sort(literals_);
}

// True: a clause has no literal left, and is the last of the order.
bool HintOrder::falsify(std::uint32_t code) {
  if (is_false_[code] != 0) return false;
  is_false_[code] = 1;
  for (std::uint32_t at = heads_[code]; at != kEnd; at = occurrences_[at].next) {
    const std::uint32_t clause = occurrences_[at].clause;
    if (--left_[clause] == 0) {
      order_.push_back(clause);
      return true;
    }
    if (left_[clause] == 1) units_.push_back(clause);
  }
  return false;
}

void HintOrder::forget() {
  for (const std::uint32_t code : touched_) {
    heads_[code] = kEnd;
    is_false_[code] = 0;
  }
  touched_.clear();
  occurrences_.clear();
  units_.clear();
}

void HintOrder::resolve(std::span<const std::span<const Literal>> antecedents) {
  order_.clear();
  index(antecedents);
  find_literals();
  bool is_refuted = false;
  for (std::uint32_t clause = 0; clause < antecedents.size() && !is_refuted; ++clause) {
    if (left_[clause] == 1) units_.push_back(clause);
    if (left_[clause] != 0) continue;
    order_.push_back(clause);
    is_refuted = true;
  }
  for (std::size_t i = 0; i < literals_.size() && !is_refuted; ++i) is_refuted = falsify(literals_[i].code());
  for (std::size_t i = 0; i < units_.size() && !is_refuted; ++i) {
    const auto clause = antecedents[units_[i]];
    const auto forced =
        std::ranges::find_if(clause, [&](Literal each) { return is_false_[each.code()] == 0; });
    const bool is_true_already = is_false_[(~*forced).code()] != 0;
    if (is_true_already) continue;  // another clause has forced it
    order_.push_back(units_[i]);
    is_refuted = falsify((~*forced).code());
  }
  ISOLDE_REQUIRE(is_refuted);
  forget();
}

}  // namespace isolde
