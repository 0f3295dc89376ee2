#include "tests/oracle/excerpt.hpp"

#include <algorithm>
#include <string>

#include "history/writers.hpp"

namespace isolde {

HistoryBuilder excerpt(const History& history, const std::vector<TxnId>& txns) {
  const WriterIndex writers(history);
  std::vector<bool> is_kept(history.transaction_count());
  for (const TxnId txn : txns) is_kept[txn.index()] = true;
  HistoryBuilder builder;
  const auto copy_key = [&](KeyId key) { return builder.key(std::string(history.keys().text(key.value))); };
  const auto copy_value = [&](ValueId value) {
    return value == kInitial ? kInitial : builder.value(history.values().integer(value.value));
  };
  for (std::size_t key = 0; key < history.key_count(); ++key)
    if (history.initial_value(KeyId(key)) != kInitial)
      builder.set_initial_value(copy_key(KeyId(key)), copy_value(history.initial_value(KeyId(key))));
  for (const TxnId txn : txns) {
    const SessionId session = history.session(txn);
    builder.begin_transaction(
        {.id = history.external_id(txn),
         .session = session.is_valid() ? builder.session(std::int64_t{session.value}) : SessionId(),
         .status = history.status(txn),
         .start = history.start(txn),
         .end = history.end(txn)});
    for (const OpId op : history.operations(txn)) {
      const KeyId key = history.key(op);
      const ValueId value = history.value(op);
      if (history.kind(op) == OpKind::kWrite) builder.add(OpKind::kWrite, copy_key(key), copy_value(value));
      if (history.kind(op) != OpKind::kRead) continue;
      const auto found = writers.find(key, value);
      const bool is_own = std::ranges::any_of(found, [&](const Write& write) { return write.txn == txn; });
      const bool is_from_kept =
          std::ranges::any_of(found, [&](const Write& write) { return is_kept[write.txn.index()]; });
      if (is_own || is_from_kept || value == history.initial_value(key))
        builder.add(OpKind::kRead, copy_key(key), copy_value(value));
    }
    builder.end_transaction();
  }
  return builder;
}

}  // namespace isolde
