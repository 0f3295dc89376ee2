#include "frontends/formats/peers/registers.hpp"

#include <array>

#include <fmt/format.h>

#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

// How an error spells a key or value that is not an integer.
std::string spell(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kNull:
      return "null";
    case ValueKind::kInteger:
      return fmt::format("{}", dictionary.integer(id));
    case ValueKind::kReal:
      return fmt::format("{}", dictionary.real(id));
    case ValueKind::kBoolean:
      return dictionary.boolean(id) ? "true" : "false";
    case ValueKind::kText:
      return excerpt(dictionary.text(id));
    case ValueKind::kKeyword:
      return fmt::format(":{}", dictionary.text(id));
    case ValueKind::kList:
      return "that is a list";
    case ValueKind::kRow:
      return "that is a row";
  }
  return {};
}

bool is_integer_from(std::int64_t least, const Dictionary& dictionary, std::uint32_t id) {
  return dictionary.kind(id) == ValueKind::kInteger && dictionary.integer(id) >= least;
}

// Empty if the operation can be held.
std::string obstacle_in(const History& history, OpId op) {
  const OpKind kind = history.kind(op);
  if (kind != OpKind::kRead && kind != OpKind::kWrite) return std::string(phrase_for(kind));
  const std::uint32_t key = history.key(op).value;
  if (!is_integer_from(0, history.keys(), key))
    return fmt::format("the key {}, only integers from 0", spell(history.keys(), key));
  const ValueId value = history.value(op);
  if (value != kInitial && !is_integer_from(1, history.values(), value.value))
    return fmt::format("the value {}, only integers from 1, and 0 as the initial value",
                       spell(history.values(), value.value));
  return {};
}

}  // namespace

std::string_view phrase_for(OpKind kind) {
  constexpr std::array<std::string_view, kOpKinds> kPhrases = {
      "a read",      "a write",      "an insert",        "a delete",          "an append",
      "a set's add", "an increment", "a predicate read", "a predicate write", "an aggregate"};
  return kPhrases[static_cast<std::size_t>(kind)];
}

Result<void> check_no_orders(const History& history, std::string_view format) {
  if (!history.version_orders().empty())
    return usage_error(fmt::format("{} cannot hold a version order", format));
  if (!history.serialization_order().empty())
    return usage_error(fmt::format("{} cannot hold a serialization order", format));
  return {};
}

Result<void> check_no_initial_values(const History& history, std::string_view format) {
  for (std::size_t i = 0; i < history.key_count(); ++i) {
    if (history.initial_value(KeyId(i)) == kInitial) continue;
    return usage_error(fmt::format("{} cannot hold the initial value of key {}", format,
                                   spell(history.keys(), static_cast<std::uint32_t>(i))));
  }
  return {};
}

Result<void> check_holds_registers(const History& history, std::string_view format) {
  if (const auto orders = check_no_orders(history, format); !orders) return orders;
  if (const auto initial = check_no_initial_values(history, format); !initial) return initial;
  for (const TxnId txn : history.transactions()) {
    std::string obstacle;
    if (history.status(txn) == TxnStatus::kIndeterminate) obstacle = "an indeterminate transaction";
    for (const OpId op : history.operations(txn)) {
      if (!obstacle.empty()) break;
      obstacle = obstacle_in(history, op);
    }
    if (!obstacle.empty())
      return usage_error(
          fmt::format("{} cannot hold {} (transaction {})", format, obstacle, history.external_id(txn)));
  }
  return {};
}

}  // namespace isolde
