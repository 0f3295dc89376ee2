// The whole closure of one graph by four ways: textbook Warshall, the plain pass over whole rows of bits,
// that pass with redundant edges skipped (`purdom`), and tiles by one or several threads.
//
//   tiled_closure [nodes|FILE [degree [threads [1]]]]      with a 1, also textbook Warshall: minutes
//
// The graph is like that of a history: sessions side by side, each transaction reading from some that
// committed shortly before. With a FILE it is that of a history: the known edges of its polygraph at the
// level strong-session-serializable. Every way's count of pairs is compared.
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
#include "encode/encode.hpp"
#include "encode/items.hpp"
#include "frontends/formats/formats.hpp"

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

void report(const char* name, double seconds, double baseline) {
  fmt::print("{:<28} {:>10.4f} s {:>10.1f}x\n", name, seconds, baseline / seconds);
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
  const Polygraph polygraph =
      encode(*history, *items, {Level::kStrongSessionSerializable, 0, true, true, false});
  return {static_cast<std::uint32_t>(polygraph.node_count()), polygraph.known()};
}

int run(const Sample& sample, unsigned threads, bool with_warshall) {
  const auto& [nodes, edges] = sample;
  fmt::print("{} nodes, {} edges, {} threads; factors against the plain pass\n", nodes, edges.size(),
             threads);
  // A sample of pairs; all ways must agree on it.
  const auto count = [&](auto&& reaches) {
    Random random(2);
    std::size_t pairs = 0;
    for (int i = 0; i < 1'000'000; ++i) {
      const auto from = static_cast<Node>(random.below(nodes));
      const auto to = static_cast<Node>(random.below(nodes));
      pairs += reaches(from, to) ? 1 : 0;
    }
    return pairs;
  };
  std::size_t expected = 0;
  bool agree = true;
  const std::size_t stride = (nodes + 63) / 64;
  const double plain = best_of(
      3, [&] { return plain_pass(nodes, edges); },
      [&](const auto& words) {
        expected = count([&](Node a, Node b) { return (words[a * stride + b / 64] >> (b % 64) & 1U) != 0; });
      });
  report("plain pass, one thread", plain, plain);
  for (const ClosureKind kind : {ClosureKind::kPurdom, ClosureKind::kWarshall}) {
    if (kind == ClosureKind::kWarshall && !with_warshall) continue;
    const double seconds = best_of(
        kind == ClosureKind::kPurdom ? 3 : 1, [&] { return make_closure(kind, nodes, edges, {}); },
        [&](const auto& closure) {
          agree &= count([&](Node a, Node b) { return closure->reaches(a, b); }) == expected;
        });
    report(kind == ClosureKind::kPurdom ? "purdom, one thread" : "textbook Warshall", seconds, plain);
  }
  for (const unsigned used : {1U, threads}) {
    const double seconds = best_of(
        5, [&] { return close_by_tiles(nodes, edges, used); },
        [&](const auto& rows) {
          agree &= count([&](Node a, Node b) { return rows->reaches(a, b); }) == expected;
        });
    report(used == 1 ? "tiles, one thread" : "tiles, all threads", seconds, plain);
  }
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
