// What closures cost: construction, insertion with undoing, and a question, on graphs like those of
// histories: sessions that run side by side, each transaction reading from three that committed shortly
// before.
//
//   closure_variants [--benchmark_filter=...]
//
// Names are  what/graph/variant/transactions/sessions.  In "sessions" graphs only lines are known; "timed"
// ones have real time, too, by a time line of one more node per transaction.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "closure/closure.hpp"

namespace isolde {
namespace {

constexpr std::size_t kInsertions = 1000;

struct Sample {
  std::size_t nodes = 0;
  std::vector<Edge> edges;
  ClosureHints hints;
  std::vector<Edge> insertions;  // no cycle, in whatever order
};

// Transactions are numbered as they commit, one per tick; each session starts its next one right then.
void add_transactions(Sample& sample, std::uint32_t transactions, std::uint32_t sessions, Random& random) {
  struct Session {
    std::uint32_t length = 0;
    Node last = 0;
    std::int64_t start = 0;
  };
  std::vector<Session> states(sessions);
  ClosureHints& hints = sample.hints;
  for (Node node = 0; node < transactions; ++node) {
    const auto line = static_cast<std::uint32_t>(random.below(sessions));
    Session& session = states[line];
    hints.lines.push_back(line);
    hints.positions.push_back(session.length);
    hints.starts.push_back(session.start);
    hints.ends.push_back(node + 1);
    if (session.length++ > 0) sample.edges.push_back({session.last, node});
    session.last = node;
    session.start = node + 2;
    for (int reads = 0; reads < 3 && node > 0; ++reads)
      sample.edges.push_back(
          {node - 1 - static_cast<Node>(random.below(std::min(node, 4 * sessions))), node});
  }
  sample.nodes = transactions;
}

// A point after each commit; who starts later follows it.
void add_time_line(Sample& sample) {
  const auto transactions = static_cast<Node>(sample.nodes);
  const std::uint32_t line = 1 + *std::max_element(sample.hints.lines.begin(), sample.hints.lines.end());
  for (Node node = 0; node < transactions; ++node) {
    const Node point = transactions + node;
    if (node > 0) sample.edges.push_back({point - 1, point});
    sample.edges.push_back({node, point});
    if (const std::int64_t start = sample.hints.starts[node]; start > 1)
      sample.edges.push_back({transactions + static_cast<Node>(start) - 2, node});
    sample.hints.lines.push_back(line);
    sample.hints.positions.push_back(node);
    sample.hints.starts.push_back(node + 1);
    sample.hints.ends.push_back(node + 1);
  }
  sample.nodes += transactions;
}

Sample make_sample(bool timed, std::uint32_t transactions, std::uint32_t sessions) {
  Random random(1);
  Sample sample;
  add_transactions(sample, transactions, sessions, random);
  for (std::size_t i = 0; i < kInsertions; ++i) {
    const auto from = static_cast<Node>(random.below(transactions - 1));
    const auto reach = std::min(transactions - 1 - from, 2 * sessions);
    sample.insertions.push_back({from, from + 1 + static_cast<Node>(random.below(reach))});
  }
  if (timed) {
    add_time_line(sample);
  } else {
    sample.hints.starts.clear();
    sample.hints.ends.clear();
  }
  return sample;
}

void construct(benchmark::State& state, ClosureKind kind, bool timed, std::uint32_t transactions,
               std::uint32_t sessions) {
  const Sample sample = make_sample(timed, transactions, sessions);
  for (auto _ : state) {
    const auto closure = make_closure(kind, sample.nodes, sample.edges, sample.hints);
    benchmark::DoNotOptimize(closure.get());
    state.counters["MB"] = static_cast<double>(closure->memory_bytes()) / 1e6;
  }
}

void insert(benchmark::State& state, ClosureKind kind, bool timed, std::uint32_t transactions,
            std::uint32_t sessions) {
  const Sample sample = make_sample(timed, transactions, sessions);
  const auto closure = make_closure(kind, sample.nodes, sample.edges, sample.hints);
  for (auto _ : state) {
    const Closure::Mark mark = closure->mark();
    for (const Edge& edge : sample.insertions) benchmark::DoNotOptimize(closure->insert(edge));
    closure->undo(mark);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kInsertions));
}

void ask(benchmark::State& state, ClosureKind kind, bool timed, std::uint32_t transactions,
         std::uint32_t sessions) {
  const Sample sample = make_sample(timed, transactions, sessions);
  const auto closure = make_closure(kind, sample.nodes, sample.edges, sample.hints);
  for (auto _ : state)
    for (const Edge& edge : sample.insertions) benchmark::DoNotOptimize(closure->reaches(edge.to, edge.from));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kInsertions));
}

// Full rows grow with the square of the nodes, and two ways of filling them take minutes long before that
// matters.
bool is_feasible(ClosureKind kind, bool timed, std::uint32_t transactions) {
  const std::uint32_t nodes = timed ? 2 * transactions : transactions;
  if (kind == ClosureKind::kWarshall || kind == ClosureKind::kItaliano) return nodes <= 10'000;
  if (kind == ClosureKind::kChain || (timed && kind == ClosureKind::kWindow)) return true;
  return nodes <= 20'000;
}

void register_all() {
  struct Size {
    std::uint32_t transactions;
    std::uint32_t sessions;
  };
  struct Question {
    const char* what;
    void (*run)(benchmark::State&, ClosureKind, bool, std::uint32_t, std::uint32_t);
  };
  for (const Question& question :
       {Question{"construct", construct}, Question{"insert", insert}, Question{"ask", ask}})
    for (const bool timed : {false, true})
      for (const Size size : {Size{1000, 24}, Size{10'000, 24}, Size{10'000, 500}, Size{100'000, 24}})
        for (const ClosureKind kind : closure_kinds()) {
          if (!is_feasible(kind, timed, size.transactions)) continue;
          const std::string name = std::string(question.what) + (timed ? "/timed/" : "/sessions/") +
                                   std::string(name_of(kind)) + "/" + std::to_string(size.transactions) +
                                   "/" + std::to_string(size.sessions);
          benchmark::RegisterBenchmark(name.c_str(), question.run, kind, timed, size.transactions,
                                       size.sessions)
              ->Unit(benchmark::kMicrosecond);
        }
}

}  // namespace
}  // namespace isolde

int main(int argc, char** argv) {
  isolde::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
