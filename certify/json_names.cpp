#include "certify/json_names.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "history/spelling.hpp"

namespace isolde {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Assumption::Kind;

Json assumption_json(const History& history, const Assumption& assumption) {
  const auto id = [&](TxnId txn) { return txn.is_valid() ? Json(history.external_id(txn)) : Json(); };
  Json out;
  switch (assumption.kind) {
    case Kind::kOrder:
      out["before"] = {id(assumption.first), id(assumption.second)};
      break;
    case Kind::kReadsFrom:
      out["reads"] = {id(assumption.first), id(assumption.second)};
      break;
    case Kind::kTakesEffect:
      out["effect"] = id(assumption.first);
      return out;
    case Kind::kNoEffect:
      out["no_effect"] = id(assumption.first);
      return out;
  }
  out["key"] = key_json(history, assumption.key);
  return out;
}

Json edge_json(const History& history, const Dependency& edge) {
  Json out;
  out["from"] = history.external_id(edge.from);
  out["kind"] = name_of(edge.kind);
  out["to"] = history.external_id(edge.to);
  if (edge.key.is_valid()) out["key"] = key_json(history, edge.key);
  if (edge.op.is_valid()) out["operation"] = edge.op.index() - history.operations(edge.from)[0].index();
  if (edge.witness.is_valid()) out["witness"] = history.external_id(edge.witness);
  return out;
}

}  // namespace

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json step_json(const History& history, const ProofStep& step) {
  Json out;
  Json& list = out[step.alternatives.empty() ? "cycle" : "either"];
  list = Json::array();
  for (const Assumption& each : step.alternatives) list.push_back(assumption_json(history, each));
  if (step.alternatives.empty())
    for (const Dependency& each : step.cycle) list.push_back(edge_json(history, each));
  return out;
}

Json key_json(const History& history, KeyId key) {
  const Dictionary& keys = history.keys();
  switch (keys.kind(key.value)) {
    case ValueKind::kText:
      return std::string(keys.text(key.value));
    case ValueKind::kInteger:
      return keys.integer(key.value);
    case ValueKind::kKeyword:
      return Json{{"keyword", std::string(keys.text(key.value))}};
    case ValueKind::kNull:
    case ValueKind::kReal:
    case ValueKind::kBoolean:
    case ValueKind::kList:
    case ValueKind::kRow:
      break;
  }
  return Json{{"spelled", spell_key(history, key, Detail::kWhole)}};
}

std::optional<TxnId> JsonNames::transaction(std::int64_t external_id) {
  const auto id_of = [&](TxnId txn) { return history_.external_id(txn); };
  if (by_id_.empty()) {
    for (const TxnId txn : history_.transactions()) by_id_.push_back(txn);
    if (!std::ranges::is_sorted(by_id_, {}, id_of)) std::ranges::sort(by_id_, {}, id_of);
  }
  const auto found = std::ranges::lower_bound(by_id_, external_id, {}, id_of);
  if (found == by_id_.end() || id_of(*found) != external_id) return std::nullopt;
  return *found;
}

std::optional<KeyId> JsonNames::key(const Json& name) {
  // Deep values are no key, and writing them would take deep recursion.
  const bool is_flat = name.is_string() || name.is_number_integer() ||
                       (name.is_object() && name.size() == 1 && name.front().is_string());
  if (!is_flat) return std::nullopt;
  if (keys_.empty())
    for (std::size_t i = 0; i < history_.key_count(); ++i)
      keys_.emplace(dumped(key_json(history_, KeyId(i))), KeyId(i));
  const auto found = keys_.find(dumped(name));
  if (found == keys_.end()) return std::nullopt;
  return found->second;
}

}  // namespace isolde
