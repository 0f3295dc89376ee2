// The compact closure of Vbox section 4.4, as bits: where two nodes' intervals do not overlap, time says who
// reaches whom, and nothing is stored.
//
// Nodes are ranked by start. What overlaps node v is then the range of ranks that started during v, and the
// nodes still active when v started. Vbox keeps one contiguous window around both, which a single
// long-running node makes as long as the history; here the range is kept as it is (whole 64-bit words) and of
// the active ones only those words in which there are any. So a long-running node has a long row itself, and
// costs everybody else one word.
//
// Invariants. 1. A word is stored in v's row exactly if a node of its 64 ranks overlaps v (or v is in it).
// 2. Bits of stored words are the truth, also where time decides. 3. Of the other words, those after v's last
// stored one are all ones, and those before it all zeros.
//
// A node without an interval of its own overlaps everybody (start and end as far apart as can be) and costs
// everybody a bit; a point in time is better given as an interval of length zero.
// Construction as in Purdom's algorithm, insertion as in Italiano's, both on these rows. Without times every
// row is full.
#pragma once

#include "closure/growing.hpp"
#include "closure/word_trail.hpp"

namespace isolde {

class WindowClosure final : public GrowingClosure {
 public:
  // `order` is a topological order of the graph.
  WindowClosure(EdgeLists successors, std::span<const Edge> edges, std::span<const Node> order,
                const ClosureHints& hints);

  [[nodiscard]] bool reaches(Node from, Node to) const override { return has(ranks_[from], ranks_[to]); }

 private:
  using Rank = std::uint32_t;
  using Block = std::uint32_t;  // 64 ranks, one word
  static constexpr Block kBits = 64;

  struct Row {
    Rank last = 0;              // of the ranks that start before this one ends
    std::uint32_t earlier = 0;  // number of words before that of the node itself
    std::size_t words = 0;      // where its words begin; first the earlier ones
    std::size_t blocks = 0;     // where the block numbers of the earlier ones begin
  };

  void rank_by_start(const ClosureHints& hints);
  void lay_out_rows();
  [[nodiscard]] bool has(Rank from, Rank to) const;
  // Where the word of `block` is in a row that has it: between that of its first and of its last block.
  [[nodiscard]] const Block* earlier_begin(const Row& row) const {
    return earlier_blocks_.data() + row.blocks;
  }
  [[nodiscard]] std::uint64_t earlier_word(const Row& row, Block block) const;
  // Everything that `to` reaches, and `to`, is reached from `from`.
  void join(Rank from, Rank to);
  void join_earlier(const Row& target, Rank to);
  void join_range(const Row& target, Block first, Rank to);

  void connect(Edge edge) override;
  [[nodiscard]] std::size_t trail_size() const override { return bits_.trail_size(); }
  void rewind(std::size_t trail_size) override { bits_.rewind(trail_size); }
  [[nodiscard]] std::size_t own_bytes() const override;

  std::vector<Rank> ranks_;           // by node
  std::vector<std::int64_t> starts_;  // by rank; only for construction, as is the next
  std::vector<std::int64_t> ends_;
  std::vector<Row> rows_;  // by rank
  std::vector<Block> earlier_blocks_;
  WordTrail bits_;
  std::vector<Node> pending_;
};

}  // namespace isolde
