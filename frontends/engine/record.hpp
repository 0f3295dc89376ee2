// What clients recorded, transaction by transaction, on its way out: to a file, to a History, or first
// through a sink that plants anomalies. Sinks get transactions as they end, so memory does not grow with the
// history.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "frontends/engine/request.hpp"
#include "history/history.hpp"

namespace isolde::engine {

struct RecordedOp {
  Request request;
  Reply reply;
};

constexpr std::uint32_t kNoSession = UINT32_MAX;

struct RecordedTxn {
  std::int64_t id = 0;
  std::uint32_t session = 0;  // kNoSession: not recorded
  TxnStatus status = TxnStatus::kCommitted;
  std::int64_t start = 0;
  std::int64_t end = 0;  // kNoTime for an indeterminate transaction whose client gave up
  std::vector<RecordedOp> ops;
};

// What a client never sees: the engine's own account, for --truth.
struct VersionTruth {
  Key key;
  std::vector<Cells> versions;  // installed, oldest first; an empty one is a delete of a register or row
};

class Sink {
 public:
  virtual ~Sink() = default;

  // Before everything else: the tables, and what they hold at first.
  virtual void tables(std::span<const TableInfo> tables) = 0;
  virtual void initial(Key key, const Cells& cells) = 0;
  // Sessions' transactions come in session order; ids ascend in the order of this call,
  // unless a sink in between hides their order (ForgettingSink).
  virtual void transaction(const RecordedTxn& txn) = 0;
  // Asked every few thousand transactions. False (the output failed) ends the simulation early.
  [[nodiscard]] virtual bool wants_more() const { return true; }
  // After the last transaction, if the truth was asked for.
  virtual void version_order(const VersionTruth& /*truth*/) {}
  virtual void serialization_order(std::span<const std::int64_t> /*ids*/) {}
};

}  // namespace isolde::engine
