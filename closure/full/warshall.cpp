#include "closure/full/warshall.hpp"

namespace isolde {

// Sets the bit of each edge, then closes over every node in the middle.
WarshallClosure::WarshallClosure(EdgeLists successors_of) : FullRows(std::move(successors_of)) {
  const auto nodes = static_cast<Node>(node_count());
  for (Node from = 0; from < nodes; ++from)
    successors().for_each(from, [&](Node to) { mark_edge(from, to); });
  for (Node middle = 0; middle < nodes; ++middle)
    for (Node from = 0; from < nodes; ++from)
      if (has(from, middle)) join(from, middle);
}

void WarshallClosure::connect(Edge edge) {
  for (Node from = 0; from < node_count(); ++from)
    if (from == edge.from || has(from, edge.from)) join(from, edge.to);
}

}  // namespace isolde
