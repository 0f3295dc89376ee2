// mvto: a transaction's timestamp, taken at its begin, is its place in the order. A read sees the newest
// version up to it, waits for an earlier writer that has not ended, and leaves its timestamp on the version;
// a write that comes too late for such a reader aborts. A read of a range leaves its timestamp on the range.
//
// Strict serializable in timestamp order: a timestamp lies within the client's interval. Readers only ever
// wait for earlier timestamps, so there are no deadlocks.
#pragma once

#include <vector>

#include <boost/container/small_vector.hpp>

#include "frontends/engine/controls/past_reads.hpp"
#include "frontends/engine/controls/snapshot_control.hpp"

namespace isolde::engine {

class MvtoControl final : public SnapshotControl {
 public:
  explicit MvtoControl(Database& database) : SnapshotControl(database), marked_(session_count()) {}

  // The snapshot is the timestamp.
  Answer begin(Session session, std::int64_t /*now*/) override {
    stamp_commit(session);
    open(session, commit_stamp(session));
    return kProceed;
  }
  Answer read(Session session, Slot slot) override;
  Answer write(Session session, const WriteIntent& intent) override;
  Answer predicate(Session session, const Range& range) override;
  Answer commit(Session /*session*/, std::int64_t /*now*/) override { return kProceed; }
  void ended(Session session, bool committed) override;

 private:
  using Pending = boost::container::small_vector<Session, 2>;
  [[nodiscard]] Pending& pending(Slot slot) {
    if (slot >= pending_.size()) pending_.resize(2 * static_cast<std::size_t>(slot) + 1);
    return pending_[slot];
  }

  std::vector<Pending> pending_;           // by slot: open transactions that wrote it, or are about to
  std::vector<std::vector<Slot>> marked_;  // by session: slots it is pending on
  PastReads<Range> ranges_;                // by timestamp; readers that have not committed count, too
};

}  // namespace isolde::engine
