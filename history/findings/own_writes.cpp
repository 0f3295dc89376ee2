#include "history/findings/own_writes.hpp"

#include <algorithm>
#include <span>

#include "history/findings/counter_values.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

// Whether a read of a set or counter may fail to tell two values apart: a set has no order, a counter's null
// is 0.
bool is_alike(const History& history, ValueId a, ValueId b) {
  const auto is_zero = [&](ValueId value) { return counter_value(history, value) == 0; };
  if (is_zero(a) && is_zero(b)) return true;
  return is_list(history, a) && is_list(history, b) &&
         std::ranges::is_permutation(history.values().elements(a.value), history.values().elements(b.value));
}

}  // namespace

OwnWrites::OwnWrites(const History& history)
    : history_(history), states_(history.key_count()), types_(history.key_count(), Type::kList) {
  for (std::size_t i = 0; i < history.operation_count(); ++i) note_type(OpId(i));
}

OwnWrites::OwnWrites(const History& history, KeyId only)
    : history_(history), first_(only.index()), states_(1), types_(1, Type::kList) {
  for (std::size_t i = 0; i < history.operation_count() && types_[0] == Type::kList; ++i)
    if (history.key(OpId(i)) == only) note_type(OpId(i));
}

void OwnWrites::note_type(OpId op) {
  const OpKind kind = history_.kind(op);
  if (kind == OpKind::kAdd) types_[history_.key(op).index() - first_] = Type::kSet;
  if (kind == OpKind::kIncrement) types_[history_.key(op).index() - first_] = Type::kCounter;
}

void OwnWrites::begin(TxnId txn) {
  txn_ = txn;
  updates_.clear();
}

void OwnWrites::update(OpId op, KeyId key, ValueId operand) {
  State& own = state(key);
  if (own.txn != txn_) own = {txn_, State::kOpen, ValueId(), op, kNone, 0};
  if (own.kind == State::kSeen) own.kind = State::kKnown;
  updates_.push_back({operand, own.last});
  own.last = updates_.size() - 1;
  if (type(key) == Type::kCounter) own.sum += counter_value(history_, operand).value_or(0);
}

std::optional<Finding> OwnWrites::contradiction(OpId op, KeyId key, ValueId value) {
  const State& own = state(key);
  if (!agrees(key, own, value)) {
    const ValueId expected = own.last == kNone ? own.base : ValueId();
    return Finding{FindingKind::kInternal, txn_, op, key, value, {}, expected};
  }
  if (own.last != kNone) write(op, key, value);  // from here on the whole value is known
  return std::nullopt;
}

bool OwnWrites::agrees(KeyId key, const State& state, ValueId value) {
  if (state.last == kNone)
    return state.base == value || (type(key) != Type::kList && is_alike(history_, state.base, value));
  if (type(key) == Type::kList) return ends_with_own(state, value);
  return type(key) == Type::kSet ? holds_own(state, value) : counts_own(state, value);
}

// Compares from the end and stops at the first difference.
bool OwnWrites::ends_with_own(const State& state, ValueId value) const {
  std::span<const std::uint32_t> list;
  if (is_list(history_, value)) list = history_.values().elements(value.value);
  for (std::size_t at = state.last; at != kNone; at = updates_[at].before) {
    if (list.empty() || list.back() != updates_[at].operand.value) return false;
    list = list.first(list.size() - 1);
  }
  if (state.kind != State::kKnown) return true;
  std::span<const std::uint32_t> base;
  if (is_list(history_, state.base)) base = history_.values().elements(state.base.value);
  return std::ranges::equal(list, base);
}

// Whether all that was added is there and, if it is known what was there before, nothing else.
bool OwnWrites::holds_own(const State& state, ValueId value) {
  if (!is_list(history_, value)) return false;
  const auto list = history_.values().elements(value.value);
  shown_.assign(list.begin(), list.end());
  std::ranges::sort(shown_);
  const bool is_base_list = state.kind == State::kKnown && is_list(history_, state.base);
  if (state.kind == State::kKnown && !is_base_list && state.base != kInitial) return true;  // no set at all
  expected_.clear();
  if (is_base_list) {
    const auto base = history_.values().elements(state.base.value);
    expected_.assign(base.begin(), base.end());
    std::ranges::sort(expected_);
  }
  added_.clear();
  for (std::size_t at = state.last; at != kNone; at = updates_[at].before)
    if (!std::ranges::binary_search(expected_, updates_[at].operand.value))
      added_.push_back(updates_[at].operand.value);
  std::ranges::sort(added_);
  expected_.insert(expected_.end(), added_.begin(), std::ranges::unique(added_).begin());
  std::ranges::sort(expected_);
  return state.kind == State::kKnown ? shown_ == expected_ : std::ranges::includes(shown_, expected_);
}

// True if it is not known what was there before: then the increments of others decide (counter_findings.hpp).
bool OwnWrites::counts_own(const State& state, ValueId value) const {
  const std::optional<std::int64_t> base =
      state.kind == State::kKnown ? counter_value(history_, state.base) : std::nullopt;
  if (!base) return true;
  const std::optional<std::int64_t> shown = counter_value(history_, value);
  return shown && *shown == *base + state.sum;
}

}  // namespace isolde
