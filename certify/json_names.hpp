// The JSON of certificates: names of the input, and back; steps of proofs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "certify/certificate.hpp"
#include "history/history.hpp"

namespace isolde {

// The JSON on one line; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string dumped(const nlohmann::ordered_json& json);

// A key: text and numbers as they are, other kinds as an object that names the kind.
[[nodiscard]] nlohmann::ordered_json key_json(const History& history, KeyId key);

// {"either":[...]} or {"cycle":[...]}, see certify/certificate_json.hpp.
[[nodiscard]] nlohmann::ordered_json step_json(const History& history, const ProofStep& step);

// Finds transactions and keys by their names. Both tables are made when they are first asked for.
class JsonNames {
 public:
  explicit JsonNames(const History& history) : history_(history) {}

  [[nodiscard]] std::optional<TxnId> transaction(std::int64_t external_id);
  [[nodiscard]] std::optional<KeyId> key(const nlohmann::ordered_json& name);

 private:
  const History& history_;
  std::vector<TxnId> by_id_;  // ascending by external id
  std::unordered_map<std::string, KeyId> keys_;
};

}  // namespace isolde
