// Solvers in processes of their own, so that none can crash, outlive its time or hide its memory in
// another's.
#include <algorithm>
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
#include "base/memory.hpp"
#include "check/laboratory.hpp"

namespace isolde {
namespace {

// What the child writes into the pipe. Plain bytes: both ends are the same program.
struct Message {
  ContestResult::Answer answer = ContestResult::Answer::kUnknown;
  double seconds = 0;
  std::size_t peak_memory_bytes = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t cycles = 0;
  char reason[256] = {};
};

void set_reason(Message& message, const std::string& reason) {
  reason.copy(message.reason, sizeof message.reason - 1);
}

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

Message solve_here(const Polygraph& polygraph, const Contestant& contestant, const Limits& limits) {
  Message message;
  try {
    BackendOptions options;
    options.encoding = contestant.encoding;
    SolverStatistics statistics;
    const Stopwatch watch;
    Limits inner = limits;
    if (limits.memory_bytes) *inner.memory_bytes += peak_memory_bytes();
    const PolygraphOutcome outcome =
        solve_with(contestant.solver, polygraph, options, inner, {}, &statistics);
    message.seconds = watch.seconds();
    message.conflicts = statistics.conflicts;
    message.cycles = statistics.theory_conflicts;
    if (const auto* unknown = std::get_if<Unknown>(&outcome))
      set_reason(message, unknown->reason);
    else
      message.answer = std::holds_alternative<Model>(outcome) ? ContestResult::Answer::kModel
                                                              : ContestResult::Answer::kNoModel;
  } catch (const std::bad_alloc&) {
    set_reason(message, "out of memory");
  } catch (const std::exception& error) {
    set_reason(message, error.what());
  }
  rusage children{};
  ::getrusage(RUSAGE_CHILDREN, &children);
  message.peak_memory_bytes =
      std::max(peak_memory_bytes(), static_cast<std::size_t>(children.ru_maxrss) * 1024);
  return message;
}

// Reads the message, or gives up at the deadline. False: no whole message came.
bool receive(int pipe, const Deadline& deadline, Message& message) {
  std::size_t received = 0;
  auto* bytes = reinterpret_cast<char*>(&message);
  while (received < sizeof message) {
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, 20);
    if (ready < 0 && errno != EINTR) return false;
    if (deadline.expired()) return false;
    if (ready <= 0) continue;
    const ssize_t count = ::read(pipe, bytes + received, sizeof message - received);
    if (count <= 0) return false;
    received += static_cast<std::size_t>(count);
  }
  return true;
}

[[noreturn]] void be_child(int pipe, const Polygraph& polygraph, const Contestant& contestant,
                           const Limits& limits) {
  ::setpgid(0, 0);  // with a program it may start: killed together
  limit_memory(limits);
  const Message message = solve_here(polygraph, contestant, limits);
  const ssize_t written = ::write(pipe, &message, sizeof message);
  ::_exit(written == static_cast<ssize_t>(sizeof message) ? 0 : 1);
}

std::string reason_of_end(int status, const Limits& limits, bool is_late) {
  if (is_late) return fmt::format("the time limit of {} s was reached", limits.seconds.value_or(0));
  if (WIFSIGNALED(status)) return fmt::format("its process was ended by signal {}", WTERMSIG(status));
  return "its process ended without an answer";
}

// Limits inside are the solver's; outside, a grace for those that do not look at the clock.
constexpr double kGraceSeconds = 2;

ContestResult run_one(const Polygraph& polygraph, const Contestant& contestant, const Limits& limits) {
  ContestResult result{contestant};
  int ends[2];
  if (::pipe(ends) != 0) {
    result.reason = std::strerror(errno);
    return result;
  }
  const Stopwatch watch;
  const pid_t child = ::fork();
  if (child == 0) be_child(ends[1], polygraph, contestant, limits);
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    result.reason = "no process could be started";
    return result;
  }
  ::setpgid(child, child);
  std::optional<double> patience = limits.seconds;
  if (patience) *patience += kGraceSeconds;
  const Deadline deadline(patience);
  Message message;
  const bool is_answered = receive(ends[0], deadline, message);
  const bool is_late = !is_answered && deadline.expired();
  if (!is_answered) ::kill(-child, SIGKILL);
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
  if (!is_answered) {
    result.seconds = watch.seconds();
    result.peak_memory_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
    result.reason = reason_of_end(status, limits, is_late);
    return result;
  }
  result.answer = message.answer;
  result.reason = message.reason;
  result.seconds = message.seconds;
  result.peak_memory_bytes = message.peak_memory_bytes;
  result.conflicts = message.conflicts;
  result.cycles = message.cycles;
  return result;
}

}  // namespace

std::vector<ContestResult> compete(const Polygraph& polygraph, std::span<const Contestant> contestants,
                                   const Limits& limits) {
  std::vector<ContestResult> results;
  for (const Contestant& contestant : contestants) results.push_back(run_one(polygraph, contestant, limits));
  return results;
}

}  // namespace isolde
