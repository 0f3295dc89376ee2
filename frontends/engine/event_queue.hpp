// Virtual time: who acts next. Each session has at most one event ahead, so the heap is as small as the
// number of sessions. Events at one instant come in the order they were scheduled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "frontends/engine/store.hpp"

namespace isolde::engine {

class EventQueue {
 public:
  struct Event {
    std::int64_t time;
    std::uint64_t number;
    Session session;
    // The heap keeps the greatest event on top, so the earlier event is the greater one.
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  void schedule(Session session, std::int64_t time) {
    heap_.push_back({time, number_++, session});
    std::push_heap(heap_.begin(), heap_.end());
  }
  [[nodiscard]] Event pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    const Event event = heap_.back();
    heap_.pop_back();
    return event;
  }

 private:
  std::vector<Event> heap_;
  std::uint64_t number_ = 0;
};

}  // namespace isolde::engine
