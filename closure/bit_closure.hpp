// Reachability as a bit matrix whose insertions can be undone, for searches over small graphs. An insertion
// saves every row that it changes, unless it is permanent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "closure/closure.hpp"

namespace isolde {

class BitClosure {
 public:
  explicit BitClosure(std::size_t nodes);

  [[nodiscard]] std::size_t node_count() const { return nodes_; }
  // Whether a path of at least one edge leads from `from` to `to`.
  [[nodiscard]] bool reaches(Node from, Node to) const {
    return ((rows_[from * words_ + to / 64] >> (to % 64)) & 1U) != 0;
  }
  [[nodiscard]] bool closes_cycle(Edge edge) const {
    return edge.from == edge.to || reaches(edge.to, edge.from);
  }
  // Adds many edges to an empty closure, for good. False if they contain a cycle; then nothing changes.
  [[nodiscard]] bool close(std::span<const Edge> edges);
  // Requires !closes_cycle(edge).
  void insert(Edge edge, bool is_permanent);

  [[nodiscard]] std::size_t mark() const { return saved_.size(); }
  void undo(std::size_t mark);

 private:
  void unite(Node into, Node from) {
    const std::uint64_t* source = rows_.data() + from * words_;
    std::uint64_t* row = rows_.data() + into * words_;
    for (std::size_t word = 0; word < words_; ++word) row[word] |= source[word];
    row[from / 64] |= std::uint64_t{1} << (from % 64);
  }

  struct SavedRow {
    Node row;
    std::size_t begin;  // of its old words
  };

  std::size_t nodes_;
  std::size_t words_;
  std::vector<std::uint64_t> rows_;
  std::vector<SavedRow> saved_;
  std::vector<std::uint64_t> saved_words_;
};

}  // namespace isolde
