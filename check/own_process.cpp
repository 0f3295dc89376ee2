#include "check/own_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <new>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/clock.hpp"

namespace isolde {
namespace {

// Limits inside are the job's; outside, a grace for those that do not look at the clock.
constexpr double kGraceSeconds = 2;
constexpr char kMessage = 'm';
constexpr char kReason = 'r';

// Address space that this process takes up now.
std::size_t address_space() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void limit_memory(const Limits& limits) {
  if (!limits.memory_bytes) return;
  const rlim_t bytes = address_space() + *limits.memory_bytes;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

// A letter that says what it is, and the text.
std::string answer_of(const std::function<std::string()>& job) {
  try {
    return kMessage + job();
  } catch (const std::bad_alloc&) {
    return std::string(1, kReason) + "out of memory";
  } catch (const std::exception& error) {
    return std::string(1, kReason) + error.what();
  }
}

[[noreturn]] void be_child(int pipe, const Limits& limits, const std::function<std::string()>& job) {
  ::setpgid(0, 0);  // with a program it may start: killed together
  limit_memory(limits);
  const std::string answer = answer_of(job);
  std::size_t written = 0;
  while (written < answer.size()) {
    const ssize_t count = ::write(pipe, answer.data() + written, answer.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(1);
    written += static_cast<std::size_t>(count);
  }
  ::_exit(0);
}

// All that comes until the other end closes, or what came by the deadline. False: it came too late.
bool receive(int pipe, const Deadline& deadline, std::string& text) {
  std::array<char, 4096> bytes{};
  while (!deadline.expired()) {
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, 20);
    if (ready < 0 && errno != EINTR) return true;
    if (ready <= 0) continue;
    const ssize_t count = ::read(pipe, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return false;
}

std::string reason_of_end(int status, const Limits& limits, bool is_late) {
  if (is_late) return fmt::format("the time limit of {:g} s was reached", limits.seconds.value_or(0));
  if (WIFSIGNALED(status)) return fmt::format("its process was ended by signal {}", WTERMSIG(status));
  return "its process ended without an answer";
}

}  // namespace

ProcessRun run_in_own_process(const Limits& limits, const std::function<std::string()>& job) {
  ProcessRun run;
  int ends[2];
  if (::pipe(ends) != 0) {
    run.reason = std::strerror(errno);
    return run;
  }
  const Stopwatch watch;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    be_child(ends[1], limits, job);
  }
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    run.reason = "no process could be started";
    return run;
  }
  ::setpgid(child, child);
  std::optional<double> patience = limits.seconds;
  if (patience) *patience += kGraceSeconds;
  std::string answer;
  const bool is_late = !receive(ends[0], Deadline(patience), answer);
  ::kill(-child, SIGKILL);  // done or too late; a program that it started must not stay behind
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
  run.seconds = is_late ? *limits.seconds : watch.seconds();  // without the grace
  run.peak_memory_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  if (is_late || answer.empty())
    run.reason = reason_of_end(status, limits, is_late);
  else if (answer.front() == kMessage)
    run.message = answer.substr(1);
  else
    run.reason = answer.substr(1);
  return run;
}

}  // namespace isolde
