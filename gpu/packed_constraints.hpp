// The open choices of a polygraph as flat arrays, cut into runs of which a block of threads takes one each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/row_layout.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// Constraint c is variable variables[c]; its literals are 2c (positive) and 2c + 1.
struct PackedConstraints {
  std::vector<Variable> variables;
  std::vector<std::uint32_t> begins;    // of a literal's edges; one more at the end
  std::vector<std::uint32_t> literals;  // by edge
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  std::vector<std::uint32_t> runs;  // first constraint of each run; one more at the end
};

// A run has at most `most` constraints, and ends when it has `edges` edges or more. Nodes become ranks.
[[nodiscard]] PackedConstraints pack_constraints(const Polygraph& polygraph, const RowLayout& layout,
                                                 std::span<const Variable> open, std::uint32_t most,
                                                 std::uint32_t edges);

}  // namespace isolde
