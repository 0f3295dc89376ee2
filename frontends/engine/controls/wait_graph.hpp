// Who waits for whose end. A waiter names one blocker at a time, even if several stand in its way: when that
// one ends it asks again. So each session has at most one edge, a deadlock is a cycle of such edges, and it
// exists from the moment the last of them is added. O(length of the chain) per wait.
#pragma once

#include <vector>

#include "frontends/engine/store.hpp"

namespace isolde::engine {

class WaitGraph {
 public:
  explicit WaitGraph(Session sessions) : blockers_(sessions, kNone), waiters_(sessions) {}

  // False, and adds no edge, if the wait would never end.
  [[nodiscard]] bool wait(Session session, Session blocker) {
    for (Session at = blocker; at != kNone; at = blockers_[at])
      if (at == session) return false;
    blockers_[session] = blocker;
    waiters_[blocker].push_back(session);
    return true;
  }

  // The blocker ended: calls wake(session) in the order they came.
  template <class Wake>
  void end(Session blocker, Wake&& wake) {
    for (const Session session : waiters_[blocker]) {
      blockers_[session] = kNone;
      wake(session);
    }
    waiters_[blocker].clear();
  }

 private:
  std::vector<Session> blockers_;
  std::vector<std::vector<Session>> waiters_;
};

}  // namespace isolde::engine
