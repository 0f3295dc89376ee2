#include "history/findings/computed_keys.hpp"

#include "history/reads.hpp"

namespace isolde {

std::vector<bool> computed_keys(const History& history) {
  std::vector<bool> is_computed(history.key_count());
  std::vector<bool> has_elements(history.key_count());
  std::vector<bool> has_whole(history.key_count());
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpId op(i);
    const OpKind kind = history.kind(op);
    if (kind == OpKind::kIncrement) is_computed[history.key(op).index()] = true;
    if (kind == OpKind::kAppend || kind == OpKind::kAdd) has_elements[history.key(op).index()] = true;
    if (kind == OpKind::kWrite || kind == OpKind::kInsert || kind == OpKind::kDelete) {
      has_whole[history.key(op).index()] = true;
      if (is_list(history, history.value(op))) is_computed[history.key(op).index()] = true;
    }
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op)) {
      has_whole[row.key.index()] = true;
      if (is_list(history, row.after)) is_computed[row.key.index()] = true;
    }
  }
  for (std::size_t key = 0; key < is_computed.size(); ++key)
    if (has_elements[key] && has_whole[key]) is_computed[key] = true;
  return is_computed;
}

}  // namespace isolde
