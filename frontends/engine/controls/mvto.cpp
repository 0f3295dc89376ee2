#include "frontends/engine/controls/mvto.hpp"

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
  // Later readers see this write instead of the version before the transaction, whatever the transaction
  // itself wrote to the key earlier.
  const Version& before = store().visible(intent.slot, view(session));
  if (before.read > now) return kAbort;
  const bool is_free = ranges_.all_after(now, [&](const Range& range) {
    return !lies_in(range, intent.slot, before.image()) && !lies_in(range, intent.slot, intent.after);
  });
  if (!is_free) return kAbort;
  Pending& writers = pending(intent.slot);
  if (std::ranges::find(writers, session) == writers.end()) {
    writers.push_back(session);
    marked_[session].push_back(intent.slot);
  }
  return kProceed;
}

// The range binds writers with smaller timestamps; when none of those is open, it binds nobody.
Answer MvtoControl::predicate(Session session, const Range& range) {
  const Stamp now = snapshot(session);
  for (Session other = 0; other < session_count(); ++other) {
    if (other == session || snapshot(other) > now) continue;
    for (const BufferedWrite& write : writes(other))
      if (lies_in(range, write.slot, store().visible(write.slot, view(other)).image()) ||
          lies_in(range, write.slot, write.image()))
        return wait_for(other);
  }
  ranges_.add(now, range, oldest_snapshot());
  return kProceed;
}

void MvtoControl::ended(Session session, bool committed) {
  SnapshotControl::ended(session, committed);
  for (const Slot slot : marked_[session]) {
    Pending& writers = pending(slot);
    writers.erase(std::ranges::find(writers, session));
  }
  marked_[session].clear();
}

}  // namespace isolde::engine
