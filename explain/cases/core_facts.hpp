// What a history says for certain about a few transactions: the raw facts that a proof may use
// (certify/certificate.hpp). Transactions are numbered from zero; what one of them read from a transaction
// outside is left out, as are reads that several writers could have served, which only adds executions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "encode/items/items.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

struct CoreFacts {
  struct Read {
    std::uint32_t reader = kNone;
    std::uint32_t writer = kNone;  // kNone: the initial version
    ValueId value = {};
    bool is_missing_row = false;  // a predicate read that returned no row, though every version but the
                                  // initial one matches
  };
  struct KeyUse {
    KeyId key = {};
    std::vector<std::uint32_t> installers;
    std::vector<Read> reads;
  };
  struct Order {
    std::uint32_t first = kNone;
    std::uint32_t second = kNone;
    DependencyKind kind = DependencyKind::kSo;
  };

  std::vector<TxnId> txns;  // ascending
  std::vector<KeyUse> keys;
  std::vector<Order> orders;  // every pair that session order or real time orders, as the level says

  // Pairs of installers of one key.
  [[nodiscard]] std::size_t pair_count() const;
};

// Requires that all of `txns` count (history/findings/validation.hpp). Quadratic in their number.
[[nodiscard]] CoreFacts facts_of(const History& history, const WriterIndex& writers, Level level,
                                 std::int64_t clock_skew, const std::vector<TxnId>& txns);

// The facts among some of the transactions alone, which must be ascending.
[[nodiscard]] CoreFacts restrict_to(const CoreFacts& facts, const std::vector<TxnId>& txns);

// One variable per pair of installers; no chains, so that every edge is owed to a read, a variable or an
// order.
[[nodiscard]] Polygraph polygraph_of(const CoreFacts& facts, Level level);

}  // namespace isolde
