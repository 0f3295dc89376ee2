#include "closure/full/italiano.hpp"

#include "base/contract.hpp"

namespace isolde {

ItalianoClosure::ItalianoClosure(std::size_t nodes, std::span<const Edge> edges)
    : FullRows(EdgeLists(nodes, {})) {
  keep_predecessors({});
  for (const Edge& edge : edges) {
    const bool is_acyclic = insert(edge);
    ISOLDE_REQUIRE(is_acyclic);
  }
}

}  // namespace isolde
