// Lines by priority, smallest first; ties by number, so that runs repeat.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "encode/lines.hpp"

namespace isolde {

class ReadyQueue {
 public:
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  void push(Line line, std::uint32_t priority) {
    heap_.push_back((std::uint64_t{priority} << 32) | line);
    std::ranges::push_heap(heap_, std::greater<>());
  }
  Line pop() {
    std::ranges::pop_heap(heap_, std::greater<>());
    const auto line = static_cast<Line>(heap_.back());
    heap_.pop_back();
    return line;
  }
  void clear() { heap_.clear(); }

 private:
  std::vector<std::uint64_t> heap_;
};

}  // namespace isolde
