// Interrupts a library from a thread of its own when time is up, for libraries that call nothing of ours
// while they work.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace isolde {

class Watchdog {
 public:
  // Asks is_over() every few milliseconds until it says yes, then calls halt() again and again until this
  // ends: a library may forget an interrupt that comes before it begins.
  Watchdog(std::function<bool()> is_over, std::function<void()> halt)
      : thread_([this, is_over = std::move(is_over), halt = std::move(halt)](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          const auto is_done = [] { return false; };
          while (!stop.stop_requested()) {
            wake_.wait_for(lock, stop, std::chrono::milliseconds(5), is_done);
            if (!stop.stop_requested() && is_over()) halt();
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: ends before what it uses
};

}  // namespace isolde
