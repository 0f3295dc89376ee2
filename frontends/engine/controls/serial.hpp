// serial: one transaction at a time, first come, first served. Strict serializable by construction: each
// transaction runs alone between its client's start and end.
#pragma once

#include <deque>

#include "frontends/engine/controls/concurrency_control.hpp"

namespace isolde::engine {

class SerialControl final : public ConcurrencyControl {
 public:
  using ConcurrencyControl::ConcurrencyControl;

  // A session in the queue waits for the one before it, whose end makes it the first.
  Answer begin(Session session, std::int64_t /*now*/) override {
    if (!queue_.empty() && queue_.front() == session) return kProceed;
    const Session before = queue_.empty() ? kNone : queue_.back();
    queue_.push_back(session);
    return before == kNone ? kProceed : wait_for(before);
  }
  [[nodiscard]] View view(Session /*session*/) override { return {}; }
  Answer read(Session /*session*/, Slot /*slot*/) override { return kProceed; }
  Answer write(Session /*session*/, const WriteIntent& /*intent*/) override { return kProceed; }
  Answer predicate(Session /*session*/, const Range& /*range*/) override { return kProceed; }
  Answer commit(Session /*session*/, std::int64_t /*now*/) override {
    ++clock_;
    return kProceed;
  }
  [[nodiscard]] Origin origin_of(Session /*session*/) override { return {.stamp = clock_}; }
  void ended(Session /*session*/, bool /*committed*/) override { queue_.pop_front(); }
  void collect(Slot slot) override {
    store().collect(slot, [](std::span<const Version>, std::size_t) { return false; });
  }
  [[nodiscard]] std::uint64_t ticket(Session /*session*/) override { return clock_; }

 private:
  std::deque<Session> queue_;  // the front one runs
  Stamp clock_ = 0;
};

}  // namespace isolde::engine
