// occ: runs on a snapshot without locks; at commit nothing that it read, key or range, may have changed
// since. So it reads what a transaction that ran whole at its commit would have read: strict serializable, in
// the order of commits. O(reads) per commit, and for ranges the writes committed meanwhile.
#pragma once

#include <vector>

#include "frontends/engine/controls/commit_log.hpp"
#include "frontends/engine/controls/snapshot_control.hpp"

namespace isolde::engine {

class OccControl final : public SnapshotControl {
 public:
  explicit OccControl(Database& database)
      : SnapshotControl(database), reads_(session_count()), ranges_(session_count()) {}

  Answer read(Session session, Slot slot) override {
    reads_[session].push_back(slot);
    return kProceed;
  }
  Answer write(Session session, const WriteIntent& intent) override {
    if (intent.reads) reads_[session].push_back(intent.slot);
    return kProceed;
  }
  Answer predicate(Session session, const Range& range) override;
  Answer commit(Session session, std::int64_t now) override;
  void ended(Session session, bool committed) override;

 private:
  [[nodiscard]] bool is_valid(Session session) const;

  std::vector<std::vector<Slot>> reads_;    // by session
  std::vector<std::vector<Range>> ranges_;  // by session
  CommitLog log_;
};

}  // namespace isolde::engine
