#include "explain/cases/assumed_graph.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "explain/cases/cheapest_path.hpp"

namespace isolde {
AssumedGraph::AssumedGraph(const CoreFacts& facts, Level level)
    : facts_(facts),
      edges_(level),
      closure_(facts.txns.size() * edges_.nodes_per_transaction()),
      out_(closure_.node_count()) {
  add_known(facts);
  find_known_cycle();
}

void AssumedGraph::add_known(const CoreFacts& facts) {
  const auto add = [&](Dependency dependency, std::uint32_t from, std::uint32_t to, std::uint32_t cost) {
    dependency.from = facts.txns[from];
    dependency.to = facts.txns[to];
    const Edge edge = edges_.edge(dependency.kind, from, to);
    out_[edge.from].push_back({edge, dependency, cost});
  };
  if (!edges_.one_node())
    for (std::uint32_t txn = 0; txn < facts.txns.size(); ++txn)
      out_[edges_.begin(txn)].push_back({{edges_.begin(txn), edges_.commit(txn)}, {}, 0});
  for (const CoreFacts::KeyUse& use : facts.keys) {
    for (const CoreFacts::Read& read : use.reads) {
      Dependency dependency;
      dependency.key = use.key;
      dependency.value = read.value;
      if (read.writer != kNone) {
        add(dependency, read.writer, read.reader, arc_cost::kStep);
        continue;
      }
      dependency.kind = DependencyKind::kRw;
      dependency.reason =
          read.is_missing_row ? DependencyReason::kRowMissing : DependencyReason::kReadInitial;
      if (read.is_missing_row) dependency.value = {};
      for (const std::uint32_t installer : use.installers)
        if (installer != read.reader) add(dependency, read.reader, installer, arc_cost::kStep);
    }
  }
  for (const CoreFacts::Order& order : facts.orders) {
    Dependency dependency;
    dependency.kind = order.kind;
    dependency.reason = DependencyReason::kOrdered;
    add(dependency, order.first, order.second, arc_cost::kGivenOrder);
  }
  add_certain_orders(facts);
}

// Whoever read a version and replaced it installs a later one, and all readers of the older one come before.
// No case is needed for that. (Orders of sessions or real time would do as well, but a cycle that rests on
// them has to show them, or it would not get the right name.)
void AssumedGraph::add_certain_orders(const CoreFacts& facts) {
  for (const CoreFacts::KeyUse& use : facts.keys)
    for (const CoreFacts::Read& read : use.reads)
      if (read.writer != kNone) sources_.push_back({use.key.value, read.writer, read.reader});
  std::ranges::sort(sources_);
  for (const CoreFacts::KeyUse& use : facts.keys) {
    for (const std::uint32_t first : use.installers) {
      for (const std::uint32_t second : use.installers) {
        if (!is_certain_order(use, first, second)) continue;
        for (const Arc& arc : consequences(use, first, second))
          if (arc.dependency.kind == DependencyKind::kRw) out_[arc.edge.from].push_back(arc);
      }
    }
  }
}

bool AssumedGraph::is_certain_order(const CoreFacts::KeyUse& use, std::uint32_t first,
                                    std::uint32_t second) const {
  return std::ranges::binary_search(sources_, std::array{use.key.value, first, second});
}

// Closes the known arcs; at the first cycle looks for the cheapest of all.
void AssumedGraph::find_known_cycle() {
  bool has_cycle = false;
  for (const std::vector<Arc>& arcs : out_)
    for (const Arc& arc : arcs) {
      has_cycle = has_cycle || closure_.closes_cycle(arc.edge);
      if (!has_cycle) closure_.insert(arc.edge, true);
    }
  if (!has_cycle) return;
  std::uint32_t best = std::numeric_limits<std::uint32_t>::max();
  for (const std::vector<Arc>& arcs : out_) {
    for (const Arc& arc : arcs) {
      if (arc.cost == 0) continue;
      std::uint32_t cost = 0;
      const std::vector<const Arc*> path = cheapest_path(out_, arc.edge.to, arc.edge.from, cost);
      if ((path.empty() && arc.edge.from != arc.edge.to) || cost + arc.cost >= best) continue;
      best = cost + arc.cost;
      known_cycle_ = {arc.dependency};
      for (const Arc* step : path)
        if (step->cost != 0) known_cycle_.push_back(step->dependency);
    }
  }
}

std::vector<AssumedGraph::Arc> AssumedGraph::consequences(const CoreFacts::KeyUse& use, std::uint32_t first,
                                                          std::uint32_t second) const {
  Dependency dependency;
  dependency.from = facts_.txns[first];
  dependency.to = facts_.txns[second];
  dependency.kind = DependencyKind::kWw;
  dependency.key = use.key;
  dependency.reason = DependencyReason::kAssumed;
  std::vector<Arc> arcs = {
      {edges_.edge(DependencyKind::kWw, first, second), dependency, arc_cost::kAssumedWrite}};
  dependency.kind = DependencyKind::kRw;
  dependency.reason = DependencyReason::kVersionFollows;
  dependency.witness = facts_.txns[first];
  for (const CoreFacts::Read& read : use.reads) {
    if (read.writer != first || read.reader == second) continue;
    dependency.from = facts_.txns[read.reader];
    dependency.value = read.value;
    arcs.push_back(
        {edges_.edge(DependencyKind::kRw, read.reader, second), dependency, arc_cost::kAssumedRead});
  }
  return arcs;
}

// One arc is enough to look for: all lead to one transaction, which a shortest cycle enters once.
bool AssumedGraph::contradict(const std::vector<Arc>& arcs) const {
  return std::ranges::any_of(arcs, [&](const Arc& arc) { return closure_.closes_cycle(arc.edge); });
}

bool AssumedGraph::adds_nothing(const std::vector<Arc>& arcs) const {
  return std::ranges::all_of(arcs,
                             [&](const Arc& arc) { return closure_.reaches(arc.edge.from, arc.edge.to); });
}

AssumedGraph::Cycle AssumedGraph::cheapest_cycle(const std::vector<Arc>& arcs) const {
  Cycle cycle;
  std::uint32_t best = std::numeric_limits<std::uint32_t>::max();
  for (const Arc& arc : arcs) {
    if (!closure_.closes_cycle(arc.edge)) continue;
    std::uint32_t cost = 0;
    const std::vector<const Arc*> path = cheapest_path(out_, arc.edge.to, arc.edge.from, cost);
    if (cost + arc.cost >= best) continue;
    best = cost + arc.cost;
    cycle = {arc.dependency};
    for (const Arc* step : path)
      if (step->cost != 0) cycle.push_back(step->dependency);
  }
  return cycle;
}

void AssumedGraph::assume(const std::vector<Arc>& arcs) {
  for (const Arc& arc : arcs) {
    closure_.insert(arc.edge, false);
    out_[arc.edge.from].push_back(arc);
    assumed_.push_back(arc.edge.from);
  }
}

void AssumedGraph::undo(const Mark& mark) {
  closure_.undo(mark.closure);
  for (; assumed_.size() > mark.arcs; assumed_.pop_back()) out_[assumed_.back()].pop_back();
}

}  // namespace isolde
