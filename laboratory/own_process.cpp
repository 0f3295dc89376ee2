#include "laboratory/own_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/clock.hpp"

namespace isolde {
namespace {

// The job itself should respect its limits. A job that does not look at the clock is killed this much later
// (chosen, not measured).
constexpr double kGraceSeconds = 2;
constexpr char kMessage = 'm';
constexpr char kReason = 'r';

struct MemoryOfProcess {
  std::size_t address_space = 0;
  std::size_t own = 0;  // resident and not mapped from a file, so that the code of libraries does not count
};

// All zero if there is no such process. `process` is a number, or "self".
MemoryOfProcess memory_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/statm");
  std::size_t space = 0;
  std::size_t resident = 0;
  std::size_t shared = 0;
  file >> space >> resident >> shared;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return {space * page, (resident - std::min(resident, shared)) * page};
}

// Counts the programs that its main thread started as well, except one that is still a copy of this process
// right after a fork, since it shares all of its memory.
std::size_t memory_of_family(pid_t parent) {
  const std::string name = std::to_string(parent);
  const auto program_of = [](const std::string& process) {
    std::error_code failure;
    return std::filesystem::read_symlink("/proc/" + process + "/exe", failure);
  };
  std::size_t sum = memory_of(name).own;
  std::ifstream children("/proc/" + name + "/task/" + name + "/children");
  for (std::string child; children >> child;)
    if (program_of(child) != program_of(name)) sum += memory_of(child).own;
  return sum;
}

// The limit of the address space, far above that of memory, stops a job that grows faster than its memory is
// measured. It is no measure of memory: each thread reserves some that it never touches.
void limit_address_space(const Limits& limits) {
  if (!limits.memory_bytes) return;
  constexpr rlim_t kUntouched = rlim_t{1} << 30;
  const rlim_t bytes = memory_of("self").address_space + 2 * *limits.memory_bytes + kUntouched;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

// A letter that says what the text is, and the text.
std::string bytes_answered(const std::function<std::string()>& job) {
  try {
    return kMessage + job();
  } catch (const std::bad_alloc&) {
    return std::string(1, kReason) + "out of memory";
  } catch (const std::exception& error) {
    return std::string(1, kReason) + error.what();
  }
}

[[noreturn]] void be_child(int pipe, pid_t parent, const Limits& limits,
                           const std::function<std::string()>& job) {
  ::setpgid(0, 0);                        // so that programs it starts are killed with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);     // since a group of its own does not get Ctrl-C
  if (::getppid() != parent) ::_exit(1);  // the parent died before prctl
  limit_address_space(limits);
  const std::string answer = bytes_answered(job);
  std::size_t written = 0;
  while (written < answer.size()) {
    const ssize_t count = ::write(pipe, answer.data() + written, answer.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(1);
    written += static_cast<std::size_t>(count);
  }
  ::_exit(0);
}

enum class End : std::uint8_t { kClosed, kLate, kTooLarge };

// Reads until the other end closes or a limit is reached.
End receive(int pipe, const Deadline& deadline, const std::function<bool()>& is_too_large,
            std::string& text) {
  std::array<char, 4096> bytes{};
  while (!deadline.expired()) {
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, 20);
    if (ready < 0 && errno != EINTR) return End::kClosed;
    if (ready <= 0 && is_too_large()) return End::kTooLarge;
    if (ready <= 0) continue;
    const ssize_t count = ::read(pipe, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return End::kClosed;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return End::kLate;
}

std::string reason_of_end(int status, const Limits& limits, End end) {
  if (end == End::kLate)
    return fmt::format("the time limit of {:g} s was reached", limits.seconds.value_or(0));
  if (end == End::kTooLarge)
    return fmt::format("the memory limit of {} MiB was reached", limits.memory_bytes.value_or(0) >> 20);
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
  const std::size_t memory_before = memory_of("self").own;
  const Stopwatch watch;
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    be_child(ends[1], self, limits, job);
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
  const auto is_too_large = [&] {
    return limits.memory_bytes && memory_of_family(child) > memory_before + *limits.memory_bytes;
  };
  std::string answer;
  const End end = receive(ends[0], Deadline(patience), is_too_large, answer);
  ::kill(-child, SIGKILL);  // done or too late; a program that it started must not stay behind
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
  run.seconds = end == End::kLate ? *limits.seconds : watch.seconds();  // without the grace
  run.peak_memory_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  if (end != End::kClosed || answer.empty())
    run.reason = reason_of_end(status, limits, end);
  else if (answer.front() == kMessage)
    run.message = answer.substr(1);
  else
    run.reason = answer.substr(1);
  return run;
}

}  // namespace isolde
