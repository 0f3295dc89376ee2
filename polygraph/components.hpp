// Splits what is left of a polygraph into problems that do not touch each other. A cycle lives inside a
// strongly connected component of the known edges and all edges of open literals together, so variables whose
// edges lie in different components cannot close one jointly; only a clause can still tie them together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "polygraph/prune.hpp"

namespace isolde {

struct Component {
  std::vector<Variable> variables;  // ascending
  std::vector<Node> nodes;          // where cycles can be, ascending; none if only clauses tie the variables
  std::vector<std::uint32_t> clauses;  // open ones, ascending
};

struct Components {
  // By first variable. The polygraph has a model if and only if each of these has one: values of its
  // variables that satisfy its clauses such that the known edges and those of true literals form no cycle.
  std::vector<Component> components;
  // Open variables that no open clause mentions and none of whose edges can be on a cycle: any value will do.
  std::vector<Variable> free;
  std::vector<std::uint32_t> by_node;  // the component of each node, or kNowhere
  static constexpr std::uint32_t kNowhere = 0xffffffffU;
};

// `decisions` by variable, none meaning that all are open. Known are the edges of the polygraph and those of
// literals that are true; they contain no cycle, and no clause is false.
[[nodiscard]] Components split(const Polygraph& polygraph, std::span<const PrunedValue> decisions);

}  // namespace isolde
