// Items of histories without flaws, in two passes in the order of the input.
#include <algorithm>
#include <utility>

#include "encode/items.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

constexpr Version kUnreadable = kNone - 1;  // written, but not by what a committed transaction installed

}  // namespace

std::optional<Items> Items::of_plain(const History& history) {
  Items items(history);
  const auto by_value = items.number_plain_writes(history);
  if (!by_value || !items.resolve_plain_reads(history, *by_value)) return std::nullopt;
  items.index_readers();
  return items;
}

// By value: the version that holds it. Nothing if a value is written twice, or anything but items and
// predicates occurs.
std::optional<std::vector<Version>> Items::number_plain_writes(const History& history) {
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
  // What the member did to the key last: it read a version, or wrote a value.
  struct LastTouch {
    Member member = kNone;
    bool is_write = false;
    std::uint32_t what = kNone;
  };
  std::vector<LastTouch> touches(key_count_);
  std::vector<Version> read_first(key_count_);  // valid where the member wrote after it had read
  std::vector<Member> readers(key_count_, kNone);
  std::vector<OpId> returned(history.predicate_count() == 0 ? 0 : key_count_);  // by whom last
  read_begins_.reserve(txns_.size() + 1);
  read_begins_.push_back(0);
  reads_.reserve(history.operation_count() - std::min(history.operation_count(), keys_.size()));
  for (Member member = 0; member < txns_.size(); ++member) {
    const auto read = [&](KeyId key, ValueId value) {
      LastTouch& last = touches[key.index()];
      if (last.member == member && last.is_write) return last.what == value.value;
      Version version = initial(key.value);
      if (value != history.initial_value(key)) {
        version = by_value[value.index()];
        if (version >= keys_.size() || keys_[version] != key.value || writers_[version] == member)
          return false;
      }
      // Otherwise two versions of one key.
      if (last.member == member) return last.what == version;
      last = {member, false, version};
      readers[key.index()] = member;
      read_first[key.index()] = version;
      reads_.push_back(version);
      return true;
    };
    const auto read_rows = [&](OpId op) {
      const Predicate& predicate = history.predicate(history.predicate(op));
      return std::ranges::all_of(history.rows(op), [&](const RowSeen& row) {
        return row.value != kInitial && std::exchange(returned[row.key.index()], op) != op &&
               predicate.matches(history.keys(), row.key, history.values(), row.value) &&
               read(row.key, row.value);
      });
    };
    for (const OpId op : history.operations(txns_[member])) {
      const OpKind kind = history.kind(op);
      if (kind == OpKind::kRead) {
        if (!read(history.key(op), history.value(op))) return false;
      } else if (!is_predicate(kind)) {
        touches[history.key(op).index()] = {member, true, history.value(op).value};
      } else {
        if (!read_rows(op)) return false;
        if (kind == OpKind::kPredicateRead) continue;
        for (const RowSeen& row : history.rows(op))
          touches[row.key.index()] = {member, true, row.after.value};
      }
    }
    read_begins_.push_back(static_cast<std::uint32_t>(reads_.size()));
    if (read_begins_[member] == reads_.size()) continue;
    for (Version version = install_begin(member); version < install_end(member); ++version)
      if (readers[keys_[version]] == member) overwrites_[version] = read_first[keys_[version]];
  }
  return true;
}

}  // namespace isolde
