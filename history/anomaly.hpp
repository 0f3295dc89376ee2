// The names of anomalies and what each means: the one table that findings, cycles, reports and
// docs/anomalies.md take them from. Adya's and Elle's symbols stay as they are in the literature (G1a,
// G-single); all other names are words with spaces between.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isolde {

enum class FindingKind : std::uint8_t;  // history/findings/validation.hpp

enum class AnomalyKind : std::uint8_t {
  kG0,
  kG1a,
  kG1b,
  kG1c,
  kLostUpdate,
  kReadSkew,
  kNonRepeatableRead,
  kPhantom,
  kWriteSkew,
  kLongFork,
  kGSingle,
  kGNonadjacent,
  kG2Item,
  kG2,
  kImpossibleRead,
  kImpossibleAggregate,
  kGarbageRead,
  kFutureRead,
  kInternal,
  kPredicateMismatch,
  kRepeatedKey,
  kDuplicateElements,
  kDirtyUpdate,
  kIncompatibleOrder,
  kDuplicateWrite,
  kBrokenVersionOrder,
  kBrokenVersionSet,
  kBrokenSerializationOrder,
  kResultSetMismatch,
};

struct AnomalyInfo {
  AnomalyKind kind;
  std::string_view name;
  std::string_view meaning;  // one clause, no full stop
};

// Every row, in the order of the enumeration.
[[nodiscard]] std::span<const AnomalyInfo> anomalies();
[[nodiscard]] std::string_view name_of(AnomalyKind kind);
// The anomaly that such a finding is.
[[nodiscard]] AnomalyKind anomaly_of(FindingKind kind);

// What a cycle needs beside reads and writes: it is part of the name (Elle section 6), as "-process" or
// "-realtime".
enum class CycleOrder : std::uint8_t { kOfNone, kSession, kRealTime };
[[nodiscard]] std::string name_of(AnomalyKind kind, CycleOrder order);
// "not snapshot-isolation", where no name is known.
[[nodiscard]] std::string name_of_unexplained(std::string_view level);

// What the name of an anomaly means; empty if it is none of those above.
[[nodiscard]] std::string meaning_of(std::string_view name);

}  // namespace isolde
