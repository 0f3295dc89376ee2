// Shared and exclusive locks on keys, and shared locks on ranges, all held until the transaction ends. A
// range lock stands against writes whose old or new image lies in it, so there are no phantoms for its
// holder.
//
// A conflict names one holder to wait for; deadlocks are the wait graph's affair. O(holders of the key) per
// request, O(ranges held) for a write if anyone holds any.
#pragma once

#include <vector>

#include <boost/container/small_vector.hpp>

#include "frontends/engine/controls/concurrency_control.hpp"

namespace isolde::engine {

class LockTable {
 public:
  explicit LockTable(Session sessions) : held_(sessions) {}

  Answer share(Session session, Slot slot);
  Answer exclude(Session session, Slot slot);
  void share_range(Session session, const Range& range) { ranges_.push_back({session, range}); }
  // Someone else's range lock that the write would disturb, or kNone.
  [[nodiscard]] Session range_holder(Session session, Key key, Image before, Image after) const;
  [[nodiscard]] Session exclusive_holder(Slot slot) const {
    return slot < locks_.size() ? locks_[slot].exclusive : kNone;
  }
  void release(Session session);

 private:
  struct Lock {
    Session exclusive = kNone;
    boost::container::small_vector<Session, 2> shared;
  };
  struct RangeLock {
    Session session;
    Range range;
  };

  [[nodiscard]] Lock& lock(Slot slot) {
    if (slot >= locks_.size()) locks_.resize(2 * static_cast<std::size_t>(slot) + 1);
    return locks_[slot];
  }

  std::vector<Lock> locks_;              // by slot
  std::vector<std::vector<Slot>> held_;  // by session; a slot twice if it is held both ways
  std::vector<RangeLock> ranges_;
};

}  // namespace isolde::engine
