// A polygraph that is hard for everybody, and easy to understand.
#pragma once

#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

// Orders of all pairs of nodes; each of the first `needy` ones must come after another of them, so that there
// is no model unless that is zero.
inline Polygraph all_pairs(std::size_t nodes, std::size_t needy) {
  Polygraph polygraph;
  for (std::size_t i = 0; i < nodes; ++i) polygraph.add_node({TxnId(i), EventKind::kCommit});
  std::vector<std::vector<Literal>> comes_later(needy);
  for (Node a = 0; a < nodes; ++a) {
    for (Node b = 0; b < a; ++b) {
      const Variable v = polygraph.add_variable({Meaning::Kind::kOrder, KeyId(0), TxnId(a), TxnId(b)});
      polygraph.add_edge(Literal(v, true), {a, b}, {});
      polygraph.add_edge(Literal(v, false), {b, a}, {});
      if (a >= needy) continue;
      comes_later[b].emplace_back(v, true);
      comes_later[a].emplace_back(v, false);
    }
  }
  for (const auto& clause : comes_later) polygraph.add_clause(clause);
  polygraph.finish();
  return polygraph;
}

}  // namespace isolde
