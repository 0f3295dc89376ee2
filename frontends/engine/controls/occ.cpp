#include "frontends/engine/controls/occ.hpp"

namespace isolde::engine {

Answer OccControl::predicate(Session session, const Range& range) {
  log_.turn_on(clock());
  if (!log_.covers(snapshot(session))) return kAbort;
  ranges_[session].push_back(range);
  return kProceed;
}

bool OccControl::is_valid(Session session) const {
  for (const Slot slot : reads_[session])
    if (!is_unchanged(session, slot)) return false;
  bool is_valid = true;
  for (const Range& range : ranges_[session])
    log_.for_each_in(range, snapshot(session), [&](std::uint64_t) { return is_valid = false; });
  return is_valid;
}

Answer OccControl::commit(Session session, std::int64_t /*now*/) {
  if (!is_valid(session)) return kAbort;
  stamp_commit(session);
  if (log_.is_on())
    for (const BufferedWrite& write : writes(session))
      log_.add(commit_stamp(session), session, store().key(write.slot), store().newest(write.slot).image(),
               write.image());
  return kProceed;
}

void OccControl::ended(Session session, bool committed) {
  SnapshotControl::ended(session, committed);
  reads_[session].clear();
  ranges_[session].clear();
  log_.trim(oldest_snapshot());
}

}  // namespace isolde::engine
