#include "history/builder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "base/huge_pages.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

bool strictly_ascending(const std::vector<std::int64_t>& ids) {
  return std::ranges::adjacent_find(ids, std::greater_equal{}) == ids.end();
}

std::string_view update_of(OpKind kind) {
  return kind == OpKind::kAppend ? "appends to" : kind == OpKind::kAdd ? "adds to" : "increments";
}

}  // namespace

HistoryBuilder::HistoryBuilder() {
  history_.values_.intern_null();  // kInitial
  history_.op_begins_.push_back(0);
}

HistoryBuilder::Counts HistoryBuilder::Counts::times(double factor) const {
  const auto scaled = [&](std::size_t count) {
    return static_cast<std::size_t>(factor * static_cast<double>(count));
  };
  return {scaled(transactions), scaled(operations), scaled(rows),
          scaled(predicates),   scaled(integers),   scaled(other_values)};
}

std::size_t HistoryBuilder::Counts::bytes() const {
  constexpr std::size_t kTxnBytes = 41;
  constexpr std::size_t kOpBytes = 9;
  constexpr std::size_t kIntegerBytes = 22;
  constexpr std::size_t kOtherBytes = 32;
  return transactions * kTxnBytes + operations * kOpBytes + rows * sizeof(RowSeen) +
         predicates * sizeof(Predicate) + integers * kIntegerBytes + other_values * kOtherBytes;
}

HistoryBuilder::Counts HistoryBuilder::counts() const {
  return {.transactions = history_.statuses_.size(),
          .operations = history_.op_kinds_.size(),
          .rows = history_.rows_.size(),
          .predicates = history_.predicates_.size(),
          .integers = history_.values_.integer_count(),
          .other_values = history_.values_.other_count()};
}

void HistoryBuilder::reserve(const Counts& counts) {
  reserve_huge(history_.external_ids_, counts.transactions);
  reserve_huge(history_.txn_sessions_, counts.transactions);
  reserve_huge(history_.statuses_, counts.transactions);
  reserve_huge(history_.positions_, counts.transactions);
  reserve_huge(history_.op_begins_, counts.transactions + 1);
  if (history_.has_times()) {
    reserve_huge(history_.starts_, counts.transactions);
    reserve_huge(history_.ends_, counts.transactions);
  }
  reserve_huge(history_.op_kinds_, counts.operations);
  reserve_huge(history_.op_keys_, counts.operations);
  reserve_huge(history_.op_values_, counts.operations);
  reserve_huge(history_.rows_, counts.rows);
  reserve_huge(history_.predicates_, counts.predicates);
  history_.values_.reserve(counts.integers, counts.other_values);
}

Result<PredicateId> HistoryBuilder::predicate(std::string_view where) {
  return shapes_.intern(where, history_.columns_, history_.predicates_);
}

void HistoryBuilder::begin_source(std::string file, PlaceUnit unit) {
  history_.sources_.push_back({history_.statuses_.size(), std::move(file), unit});
}

TxnId HistoryBuilder::begin_transaction(const TxnInfo& info) {
  ISOLDE_REQUIRE(!open_);
  open_ = true;
  history_.external_ids_.push_back(info.id);
  history_.txn_sessions_.push_back(info.session);
  history_.statuses_.push_back(info.status);
  history_.positions_.push_back(info.position);
  set_times(info.start, info.end);
  return TxnId(history_.statuses_.size() - 1);
}

void HistoryBuilder::set_times(std::int64_t start, std::int64_t end) {
  if (history_.starts_.empty() && start == kNoTime && end == kNoTime) return;
  history_.starts_.resize(history_.statuses_.size(), kNoTime);
  history_.ends_.resize(history_.statuses_.size(), kNoTime);
  history_.starts_.back() = start;
  history_.ends_.back() = end;
}

void HistoryBuilder::end_transaction() {
  ISOLDE_REQUIRE(open_);
  open_ = false;
  history_.op_begins_.push_back(static_cast<std::uint32_t>(history_.op_kinds_.size()));
}

void HistoryBuilder::abandon_transaction() {
  ISOLDE_REQUIRE(open_);
  open_ = false;
  for (std::size_t op = history_.op_kinds_.size(); op-- > history_.op_begins_.back();) {
    if (history_.op_kinds_[op] == OpKind::kAggregate) history_.aggregates_.pop_back();
    if (has_rows(history_.op_kinds_[op])) history_.row_begins_.pop_back();
    history_.version_sets_.erase(static_cast<std::uint32_t>(op));
    history_.op_times_.erase(static_cast<std::uint32_t>(op));
  }
  history_.rows_.resize(history_.row_begins_.back());
  history_.op_kinds_.resize(history_.op_begins_.back());
  history_.op_keys_.resize(history_.op_begins_.back());
  history_.op_values_.resize(history_.op_begins_.back());
  history_.external_ids_.pop_back();
  history_.txn_sessions_.pop_back();
  history_.statuses_.pop_back();
  history_.positions_.pop_back();
  if (history_.starts_.empty()) return;
  history_.starts_.pop_back();
  history_.ends_.pop_back();
}

void HistoryBuilder::add_predicate(OpKind kind, PredicateId predicate, std::span<const RowSeen> rows) {
  history_.rows_.insert(history_.rows_.end(), rows.begin(), rows.end());
  history_.row_begins_.push_back(static_cast<std::uint32_t>(history_.rows_.size()));
  history_.op_kinds_.push_back(kind);
  history_.op_keys_.push_back(predicate.value);
  history_.op_values_.push_back(static_cast<std::uint32_t>(history_.row_begins_.size() - 2));
}

void HistoryBuilder::add_aggregate(PredicateId predicate, const AggregateSeen& seen) {
  history_.op_kinds_.push_back(OpKind::kAggregate);
  history_.op_keys_.push_back(predicate.value);
  history_.op_values_.push_back(static_cast<std::uint32_t>(history_.aggregates_.size()));
  history_.aggregates_.push_back(seen);
}

void HistoryBuilder::set_version_set(std::span<const RowSeen> versions) {
  std::vector<RowSeen>& rows = history_.version_rows_;
  const auto begin = static_cast<std::uint32_t>(rows.size());
  rows.insert(rows.end(), versions.begin(), versions.end());
  history_.version_sets_[static_cast<std::uint32_t>(history_.op_kinds_.size() - 1)] = {
      begin, static_cast<std::uint32_t>(rows.size())};
}

void HistoryBuilder::set_operation_times(std::int64_t start, std::int64_t end) {
  history_.op_times_[static_cast<std::uint32_t>(history_.op_kinds_.size() - 1)] = {start, end};
}

void HistoryBuilder::set_initial_value(KeyId key, ValueId value) {
  if (history_.initial_values_.size() <= key.index())
    history_.initial_values_.resize(key.index() + 1, kInitial);
  history_.initial_values_[key.index()] = value;
}

void HistoryBuilder::add_serialization_order(std::span<const std::int64_t> ids, const Place& place) {
  serialization_places_.push_back(place);
  for (const std::int64_t id : ids) serialization_ids_.push_back({id, serialization_places_.size() - 1});
}

History HistoryBuilder::without_times(History history) {
  history.starts_.clear();
  history.ends_.clear();
  history.op_times_.clear();
  history.times_are_positions_ = false;
  return history;
}

History HistoryBuilder::without_sessions(History history) {
  std::ranges::fill(history.txn_sessions_, SessionId());
  history.sessions_ = Dictionary();
  return history;
}

Result<History> HistoryBuilder::finish() && {
  ISOLDE_REQUIRE(!open_);
  if (const auto sizes = check_sizes(); !sizes) return tl::unexpected(sizes.error());
  if (const auto numbered = number_anonymous(); !numbered) return tl::unexpected(numbered.error());
  ErrorList errors;
  check_ids(errors);
  check_times(errors);
  check_types(errors);
  resolve_serialization_order(errors);
  if (!errors.is_empty()) return tl::unexpected(std::move(errors).take());
  history_.predicate_store_ = shapes_.store();
  return std::move(history_);
}

// A key is a list, a set or a counter, as its updates say; not two of them.
void HistoryBuilder::check_types(ErrorList& errors) const {
  const auto is_update = [](OpKind kind) { return kind >= OpKind::kAppend && kind <= OpKind::kIncrement; };
  if (std::ranges::none_of(history_.op_kinds_, is_update)) return;
  struct First {
    TxnId txn;
    OpId op;
  };
  std::vector<First> first(history_.key_count());
  for (const TxnId txn : history_.transactions()) {
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (!is_update(kind)) continue;
      First& before = first[history_.key(op).index()];
      if (!before.op.is_valid()) before = {txn, op};
      if (history_.kind(before.op) == kind) continue;
      errors.add(input_error(
          history_.place(txn),
          fmt::format("transaction {} {} {}, which transaction {} {}; a key is a list, a "
                      "set or a counter, not two of them",
                      history_.external_id(txn), update_of(kind), spell_key(history_, history_.key(op)),
                      history_.external_id(before.txn), update_of(history_.kind(before.op)))));
      if (errors.is_over()) return;
    }
  }
}

Result<void> HistoryBuilder::check_sizes() const {
  if (history_.op_kinds_.size() > kMaxIds || history_.rows_.size() > kMaxIds ||
      history_.version_rows_.size() > kMaxIds)
    return usage_error(fmt::format("a history of more than {} operations is not supported", kMaxIds));
  return {};
}

Result<void> HistoryBuilder::number_anonymous() {
  std::int64_t last = -1;
  for (const std::int64_t id : history_.external_ids_) last = std::max(last, id);
  for (std::size_t i = 0; i < history_.external_ids_.size(); ++i) {
    std::int64_t& id = history_.external_ids_[i];
    if (id >= 0) continue;
    if (last == std::numeric_limits<std::int64_t>::max()) {
      return input_error(
          history_.place(TxnId(i)),
          fmt::format("no number is left for a transaction without an id, since id {} is used", last));
    }
    id = ++last;
  }
  return {};
}

void HistoryBuilder::check_ids(ErrorList& errors) {
  const std::vector<std::int64_t>& ids = history_.external_ids_;
  if (strictly_ascending(ids)) return;
  by_external_id_.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) by_external_id_[i] = TxnId(i);
  const auto id_of = [&](TxnId txn) { return history_.external_id(txn); };
  std::ranges::stable_sort(by_external_id_, {}, id_of);
  std::vector<std::pair<TxnId, TxnId>> twice;  // a transaction, and the first of the same id
  for (std::size_t i = 1, first = 0; i < by_external_id_.size(); ++i) {
    if (id_of(by_external_id_[i]) == id_of(by_external_id_[first]))
      twice.emplace_back(by_external_id_[i], by_external_id_[first]);
    else
      first = i;
  }
  std::ranges::sort(twice);
  for (const auto& [txn, first] : twice) {
    if (errors.is_over()) return;
    errors.add(input_error(history_.place(txn),
                           fmt::format("transaction id {} is used twice; it was first used at {}", id_of(txn),
                                       history_.place(first).to_string())));
  }
}

void HistoryBuilder::check_times(ErrorList& errors) const {
  if (!history_.has_times()) return;
  std::vector<TxnId> last(history_.session_count());
  for (const TxnId txn : history_.transactions()) {
    const std::int64_t start = history_.start(txn);
    const std::int64_t end = history_.end(txn);
    if (start != kNoTime && end != kNoTime && end < start) {
      errors.add(
          input_error(history_.place(txn), fmt::format("transaction {} ends at {}, before it starts at {}",
                                                       history_.external_id(txn), end, start)));
      if (errors.is_over()) return;
      continue;
    }
    if (!history_.session(txn).is_valid()) continue;
    TxnId& before = last[history_.session(txn).index()];
    if (before.is_valid() && start != kNoTime && history_.end(before) > start) {
      errors.add(input_error(
          history_.place(txn),
          fmt::format("transaction {} starts at {}, while transaction {} of the same session runs "
                      "until {}; a session runs one transaction at a time",
                      history_.external_id(txn), start, history_.external_id(before), history_.end(before))));
      if (errors.is_over()) return;
    }
    // A client that gave up on an indeterminate transaction goes on: its end does not bind.
    if (end != kNoTime && history_.status(txn) != TxnStatus::kIndeterminate) before = txn;
  }
}

void HistoryBuilder::resolve_serialization_order(ErrorList& errors) {
  const std::vector<std::int64_t>& ids = history_.external_ids_;
  for (const NamedId& named : serialization_ids_) {
    TxnId found;
    if (by_external_id_.empty()) {
      const auto at = std::ranges::lower_bound(ids, named.id);
      if (at != ids.end() && *at == named.id) found = TxnId(static_cast<std::size_t>(at - ids.begin()));
    } else {
      const auto at = std::ranges::lower_bound(by_external_id_, named.id, {},
                                               [&](TxnId txn) { return history_.external_id(txn); });
      if (at != by_external_id_.end() && history_.external_id(*at) == named.id) found = *at;
    }
    if (!found.is_valid()) {
      errors.add(input_error(
          serialization_places_[named.place],
          fmt::format("serialization_order names transaction {}, which the history does not contain",
                      named.id)));
      if (errors.is_over()) return;
    }
    history_.serialization_order_.push_back(found);
  }
}

}  // namespace isolde
