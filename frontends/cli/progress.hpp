// Progress on a terminal for anything over a second: the phase, how far it is where that is known, the time,
// and at this pace the time left. Silent when standard error is no terminal; wipes its line when it ends.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.hpp"

namespace isolde {

class Progress {
 public:
  // `enabled` false: does nothing.
  explicit Progress(bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Thread-safe. A total of 0 means that it is unknown.
  void phase(std::string_view name);
  void advance(std::uint64_t done, std::uint64_t total);

  // The line as it would be shown; for tests.
  [[nodiscard]] static std::string render(std::string_view phase, std::uint64_t done, std::uint64_t total,
                                          double seconds);

 private:
  void run();

  Stopwatch watch_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::mutex mutex_;  // guards phase_ and stopping_
  std::condition_variable wake_;
  std::string phase_;
  bool stopping_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace isolde
