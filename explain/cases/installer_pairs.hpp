// Two installers of one key, and what either order of them entails: the choices of a proof by cases, and of
// an execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certify/certificate.hpp"
#include "explain/cases/assumed_graph.hpp"
#include "explain/cases/core_facts.hpp"

namespace isolde {

struct InstallerPair {
  Assumption assumptions[2];
  std::vector<AssumedGraph::Arc> arcs[2];
};

// All whose order is not certain; none if what is known is contradictory already.
[[nodiscard]] inline std::vector<InstallerPair> installer_pairs(const CoreFacts& facts,
                                                                const AssumedGraph& graph) {
  std::vector<InstallerPair> pairs;
  if (!graph.known_cycle().empty()) return pairs;
  const auto add = [&](const CoreFacts::KeyUse& use, std::uint32_t a, std::uint32_t b) {
    InstallerPair pair;
    pair.assumptions[0] = {Assumption::Kind::kOrder, use.key, facts.txns[a], facts.txns[b]};
    pair.assumptions[1] = {Assumption::Kind::kOrder, use.key, facts.txns[b], facts.txns[a]};
    pair.arcs[0] = graph.consequences(use, a, b);
    pair.arcs[1] = graph.consequences(use, b, a);
    pairs.push_back(std::move(pair));
  };
  const auto is_certain = [&](const CoreFacts::KeyUse& use, std::uint32_t a, std::uint32_t b) {
    return graph.is_certain_order(use, a, b) || graph.is_certain_order(use, b, a);
  };
  for (const CoreFacts::KeyUse& use : facts.keys)
    for (std::size_t i = 0; i < use.installers.size(); ++i)
      for (std::size_t j = i + 1; j < use.installers.size(); ++j)
        if (!is_certain(use, use.installers[i], use.installers[j]))
          add(use, use.installers[i], use.installers[j]);
  return pairs;
}

}  // namespace isolde
