#include "explain/missing_rows.hpp"

#include <algorithm>

#include "history/reads.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostEvaluations = 20'000'000;

struct Install {
  TxnId txn;
  OpKind kind;
  ValueId value;
};

// By key, of all transactions that may have committed.
std::vector<std::vector<Install>> all_installs(const History& history) {
  std::vector<std::vector<Install>> installs(history.key_count());
  KeyStamps written(history.key_count());
  for (const TxnId txn : history.transactions()) {
    if (history.status(txn) == TxnStatus::kAborted) continue;
    for_each_write_backwards(history, txn, written, [&](OpId op, KeyId key, ValueId value, bool is_final) {
      if (is_final) installs[key.index()].push_back({txn, history.kind(op), value});
    });
  }
  return installs;
}

// By key: written as a whole or not at all. Of others the verifier believes nothing that predicates say.
std::vector<bool> whole_keys(const History& history) {
  std::vector<bool> is_whole(history.key_count(), true);
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement)
      is_whole[history.key(OpId(i)).index()] = false;
  }
  return is_whole;
}

// Whether a snapshot taken by `reader` shows a matching row of the key unless the key is unborn.
bool shows_unless_unborn(const History& history, OpId op, TxnId reader, KeyId key,
                         const std::vector<Install>& installs) {
  const Predicate& predicate = history.predicate(history.predicate(op));
  return history.initial_value(key) == kInitial && std::ranges::all_of(installs, [&](const Install& each) {
           const bool is_plain = each.kind == OpKind::kWrite || each.kind == OpKind::kInsert ||
                                 each.kind == OpKind::kPredicateWrite;
           return each.txn != reader && is_plain && each.value != kInitial &&
                  predicate.matches(history.keys(), key, history.values(), each.value);
         });
}

}  // namespace

std::vector<MissingRow> missing_rows(const History& history, const std::vector<TxnId>& txns) {
  std::vector<MissingRow> result;
  if (history.predicate_count() == 0) return result;
  std::size_t predicates = 0;
  std::vector<KeyId> keys;
  KeyStamps written(history.key_count());
  for (const TxnId txn : txns) {
    for (const OpId op : history.operations(txn)) predicates += has_rows(history.kind(op)) ? 1 : 0;
    for_each_write_backwards(history, txn, written,
                             [&](OpId, KeyId key, ValueId, bool) { keys.push_back(key); });
  }
  const std::vector<bool> is_whole = whole_keys(history);
  std::erase_if(keys, [&](KeyId key) { return !is_whole[key.index()]; });
  std::ranges::sort(keys);
  const auto rest = std::ranges::unique(keys);
  keys.erase(rest.begin(), rest.end());

  const std::vector<std::vector<Install>> installs = all_installs(history);
  std::size_t writes = 0;
  for (const KeyId key : keys) writes += installs[key.index()].size();
  if (writes * predicates > kMostEvaluations) return result;
  for (std::uint32_t reader = 0; reader < txns.size(); ++reader) {
    for (const OpId op : history.operations(txns[reader])) {
      if (!has_rows(history.kind(op))) continue;
      for (const KeyId key : keys) {
        const bool is_returned =
            std::ranges::any_of(history.rows(op), [&](const RowSeen& row) { return row.key == key; });
        if (!is_returned && shows_unless_unborn(history, op, txns[reader], key, installs[key.index()]))
          result.push_back({reader, key});
      }
    }
  }
  return result;
}

}  // namespace isolde
