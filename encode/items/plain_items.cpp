// Items of histories without flaws, in two passes in the order of the input.
#include <algorithm>
#include <utility>

#include "encode/items/items.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

constexpr Version kUnreadable = kNone - 1;  // written, but not by what a committed transaction installed

}  // namespace

std::optional<Items> Items::of_plain(const History& history) {
  Items items(history);
  const bool has_rows = history.predicate_count() != 0;
  std::vector<RowVersion> rows;
  const auto by_value = items.number_plain_writes(history, has_rows ? &rows : nullptr);
  if (!by_value) return std::nullopt;
  if (has_rows) {
    for (std::size_t key = 0; key < history.key_count(); ++key)
      rows.push_back({KeyId(key), history.initial_value(KeyId(key))});
    items.row_places_ = std::make_shared<RowPlaces>(PredicateIndex(history, std::move(rows)));
  }
  if (!items.resolve_plain_reads(history, *by_value)) return std::nullopt;
  items.index_readers();
  return items;
}

// By value: the version that holds it. Nothing if a value is written twice, or anything but items and
// predicates occurs. What members installed is added to `rows` if there is any.
std::optional<std::vector<Version>> Items::number_plain_writes(const History& history,
                                                               std::vector<RowVersion>* rows) {
  std::vector<Version> by_value(std::max<std::size_t>(1, history.value_count()), kNone);
  by_value[kInitial.index()] = kUnreadable;
  members_.assign(history.transaction_count(), kNone);
  txns_.reserve(history.transaction_count());
  install_begins_.reserve(history.transaction_count() + 1);
  install_begins_.push_back(0);
  KeyStamps written(key_count_);
  for (const TxnId txn : history.transactions()) {
    const bool is_committed = history.status(txn) == TxnStatus::kCommitted;
    if (history.status(txn) == TxnStatus::kIndeterminate) return std::nullopt;
    const auto add = [&](KeyId key, ValueId value) {
      Version& version = by_value[value.index()];
      if (version != kNone || value == history.initial_value(key)) return false;
      const bool is_final = std::exchange(written[key.index()], txn) != txn;
      version = kUnreadable;
      if (!is_committed || !is_final) return true;
      version = static_cast<Version>(keys_.size());
      keys_.push_back(key.value);
      writers_.push_back(static_cast<Member>(txns_.size()));
      if (rows != nullptr) rows->push_back({key, value});
      return true;
    };
    const IdRange<OpId> ops = history.operations(txn);
    for (std::size_t i = ops.size(); i-- > 0;) {
      const OpId op = ops[i];
      const OpKind kind = history.kind(op);
      if (kind == OpKind::kRead || kind == OpKind::kPredicateRead) continue;
      if (kind == OpKind::kWrite || kind == OpKind::kInsert) {
        if (!add(history.key(op), history.value(op))) return std::nullopt;
        continue;
      }
      if (kind != OpKind::kPredicateWrite) return std::nullopt;
      for (const RowSeen& row : history.rows(op))
        if (!add(row.key, row.after)) return std::nullopt;
    }
    if (!is_committed) continue;
    members_[txn.index()] = static_cast<Member>(txns_.size());
    txns_.push_back(txn);
    install_begins_.push_back(static_cast<std::uint32_t>(keys_.size()));
  }
  overwrites_.assign(keys_.size(), kNone);
  return by_value;
}

bool Items::resolve_plain_reads(const History& history, const std::vector<Version>& by_value) {
  // What the member did to the key so far: it read a version, then wrote a value. One line of the cache.
  struct KeyState {
    Member member = kNone;
    Version read = kNone;
    ValueId written = {};
    OpId returned = {};  // by which predicate operation last, of anybody
  };
  std::vector<KeyState> states(key_count_);
  read_begins_.reserve(txns_.size() + 1);
  read_begins_.push_back(0);
  reads_.reserve(history.operation_count() - std::min(history.operation_count(), keys_.size()));
  for (Member member = 0; member < txns_.size(); ++member) {
    const auto touch = [&](KeyId key) -> KeyState& {
      KeyState& state = states[key.index()];
      if (state.member != member) state = {member, kNone, {}, state.returned};
      return state;
    };
    // The version of another member that this shows, if it is one; kUnreadable if it cannot be.
    const auto read = [&](KeyState& state, KeyId key, ValueId value) {
      if (state.written.is_valid()) return state.written == value ? kNone : kUnreadable;
      Version version = by_value[value.index()];
      if (version >= keys_.size() || keys_[version] != key.value) {
        if (value != history.initial_value(key)) return kUnreadable;
        version = initial(key.value);
      } else if (version >= install_begin(member) && version < install_end(member)) {
        return kUnreadable;
      }
      if (state.read != kNone) return state.read == version ? version : kUnreadable;
      state.read = version;
      reads_.push_back(version);
      return version;
    };
    const auto read_rows = [&](OpId op) {
      const Predicate& predicate = history.predicate(history.predicate(op));
      const auto range = predicate.integer_range();
      const PredicateIndex::Run run = range ? row_places_->index.run_of(*range) : PredicateIndex::Run{};
      row_places_->runs.push_back(run);
      return std::ranges::all_of(history.rows(op), [&](const RowSeen& row) {
        KeyState& state = touch(row.key);
        if (row.value == kInitial || std::exchange(state.returned, op) == op) return false;
        const Version version = read(state, row.key, row.value);
        if (version == kUnreadable) return false;
        if (version != kNone && run.column != nullptr) return run.holds(run.column->place(version));
        return predicate.matches(history.keys(), row.key, history.values(), row.value);
      });
    };
    for (const OpId op : history.operations(txns_[member])) {
      const OpKind kind = history.kind(op);
      if (kind == OpKind::kRead) {
        if (read(touch(history.key(op)), history.key(op), history.value(op)) == kUnreadable) return false;
      } else if (!is_predicate(kind)) {
        touch(history.key(op)).written = history.value(op);
      } else {
        if (!read_rows(op)) return false;
        if (kind == OpKind::kPredicateRead) continue;
        for (const RowSeen& row : history.rows(op)) touch(row.key).written = row.after;
      }
    }
    read_begins_.push_back(static_cast<std::uint32_t>(reads_.size()));
    if (read_begins_[member] == reads_.size()) continue;
    for (Version version = install_begin(member); version < install_end(member); ++version)
      overwrites_[version] = states[keys_[version]].read;
  }
  return true;
}

}  // namespace isolde
