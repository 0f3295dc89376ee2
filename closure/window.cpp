#include "closure/window.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

// Turns time round: ~x is -x - 1, which overflows for no integer.
std::vector<std::int64_t> turned(std::span<const std::int64_t> times) {
  std::vector<std::int64_t> result(times.size());
  std::transform(times.begin(), times.end(), result.begin(), [](std::int64_t time) { return ~time; });
  return result;
}

}  // namespace

WindowClosure::WindowClosure(EdgeLists successors_of, std::span<const Node> order, const ClosureHints& hints)
    : GrowingClosure(std::move(successors_of)),
      layout_(lay_out_windows(node_count(), turned(hints.ends), turned(hints.starts), kBits)) {
  bits_.resize(layout_.words);
  for (const Node node : order) {
    // The row is complete. What time decides in its last word comes now: before, a bit that is set means that
    // it came with a whole row.
    const Rank rank = layout_.ranks[node];
    const WindowRow& row = layout_.rows[rank];
    const Rank behind = row.last % kBits + 1;
    if (behind < kBits) bits_.merge_word(dense(row, end_of(row) - 1), kAll << behind, false);
    successors().for_each(node, [&](Node next) {
      if (rank > layout_.rows[layout_.ranks[next]].last || !has(layout_.ranks[next], rank))
        join(layout_.ranks[next], rank);
    });
  }
}

std::size_t WindowClosure::place(const WindowRow& row, Block block) const {
  if (block >= row.first) return dense(row, block);
  const std::span<const Block> blocks = layout_.listed(row);
  const auto at = std::lower_bound(blocks.begin(), blocks.end(), block);
  if (at == blocks.end() || *at != block) return kAbsent;
  return row.words + static_cast<std::size_t>(at - blocks.begin());
}

bool WindowClosure::has(Rank from, Rank to) const {
  const WindowRow& row = layout_.rows[from];
  if (to > row.last) return true;
  const std::size_t at = place(row, to / kBits);
  return at != kAbsent && (bits_[at] >> (to % kBits) & 1U) != 0;
}

void WindowClosure::join(Rank from, Rank to) {
  const WindowRow& target = layout_.rows[from];
  if (target.listed > 0) join_listed(target, layout_.rows[to]);
  join_dense(target, layout_.rows[to]);
  if (to > target.last) return;
  const std::size_t at = place(target, to / kBits);
  ISOLDE_INVARIANT(at != kAbsent);  // or time would say that `to` reaches `from`
  bits_.merge_word(at, std::uint64_t{1} << (to % kBits), is_recording());
}

// Both lists ascend. The source's row is never over before a listed word of the target: the source would end
// before the target starts, and reach it by time.
void WindowClosure::join_listed(const WindowRow& target, const WindowRow& source) {
  const std::span<const Block> blocks = layout_.listed(target);
  const std::span<const Block> source_blocks = layout_.listed(source);
  std::size_t next = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    ISOLDE_INVARIANT(blocks[i] < end_of(source));
    if (blocks[i] >= source.first) {
      bits_.merge_word(target.words + i, bits_[dense(source, blocks[i])], is_recording());
      continue;
    }
    while (next < source_blocks.size() && source_blocks[next] < blocks[i]) ++next;
    if (next < source_blocks.size() && source_blocks[next] == blocks[i])
      bits_.merge_word(target.words + i, bits_[source.words + next], is_recording());
  }
}

// Joins the words that the source lists, then those that both have in their dense parts, then sets all bits
// of the words that start after the source's row ends.
void WindowClosure::join_dense(const WindowRow& target, const WindowRow& source) {
  const std::span<const Block> listed = layout_.listed(source);
  const auto begin = std::lower_bound(listed.begin(), listed.end(), target.first);
  for (auto at = begin; at != listed.end() && *at < end_of(target); ++at)
    bits_.merge_word(dense(target, *at), bits_[source.words + static_cast<std::size_t>(at - listed.begin())],
                     is_recording());
  const Block shared = std::max(target.first, source.first);
  const Block shared_end = std::min(end_of(target), end_of(source));
  if (shared < shared_end)
    bits_.merge(dense(target, shared), bits_.data() + dense(source, shared), shared_end - shared,
                is_recording());
  for (Block block = std::max(target.first, end_of(source)); block < end_of(target); ++block)
    bits_.merge_word(dense(target, block), kAll, is_recording());
}

// Walks along the edges from the head, no further than something changes: a node that the tail reached before
// passed that on to its successors then. Time bounds the walk (Vbox lemma 4.3): a node that starts after the
// tail ends is reached already.
void WindowClosure::connect(Edge edge) {
  const Rank tail = layout_.ranks[edge.from];
  pending_.assign(1, edge.to);
  while (!pending_.empty()) {
    const Node node = pending_.back();
    pending_.pop_back();
    if (has(layout_.ranks[node], tail)) continue;
    join(layout_.ranks[node], tail);
    successors().for_each(node, [&](Node next) {
      if (!has(layout_.ranks[next], tail)) pending_.push_back(next);
    });
  }
}

std::size_t WindowClosure::own_bytes() const {
  return (layout_.ranks.capacity() + layout_.listed_blocks.capacity() + pending_.capacity()) * sizeof(Node) +
         layout_.rows.capacity() * sizeof(WindowRow) + bits_.memory_bytes();
}

}  // namespace isolde
