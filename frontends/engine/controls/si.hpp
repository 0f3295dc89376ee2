// si: reads from a snapshot; of two concurrent writers of a key, the first to commit wins. Write skew is
// possible. Strong snapshot isolation, since snapshots are as new as real time asks for.
#pragma once

#include "frontends/engine/controls/snapshot_control.hpp"

namespace isolde::engine {

class SiControl final : public SnapshotControl {
 public:
  using SnapshotControl::SnapshotControl;

  Answer read(Session /*session*/, Slot /*slot*/) override { return kProceed; }
  Answer write(Session /*session*/, const WriteIntent& /*intent*/) override { return kProceed; }
  Answer predicate(Session /*session*/, const Range& /*range*/) override { return kProceed; }
  Answer commit(Session session, std::int64_t /*now*/) override {
    for (const BufferedWrite& write : writes(session))
      if (!is_unchanged(session, write.slot)) return kAbort;
    stamp_commit(session);
    return kProceed;
  }
};

}  // namespace isolde::engine
