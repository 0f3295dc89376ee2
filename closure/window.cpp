#include "closure/window.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "base/contract.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

}  // namespace

WindowClosure::WindowClosure(EdgeLists successors_of, std::span<const Node> order, const ClosureHints& hints)
    : GrowingClosure(std::move(successors_of)) {
  rank_by_start(hints);
  lay_out_rows();
  for (const Node node : order) {
    // The row is complete. What time decides in its last word comes now: before, a bit that is set means that
    // it came with a whole row.
    const Rank rank = ranks_[node];
    const Row& row = rows_[rank];
    const Rank behind = row.last % kBits + 1;
    if (behind < kBits) bits_.merge_word(row.dense(row.end() - 1), kAll << behind, false);
    successors().for_each(node, [&](Node next) {
      if (rank > rows_[ranks_[next]].last || !has(ranks_[next], rank)) join(ranks_[next], rank);
    });
  }
}

// Time turned round: ~x is -x - 1, which no integer overflows.
void WindowClosure::rank_by_start(const ClosureHints& hints) {
  const std::size_t nodes = node_count();
  const bool has_times = !hints.starts.empty();
  ISOLDE_REQUIRE(hints.starts.size() == hints.ends.size() && (!has_times || hints.starts.size() == nodes));
  std::vector<Node> by_start(nodes);
  std::iota(by_start.begin(), by_start.end(), 0U);
  if (has_times)
    std::stable_sort(by_start.begin(), by_start.end(),
                     [&](Node a, Node b) { return hints.ends[a] > hints.ends[b]; });
  ranks_.resize(nodes);
  starts_.resize(nodes);
  ends_.resize(nodes);
  for (Rank rank = 0; rank < nodes; ++rank) {
    const Node node = by_start[rank];
    ranks_[node] = rank;
    if (!has_times) continue;
    starts_[rank] = ~hints.ends[node];
    ends_[rank] = std::max(~hints.starts[node], ~hints.ends[node]);
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
    row.first = rank / kBits;
    std::size_t listed = active.size();
    for (; listed > 0 && active[listed - 1].block + 1 >= row.first; --listed)
      row.first = active[listed - 1].block;
    row.blocks = listed_blocks_.size();
    row.words = words;
    row.listed = static_cast<std::uint32_t>(listed);
    for (std::size_t i = 0; i < listed; ++i) listed_blocks_.push_back(active[i].block);
    const auto behind = std::upper_bound(starts_.begin() + rank, starts_.end(), ends_[rank]);
    row.last = static_cast<Rank>(behind - starts_.begin() - 1);
    words = row.dense(row.end());
    if (active.empty() || active.back().block != rank / kBits) active.push_back({rank / kBits, 0});
    ++active.back().count;
    endings.push({ends_[rank], rank});
  }
  bits_.resize(words);
  listed_blocks_.shrink_to_fit();
  starts_ = {};
  ends_ = {};
}

std::size_t WindowClosure::place(const Row& row, Block block) const {
  if (block >= row.first) return row.dense(block);
  const std::span<const Block> blocks = listed_blocks(row);
  const auto at = std::lower_bound(blocks.begin(), blocks.end(), block);
  if (at == blocks.end() || *at != block) return kAbsent;
  return row.words + static_cast<std::size_t>(at - blocks.begin());
}

bool WindowClosure::has(Rank from, Rank to) const {
  const Row& row = rows_[from];
  if (to > row.last) return true;
  const std::size_t at = place(row, to / kBits);
  return at != kAbsent && (bits_[at] >> (to % kBits) & 1U) != 0;
}

void WindowClosure::join(Rank from, Rank to) {
  const Row& target = rows_[from];
  if (target.listed > 0) join_listed(target, rows_[to]);
  join_dense(target, rows_[to]);
  if (to > target.last) return;
  const std::size_t at = place(target, to / kBits);
  ISOLDE_INVARIANT(at != kAbsent);  // or time would say that `to` reaches `from`
  bits_.merge_word(at, std::uint64_t{1} << (to % kBits), is_recording());
}

// Both lists ascend. The source's row is never over before a listed word of the target: the source would end
// before the target starts, and reach it by time.
void WindowClosure::join_listed(const Row& target, const Row& source) {
  const std::span<const Block> blocks = listed_blocks(target);
  const std::span<const Block> source_blocks = listed_blocks(source);
  std::size_t next = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    ISOLDE_INVARIANT(blocks[i] < source.end());
    if (blocks[i] >= source.first) {
      bits_.merge_word(target.words + i, bits_[source.dense(blocks[i])], is_recording());
      continue;
    }
    while (next < source_blocks.size() && source_blocks[next] < blocks[i]) ++next;
    if (next < source_blocks.size() && source_blocks[next] == blocks[i])
      bits_.merge_word(target.words + i, bits_[source.words + next], is_recording());
  }
}

// Words that the source lists, then those that both have in their dense parts, then all that starts after the
// source.
void WindowClosure::join_dense(const Row& target, const Row& source) {
  const std::span<const Block> listed = listed_blocks(source);
  const auto begin = std::lower_bound(listed.begin(), listed.end(), target.first);
  for (auto at = begin; at != listed.end() && *at < target.end(); ++at)
    bits_.merge_word(target.dense(*at), bits_[source.words + static_cast<std::size_t>(at - listed.begin())],
                     is_recording());
  const Block shared = std::max(target.first, source.first);
  const Block shared_end = std::min(target.end(), source.end());
  if (shared < shared_end)
    bits_.merge(target.dense(shared), bits_.data() + source.dense(shared), shared_end - shared,
                is_recording());
  for (Block block = std::max(target.first, source.end()); block < target.end(); ++block)
    bits_.merge_word(target.dense(block), kAll, is_recording());
}

// Along the edges from the head, no further than something changes: whom the tail reached before passed that
// on to its successors then. Time bounds the walk (Vbox lemma 4.3): whom it decides is reached already.
void WindowClosure::connect(Edge edge) {
  const Rank tail = ranks_[edge.from];
  pending_.assign(1, edge.to);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (has(ranks_[node], tail)) continue;
    join(ranks_[node], tail);
    successors().for_each(node, [&](Node next) {
      if (!has(ranks_[next], tail)) pending_.push_back(next);
    });
  }
}

std::size_t WindowClosure::own_bytes() const {
  return (ranks_.capacity() + listed_blocks_.capacity() + pending_.capacity()) * sizeof(Node) +
         rows_.capacity() * sizeof(Row) + bits_.memory_bytes();
}

}  // namespace isolde
