#include "closure/window_layout.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "base/contract.hpp"

namespace isolde {
namespace {

// The blocks in which some node is active at the current time, ascending, while that time moves on.
class ActiveBlocks {
 public:
  explicit ActiveBlocks(std::uint32_t bits_per_word) : bits_(bits_per_word) {}

  void begin(Rank rank, std::int64_t end) {
    const Block block = rank / bits_;
    if (blocks_.empty() || blocks_.back().block != block) blocks_.push_back({block, 0});
    ++blocks_.back().count;
    endings_.push({end, block});
  }
  void end_before(std::int64_t time) {
    for (; !endings_.empty() && endings_.top().end < time; endings_.pop()) {
      const auto at = std::lower_bound(blocks_.begin(), blocks_.end(), endings_.top().block,
                                       [](const Active& each, Block block) { return each.block < block; });
      if (--at->count == 0) blocks_.erase(at);
    }
  }
  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] Block operator[](std::size_t at) const { return blocks_[at].block; }

 private:
  struct Active {
    Block block;
    std::uint32_t count;
  };
  struct Ending {
    std::int64_t end;
    Block block;
    bool operator>(const Ending& other) const { return end > other.end; }
  };
  std::uint32_t bits_;
  std::vector<Active> blocks_;
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> endings_;
};

std::vector<Node> nodes_by_start(std::size_t nodes, std::span<const std::int64_t> starts) {
  std::vector<Node> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  if (!starts.empty())
    std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) { return starts[a] < starts[b]; });
  return order;
}

}  // namespace

WindowLayout lay_out_windows(std::size_t nodes, std::span<const std::int64_t> starts,
                             std::span<const std::int64_t> ends, std::uint32_t bits_per_word) {
  ISOLDE_REQUIRE(starts.size() == ends.size() && (starts.empty() || starts.size() == nodes));
  WindowLayout layout;
  layout.ranks.resize(nodes);
  layout.rows.resize(nodes);
  std::vector<std::int64_t> starts_by_rank(nodes);
  std::vector<std::int64_t> ends_by_rank(nodes);
  const std::vector<Node> by_start = nodes_by_start(nodes, starts);
  for (Rank rank = 0; rank < nodes; ++rank) {
    const Node node = by_start[rank];
    layout.ranks[node] = rank;
    if (starts.empty()) continue;
    starts_by_rank[rank] = starts[node];
    ends_by_rank[rank] = std::max(starts[node], ends[node]);
  }
  ActiveBlocks active(bits_per_word);
  for (Rank rank = 0; rank < nodes; ++rank) {
    active.end_before(starts_by_rank[rank]);
    WindowRow& row = layout.rows[rank];
    row.first = rank / bits_per_word;
    std::size_t listed = active.size();
    for (; listed > 0 && active[listed - 1] + 1 >= row.first; --listed) row.first = active[listed - 1];
    row.blocks = layout.listed_blocks.size();
    row.words = layout.words;
    row.listed = static_cast<std::uint32_t>(listed);
    for (std::size_t i = 0; i < listed; ++i) layout.listed_blocks.push_back(active[i]);
    const auto behind =
        std::upper_bound(starts_by_rank.begin() + rank, starts_by_rank.end(), ends_by_rank[rank]);
    row.last = static_cast<Rank>(behind - starts_by_rank.begin() - 1);
    layout.words += row.listed + (row.last / bits_per_word + 1 - row.first);
    active.begin(rank, ends_by_rank[rank]);
  }
  layout.listed_blocks.shrink_to_fit();
  return layout;
}

}  // namespace isolde
