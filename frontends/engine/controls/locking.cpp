#include "frontends/engine/controls/locking.hpp"

namespace isolde::engine {

Answer S2plControl::write(Session session, const WriteIntent& intent) {
  const Answer answer = locks().exclude(session, intent.slot);
  if (!answer.proceeds()) return answer;
  const Session holder = locks().range_holder(session, store().key(intent.slot), intent.before, intent.after);
  return holder == kNone ? kProceed : wait_for(holder);
}

// Waits for writes that are under way and could change the answer.
Answer S2plControl::predicate(Session session, const Range& range) {
  for (Session other = 0; other < session_count(); ++other) {
    if (other == session) continue;
    for (const BufferedWrite& write : writes(other))
      if (lies_in(range, write.slot, store().newest(write.slot).image()) ||
          lies_in(range, write.slot, write.image()))
        return wait_for(other);
  }
  locks().share_range(session, range);
  return kProceed;
}

}  // namespace isolde::engine
