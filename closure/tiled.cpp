#include "closure/tiled.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/huge_pages.hpp"
#include "closure/topology.hpp"

// The compiler makes one version of these functions per width of vector, and the loader picks one. Not under
// AddressSanitizer, which runs before the loader could pick.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define ISOLDE_VECTOR_CLONES __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define ISOLDE_VECTOR_CLONES
#endif

namespace isolde {
namespace {

constexpr std::size_t kWords = TiledRows::kTileWords;

// The graph by rank: successors ascending.
struct RankedGraph {
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> targets;
  std::vector<std::atomic<std::uint8_t>> is_redundant;  // by place in `targets`; only ever set
};

// Two counting sorts: sources appear by rank of their targets, so each gets its targets in order. An edge
// given twice is found redundant like any other.
RankedGraph rank_edges(std::span<const std::uint32_t> ranks, std::span<const Edge> edges) {
  std::vector<std::uint32_t> next(ranks.size() + 1);
  for (const Edge& edge : edges) ++next[ranks[edge.to] + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<Edge> by_target(edges.size());
  for (const Edge& edge : edges) by_target[next[ranks[edge.to]]++] = {ranks[edge.from], ranks[edge.to]};
  RankedGraph graph;
  graph.begins.assign(ranks.size() + 2, 0);
  for (const Edge& edge : by_target) ++graph.begins[edge.from + 2];
  for (std::size_t i = 2; i < graph.begins.size(); ++i) graph.begins[i] += graph.begins[i - 1];
  graph.targets.resize(edges.size());
  for (const Edge& edge : by_target) graph.targets[graph.begins[edge.from + 1]++] = edge.to;
  graph.is_redundant = std::vector<std::atomic<std::uint8_t>>(edges.size());
  return graph;
}

// Fills all lines of the tile whose columns are [first, end), rank by rank from the last that can have a bit.
ISOLDE_VECTOR_CLONES
void close_tile(RankedGraph& graph, std::uint32_t first, std::uint32_t end, std::uint64_t* lines) {
  for (std::uint32_t rank = end; rank-- > 0;) {
    std::uint64_t line[kWords] = {};
    for (std::uint32_t at = graph.begins[rank]; at < graph.begins[rank + 1]; ++at) {
      const std::uint32_t target = graph.targets[at];
      if (target >= end) break;
      if (graph.is_redundant[at].load(std::memory_order_relaxed) != 0) continue;
      if (target >= first) {
        std::uint64_t& word = line[(target - first) / 64];
        const std::uint64_t bit = std::uint64_t{1} << (target % 64);
        if ((word & bit) != 0) {
          graph.is_redundant[at].store(1, std::memory_order_relaxed);
          continue;
        }
        word |= bit;
      }
      const std::uint64_t* added = lines + target * kWords;
      for (std::size_t i = 0; i < kWords; ++i) line[i] |= added[i];
    }
    std::copy(line, line + kWords, lines + rank * kWords);
  }
}

}  // namespace

class TiledPass {
 public:
  TiledPass(std::span<const Node> order, std::span<const Edge> edges) {
    rows_.ranks_.resize(order.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) rows_.ranks_[order[rank]] = rank;
    graph_ = rank_edges(rows_.ranks_, edges);
    tiles_ = (order.size() + TiledRows::kTileColumns - 1) / TiledRows::kTileColumns;
    rows_.word_count_ = tiles_ * (tiles_ + 1) / 2 * TiledRows::kTileColumns * kWords;
    rows_.words_ = std::make_unique_for_overwrite<std::uint64_t[]>(rows_.word_count_);
    hint_huge_pages(rows_.words_.get(), rows_.word_count_ * sizeof(std::uint64_t));
  }

  TiledRows run(unsigned threads) {
    std::atomic<std::size_t> next = 0;
    const std::size_t nodes = rows_.ranks_.size();
    const auto work = [&] {
      for (std::size_t tile = next.fetch_add(1); tile < tiles_; tile = next.fetch_add(1)) {
        const std::size_t first = tile * TiledRows::kTileColumns;
        const std::size_t end = std::min(first + TiledRows::kTileColumns, nodes);
        close_tile(graph_, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end),
                   rows_.tile(tile));
      }
    };
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < std::min<std::size_t>(threads, tiles_); ++i) helpers.emplace_back(work);
      work();
    }
    return std::move(rows_);
  }

 private:
  TiledRows rows_;
  RankedGraph graph_;
  std::size_t tiles_ = 0;
};

std::optional<TiledRows> close_by_tiles(std::size_t nodes, std::span<const Edge> edges, unsigned threads) {
  const std::optional<std::vector<Node>> order = topological_order(EdgeLists(nodes, edges));
  if (!order) return std::nullopt;
  return TiledPass(*order, edges).run(threads);
}

}  // namespace isolde
