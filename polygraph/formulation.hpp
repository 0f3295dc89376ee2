// Two ways to write the same choices down (Vbox sections 3.2 and 4.4). In the simplified one, which is that
// of our encoder, a literal stands for all of its edges. In Cobra's, which is there for comparison, there is
// a variable for every edge, and constraints between them (Vbox equation 4).
#pragma once

#include <cstdint>

#include "polygraph/polygraph.hpp"

namespace isolde {

enum class Formulation : std::uint8_t { kSimplified, kCobra };

// Cobra's formulation of a polygraph. The first variables are those of the original and stand for no edges:
// which of its two sets of edges a constraint takes is the one literal that equation 4 needs in clauses. The
// others are one per pair of nodes that some literal links. A literal implies its edges, and, where an edge
// of its negation is one of its own turned round (as in every order of two writers), that not all edges of
// the negation are there; elsewhere both sets may be there at once.
//
// It has a model if and only if the original has one, and the values of the first variables are one of it.
// Cost: linear in the edges of literals, but for a sort.
[[nodiscard]] Polygraph edge_per_variable(const Polygraph& polygraph);

}  // namespace isolde
