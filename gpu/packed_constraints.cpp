#include "gpu/packed_constraints.hpp"

namespace isolde {

PackedConstraints pack_constraints(const Polygraph& polygraph, const RowLayout& layout,
                                   std::span<const Variable> open, std::uint32_t most, std::uint32_t edges) {
  PackedConstraints packed;
  packed.variables.assign(open.begin(), open.end());
  packed.runs.push_back(0);
  std::size_t run_begin = 0;  // in edges
  for (std::uint32_t constraint = 0; constraint < open.size(); ++constraint) {
    for (const bool positive : {true, false}) {
      packed.begins.push_back(static_cast<std::uint32_t>(packed.from.size()));
      for (const Edge& edge : polygraph.edges(Literal(open[constraint], positive))) {
        packed.literals.push_back(2 * constraint + (positive ? 0U : 1U));
        packed.from.push_back(layout.rank(edge.from));
        packed.to.push_back(layout.rank(edge.to));
      }
    }
    if (constraint + 1 - packed.runs.back() == most || packed.from.size() - run_begin >= edges) {
      packed.runs.push_back(constraint + 1);
      run_begin = packed.from.size();
    }
  }
  if (packed.runs.back() != open.size()) packed.runs.push_back(static_cast<std::uint32_t>(open.size()));
  packed.begins.push_back(static_cast<std::uint32_t>(packed.from.size()));
  return packed;
}

}  // namespace isolde
