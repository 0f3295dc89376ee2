// Dependencies between transactions, in Adya's words, each with the reason why it is certain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ids.hpp"

namespace isolde {

enum class DependencyKind : std::uint8_t {
  kWr,  // the second read what the first wrote
  kWw,  // the second overwrote what the first wrote
  kRw,  // the second overwrote what the first read
  kSo,  // the first precedes the second in their session
  kRt,  // the first ended before the second started
};
[[nodiscard]] constexpr std::string_view name_of(DependencyKind kind) {
  constexpr std::string_view kNames[] = {"wr", "ww", "rw", "so", "rt"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Why a dependency is certain.
enum class DependencyReason : std::uint8_t {
  kRead,            // wr: only one transaction could have written what was read
  kOrdered,         // so, rt: the input says so
  kReadInitial,     // rw: the first read the initial version, which every write follows
  kVersionFollows,  // rw: the first read a version whose writer precedes the second
  kReaderFollows,   // ww: `witness` read the second's version although the first precedes it
  kRowMissing,      // rw: the first's predicate read did not return a row that the second made match
  kRowGone,     // wr: the first made a row stop matching, and the second's predicate read did not return it
  kAssumed,     // ww: one of the two alternatives of a case (certify/certificate.hpp)
  kAggregated,  // wr, rw: seen only through an aggregate (count, min, max, sum)
  kPromised,    // ww: the version order that the input gives says so
};

struct Dependency {
  TxnId from;
  TxnId to;
  DependencyKind kind = DependencyKind::kWr;
  KeyId key = {};      // invalid for so and rt
  ValueId value = {};  // wr, rw: the version that was read
  DependencyReason reason = DependencyReason::kRead;
  TxnId witness = {};  // kVersionFollows: the writer of the version read; kReaderFollows: the reader
  OpId op = {};        // from a transaction to itself: its aggregate that does not add up
};

}  // namespace isolde
