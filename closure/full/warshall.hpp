// Warshall's algorithm (1962), the textbook's: for each node in the middle, every node that reaches it gets
// its row. O(n * n) looks and up to n * n rows joined, whatever the graph; an insertion looks at all rows
// again. The baseline.
#pragma once

#include "closure/full/full_rows.hpp"

namespace isolde {

class WarshallClosure final : public FullRows {
 public:
  explicit WarshallClosure(EdgeLists successors);

 private:
  void connect(Edge edge) override;
};

}  // namespace isolde
