// Keeps an eye on what a solver may spend: time, and the memory of the whole process.
#pragma once

#include <algorithm>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/memory.hpp"
#include "solver/outcome.hpp"

namespace isolde {

class Watch {
 public:
  explicit Watch(const Limits& limits) : limits_(limits), deadline_(limits.seconds) {}

  [[nodiscard]] bool is_over() const { return deadline_.expired() || is_out_of_memory(0); }
  // Whether `bytes` more would be too much.
  [[nodiscard]] bool is_out_of_memory(std::size_t bytes) const {
    return limits_.memory_bytes && peak_memory_bytes() + bytes > *limits_.memory_bytes;
  }
  // Why nothing was decided. Requires that a limit was reached, or would have been.
  [[nodiscard]] Unknown reason() const {
    if (deadline_.expired()) return {fmt::format("the time limit of {:g} s was reached", *limits_.seconds)};
    return {fmt::format("the memory limit of {} MiB was reached", limits_.memory_bytes.value_or(0) >> 20)};
  }
  // What is left for others.
  [[nodiscard]] Limits rest() const {
    Limits rest = limits_;
    if (rest.seconds) *rest.seconds = std::max(0.0, *rest.seconds - watch_.seconds());
    return rest;
  }

 private:
  Limits limits_;
  Deadline deadline_;
  Stopwatch watch_;
};

}  // namespace isolde
