// Runs a program and says what it cost.
#pragma once

#include <string>
#include <vector>

namespace isolde::check_speed {

struct Cost {
  double user_seconds = 0;
  double system_seconds = 0;
  double peak_megabytes = 0;  // 2^20 bytes of resident memory
  int exit_code = -1;         // negative: a signal ended it

  [[nodiscard]] double seconds() const { return user_seconds + system_seconds; }
};

// What it prints is thrown away. Throws if there is nothing to run. A child begins with its parent's memory
// as its peak, so this program has to stay small.
[[nodiscard]] Cost run(const std::string& program, const std::vector<std::string>& arguments);

// The cost of many runs.
//
// The kernel knows precisely how long a process ran, but splits that into user and system time by looking
// where it was when a clock ticked, 250 times a second: a run of 10 ms can have any user time from 0 to 10
// ms. So the user time is the least time of a run, times the share of user time in all of them.
class Runs {
 public:
  void add(const Cost& cost);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] double user_seconds() const;
  [[nodiscard]] double all_seconds() const { return user_ + system_; }
  [[nodiscard]] double peak_megabytes() const { return peak_; }
  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  std::size_t count_ = 0;
  double user_ = 0;
  double system_ = 0;
  double least_ = 0;
  double peak_ = 0;
  int exit_code_ = -1;
};

}  // namespace isolde::check_speed
