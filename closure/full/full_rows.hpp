// A full matrix of bits, a row per node: what the three classical variants remember. n * n / 8 bytes.
// Flat words instead of a Boost.Dynamic_bitset per row: one allocation, and the trail needs single words.
#pragma once

#include "closure/growing.hpp"
#include "closure/word_trail.hpp"

namespace isolde {

class FullRows : public GrowingClosure {
 public:
  [[nodiscard]] bool reaches(Node from, Node to) const final { return has(from, to); }

 protected:
  explicit FullRows(EdgeLists successors);

  [[nodiscard]] bool has(Node from, Node to) const {
    return (bits_[from * stride_ + to / 64] >> (to % 64) & 1U) != 0;
  }
  void mark_edge(Node from, Node to) {
    bits_.merge_word(from * stride_ + to / 64, std::uint64_t{1} << (to % 64), is_recording());
  }
  // `from` reaches `to`, and what `to` reaches.
  void join(Node from, Node to) {
    bits_.merge(from * stride_, bits_.data() + to * stride_, stride_, is_recording());
    mark_edge(from, to);
  }
  // Joins the head of a new edge to its tail and to all that reach it, walking against the edges no further
  // than something changes: whoever reached the head before passed it on to its predecessors then. Of the
  // head's row only what lies between its first and last bit is looked at. Needs predecessors.
  void connect_by_walking(Edge edge);

  [[nodiscard]] std::size_t trail_size() const final { return bits_.trail_size(); }
  void rewind(std::size_t trail_size) final { bits_.rewind(trail_size); }
  [[nodiscard]] std::size_t own_bytes() const final {
    return bits_.memory_bytes() + pending_.capacity() * sizeof(Node);
  }

 private:
  std::size_t stride_;  // words in a row
  WordTrail bits_;
  std::vector<Node> pending_;
};

}  // namespace isolde
