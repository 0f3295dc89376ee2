// How a polygraph was refuted, clause by clause, in its own variables and nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "polygraph/polygraph.hpp"
#include "solver/cdcl/sat/clause_proof.hpp"

namespace isolde {

struct RefutationTrace {
  struct Step {
    ClauseProof::Kind kind = ClauseProof::Kind::kInput;
    // Of an input or theory clause. A derived one consists of the literals that occur in its antecedents and
    // whose negations do not.
    std::vector<Literal> literals = {};
    std::vector<std::uint32_t> antecedents = {};  // of a derived clause: steps before, in no particular order
    // Of a theory clause, in order: known edges and edges of negated literals.
    std::vector<Node> cycle = {};
  };
  std::vector<Step> steps;  // the last one is the empty clause; empty if the proof was not recorded
};

}  // namespace isolde
