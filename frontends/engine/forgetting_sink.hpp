// Passes records on without what a recorder may not have known: times, sessions, or ids that grow like a
// clock. What stays is a history of the same transactions that tells less, so whatever held still holds at
// levels that do not ask for what is gone. Memory: one transaction.
#pragma once

#include <cstdint>
#include <span>

#include "frontends/engine/record.hpp"

namespace isolde::engine {

struct Forgotten {
  bool times = false;
  bool sessions = false;
  bool id_order = false;  // each id becomes another, in no order

  [[nodiscard]] bool nothing() const { return !times && !sessions && !id_order; }
};

class ForgettingSink : public Sink {
 public:
  // `next` must outlive this. Requires that all ids lie in [0, transactions).
  ForgettingSink(Sink& next, const Forgotten& forgotten, std::uint64_t transactions);

  void tables(std::span<const TableInfo> tables) override { next_.tables(tables); }
  void initial(Key key, const Cells& cells) override { next_.initial(key, cells); }
  void transaction(const RecordedTxn& txn) override;
  [[nodiscard]] bool wants_more() const override { return next_.wants_more(); }
  void version_order(const VersionTruth& truth) override { next_.version_order(truth); }
  void serialization_order(std::span<const std::int64_t> ids) override;

  // The id that `next` gets for the transaction that came with this id. One-to-one, the same in each run, and
  // less than twice the number of transactions.
  [[nodiscard]] std::int64_t id_of(std::int64_t id) const;

 private:
  Sink& next_;
  Forgotten forgotten_;
  unsigned id_bits_;
  RecordedTxn scratch_;  // keeps its memory from call to call
};

}  // namespace isolde::engine
