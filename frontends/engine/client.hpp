// A session's client and its open transaction, as the simulation sees it.
#pragma once

#include <cstdint>
#include <optional>

#include "frontends/engine/record.hpp"

namespace isolde::engine {

// What the session's next event is.
enum class Step : std::uint8_t { kBegin, kOperation, kCommit, kRollback, kEnd };

struct Client {
  Step step = Step::kBegin;
  RecordedTxn record;
  Request request;
  Reply reply;
  std::int64_t clock_offset = 0;
  bool rolls_back = false;      // the client decided at the start to roll back, at some request or at the end
  bool gives_up = false;        // the client leaves at commit, before it hears the outcome
  bool is_lost = false;         // gives_up, and its request to commit never reached the server
  std::int64_t long_think = 0;  // added to each pause of a transaction that stays open
  std::optional<std::uint64_t> ticket;  // the server committed it: where it stands in the engine's order
};

}  // namespace isolde::engine
