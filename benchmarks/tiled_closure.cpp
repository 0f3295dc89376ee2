// The whole closure of one graph by four ways: textbook Warshall, the plain pass over whole rows of bits,
// that pass with redundant edges skipped (`purdom`), and tiles by one or several threads.
//
//   tiled_closure [nodes|FILE [degree [threads [1]]]]      with a 1, also textbook Warshall: minutes
//
// The graph is like that of a history: sessions side by side, each transaction reading from some that
// committed shortly before. With a FILE it is that of a history: the known edges of its polygraph at the
// level strong-session-serializable. All ways are asked about the same million pairs, and must agree.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/random.hpp"
#include "closure/tiled.hpp"
#include "closure/topology.hpp"
#include "encode/items/encode.hpp"
#include "encode/items/items.hpp"
#include "frontends/formats/formats.hpp"
#include "history/level.hpp"

namespace isolde {
namespace {

constexpr std::uint32_t kSessions = 24;

std::vector<Edge> history_like(std::uint32_t nodes, std::uint32_t degree) {
  Random random(1);
  std::vector<Edge> edges;
  std::vector<Node> last(kSessions, std::numeric_limits<Node>::max());
  for (Node node = 0; node < nodes; ++node) {
    Node& before = random.pick(last);
    if (before < nodes) edges.push_back({before, node});
    before = node;
    for (std::uint32_t i = 1; i < degree && node > 0; ++i)
      edges.push_back({node - 1 - static_cast<Node>(random.below(std::min(node, 4 * kSessions))), node});
  }
  return edges;
}

// Rows of bits, each the union of its successors' rows, last node first; nothing skipped.
std::vector<std::uint64_t> plain_pass(std::size_t nodes, std::span<const Edge> edges) {
  const EdgeLists successors(nodes, edges);
  const auto order = topological_order(successors);
  const std::size_t stride = (nodes + 63) / 64;
  std::vector<std::uint64_t> words(nodes * stride);
  for (std::size_t i = nodes; i-- > 0;) {
    const Node node = (*order)[i];
    std::uint64_t* row = words.data() + node * stride;
    successors.for_each(node, [&](Node next) {
      const std::uint64_t* added = words.data() + next * stride;
      for (std::size_t word = 0; word < stride; ++word) row[word] |= added[word];
      row[next / 64] |= std::uint64_t{1} << (next % 64);
    });
  }
  return words;
}

// Best of several runs, in seconds; the last result goes to `look`.
template <class Make, class Look>
double best_of(int runs, Make&& make, Look&& look) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < runs; ++i) {
    const Stopwatch watch;
    const auto result = make();
    best = std::min(best, watch.seconds());
    if (i + 1 == runs) look(result);
  }
  return best;
}

struct Timing {
  const char* name;
  double seconds;
};

// Factors against the first, and against Warshall if it ran.
void report(const std::vector<Timing>& timings, double warshall) {
  fmt::print("{:<28} {:>12} {:>16} {:>16}\n", "way", "seconds", "x plain pass", "x Warshall");
  for (const auto& [name, seconds] : timings)
    fmt::print("{:<28} {:>12.4f} {:>16.2f} {:>16}\n", name, seconds, timings.front().seconds / seconds,
               warshall > 0 ? fmt::format("{:.0f}", warshall / seconds) : "-");
}

struct Sample {
  std::uint32_t nodes = 0;
  std::vector<Edge> edges;
};

Sample sample_of(const char* file) {
  const Result<History> history = read_history(file);
  const std::optional<Items> items = history ? Items::of_plain(*history) : std::nullopt;
  if (!items) {
    fmt::print(stderr, "tiled_closure: {} is no history of plain reads and writes\n", file);
    std::exit(2);
  }
  const Polygraph polygraph = encode(*history, *items, demands_of(Level::kStrongSessionSerializable));
  return {static_cast<std::uint32_t>(polygraph.node_count()), polygraph.known()};
}

// What the answers are compared by: which of a million pairs are connected.
template <class Reaches>
std::vector<bool> answers(std::uint32_t nodes, Reaches&& reaches) {
  constexpr std::size_t kPairs = 1'000'000;
  Random random(2);
  std::vector<bool> result(kPairs);
  for (std::size_t i = 0; i < kPairs; ++i) {
    const auto from = static_cast<Node>(random.below(nodes));
    result[i] = reaches(from, static_cast<Node>(random.below(nodes)));
  }
  return result;
}

int run(const Sample& sample, unsigned threads, bool with_warshall) {
  const auto& [nodes, edges] = sample;
  fmt::print("{} nodes, {} edges, {} threads\n", nodes, edges.size(), threads);
  std::vector<Timing> timings;
  double warshall = 0;
  std::vector<bool> expected;
  bool agree = true;
  const std::size_t stride = (nodes + 63) / 64;
  const double plain = best_of(
      3, [&] { return plain_pass(nodes, edges); },
      [&](const auto& words) {
        expected = answers(
            nodes, [&](Node a, Node b) { return (words[a * stride + b / 64] >> (b % 64) & 1U) != 0; });
      });
  timings.push_back({"plain pass, one thread", plain});
  const auto compare = [&](const auto& closure) {
    agree &= answers(nodes, [&](Node a, Node b) { return closure->reaches(a, b); }) == expected;
  };
  timings.push_back({"purdom, one thread",
                     best_of(
                         3, [&] { return make_closure(ClosureKind::kPurdom, nodes, edges, {}); }, compare)});
  for (const unsigned used : {1U, threads})
    timings.push_back({used == 1 ? "tiles, one thread" : "tiles, all threads",
                       best_of(
                           5, [&] { return close_by_tiles(nodes, edges, used); }, compare)});
  if (with_warshall) {
    warshall = best_of(
        1, [&] { return make_closure(ClosureKind::kWarshall, nodes, edges, {}); }, compare);
    timings.push_back({"textbook Warshall", warshall});
  }
  report(timings, warshall);
  fmt::print("{}\n", agree ? "all agree" : "THEY DISAGREE");
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace isolde

int main(int argc, char** argv) {
  const auto number = [&](int at, unsigned otherwise) {
    return argc > at ? static_cast<unsigned>(std::strtoul(argv[at], nullptr, 10)) : otherwise;
  };
  const unsigned nodes = number(1, 20'000);
  const isolde::Sample sample = nodes == 0 ? isolde::sample_of(argv[1])
                                           : isolde::Sample{nodes, isolde::history_like(nodes, number(2, 4))};
  return isolde::run(sample, number(3, std::thread::hardware_concurrency()), number(4, 0) != 0);
}
