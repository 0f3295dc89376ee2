#include "explain/cases/case_tree.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "explain/cases/assumed_graph.hpp"
#include "explain/cases/installer_pairs.hpp"
#include "explain/cases/telling_leaf.hpp"
#include "explain/cases/weaker_execution.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostPairNodes = 20'000;

using Arcs = std::vector<AssumedGraph::Arc>;

struct PairTree {
  std::vector<Dependency> cycle;  // of a leaf
  Assumption assumptions[2];
  std::unique_ptr<PairTree> children[2];

  [[nodiscard]] bool is_leaf() const { return children[0] == nullptr; }
};
using PairTreePtr = std::unique_ptr<PairTree>;

PairTreePtr pair_leaf(std::vector<Dependency> cycle) {
  auto tree = std::make_unique<PairTree>();
  tree->cycle = std::move(cycle);
  return tree;
}

bool rests_on(const PairTree& tree, const Assumption& assumed) {
  if (!tree.is_leaf()) return rests_on(*tree.children[0], assumed) || rests_on(*tree.children[1], assumed);
  return std::ranges::any_of(tree.cycle, [&](const Dependency& edge) { return rests_on(edge, assumed); });
}

// A case, or one of its sides alone if that does not need its assumption.
PairTreePtr join(const InstallerPair& pair, PairTreePtr first, PairTreePtr second) {
  if (!rests_on(*first, pair.assumptions[0])) return first;
  if (!rests_on(*second, pair.assumptions[1])) return second;
  auto tree = std::make_unique<PairTree>();
  std::copy(std::begin(pair.assumptions), std::end(pair.assumptions), std::begin(tree->assumptions));
  tree->children[0] = std::move(first);
  tree->children[1] = std::move(second);
  return tree;
}

class PairSearch {
 public:
  PairSearch(const CoreFacts& facts, Level level, const Deadline& deadline)
      : deadline_(deadline), graph_(facts, level) {
    for (InstallerPair& pair : installer_pairs(facts, graph_)) pairs_.push_back({std::move(pair), true});
  }

  // Null: there is an execution, or this takes too long.
  PairTreePtr run() {
    if (!graph_.known_cycle().empty()) return pair_leaf(graph_.known_cycle());
    return refute();
  }

 private:
  struct Pair : InstallerPair {
    bool is_open = true;
  };

  // A pair whose side `failed` closes a cycle at once.
  struct Forced {
    std::size_t pair;
    int failed;
    PairTreePtr leaf;
  };

  [[nodiscard]] PairTreePtr refute();
  [[nodiscard]] PairTreePtr refute_after(std::vector<Forced> forced);
  [[nodiscard]] PairTreePtr both_fail() const;
  [[nodiscard]] std::vector<Forced> forced_pairs();
  [[nodiscard]] PairTreePtr branch();
  [[nodiscard]] PairTreePtr refute_under(std::size_t pair, int side);
  [[nodiscard]] std::size_t choose();
  [[nodiscard]] std::size_t failures_under(std::size_t pair, int side);

  const Deadline& deadline_;
  AssumedGraph graph_;
  std::vector<Pair> pairs_;
  std::size_t nodes_ = 0;
};

PairTreePtr PairSearch::refute() {
  if (++nodes_ > kMostPairNodes || deadline_.expired()) return nullptr;
  if (PairTreePtr tree = both_fail()) return tree;
  std::vector<Forced> forced = forced_pairs();
  return forced.empty() ? branch() : refute_after(std::move(forced));
}

// Of the pairs that fail either way, the one with the shortest cycles.
PairTreePtr PairSearch::both_fail() const {
  PairTreePtr best;
  std::size_t best_size = 0;
  for (const Pair& pair : pairs_) {
    if (!pair.is_open || !graph_.contradict(pair.arcs[0]) || !graph_.contradict(pair.arcs[1])) continue;
    PairTreePtr first = pair_leaf(graph_.cheapest_cycle(pair.arcs[0]));
    PairTreePtr second = pair_leaf(graph_.cheapest_cycle(pair.arcs[1]));
    const std::size_t size = first->cycle.size() + second->cycle.size();
    if (best != nullptr && size >= best_size) continue;
    best_size = size;
    best = join(pair, std::move(first), std::move(second));
  }
  return best;
}

// All that the present assumptions force, so that no leaf needs what the others of this round bring.
std::vector<PairSearch::Forced> PairSearch::forced_pairs() {
  std::vector<Forced> forced;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (!pairs_[i].is_open) continue;
    for (const int side : {0, 1})
      if (graph_.contradict(pairs_[i].arcs[side]))
        forced.push_back({i, side, pair_leaf(graph_.cheapest_cycle(pairs_[i].arcs[side]))});
  }
  return forced;
}

// Takes all forced sides as given, and puts the cases that gave them on top of what that leads to.
PairTreePtr PairSearch::refute_after(std::vector<Forced> forced) {
  const AssumedGraph::Mark before = graph_.mark();
  PairTreePtr tree;
  std::size_t taken = 0;
  for (; taken < forced.size() && tree == nullptr; ++taken) {
    Pair& pair = pairs_[forced[taken].pair];
    const Arcs& arcs = pair.arcs[1 - forced[taken].failed];
    pair.is_open = false;
    // Those taken before may have made this side fail, too.
    if (graph_.contradict(arcs))
      tree = pair_leaf(graph_.cheapest_cycle(arcs));
    else
      graph_.assume(arcs);
  }
  if (tree == nullptr) tree = refute();
  graph_.undo(before);
  for (const Forced& each : forced) pairs_[each.pair].is_open = true;
  while (tree != nullptr && taken-- > 0) {
    Forced& each = forced[taken];
    const Pair& pair = pairs_[each.pair];
    tree = each.failed == 0 ? join(pair, std::move(each.leaf), std::move(tree))
                            : join(pair, std::move(tree), std::move(each.leaf));
  }
  return tree;
}

PairTreePtr PairSearch::refute_under(std::size_t pair, int side) {
  const AssumedGraph::Mark before = graph_.mark();
  pairs_[pair].is_open = false;
  graph_.assume(pairs_[pair].arcs[side]);
  PairTreePtr tree = refute();
  graph_.undo(before);
  pairs_[pair].is_open = true;
  return tree;
}

PairTreePtr PairSearch::branch() {
  const std::size_t pair = choose();
  if (pair == pairs_.size()) return nullptr;
  PairTreePtr first = refute_under(pair, 0);
  if (first == nullptr) return nullptr;
  if (!rests_on(*first, pairs_[pair].assumptions[0])) return first;
  PairTreePtr second = refute_under(pair, 1);
  if (second == nullptr) return nullptr;
  return join(pairs_[pair], std::move(first), std::move(second));
}

// How many sides of open pairs fail at once under an assumption; many more if both sides of one do.
std::size_t PairSearch::failures_under(std::size_t pair, int side) {
  constexpr std::size_t kEnd = 1000;
  const AssumedGraph::Mark before = graph_.mark();
  graph_.assume(pairs_[pair].arcs[side]);
  std::size_t failures = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (!pairs_[i].is_open || i == pair) continue;
    const bool first = graph_.contradict(pairs_[i].arcs[0]);
    const bool second = graph_.contradict(pairs_[i].arcs[1]);
    failures += first && second ? kEnd : first || second ? 1 : 0;
  }
  graph_.undo(before);
  return failures;
}

// The pair that brings most whichever side is taken; pairs_.size() if none is left that brings anything.
std::size_t PairSearch::choose() {
  std::size_t best = pairs_.size();
  std::size_t best_score = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (!pairs_[i].is_open || graph_.adds_nothing(pairs_[i].arcs[0]) ||
        graph_.adds_nothing(pairs_[i].arcs[1]))
      continue;
    const std::size_t score = (failures_under(i, 0) + 1) * (failures_under(i, 1) + 1);
    if (score <= best_score) continue;
    best = i;
    best_score = score;
  }
  return best;
}

// In preorder.
void write(PairTree& tree, Proof& proof) {
  if (tree.is_leaf()) {
    proof.push_back({{}, std::move(tree.cycle)});
    return;
  }
  proof.push_back({{tree.assumptions[0], tree.assumptions[1]}, {}});
  write(*tree.children[0], proof);
  write(*tree.children[1], proof);
}

}  // namespace

std::optional<Proof> prove_by_cases(const CoreFacts& facts, Level level, const Deadline& deadline) {
  const PairTreePtr tree = PairSearch(facts, level, deadline).run();
  if (tree == nullptr) return std::nullopt;
  Proof proof;
  write(*tree, proof);
  if (proof.size() > 1) put_telling_leaf_last(proof, weaker_execution(facts, level));
  return proof;
}

}  // namespace isolde
