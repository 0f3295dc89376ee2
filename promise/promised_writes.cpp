#include "promise/promised_writes.hpp"

#include "history/spelling.hpp"

namespace isolde {

PromisedWrites::PromisedWrites(const History& history, const PromisedVersions& versions)
    : history_(history),
      versions_(versions),
      stamps_(history.key_count()),
      values_(history.key_count()),
      appends_(versions.lists().is_empty() ? 0 : history.key_count()) {}

void PromisedWrites::begin(TxnId txn) {
  for (const KeyId key : keys_) stamps_[key.index()] = {};
  keys_.clear();
  txn_ = txn;
}

void PromisedWrites::write(KeyId key, ValueId value) {
  const bool is_first = !has(key);
  if (is_first) keys_.push_back(key);
  stamps_[key.index()] = txn_;
  values_[key.index()] = value;
  if (!appends_.empty()) appends_[key.index()] = is_first ? 1 : appends_[key.index()] + 1;
}

bool PromisedWrites::may_show(KeyId key, ValueId value) const {
  const PromisedLists& lists = versions_.lists();
  if (lists.is_known(key)) return lists.holds(lists.seen_by(txn_, key, appends_[key.index()]), value);
  return lists.known_as(key, value) == last(key);
}

std::string PromisedWrites::spell(KeyId key) const {
  const PromisedLists& lists = versions_.lists();
  if (lists.is_known(key)) return spell_list(history_, lists.seen_by(txn_, key, appends_[key.index()]));
  return spell_value(history_, last(key));
}

}  // namespace isolde
