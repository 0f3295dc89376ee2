#include "frontends/engine/mvto.hpp"

#include <algorithm>

namespace isolde::engine {

Answer MvtoControl::read(Session session, Slot slot) {
  const Stamp now = snapshot(session);
  Version& version = store().visible(slot, view(session));
  for (const Session other : pending(slot))
    if (other != session && version.stamp < snapshot(other) && snapshot(other) < now) return wait_for(other);
  version.read = std::max(version.read, now);
  return kProceed;
}

Answer MvtoControl::write(Session session, const WriteIntent& intent) {
  const Stamp now = snapshot(session);
  if (intent.reads) {
    const Answer answer = read(session, intent.slot);
    if (!answer.proceeds()) return answer;
  }
  // What the write takes the place of in later eyes is the version before it, not what its own transaction
  // made of it already.
  const Version& before = store().visible(intent.slot, view(session));
  if (before.read > now) return kAbort;
  for (const RangeRead& read : ranges_)
    if (read.stamp > now &&
        (lies_in(read.range, intent.slot, before.image()) || lies_in(read.range, intent.slot, intent.after)))
      return kAbort;
  Pending& writers = pending(intent.slot);
  if (std::ranges::find(writers, session) == writers.end()) {
    writers.push_back(session);
    marked_[session].push_back(intent.slot);
  }
  return kProceed;
}

Answer MvtoControl::predicate(Session session, const Range& range) {
  const Stamp now = snapshot(session);
  for (Session other = 0; other < session_count(); ++other) {
    if (other == session || snapshot(other) > now) continue;
    for (const BufferedWrite& write : writes(other))
      if (lies_in(range, write.slot, store().visible(write.slot, view(other)).image()) ||
          lies_in(range, write.slot, write.image()))
        return wait_for(other);
  }
  ranges_.push_back({range, now});
  return kProceed;
}

// A range read binds writers with smaller timestamps; when none of those is open, it binds nobody.
void MvtoControl::ended(Session session, bool committed) {
  SnapshotControl::ended(session, committed);
  for (const Slot slot : marked_[session]) {
    Pending& writers = pending(slot);
    writers.erase(std::ranges::find(writers, session));
  }
  marked_[session].clear();
  if (ranges_.size() < trim_at_) return;
  std::erase_if(ranges_, [&](const RangeRead& read) { return read.stamp <= oldest_snapshot(); });
  trim_at_ = std::max<std::size_t>(64, 2 * ranges_.size());
}

}  // namespace isolde::engine
