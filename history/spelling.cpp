#include "history/spelling.hpp"

#include <iterator>

#include <fmt/format.h>

namespace isolde {
namespace {

constexpr std::size_t kListEnds = 8;  // elements shown at either end of a long list

void spell_to(std::string& out, const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id);

void spell_list_to(std::string& out, const Dictionary& dictionary, const Dictionary& columns,
                   std::span<const std::uint32_t> elements) {
  out += '[';
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i == kListEnds && elements.size() > 2 * kListEnds) {
      fmt::format_to(std::back_inserter(out), " … {} more …", elements.size() - 2 * kListEnds);
      i = elements.size() - kListEnds;
    }
    if (i != 0) out += ' ';
    spell_to(out, dictionary, columns, elements[i]);
  }
  out += ']';
}

void spell_row(std::string& out, const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id) {
  const auto pairs = dictionary.elements(id);
  out += '{';
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (i != 0) out += ", ";
    out += columns.text(pairs[i]);
    out += ": ";
    spell_to(out, dictionary, columns, pairs[i + 1]);
  }
  out += '}';
}

void spell_to(std::string& out, const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id) {
  const auto end = std::back_inserter(out);
  switch (dictionary.kind(id)) {
    case ValueKind::kNull:
      out += "null";
      return;
    case ValueKind::kInteger:
      fmt::format_to(end, "{}", dictionary.integer(id));
      return;
    case ValueKind::kReal:
      fmt::format_to(end, "{}", dictionary.real(id));
      return;
    case ValueKind::kBoolean:
      out += dictionary.boolean(id) ? "true" : "false";
      return;
    case ValueKind::kText:
      fmt::format_to(end, "\"{}\"", dictionary.text(id));
      return;
    case ValueKind::kKeyword:
      fmt::format_to(end, ":{}", dictionary.text(id));
      return;
    case ValueKind::kList:
      return spell_list_to(out, dictionary, columns, dictionary.elements(id));
    case ValueKind::kRow:
      return spell_row(out, dictionary, columns, id);
  }
}

const char* verb(OpKind kind) {
  switch (kind) {
    case OpKind::kRead:
      return "reads";
    case OpKind::kWrite:
      return "writes";
    case OpKind::kInsert:
      return "inserts";
    case OpKind::kDelete:
      return "deletes";
    case OpKind::kAppend:
      return "appends to";
    case OpKind::kAdd:
      return "adds to";
    case OpKind::kIncrement:
      return "increments";
    case OpKind::kPredicateRead:
      return "reads where";
    case OpKind::kPredicateWrite:
      return "writes where";
    case OpKind::kAggregate:
      return "aggregates where";
  }
  return "";
}

std::string spell_predicate(const History& history, OpId op) {
  std::string out =
      fmt::format("{} {}:", verb(history.kind(op)), history.predicate(history.predicate(op)).text());
  if (history.rows(op).empty()) out += " no rows";
  const char* separator = " ";
  for (const RowSeen& row : history.rows(op)) {
    out += fmt::format("{}{} = {}", separator, spell_key(history, row.key), spell_value(history, row.value));
    if (row.after.is_valid()) out += fmt::format(" becomes {}", spell_value(history, row.after));
    separator = ", ";
  }
  return out;
}

// "finds count(*) = 2, sum(v1) = 7 where v1 > 3".
std::string spell_aggregate(const History& history, OpId op) {
  const AggregateSeen& seen = history.aggregate(op);
  std::string out = "finds";
  const char* separator = " ";
  for (const AggregateFunction function : kAggregateFunctions) {
    if (!seen.has(function)) continue;
    const bool is_count = function == AggregateFunction::kCount;
    const std::string column = is_count ? "*" : std::string(history.columns().text(seen.column.value));
    const ValueId result = seen.result(function);
    out += fmt::format("{}{}({}) = {}", separator, kAggregateNames[static_cast<std::size_t>(function)],
                       column, result == kInitial ? "null" : spell_value(history, result));
    separator = ", ";
  }
  return fmt::format("{} where {}", out, history.predicate(history.predicate(op)).text());
}

}  // namespace

std::string spell(const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id) {
  std::string out;
  spell_to(out, dictionary, columns, id);
  return out;
}

std::string spell_key(const History& history, KeyId key) {
  if (history.keys().kind(key.value) == ValueKind::kText) return std::string(history.keys().text(key.value));
  return spell(history.keys(), history.columns(), key.value);
}

std::string spell_list(const History& history, std::span<const std::uint32_t> elements) {
  std::string out;
  spell_list_to(out, history.values(), history.columns(), elements);
  return out;
}

std::string spell_value(const History& history, ValueId value) {
  if (value == kInitial) return "nothing";
  return spell(history.values(), history.columns(), value.value);
}

std::string spell_transaction(const History& history, TxnId txn) {
  return fmt::format("T{}", history.external_id(txn));
}

std::string spell_operation(const History& history, OpId op) {
  const OpKind kind = history.kind(op);
  if (kind == OpKind::kAggregate) return spell_aggregate(history, op);
  if (is_predicate(kind)) return spell_predicate(history, op);
  const std::string key = spell_key(history, history.key(op));
  if (kind == OpKind::kDelete) return fmt::format("{} {}", verb(kind), key);
  const char* relation = kind == OpKind::kIncrement                          ? "by"
                         : (kind == OpKind::kAppend || kind == OpKind::kAdd) ? ":"
                                                                             : "=";
  return fmt::format("{} {} {} {}", verb(kind), key, relation, spell_value(history, history.value(op)));
}

}  // namespace isolde
