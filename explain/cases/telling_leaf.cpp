#include "explain/cases/telling_leaf.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace isolde {
namespace {

struct ProofTree {
  ProofStep step;
  std::vector<ProofTree> children;

  [[nodiscard]] bool is_leaf() const { return children.empty(); }
};

ProofTree parse(Proof& proof, std::size_t& at) {
  ProofTree tree{std::move(proof[at++]), {}};
  for (std::size_t i = 0; i < tree.step.alternatives.size(); ++i) tree.children.push_back(parse(proof, at));
  return tree;
}

void flatten(ProofTree& tree, Proof& proof) {
  proof.push_back(std::move(tree.step));
  for (ProofTree& child : tree.children) flatten(child, proof);
}

// An assumption above a leaf. Forced: its opposite contradicts what was read, whatever else is assumed.
struct Above {
  Assumption assumption;
  bool is_forced = false;
};
using Path = std::vector<Above>;

bool rests_on_any(const std::vector<Dependency>& cycle, const Path& path) {
  return std::ranges::any_of(cycle, [&](const Dependency& edge) {
    return std::ranges::any_of(path, [&](const Above& above) { return rests_on(edge, above.assumption); });
  });
}

bool is_forced(const ProofTree& tree, std::size_t side, const Path& path) {
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    const ProofTree& other = tree.children[i];
    if (i != side && (!other.is_leaf() || rests_on_any(other.step.cycle, path))) return false;
  }
  return true;
}

bool all_forced(const std::vector<Dependency>& cycle, const Path& path) {
  return std::ranges::all_of(cycle, [&](const Dependency& edge) {
    return std::ranges::any_of(
        path, [&](const Above& above) { return above.is_forced && rests_on(edge, above.assumption); });
  });
}

// An assumption about a key that what was seen of the same key contradicts.
bool is_silly(const std::vector<Dependency>& cycle, const Path& path) {
  if (!std::ranges::all_of(cycle, [&](const Dependency& edge) { return edge.key == cycle[0].key; }))
    return false;
  return std::ranges::any_of(path, [&](const Above& above) {
    return std::ranges::any_of(cycle,
                               [&](const Dependency& edge) { return rests_on(edge, above.assumption); });
  });
}

// Overwritten reads tell more than writes whose order was found by cases, and these more than session order
// or real time; short cycles tell more than long ones. An assumption against something observed is merely
// silly.
std::size_t dullness(const std::vector<Dependency>& cycle, const Path& path) {
  constexpr std::size_t kStep = 10;
  constexpr std::size_t kOnlyWrites = 60;
  constexpr std::size_t kGivenOrder = 100;
  constexpr std::size_t kSilly = 1000;
  constexpr std::size_t kNoCycle = 500;  // somebody saw what nobody can have left
  if (cycle[0].from == cycle[0].to) return kNoCycle;
  const auto count = [&](DependencyKind kind) {
    return static_cast<std::size_t>(std::ranges::count(cycle, kind, &Dependency::kind));
  };
  const std::size_t writes = count(DependencyKind::kWw);
  const std::size_t orders = count(DependencyKind::kSo) + count(DependencyKind::kRt);
  const std::size_t result = kStep * cycle.size() + kGivenOrder * orders + writes;
  if (count(DependencyKind::kRw) != cycle.size() && is_silly(cycle, path)) return result + kSilly;
  if (writes == cycle.size()) return all_forced(cycle, path) ? writes : result + kOnlyWrites;
  return writes != 0 && count(DependencyKind::kRw) == 0 ? result + kSilly : result;
}

// The child that the execution chose, if it says.
std::optional<std::size_t> chosen(const ProofTree& tree, const std::vector<Assumption>& execution) {
  for (std::size_t i = 0; i < tree.children.size(); ++i)
    if (std::ranges::find(execution, tree.step.alternatives[i]) != execution.end()) return i;
  return std::nullopt;
}

void move_last(ProofTree& tree, std::size_t child) {
  const auto at = static_cast<std::ptrdiff_t>(child);
  std::rotate(tree.children.begin() + at, tree.children.begin() + at + 1, tree.children.end());
  std::rotate(tree.step.alternatives.begin() + at, tree.step.alternatives.begin() + at + 1,
              tree.step.alternatives.end());
}

// Returns the dullness of the leaf that is last then.
std::size_t arrange(ProofTree& tree, Path& path, const std::vector<Assumption>& execution) {
  if (tree.is_leaf()) return dullness(tree.step.cycle, path);
  std::size_t best = 0;
  std::size_t best_dullness = 0;
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    path.push_back({tree.step.alternatives[i], is_forced(tree, i, path)});
    const std::size_t child_dullness = arrange(tree.children[i], path, execution);
    path.pop_back();
    if (i != 0 && child_dullness > best_dullness) continue;
    best = i;
    best_dullness = child_dullness;
  }
  if (const auto side = chosen(tree, execution)) best = *side;
  move_last(tree, best);
  return best_dullness;
}

}  // namespace

bool rests_on(const Dependency& edge, const Assumption& assumed) {
  if (edge.key != assumed.key) return false;
  if (assumed.kind == Assumption::Kind::kReadsFrom) {
    if (edge.kind == DependencyKind::kWr) return edge.from == assumed.second && edge.to == assumed.first;
    return edge.kind == DependencyKind::kRw && edge.from == assumed.first && edge.witness == assumed.second;
  }
  if (assumed.kind != Assumption::Kind::kOrder || edge.to != assumed.second) return false;
  if (edge.kind == DependencyKind::kWw) return edge.from == assumed.first;
  return edge.kind == DependencyKind::kRw && edge.witness == assumed.first;
}

void put_telling_leaf_last(Proof& proof, const std::vector<Assumption>& execution) {
  if (proof.size() == 1) return;
  std::size_t at = 0;
  ProofTree tree = parse(proof, at);
  Path path;
  arrange(tree, path, execution);
  proof.clear();
  flatten(tree, proof);
}

}  // namespace isolde
