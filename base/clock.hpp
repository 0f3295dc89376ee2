// Wall-clock durations for timing phases, and a deadline that long computations look at now and then.
#pragma once

#include <chrono>
#include <optional>

namespace isolde {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

class Deadline {
 public:
  // Without a value it never expires.
  explicit Deadline(std::optional<double> seconds) {
    if (seconds)
      at_ =
          std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                 std::chrono::duration<double>(*seconds));
  }
  [[nodiscard]] bool expired() const { return at_ && std::chrono::steady_clock::now() >= *at_; }

 private:
  std::optional<std::chrono::steady_clock::time_point> at_;
};

}  // namespace isolde
