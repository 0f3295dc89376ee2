#include "promise/promised_predicates.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "history/predicates/aggregate.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr AnomalyKind kMismatch = AnomalyKind::kResultSetMismatch;
constexpr AnomalyKind kBadSet = AnomalyKind::kBrokenVersionSet;

std::vector<RowVersion> rows_of(const PromisedVersions& versions, ValueId some_list) {
  std::vector<RowVersion> rows;
  rows.reserve(versions.size());
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const PromisedVersions::Version& version = versions[i];
    const bool is_grown = version.txn.is_valid() && versions.lists().is_list(version.key);
    rows.push_back({version.key, is_grown ? some_list : version.value});
  }
  return rows;
}

}  // namespace

SomeList::SomeList(const History& history, bool is_needed) : history_(history) {
  if (!is_needed) return;
  for (std::uint32_t id = 0; id < history.value_count() && !id_.is_valid(); ++id)
    if (is_list(history, ValueId(id))) id_ = ValueId(id);
  if (id_.is_valid()) return;
  values_ = history.values();
  const std::array<std::uint32_t, 1> element = {kInitial.value};
  id_ = ValueId(values_->intern_list(element));
}

std::vector<RowSeen> promised_rows(const History& history, OpId op) {
  if (history.kind(op) != OpKind::kAggregate) {
    const std::span<const RowSeen> rows = history.rows(op);
    return {rows.begin(), rows.end()};
  }
  std::vector<RowSeen> rows;
  const Predicate& predicate = history.predicate(history.predicate(op));
  if (const auto versions = history.version_set(op))
    for (const RowSeen& seen : *versions)
      if (seen.value != kInitial && predicate.matches(history.keys(), seen.key, history.values(), seen.value))
        rows.push_back(seen);
  return rows;
}

PromisedPredicates::PromisedPredicates(const History& history, const PromisedVersions& versions,
                                       Choose choose)
    : history_(history),
      versions_(versions),
      choose_(std::move(choose)),
      some_list_(history, !versions.lists().is_empty()),
      index_(history.keys(), some_list_.values(), rows_of(versions, some_list_.id())),
      keys_(history.key_count()) {}

bool PromisedPredicates::look_at(OpId op, const PromisedWrites& own) {
  txn_ = own.txn();
  op_ = op;
  own_ = &own;
  predicate_ = &history_.predicate(history_.predicate(op));
  found_ = index_.candidates(*predicate_);
  changes_.clear();
  rows_ = promised_rows(history_, op);
  return add_up() && mark_rows() && mark_version_set() && has_own_matches() && find_changes();
}

bool PromisedPredicates::add_up() {
  if (history_.kind(op_) != OpKind::kAggregate) return true;
  const AggregateRule rule(history_, op_);
  AggregateTotal total;
  bool is_refuted = false;
  for (const RowSeen& seen : rows_) {
    const AggregateRow row = rule.row(seen.key, history_.values(), seen.value);
    is_refuted |= row.refutes;
    total = rule.with(total, row);
  }
  if (!is_refuted && rule.is_met(total)) return true;
  return blame(kMismatch, "was evaluated on versions that give something else");
}

bool PromisedPredicates::mark_rows() {
  for (const RowSeen& row : rows_) {
    KeyState& state = keys_[row.key.index()];
    if (state.row_of == op_)
      return blame(kMismatch, fmt::format("returns {} twice", spell_key(history_, row.key)));
    state.row_of = op_;
    state.row_value = row.value;
  }
  return true;
}

bool PromisedPredicates::mark_version_set() {
  std::size_t rows_met = 0;
  const std::span<const RowSeen> version_set = *history_.version_set(op_);
  for (const RowSeen& seen : version_set) {
    KeyState& state = keys_[seen.key.index()];
    const auto spelled = [&] {
      return fmt::format("{} = {}", spell_key(history_, seen.key), spell_value(history_, seen.value));
    };
    if (state.seen_by == op_)
      return blame(kBadSet, fmt::format("was evaluated on {} twice", spell_key(history_, seen.key)));
    state.seen_by = op_;
    if (own_->has(seen.key)) {
      if (!own_->may_show(seen.key, seen.value))
        return blame(kBadSet,
                     fmt::format("was evaluated on {}, although the transaction had left {} there itself",
                                 spelled(), own_->spell(seen.key)));
      state.at = kOwn;
    } else {
      state.at = locate(seen.key, seen.value);
      if (state.at == kNowhere)
        return blame(kBadSet,
                     fmt::format("was evaluated on {}, which the version order does not name", spelled()));
    }
    const bool is_match = state.at < kOpen ? matches(state.at) : evaluate(seen.key, seen.value);
    const bool is_row = state.row_of == op_;
    if (is_match != is_row || (is_row && state.row_value != seen.value))
      return blame_mismatch(seen, is_match);
    if (is_row) ++rows_met;
  }
  return rows_met == rows_.size() || blame_unseen_row();
}

// A key that is not in the version set was absent; one with an own version that matches was not.
bool PromisedPredicates::has_own_matches() {
  for (const KeyId key : own_->keys()) {
    if (keys_[key.index()].seen_by == op_) continue;
    const bool is_list = versions_.lists().is_list(key);
    const ValueId value = is_list ? some_list_.id() : own_->last(key);
    if (value == kInitial || !predicate_->matches(history_.keys(), key, some_list_.values(), value)) continue;
    return blame(kBadSet, fmt::format("was not evaluated on {}, where the transaction had left {} itself",
                                      spell_key(history_, key), own_->spell(key)));
  }
  return true;
}

bool PromisedPredicates::find_changes() {
  if (found_.count == 0) return true;
  const bool are_few = found_.column != nullptr && found_.count <= history_.key_count() + 16;
  return are_few ? find_by_match() : find_by_key();
}

bool PromisedPredicates::find_by_match() {
  for (const PredicateIndex::Candidates::Places& run : found_.places)
    for (std::size_t place = run.first; place < run.last; ++place) {
      const std::uint32_t version = found_.column->order()[place];
      const KeyId key = versions_[version].key;
      if (keys_[key.index()].row_of == op_ || !matches(version)) continue;
      const std::uint32_t at = position(key);
      if (at == kNowhere) return blame_never_absent(key);
      if (at < kOpen) note_match(key, at, version);
    }
  return true;
}

bool PromisedPredicates::find_by_key() {
  for (std::size_t i = 0; i < history_.key_count(); ++i) {
    const KeyId key(i);
    if (keys_[i].row_of == op_ || !may_match(key)) continue;
    const std::uint32_t at = position(key);
    if (at < kOpen) {
      walk(key, at);
    } else if (at == kNowhere) {
      for (std::uint32_t version = versions_.begin(key); version < versions_.end(key); ++version)
        if (matches(version)) return blame_never_absent(key);
    }
  }
  return true;
}

bool PromisedPredicates::evaluate(KeyId key, ValueId value) const {
  return value != kInitial && predicate_->matches(history_.keys(), key, history_.values(), value);
}

bool PromisedPredicates::matches(std::uint32_t version) const {
  if (found_.column == nullptr) return found_.count != 0 && index_.matches(*predicate_, version);
  const std::uint32_t place = found_.column->place(version);
  for (const PredicateIndex::Candidates::Places& run : found_.places)
    if (place >= run.first && place < run.last)
      return found_.is_exact || index_.matches(*predicate_, version);
  return false;
}

// Whether what the key ever held comes near the places in question.
bool PromisedPredicates::may_match(KeyId key) {
  if (found_.column == nullptr) return true;
  if (found_.places.empty()) return false;
  const Span& span = spans(*found_.column)[key.index()];
  return span.low < found_.places.back().last && span.high >= found_.places.front().first;
}

const std::vector<PromisedPredicates::Span>& PromisedPredicates::spans(const OrderedColumn& column) {
  std::vector<Span>& spans = spans_[&column];
  if (!spans.empty()) return spans;
  spans.assign(history_.key_count(), Span{kNowhere, 0});
  for (std::size_t place = 0; place < column.order().size(); ++place) {
    Span& span = spans[versions_[column.order()[place]].key.index()];
    span.low = std::min(span.low, static_cast<std::uint32_t>(place));
    span.high = static_cast<std::uint32_t>(place);
  }
  return spans;
}

// Which version of the key holds the value. Only versions of other transactions are searched, since own
// writes were looked at before.
std::uint32_t PromisedPredicates::locate(KeyId key, ValueId value) {
  KeyState& state = keys_[key.index()];
  if (state.cached_value == value && state.cached_at != kNowhere && versions_[state.cached_at].txn != txn_)
    return state.cached_at;
  candidates_.clear();
  versions_.for_each_showing(key, value, [&](std::uint32_t version) {
    if (versions_[version].txn != txn_) candidates_.push_back(version);
  });
  if (candidates_.empty()) return kNowhere;
  if (candidates_.size() == 1 && !versions_[candidates_[0]].is_guessed) {
    state.cached_value = value;
    state.cached_at = candidates_[0];
    return candidates_[0];
  }
  has_open_ = true;
  const std::uint32_t chosen = choose_(candidates_);
  return chosen == kNowhere ? kOpen : chosen;
}

// Where the operation stood among the versions of a key; a key that is not in the version set was absent.
std::uint32_t PromisedPredicates::position(KeyId key) {
  if (own_->has(key)) return kOwn;
  const KeyState& state = keys_[key.index()];
  return state.seen_by == op_ ? state.at : locate(key, kInitial);
}

void PromisedPredicates::note_match(KeyId key, std::uint32_t at, std::uint32_t version) {
  KeyState& state = keys_[key.index()];
  if (state.touched_by != op_) {
    state.touched_by = op_;
    state.change = static_cast<std::uint32_t>(changes_.size());
    changes_.push_back({key, at, kNowhere, kNowhere});
  }
  Change& change = changes_[state.change];
  if (version > at)
    change.first = std::min(change.first, version);
  else if (change.last == kNowhere || change.last < version)
    change.last = version;
}

void PromisedPredicates::walk(KeyId key, std::uint32_t at) {
  for (std::uint32_t version = at + 1; version < versions_.end(key); ++version)
    if (matches(version)) {
      note_match(key, at, version);
      break;
    }
  for (std::uint32_t version = at; version-- > versions_.begin(key);)
    if (matches(version)) return note_match(key, at, version);
}

BrokenPromise PromisedPredicates::accusation(AnomalyKind kind, const std::string& what) const {
  return {std::string(name_of(kind)),
          fmt::format("{} {}, but its predicate {} ({})", spell_transaction(history_, txn_),
                      spell_operation(history_, op_), what, history_.place(txn_).to_string()),
          {txn_}};
}

bool PromisedPredicates::blame(AnomalyKind kind, const std::string& what) {
  broken_ = accusation(kind, what);
  return false;
}

BrokenPromise PromisedPredicates::seen_too_early(const Change& change) const {
  return accusation(kBadSet,
                    fmt::format("was evaluated on {} as it was only after the transaction itself changed it",
                                spell_key(history_, change.key)));
}

bool PromisedPredicates::blame_mismatch(const RowSeen& seen, bool is_match) {
  const KeyState& state = keys_[seen.key.index()];
  const std::string version =
      fmt::format("{} = {}", spell_key(history_, seen.key), spell_value(history_, seen.value));
  if (is_match && state.row_of == op_)
    return blame(kMismatch, fmt::format("was evaluated on {}, but returned another version of it", version));
  return blame(kMismatch,
               is_match ? fmt::format("was evaluated on {}, which matches, and did not return it", version)
                        : fmt::format("was evaluated on {}, which does not match, and returned {}", version,
                                      spell_key(history_, seen.key)));
}

bool PromisedPredicates::blame_unseen_row() {
  for (const RowSeen& row : rows_)
    if (keys_[row.key.index()].seen_by != op_)
      return blame(kMismatch, fmt::format("returned {}, which is not among the versions it was evaluated on",
                                          spell_key(history_, row.key)));
  return false;
}

bool PromisedPredicates::blame_never_absent(KeyId key) {
  return blame(kBadSet,
               fmt::format("was not evaluated on {}, which was never absent", spell_key(history_, key)));
}

}  // namespace isolde
