#include "explain/cases/weaker_execution.hpp"

#include <cstdint>
#include <iterator>
#include <utility>

#include "explain/cases/assumed_graph.hpp"
#include "explain/cases/installer_pairs.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostTransactions = 40;
constexpr std::size_t kMostSteps = 2'000;

// Depth first over the pairs of installers; those that are decided already cost nothing.
class PairOrders {
 public:
  PairOrders(const CoreFacts& facts, Level level) : graph_(facts, level) {
    for (InstallerPair& pair : installer_pairs(facts, graph_)) pairs_.push_back({std::move(pair), 0});
  }

  VersionOrders run() {
    VersionOrders orders;
    if (!graph_.known_cycle().empty() || !decide_from(0)) return orders;
    for (const Pair& pair : pairs_) orders.push_back(pair.assumptions[pair.side]);
    return orders;
  }

 private:
  struct Pair : InstallerPair {
    int side = 0;
  };

  [[nodiscard]] bool decide_from(std::size_t at) {
    if (at == pairs_.size()) return true;
    Pair& pair = pairs_[at];
    for (const int side : {0, 1}) {
      if (++steps_ > kMostSteps) return false;
      if (graph_.contradict(pair.arcs[side])) continue;
      pair.side = side;
      const AssumedGraph::Mark before = graph_.mark();
      graph_.assume(pair.arcs[side]);
      if (decide_from(at + 1)) return true;
      graph_.undo(before);
    }
    return false;
  }

  AssumedGraph graph_;
  std::vector<Pair> pairs_;
  std::size_t steps_ = 0;
};

// Fewer of the given orders first: that they were not kept says more than what the weaker graphs allow.
enum class Keep : std::uint8_t { kAll, kSessions, kNone };

CoreFacts with_orders(CoreFacts facts, Keep keep) {
  std::erase_if(facts.orders, [&](const CoreFacts::Order& order) {
    return keep == Keep::kNone || (keep == Keep::kSessions && order.kind == DependencyKind::kRt);
  });
  return facts;
}

}  // namespace

VersionOrders weaker_execution(const CoreFacts& facts, Level level) {
  if (facts.txns.size() > kMostTransactions) return {};
  constexpr Level kGraphs[] = {Level::kSerializable, Level::kSnapshotIsolation, Level::kPrefixConsistency};
  const std::size_t own = info(level).one_node ? 0 : info(level).first_committer_wins ? 1 : 2;
  for (std::size_t graph = own; graph < std::size(kGraphs); ++graph) {
    for (const Keep keep : {Keep::kAll, Keep::kSessions, Keep::kNone}) {
      if (graph == own && keep == Keep::kAll) continue;  // the level itself
      const CoreFacts weaker = with_orders(facts, keep);
      if (weaker.orders.size() == facts.orders.size() && keep != Keep::kAll) continue;
      if (VersionOrders orders = PairOrders(weaker, kGraphs[graph]).run(); !orders.empty()) return orders;
    }
  }
  return {};
}

}  // namespace isolde
