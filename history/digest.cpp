#include "history/digest.hpp"

#include <bit>
#include <string_view>

namespace isolde {
namespace {

// Mixes in one word after the other, as SplitMix64 mixes its counter.
class Digest {
 public:
  void add(std::uint64_t word) {
    std::uint64_t z = state_ + 0x9e3779b97f4a7c15ULL + word;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    state_ = std::rotl(state_, 23) ^ z ^ (z >> 31);
  }
  void add_time(std::int64_t time) { add(static_cast<std::uint64_t>(time)); }
  // The length comes first, so that what follows cannot be taken for more of the text.
  void add_text(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

void add_entry(const Dictionary& dictionary, std::uint32_t id, Digest& digest) {
  digest.add(static_cast<std::uint64_t>(dictionary.kind(id)));
  switch (dictionary.kind(id)) {
    case ValueKind::kNull:
      return;
    case ValueKind::kInteger:
      return digest.add(static_cast<std::uint64_t>(dictionary.integer(id)));
    case ValueKind::kReal:
      return digest.add(std::bit_cast<std::uint64_t>(dictionary.real(id)));
    case ValueKind::kBoolean:
      return digest.add(dictionary.boolean(id) ? 1 : 0);
    case ValueKind::kText:
    case ValueKind::kKeyword:
      return digest.add_text(dictionary.text(id));
    case ValueKind::kList:
    case ValueKind::kRow:
      digest.add(dictionary.elements(id).size());
      for (const std::uint32_t element : dictionary.elements(id)) digest.add(element);
  }
}

// Elements have smaller numbers than the list or row they are in, so numbers suffice for them.
void add_dictionary(const Dictionary& dictionary, Digest& digest) {
  digest.add(dictionary.size());
  for (std::uint32_t id = 0; id < dictionary.size(); ++id) add_entry(dictionary, id, digest);
}

void add_rows(std::span<const RowSeen> rows, Digest& digest) {
  digest.add(rows.size());
  for (const RowSeen& row : rows) {
    digest.add(row.key.value);
    digest.add(row.value.value);
    digest.add(row.after.value);
  }
}

void add_predicate_operation(const History& history, OpId op, Digest& digest) {
  digest.add(history.predicate(op).value);
  add_rows(history.rows(op), digest);
  if (const auto versions = history.version_set(op)) add_rows(*versions, digest);
  if (history.kind(op) != OpKind::kAggregate) return;
  digest.add(history.aggregate(op).column.value);
  for (const ValueId result : history.aggregate(op).results) digest.add(result.value);
}

void add_transaction(const History& history, TxnId txn, Digest& digest) {
  digest.add(static_cast<std::uint64_t>(history.external_id(txn)));
  digest.add(history.session(txn).value);
  digest.add(static_cast<std::uint64_t>(history.status(txn)));
  digest.add_time(history.start(txn));
  digest.add_time(history.end(txn));
  digest.add(history.operations(txn).size());
  for (const OpId op : history.operations(txn)) {
    digest.add(static_cast<std::uint64_t>(history.kind(op)));
    digest.add_time(history.op_start(op));
    digest.add_time(history.op_end(op));
    if (is_predicate(history.kind(op))) {
      add_predicate_operation(history, op, digest);
      continue;
    }
    digest.add(history.key(op).value);
    digest.add(history.value(op).value);
  }
}

void add_orders(const History& history, Digest& digest) {
  digest.add(history.version_orders().size());
  for (const VersionOrder& order : history.version_orders()) {
    digest.add(order.key.value);
    digest.add(order.values.size());
    for (const ValueId value : order.values) digest.add(value.value);
  }
  digest.add(history.serialization_order().size());
  for (const TxnId txn : history.serialization_order()) digest.add(txn.value);
}

}  // namespace

std::uint64_t digest_of(const History& history) {
  Digest digest;
  for (const Dictionary* dictionary :
       {&history.keys(), &history.values(), &history.columns(), &history.sessions()})
    add_dictionary(*dictionary, digest);
  for (std::size_t i = 0; i < history.predicate_count(); ++i)
    digest.add_text(history.predicate(PredicateId(i)).text());
  for (std::size_t i = 0; i < history.key_count(); ++i) digest.add(history.initial_value(KeyId(i)).value);
  digest.add(history.times_are_positions() ? 1 : 0);
  digest.add(history.transaction_count());
  for (const TxnId txn : history.transactions()) add_transaction(history, txn, digest);
  add_orders(history, digest);
  return digest.value();
}

}  // namespace isolde
