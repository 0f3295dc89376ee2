#include "benchmarks/check_speed/child.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

#include <sys/resource.h>
#include <sys/wait.h>

namespace isolde::check_speed {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

constexpr int kNotRun = 127;  // no exit code of ours

[[noreturn]] void become(const char* program, char* const* arguments) {
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  ::execv(program, arguments);
  std::_Exit(kNotRun);
}

}  // namespace

Cost run(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) become(program.c_str(), pointers.data());
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child)
    throw std::runtime_error("cannot run " + program);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotRun) throw std::runtime_error("cannot run " + program);
  return {.user_seconds = seconds_of(usage.ru_utime),
          .system_seconds = seconds_of(usage.ru_stime),
          .peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024,
          .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

void Runs::add(const Cost& cost) {
  least_ = count_ == 0 ? cost.seconds() : std::min(least_, cost.seconds());
  ++count_;
  user_ += cost.user_seconds;
  system_ += cost.system_seconds;
  peak_ = std::max(peak_, cost.peak_megabytes);
  exit_code_ = cost.exit_code;
}

double Runs::user_seconds() const {
  const double all = user_ + system_;
  return all > 0 ? least_ * user_ / all : 0;
}

}  // namespace isolde::check_speed
