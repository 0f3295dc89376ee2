// Italiano's incremental closure (1986): starts without edges and inserts them one by one; an insertion
// touches only rows that change. His trees of descendants, which save looking at what is there already, are
// here the words of a row.
#pragma once

#include "closure/full/full_rows.hpp"

namespace isolde {

class ItalianoClosure final : public FullRows {
 public:
  // The edges have no cycle.
  ItalianoClosure(std::size_t nodes, std::span<const Edge> edges);

 private:
  void connect(Edge edge) override { connect_by_walking(edge); }
};

}  // namespace isolde
