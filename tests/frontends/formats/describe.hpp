// A history as text, one transaction a line, for tests and fuzz targets that compare histories whole:
//
//   17 s3 committed [2,5] r(x,nil) w(x,4) append(l,[1 2])
//
// Ids and names can be left out where a format renumbers them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "history/history.hpp"

namespace isolde::testing_support {

inline std::string spell(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kNull:
      return "nil";
    case ValueKind::kInteger:
      return fmt::format("{}", dictionary.integer(id));
    case ValueKind::kReal:
      return fmt::format("{}f", dictionary.real(id));
    case ValueKind::kBoolean:
      return dictionary.boolean(id) ? "true" : "false";
    case ValueKind::kText:
      return fmt::format("'{}'", dictionary.text(id));
    case ValueKind::kKeyword:
      return fmt::format(":{}", dictionary.text(id));
    case ValueKind::kList:
    case ValueKind::kRow:
      break;
  }
  std::string text;
  for (const std::uint32_t element : dictionary.elements(id))
    text += (text.empty() ? "" : " ") + spell(dictionary, element);
  return "[" + text + "]";
}

inline std::string spell_op(const History& history, OpId op) {
  constexpr std::array<std::string_view, kOpKinds> kNames = {"r",   "w",   "insert", "delete", "append",
                                                             "add", "inc", "pr",     "pw"};
  const std::string_view name = kNames[static_cast<std::size_t>(history.kind(op))];
  if (!is_predicate(history.kind(op)))
    return fmt::format(" {}({},{})", name, spell(history.keys(), history.key(op).value),
                       spell(history.values(), history.value(op).value));
  std::string text = fmt::format(" {}({}:", name, history.predicate(history.predicate(op)).text());
  for (const RowSeen& row : history.rows(op))
    text +=
        fmt::format(" {}={}", spell(history.keys(), row.key.value), spell(history.values(), row.value.value));
  return text + ")";
}

struct Wanted {
  bool ids = true;
  bool session_names = true;
  bool times = true;
};

inline std::string describe(const History& history, Wanted wanted = {}) {
  constexpr std::array<std::string_view, 3> kStatuses = {"committed", "aborted", "indeterminate"};
  const auto time = [](std::int64_t t) { return t == kNoTime ? "-" : fmt::format("{}", t); };
  std::string text;
  for (const TxnId txn : history.transactions()) {
    const SessionId session = history.session(txn);
    if (wanted.ids) text += fmt::format("{} ", history.external_id(txn));
    if (!session.is_valid())
      text += "alone";
    else if (wanted.session_names)
      text += fmt::format("s{}", spell(history.sessions(), session.value));
    else
      text += fmt::format("session {}", session.index());
    text += fmt::format(" {}", kStatuses[static_cast<std::size_t>(history.status(txn))]);
    if (wanted.times && history.has_times())
      text += fmt::format(" [{},{}]", time(history.start(txn)), time(history.end(txn)));
    for (const OpId op : history.operations(txn)) text += spell_op(history, op);
    text += '\n';
  }
  for (std::size_t key = 0; key < history.key_count(); ++key) {
    const ValueId value = history.initial_value(KeyId(key));
    if (value != kInitial)
      text += fmt::format("initial {}={}\n", spell(history.keys(), static_cast<std::uint32_t>(key)),
                          spell(history.values(), value.value));
  }
  return text;
}

}  // namespace isolde::testing_support
