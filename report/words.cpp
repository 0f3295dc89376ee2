#include "report/words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/bounds.hpp"

namespace isolde {
namespace {

bool touches_row(const History& history, OpId op, KeyId key) {
  return std::ranges::any_of(history.rows(op), [&](const RowSeen& row) { return row.key == key; });
}

bool changes(const History& history, OpId op, KeyId key) {
  if (history.kind(op) == OpKind::kPredicateWrite) return touches_row(history, op, key);
  return is_item_write(history.kind(op)) && history.key(op) == key;
}

// The operation of the transaction that satisfies it, if there is just one.
template <class Condition>
std::optional<OpId> only_operation(const History& history, TxnId txn, Condition&& condition) {
  std::optional<OpId> only;
  for (const OpId op : history.operations(txn)) {
    if (!condition(history.kind(op))) continue;
    if (only) return std::nullopt;
    only = op;
  }
  return only;
}

}  // namespace

std::string Words::all_of(const std::vector<ValueId>& values) const {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (detail_ == Detail::kBounded && i == bounds::kNamed && values.size() > bounds::kNamed + 1)
      return out + fmt::format(" and {} more", values.size() - i);
    if (i != 0) out += i + 1 == values.size() ? " and " : ", ";
    out += value(values[i]);
  }
  return out;
}

std::string Words::condition(OpId op) const {
  std::string text = spell_condition(history_, op, detail_);
  for (const char* word : {" and ", " or ", " AND ", " OR "})
    if (text.find(word) != std::string::npos) return fmt::format("({})", text);
  return text;
}

std::string Words::asking(TxnId id) const {
  const auto op = only_operation(history_, id, [](OpKind kind) { return has_rows(kind); });
  return op ? fmt::format("asks for rows where {}", condition(*op)) : "asks for rows by a predicate";
}

std::string Words::aggregate(TxnId id) const {
  const auto op = only_operation(history_, id, [](OpKind kind) { return kind == OpKind::kAggregate; });
  return fmt::format("{}'s {}", txn(id), op ? spell_functions(history_, *op) : "aggregate");
}

std::optional<OpId> Words::last_change(TxnId id, KeyId key) const {
  std::optional<OpId> last;
  for (const OpId op : history_.operations(id))
    if (changes(history_, op, key)) last = op;
  return last;
}

OpKind Words::kind_of_changes(KeyId key) const {
  for (std::size_t i = 0; i < history_.operation_count(); ++i) {
    const OpKind kind = history_.kind(OpId(i));
    if (is_item_write(kind) && history_.key(OpId(i)) == key) return kind;
  }
  return OpKind::kWrite;
}

std::string_view Words::put(OpKind kind) {
  return kind == OpKind::kAppend ? "appended" : kind == OpKind::kAdd ? "added" : "wrote";
}

}  // namespace isolde
