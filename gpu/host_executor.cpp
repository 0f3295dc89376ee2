#include "gpu/host_executor.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>
#include <fmt/format.h>

#include "base/contract.hpp"
#include "base/random.hpp"

namespace isolde::host {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): CUDA has global variables of these names.
thread_local Dimensions threadIdx;
thread_local Dimensions blockIdx;
thread_local Dimensions blockDim;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

namespace {

namespace context = boost::context;

constexpr std::size_t kStackBytes = std::size_t{64} * 1024;
constexpr std::size_t kMostShared =
    std::size_t{48} * 1024;  // what every device gives a block without being asked
constexpr std::uint32_t kWarp = 32;
constexpr std::uint32_t kNobody = 0xffffffffU;
constexpr std::uint32_t kSeveral = 0xfffffffeU;

// The threads that accessed a cell since the last barrier.
struct CellLog {
  std::uint64_t epoch = 0;
  std::uint32_t reader = kNobody;
  std::uint32_t writer = kNobody;
  std::uint32_t atomic_writer = kNobody;
  bool is_written = false;  // ever, in this block
};

bool is_other(std::uint32_t accessor, std::uint32_t thread) {
  return accessor != kNobody && accessor != thread;
}
void add(std::uint32_t& accessor, std::uint32_t thread) {
  accessor = accessor == kNobody || accessor == thread ? thread : kSeveral;
}

}  // namespace

struct HostExecutor::State {
  enum class Stop : std::uint8_t { kEnd, kBarrier, kBallot };  // why a thread does not run
  struct Thread {
    context::fiber fiber;
    Stop stop = Stop::kEnd;
    bool vote = false;
    std::uint32_t ballot = 0;  // on the way in its mask, on the way out what all voted
  };
  struct Declaration {
    int line;
    std::byte* memory;
  };

  explicit State(ExecutorMode how)
      : mode(how),
        random(how.seed),
        garbage(how.checking ? std::byte{0} : std::byte{0xcd}),
        memory(kMostShared, garbage),
        logs(kMostShared / 4) {}

  void run_block(std::uint32_t count);
  void run_to_barrier(std::vector<std::uint32_t> runnable);
  std::vector<std::uint32_t> count_votes();
  void resume(std::uint32_t thread);
  void stop(Stop why) {
    threads[running].stop = why;
    scheduler = std::move(scheduler).resume();
  }
  void add_thread();
  void start_block();
  void complain(const std::string& text) {
    if (complaint.empty()) complaint = text;
  }
  bool note(std::size_t cell, Access access);

  ExecutorMode mode;
  Random random;
  const std::function<void()>* body = nullptr;
  std::vector<Thread> threads;
  std::uint32_t running = 0;
  std::uint32_t block_threads = 0;
  std::uint32_t voters = 0;  // threads that wait at a ballot
  context::fiber scheduler;  // valid while a thread runs
  // Shared memory begins with this byte. When checking, a read of it is reported, so it is one that does no
  // harm.
  std::byte garbage;
  std::vector<std::byte> memory;
  std::size_t memory_used = 0;
  std::vector<Declaration> declarations;
  std::vector<CellLog> logs;  // per 4 bytes of shared memory
  std::uint64_t epoch = 0;    // grows with every barrier and block
  std::string complaint;
};

namespace {

thread_local HostExecutor::State* current = nullptr;

}  // namespace

// A thread serves one block after the other: making fibers costs more than most kernels.
void HostExecutor::State::add_thread() {
  threads.push_back({});
  threads.back().fiber = context::fiber(std::allocator_arg, context::fixedsize_stack(kStackBytes),
                                        [this](context::fiber&& from) -> context::fiber {
                                          scheduler = std::move(from);
                                          for (;;) {
                                            (*body)();
                                            stop(Stop::kEnd);
                                          }
                                        });
}

void HostExecutor::State::resume(std::uint32_t thread) {
  running = thread;
  threadIdx = {thread, 0};
  threads[thread].fiber = std::move(threads[thread].fiber).resume();
}

// Resets only what the block before used.
void HostExecutor::State::start_block() {
  declarations.clear();
  const auto used = static_cast<std::ptrdiff_t>(memory_used);
  std::fill(memory.begin(), memory.begin() + used, garbage);
  std::fill(logs.begin(), logs.begin() + used / 4, CellLog{});
  memory_used = 0;
  ++epoch;
}

void HostExecutor::State::run_block(std::uint32_t count) {
  start_block();
  block_threads = count;
  std::vector<std::uint32_t> alive(count);
  std::iota(alive.begin(), alive.end(), 0U);
  while (!alive.empty()) {
    run_to_barrier(alive);
    const std::size_t before = alive.size();
    std::erase_if(alive, [&](std::uint32_t thread) { return threads[thread].stop == Stop::kEnd; });
    if (!alive.empty() && alive.size() < before)
      complain("some threads of a block end while others wait at a barrier");
    ++epoch;
  }
}

// Runs the threads until each of them is at a barrier or done. Ballots are counted as soon as all threads
// that are not at a barrier wait for one.
void HostExecutor::State::run_to_barrier(std::vector<std::uint32_t> runnable) {
  while (!runnable.empty()) {
    if (mode.shuffled) random.shuffle(runnable);
    for (const std::uint32_t thread : runnable) resume(thread);
    runnable = count_votes();
  }
}

// Gives the threads that wait at a ballot what their warp voted, and returns them.
std::vector<std::uint32_t> HostExecutor::State::count_votes() {
  std::vector<std::uint32_t> all;
  if (voters == 0) return all;
  for (std::uint32_t first = 0; first < block_threads; first += kWarp) {
    std::uint32_t there = 0;
    std::uint32_t votes = 0;
    const std::uint32_t end = std::min(first + kWarp, block_threads);
    for (std::uint32_t thread = first; thread < end; ++thread) {
      if (threads[thread].stop != Stop::kBallot) continue;
      there |= 1U << (thread - first);
      votes |= (threads[thread].vote ? 1U : 0U) << (thread - first);
    }
    for (std::uint32_t thread = first; thread < end; ++thread) {
      if (threads[thread].stop != Stop::kBallot) continue;
      if (threads[thread].ballot != there) complain("a ballot has other threads than its mask says");
      threads[thread].ballot = votes;
      all.push_back(thread);
    }
  }
  voters = 0;
  return all;
}

bool HostExecutor::State::note(std::size_t cell, Access access) {
  if (!mode.checking) return true;
  CellLog& log = logs[cell];
  if (log.epoch != epoch) log = {epoch, kNobody, kNobody, kNobody, log.is_written};
  const bool is_race = is_other(log.writer, running) ||
                       (access != Access::kRead && is_other(log.reader, running)) ||
                       (access != Access::kAtomic && is_other(log.atomic_writer, running));
  if (is_race)
    complain(fmt::format("thread {} of block ({}, {}) races for byte {} of shared memory", running,
                         blockIdx.x, blockIdx.y, 4 * cell));
  if (access != Access::kWrite && !log.is_written)
    complain(fmt::format("byte {} of shared memory is read before it is written", 4 * cell));
  if (access == Access::kRead) add(log.reader, running);
  if (access == Access::kWrite) add(log.writer, running);
  if (access == Access::kAtomic) add(log.atomic_writer, running);
  log.is_written = log.is_written || access != Access::kRead;
  return true;
}

HostExecutor::HostExecutor(ExecutorMode mode) : state_(std::make_unique<State>(mode)) {}
HostExecutor::~HostExecutor() = default;

const std::string& HostExecutor::complaint() const { return state_->complaint; }

bool HostExecutor::run(Dimensions grid, std::uint32_t threads, const std::function<void()>& body,
                       const Deadline& deadline) {
  State& state = *state_;
  HostExecutor::State* const outer = std::exchange(current, &state);
  state.body = &body;
  while (state.threads.size() < threads) state.add_thread();
  blockDim = {threads, 1};
  std::vector<std::uint32_t> blocks(std::size_t{grid.x} * grid.y);
  std::iota(blocks.begin(), blocks.end(), 0U);
  if (state.mode.shuffled) state.random.shuffle(blocks);
  bool is_late = false;
  for (const std::uint32_t block : blocks) {
    is_late = deadline.expired();
    if (is_late) break;
    blockIdx = {block % grid.x, block / grid.x};
    state.run_block(threads);
  }
  current = outer;
  return !is_late;
}

void __syncthreads() { current->stop(HostExecutor::State::Stop::kBarrier); }

std::uint32_t __ballot_sync(std::uint32_t mask, bool vote) {
  HostExecutor::State& state = *current;
  HostExecutor::State::Thread& thread = state.threads[state.running];
  thread.vote = vote;
  thread.ballot = mask;
  ++state.voters;
  state.stop(HostExecutor::State::Stop::kBallot);
  return thread.ballot;
}

std::byte* shared_memory(std::size_t bytes, int line) {
  HostExecutor::State& state = *current;
  const auto known = std::find_if(state.declarations.begin(), state.declarations.end(),
                                  [&](const auto& declaration) { return declaration.line == line; });
  if (known != state.declarations.end()) return known->memory;
  ISOLDE_REQUIRE(state.memory_used + bytes <= kMostShared);
  state.declarations.push_back({line, state.memory.data() + state.memory_used});
  state.memory_used += (bytes + 15) / 16 * 16;
  return state.declarations.back().memory;
}

bool note_access(const void* base, std::size_t index, std::size_t count, std::size_t cell_bytes,
                 Access access) {
  HostExecutor::State& state = *current;
  if (index >= count) {
    state.complain(fmt::format("cell {} of an array of {} in shared memory", index, count));
    return false;
  }
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(base) - state.memory.data());
  return state.note((offset + index * cell_bytes) / 4, access);
}

}  // namespace isolde::host
