#include "closure/full/purdom.hpp"

#include <ranges>

namespace isolde {

PurdomClosure::PurdomClosure(EdgeLists successors_of, std::span<const Edge> edges,
                             std::span<const Node> order)
    : FullRows(std::move(successors_of)) {
  keep_predecessors(edges);
  for (const Node node : order | std::views::reverse)
    successors().for_each(node, [&](Node next) {
      if (!has(node, next)) join(node, next);
    });
}

}  // namespace isolde
