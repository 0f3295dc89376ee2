#include "frontends/engine/controls/lock_table.hpp"

#include <algorithm>

namespace isolde::engine {

Answer LockTable::share(Session session, Slot slot) {
  Lock& at = lock(slot);
  if (at.exclusive == session) return kProceed;
  if (at.exclusive != kNone) return wait_for(at.exclusive);
  if (std::ranges::find(at.shared, session) != at.shared.end()) return kProceed;
  at.shared.push_back(session);
  held_[session].push_back(slot);
  return kProceed;
}

Answer LockTable::exclude(Session session, Slot slot) {
  Lock& at = lock(slot);
  if (at.exclusive == session) return kProceed;
  if (at.exclusive != kNone) return wait_for(at.exclusive);
  for (const Session holder : at.shared)
    if (holder != session) return wait_for(holder);
  at.exclusive = session;
  held_[session].push_back(slot);
  return kProceed;
}

Session LockTable::range_holder(Session session, Key key, Image before, Image after) const {
  for (const RangeLock& held : ranges_)
    if (held.session != session && (lies_in(held.range, key, before) || lies_in(held.range, key, after)))
      return held.session;
  return kNone;
}

void LockTable::release(Session session) {
  for (const Slot slot : held_[session]) {
    Lock& at = locks_[slot];
    if (at.exclusive == session) at.exclusive = kNone;
    const auto own = std::ranges::find(at.shared, session);
    if (own != at.shared.end()) at.shared.erase(own);
  }
  held_[session].clear();
  std::erase_if(ranges_, [&](const RangeLock& held) { return held.session == session; });
}

}  // namespace isolde::engine
