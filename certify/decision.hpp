// A decision and its evidence: the verdict about a level, and for a "no" the anomalies that prove it. These
// types are what solvers produce, what the verifier checks and what reports show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "certify/certificate.hpp"
#include "history/dependency.hpp"
#include "history/event.hpp"
#include "history/findings/validation.hpp"
#include "history/initial_values.hpp"
#include "history/level.hpp"

namespace isolde {

enum class Verdict : std::uint8_t { kAccept, kReject, kUnknown };
[[nodiscard]] constexpr std::string_view name_of(Verdict verdict) {
  return verdict == Verdict::kAccept ? "accept" : verdict == Verdict::kReject ? "reject" : "unknown";
}

// What the database itself said about the order of things, if that is what it was held to.
enum class CertificateMode : std::uint8_t {
  kNoPromise,           // the level is decided: any order will do
  kVersionOrder,        // the order of each key's versions, and the version sets of predicate operations
  kSerializationOrder,  // the order of the transactions
};
[[nodiscard]] constexpr std::string_view name_of(CertificateMode mode) {
  constexpr std::string_view kNames[] = {"none", "version-order", "serialization-order"};
  return kNames[static_cast<std::size_t>(mode)];
}

struct Anomaly {
  std::string name;                 // "G1a", "lost update", ...
  std::vector<TxnId> transactions;  // all that take part
  std::optional<Finding> finding;   // what validation saw, or
  std::vector<Dependency>
      cycle;    // dependencies that lead back to where they began; empty if only the set is known
  Proof proof;  // why no execution explains these transactions; its last leaf is `cycle`
  bool is_verified = false;  // the verifier has taken `proof`, at the level and clock skew of the decision
  std::string explanation = {};  // a clause, where neither a finding nor a cycle tells
  // The finding would vanish if the key had begun with what was read there.
  std::optional<InitialChoice> initial_hint = {};
  // Where there is neither a finding nor a cycle, because nobody was able, or asked, to find one: why not,
  // and what a user can do about it. Both are clauses; `transactions` are suspects then, as far as there are
  // any.
  std::string why_no_proof = {};
  std::string what_helps = {};
};

struct Decision {
  Verdict verdict = Verdict::kUnknown;
  Level level = Level::kSerializable;
  CertificateMode mode = CertificateMode::kNoPromise;  // otherwise the verdict is about this promise
  std::string reason;                                  // for unknown: one clause
  std::vector<Anomaly> anomalies;                      // for reject: at least one
  Schedule schedule;                                   // for accept: an execution that explains every read
  std::vector<Finding> notes;                          // worth knowing, violating nothing
};

// What proves the verdict: the schedule, or the first anomaly with a finding or a proof. None if the verdict
// is unknown or nobody was able, or asked, to prove it.
[[nodiscard]] std::optional<Certificate> certificate_of(const Decision& decision, std::int64_t clock_skew);

}  // namespace isolde
