#include "certify/proof/assumed.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

std::size_t Assumed::Hash::operator()(const Assumption& assumption) const {
  std::uint64_t hash = static_cast<std::uint64_t>(assumption.kind);
  for (const std::uint32_t part : {assumption.key.value, assumption.first.value, assumption.second.value})
    hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32U);
}

bool Assumed::counts(TxnId txn) const {
  return facts_.counts(txn) || std::ranges::find(counting_, txn) != counting_.end();
}

std::optional<TxnId> Assumed::source(TxnId reader, KeyId key) const {
  const auto found = sources_.find(name(reader, key));
  if (found == sources_.end() || found->second.empty()) return std::nullopt;
  return found->second.back();
}

void Assumed::push(const Assumption& assumption) {
  ++how_often_[assumption];
  trail_.push_back({assumption, counting_.size()});
  if (assumption.kind == Assumption::Kind::kTakesEffect) add_counting(assumption.first);
  if (assumption.kind != Assumption::Kind::kReadsFrom) return;
  sources_[name(assumption.first, assumption.key)].push_back(assumption.second);
  if (assumption.second.is_valid()) add_counting(assumption.second);
}

void Assumed::pop() {
  ISOLDE_INVARIANT(!trail_.empty() && trail_.back().counting <= counting_.size());
  const Assumption& last = trail_.back().assumption;
  if (last.kind == Assumption::Kind::kReadsFrom) sources_[name(last.first, last.key)].pop_back();
  const auto found = how_often_.find(last);
  ISOLDE_INVARIANT(found != how_often_.end() && found->second > 0);
  if (--found->second == 0) how_often_.erase(found);
  counting_.resize(trail_.back().counting);
  trail_.pop_back();
}

void Assumed::add_counting(TxnId txn) {
  if (counts(txn)) return;
  std::size_t next = counting_.size();
  counting_.push_back(txn);
  for (; next < counting_.size(); ++next)
    for (const TxnId writer : facts_.certain_writers(counting_[next]))
      if (!counts(writer)) counting_.push_back(writer);
}

}  // namespace isolde
