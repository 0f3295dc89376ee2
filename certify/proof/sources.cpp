#include "certify/proof/sources.hpp"

#include <algorithm>

#include "certify/schedule/placement.hpp"

namespace isolde {

bool Sources::precedes(TxnId a, TxnId b) const {
  return (level_.session_order && precedes_in_session(history_, a, b)) ||
         (level_.real_time && precedes_in_real_time(history_, clock_skew_, a, b));
}

std::vector<TxnId> Sources::installers(TxnId reader, KeyId key) {
  std::vector<TxnId> all{TxnId()};
  for (const Facts::WriteOf& write : facts_.writes(key))
    if (write.is_final && write.txn != reader && facts_.may_commit(write.txn)) all.push_back(write.txn);
  return all;
}

// The sources that the orders of the level allow.
const std::vector<TxnId>& Sources::in_order(TxnId reader, KeyId key) {
  const auto [found, is_new] = in_order_.try_emplace((std::uint64_t{reader.value} << 32U) | key.value);
  std::vector<TxnId>& left = found->second;
  if (!is_new) return left;
  left = installers(reader, key);
  std::vector<TxnId> earlier;
  for (const TxnId txn : left)
    if (txn.is_valid() && precedes(txn, reader)) earlier.push_back(txn);
  std::erase_if(left, [&](TxnId txn) {
    if (!txn.is_valid()) return !earlier.empty();
    return precedes(reader, txn) ||
           std::ranges::any_of(earlier, [&](TxnId other) { return precedes(txn, other); });
  });
  return left;
}

// What the version of `writer` holds under the assumptions.
Held Sources::held_by(TxnId writer, KeyId key) {
  std::vector<TxnId> chain;  // each the assumed source of the one before
  Held held;
  for (TxnId at = writer;;) {
    held = at.is_valid() ? run_.leaves(at, key) : run_.initial(key);
    if (held.kind == Held::Kind::kCell || held.kind == Held::Kind::kNothing) break;
    chain.push_back(at);
    const auto source = assumed_.source(at, key);
    if (!source || std::ranges::find(chain, *source) != chain.end()) break;
    at = *source;
  }
  if (held.kind != Held::Kind::kCell) return chain.empty() ? held : run_.leaves(writer, key);
  while (!chain.empty()) {
    held = run_.run(chain.back(), key, held);
    chain.pop_back();
  }
  return held;
}

bool Sources::ends_with(KeyId key, TxnId source, ValueId read) {
  const auto list = facts_.elements(read);
  if (list.empty()) return !source.is_valid();
  if (!source.is_valid()) return true;  // its value is known, and has been compared
  return std::ranges::any_of(facts_.writes(key, ValueId(list.back())), [&](const Facts::WriteOf& write) {
    return write.txn == source && write.is_final;
  });
}

Held Sources::held(TxnId source, KeyId key, bool assumptions) {
  if (!source.is_valid()) return run_.initial(key);
  return assumptions ? held_by(source, key) : run_.leaves(source, key);
}

bool Sources::can_show(TxnId reader, KeyId key, TxnId source, const Look& look) {
  const OpId only = look.only;
  if (run_.run(reader, key, held(source, key, look.assumptions), only).kind == Held::Kind::kNothing)
    return false;
  if (facts_.class_of(key) != Facts::KeyClass::kList) return true;
  bool can = true;
  facts_.for_each_external(reader, [&](OpId op, KeyId read, ValueId value) {
    if (read == key && (!only.is_valid() || op == only)) can = can && ends_with(key, source, value);
  });
  return can;
}

std::vector<TxnId> Sources::possible(TxnId reader, KeyId key, const Look& look) {
  std::vector<TxnId> left;
  const auto source = look.assumptions ? assumed_.source(reader, key) : std::nullopt;
  const auto is_out = [&](TxnId txn) {
    return txn.is_valid() && look.assumptions && assumed_.holds({Assumption::Kind::kNoEffect, {}, txn, {}});
  };
  for (const TxnId txn : look.orders ? in_order(reader, key) : installers(reader, key))
    if ((!source || txn == *source) && !is_out(txn) && can_show(reader, key, txn, look)) left.push_back(txn);
  return left;
}

std::vector<KeyRun::Taken> Sources::taken(const AggregateRule& rule, OpId op, TxnId reader, KeyId key) {
  std::vector<KeyRun::Taken> all;
  for (const TxnId source : possible(reader, key))
    all.push_back(run_.taken(rule, op, reader, key, held(source, key, true)));
  return all;
}

bool Sources::is_only(TxnId reader, KeyId key, TxnId writer) {
  const auto is_left_alone = [&](OpId only) {
    for (const bool orders : {true, false}) {
      for (const bool assumptions : {true, false}) {
        const std::vector<TxnId> left = possible(reader, key, {only, orders, assumptions});
        if (left.size() == 1 && left[0] == writer) return true;
      }
    }
    return false;
  };
  if (is_left_alone(OpId())) return true;
  for (const OpId op : history_.operations(reader))
    if (run_.observes(op, key) && is_left_alone(op)) return true;
  return false;
}

}  // namespace isolde
