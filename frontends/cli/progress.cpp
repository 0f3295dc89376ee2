#include "frontends/cli/progress.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

namespace isolde {
namespace {

// Chosen, not measured.
constexpr std::size_t kBarWidth = 30;
constexpr double kQuietSeconds = 1;  // what ends sooner shows no progress
constexpr std::chrono::milliseconds kTick{100};

}  // namespace

Progress::Progress(bool enabled) {
  if (enabled) thread_ = std::thread([this] { run(); });
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Progress::phase(std::string_view name) {
  const std::lock_guard lock(mutex_);
  phase_ = name;
  done_ = 0;
  total_ = 0;
}

void Progress::advance(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
}

std::string Progress::render(std::string_view phase, std::uint64_t done, std::uint64_t total,
                             double seconds) {
  if (total == 0) return fmt::format("{} ... {:.0f} s", phase, seconds);
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kBarWidth));
  const std::string left = share > 0 && share < 1
                               ? fmt::format(", about {:.0f} s left", seconds * (1 - share) / share)
                               : std::string();
  return fmt::format("{} [{}{}] {:.0f}% {:.0f} s{}", phase, std::string(filled, '#'),
                     std::string(kBarWidth - filled, '.'), share * 100, seconds, left);
}

void Progress::run() {
  bool has_line = false;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kTick, [this] { return stopping_; })) {
    if (watch_.seconds() < kQuietSeconds || phase_.empty()) continue;
    fmt::print(stderr, "\r\x1b[2K{}", render(phase_, done_, total_, watch_.seconds()));
    std::fflush(stderr);
    has_line = true;
  }
  if (has_line) fmt::print(stderr, "\r\x1b[2K");
}

}  // namespace isolde
