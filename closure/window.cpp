#include "closure/window.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <ranges>

#include "base/contract.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

}  // namespace

WindowClosure::WindowClosure(EdgeLists successors_of, std::span<const Edge> edges,
                             std::span<const Node> order, const ClosureHints& hints)
    : GrowingClosure(std::move(successors_of)) {
  keep_predecessors(edges);
  rank_by_start(hints);
  lay_out_rows();
  for (const Node node : order | std::views::reverse) {
    const Rank rank = ranks_[node];
    const Row& row = rows_[rank];
    // A bit that is set came with the row of another successor, and that of `next` with it. (Bits that time
    // decides are set by the edges that say so, not beforehand, or this would not hold.)
    successors().for_each(node, [&](Node next) {
      if (ranks_[next] > row.last || !has(rank, ranks_[next])) join(rank, ranks_[next]);
    });
    const std::size_t last_word = row.words + row.earlier + row.last / kBits - rank / kBits;
    if (row.last % kBits + 1 < kBits) bits_.merge_word(last_word, kAll << (row.last % kBits + 1), false);
  }
}

void WindowClosure::rank_by_start(const ClosureHints& hints) {
  const std::size_t nodes = node_count();
  const bool has_times = !hints.starts.empty();
  ISOLDE_REQUIRE(hints.starts.size() == hints.ends.size() && (!has_times || hints.starts.size() == nodes));
  std::vector<Node> by_start(nodes);
  std::iota(by_start.begin(), by_start.end(), 0U);
  if (has_times)
    std::stable_sort(by_start.begin(), by_start.end(),
                     [&](Node a, Node b) { return hints.starts[a] < hints.starts[b]; });
  ranks_.resize(nodes);
  starts_.resize(nodes);
  ends_.resize(nodes);
  for (Rank rank = 0; rank < nodes; ++rank) {
    const Node node = by_start[rank];
    ranks_[node] = rank;
    if (!has_times) continue;
    starts_[rank] = hints.starts[node];
    ends_[rank] = std::max(hints.starts[node], hints.ends[node]);
  }
}

// One sweep by start; the blocks in which somebody is still active are kept in ascending order.
void WindowClosure::lay_out_rows() {
  struct Active {
    Block block;
    std::uint32_t count;
  };
  struct Ending {
    std::int64_t end;
    Rank rank;
    bool operator>(const Ending& other) const { return end > other.end; }
  };
  std::vector<Active> active;
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> endings;
  const auto nodes = static_cast<Rank>(node_count());
  rows_.resize(nodes);
  std::size_t words = 0;
  for (Rank rank = 0; rank < nodes; ++rank) {
    for (; !endings.empty() && endings.top().end < starts_[rank]; endings.pop()) {
      const auto at = std::lower_bound(active.begin(), active.end(), endings.top().rank / kBits,
                                       [](const Active& each, Block block) { return each.block < block; });
      if (--at->count == 0) active.erase(at);
    }
    Row& row = rows_[rank];
    row.blocks = earlier_blocks_.size();
    row.words = words;
    for (const Active& each : active)
      if (each.block < rank / kBits) earlier_blocks_.push_back(each.block);
    row.earlier = static_cast<std::uint32_t>(earlier_blocks_.size() - row.blocks);
    row.last = static_cast<Rank>(std::upper_bound(starts_.begin() + rank, starts_.end(), ends_[rank]) -
                                 starts_.begin() - 1);
    words += row.earlier + row.last / kBits - rank / kBits + 1;
    if (active.empty() || active.back().block != rank / kBits) active.push_back({rank / kBits, 0});
    ++active.back().count;
    endings.push({ends_[rank], rank});
  }
  bits_.resize(words);
  earlier_blocks_.shrink_to_fit();
  starts_ = {};
  ends_ = {};
}

std::uint64_t WindowClosure::earlier_word(const Row& row, Block block) const {
  const Block* begin = earlier_begin(row);
  const Block* end = begin + row.earlier;
  const Block* at = std::lower_bound(begin, end, block);
  return at == end || *at != block ? 0 : bits_[row.words + static_cast<std::size_t>(at - begin)];
}

bool WindowClosure::has(Rank from, Rank to) const {
  const Row& row = rows_[from];
  if (to > row.last) return true;
  const Block own = from / kBits;
  const Block block = to / kBits;
  const std::uint64_t word =
      block < own ? earlier_word(row, block) : bits_[row.words + row.earlier + block - own];
  return (word >> (to % kBits) & 1U) != 0;
}

void WindowClosure::join(Rank from, Rank to) {
  const Row& target = rows_[from];
  join_earlier(target, to);
  join_range(target, from / kBits, to);
  if (to > target.last) return;
  const Block own = from / kBits;
  std::size_t at = target.words + target.earlier + to / kBits - own;
  if (to / kBits < own) {
    const Block* begin = earlier_begin(target);
    const Block* found = std::lower_bound(begin, begin + target.earlier, to / kBits);
    ISOLDE_INVARIANT(found != begin + target.earlier && *found == to / kBits);
    at = target.words + static_cast<std::size_t>(found - begin);
  }
  bits_.merge_word(at, std::uint64_t{1} << (to % kBits), is_recording());
}

// The earlier words of the target: both lists ascend. The source's row is never over before them: it would
// end before the target starts, and reach it by time.
void WindowClosure::join_earlier(const Row& target, Rank to) {
  const Row& source = rows_[to];
  const Block own = to / kBits;
  const Block* const blocks = earlier_begin(target);
  const Block* at = earlier_begin(source);
  const Block* const end = at + source.earlier;
  for (std::size_t i = 0; i < target.earlier; ++i) {
    const Block block = blocks[i];
    ISOLDE_INVARIANT(block <= source.last / kBits);
    if (block >= own) {
      bits_.merge_word(target.words + i, bits_[source.words + source.earlier + block - own], is_recording());
      continue;
    }
    while (at != end && *at < block) ++at;
    if (at != end && *at == block)
      bits_.merge_word(target.words + i,
                       bits_[source.words + static_cast<std::size_t>(at - earlier_begin(source))],
                       is_recording());
  }
}

// The target's words from that of the node itself on: what the source has before its own word, then word by
// word, then all that starts later.
void WindowClosure::join_range(const Row& target, Block first, Rank to) {
  const Row& source = rows_[to];
  const std::size_t base = target.words + target.earlier;
  const Block end = target.last / kBits + 1;
  const Block own = to / kBits;
  const Block source_end = source.last / kBits + 1;
  const Block* const source_blocks = earlier_begin(source);
  if (first < own) {
    const Block* const blocks_end = source_blocks + source.earlier;
    for (const Block* at = std::lower_bound(source_blocks, blocks_end, first); at != blocks_end && *at < end;
         ++at)
      bits_.merge_word(base + *at - first, bits_[source.words + static_cast<std::size_t>(at - source_blocks)],
                       is_recording());
  }
  const Block shared = std::max(first, own);
  const Block shared_end = std::min(end, source_end);
  if (shared < shared_end)
    bits_.merge(base + shared - first, bits_.data() + source.words + source.earlier + shared - own,
                shared_end - shared, is_recording());
  for (Block block = std::max(first, source_end); block < end; ++block)
    bits_.merge_word(base + block - first, kAll, is_recording());
}

// Against the edges from the tail, no further than something changes: whoever reached the head before passed
// it on to its predecessors then. Time bounds the walk (Vbox lemma 4.3): who does not overlap the head
// reaches it already.
void WindowClosure::connect(Edge edge) {
  pending_.assign(1, edge.from);
  const Rank head = ranks_[edge.to];
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (has(ranks_[node], head)) continue;
    join(ranks_[node], head);
    predecessors().for_each(node, [&](Node before) { pending_.push_back(before); });
  }
}

std::size_t WindowClosure::own_bytes() const {
  return (ranks_.capacity() + earlier_blocks_.capacity() + pending_.capacity()) * sizeof(Node) +
         rows_.capacity() * sizeof(Row) + bits_.memory_bytes();
}

}  // namespace isolde
