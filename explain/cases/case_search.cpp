#include "explain/cases/case_search.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "explain/cases/case_state.hpp"

namespace isolde {
namespace {

// Up to this many open choices each is tried on before one is chosen.
constexpr std::size_t kMostToTry = 60;

struct Tree {
  ProofStep step;
  std::vector<std::unique_ptr<Tree>> children;
  ChoiceSet rests_on;
};
using TreePtr = std::unique_ptr<Tree>;

TreePtr leaf(Contradiction found) {
  auto tree = std::make_unique<Tree>();
  tree->step.cycle = std::move(found.cycle);
  tree->rests_on = std::move(found.rests_on);
  return tree;
}

bool tree_rests_on(const Tree& tree, ChoiceId choice) {
  return std::ranges::binary_search(tree.rests_on, choice);
}

class CaseSearch {
 public:
  CaseSearch(const ChoiceFacts& facts, Level level, const Deadline& deadline, std::size_t most_nodes)
      : deadline_(deadline), nodes_left_(most_nodes), state_(facts, level, deadline) {}

  CaseOutcome run() {
    TreePtr tree = at_once();
    if (tree == nullptr) tree = refute();
    CaseOutcome outcome;
    if (tree == nullptr) {
      if (!has_given_up_) outcome.answer = CaseOutcome::Answer::kExecution;
      outcome.execution = std::move(execution_);
      return outcome;
    }
    // What is certain anyway, but has to be said because values were computed from it.
    while (!tree->rests_on.empty()) {
      const ChoiceId choice = tree->rests_on.back();
      std::vector<Side> side;
      side.push_back({0, std::move(tree)});
      tree = join(choice, std::move(side), {});
    }
    outcome.answer = CaseOutcome::Answer::kRefuted;
    write(*tree, outcome.proof);
    return outcome;
  }

 private:
  // An alternative that was not excluded, and why it cannot be.
  struct Side {
    std::size_t alternative;
    TreePtr tree;
  };
  // All alternatives but at most one fail at once, or are excluded. Why those fail is found when it is
  // needed, in the same state.
  struct Forced {
    ChoiceId choice;
    std::vector<std::size_t> failing;
    ChoiceSet grounds;
    std::optional<std::size_t> left;
  };

  // By what is certain alone.
  [[nodiscard]] TreePtr at_once() {
    if (state_.known()) return leaf(*state_.known());
    auto found = state_.impossible_sum();
    return found ? leaf(*std::move(found)) : nullptr;
  }
  [[nodiscard]] TreePtr refute();
  [[nodiscard]] TreePtr refute_after(std::vector<Forced> forced);
  [[nodiscard]] TreePtr refute_under(ChoiceId choice, std::size_t alternative);
  [[nodiscard]] TreePtr branch();
  [[nodiscard]] std::optional<Forced> force(ChoiceId choice);
  [[nodiscard]] std::optional<std::vector<Side>> failures(const Forced& forced);
  [[nodiscard]] TreePtr shortest(const std::vector<Forced>& forced);
  // Also remembers it.
  [[nodiscard]] bool is_late() { return has_given_up_ = has_given_up_ || deadline_.expired(); }
  [[nodiscard]] std::optional<ChoiceId> choose();
  [[nodiscard]] std::size_t viable_up_to_two(ChoiceId choice);
  [[nodiscard]] std::size_t score(ChoiceId choice, const std::vector<ChoiceId>& open);
  [[nodiscard]] TreePtr join(ChoiceId choice, std::vector<Side> sides, const ChoiceSet& grounds) const;
  static void write(Tree& tree, Proof& proof);

  const Deadline& deadline_;
  std::size_t nodes_left_;
  bool has_given_up_ = false;
  CaseState state_;
  std::vector<Assumption> execution_;
};

// A case, or one of its sides alone if that does not need its assumption.
TreePtr CaseSearch::join(ChoiceId choice, std::vector<Side> sides, const ChoiceSet& grounds) const {
  for (Side& side : sides)
    if (!tree_rests_on(*side.tree, choice)) return std::move(side.tree);
  auto tree = std::make_unique<Tree>();
  tree->rests_on = grounds;
  for (Side& side : sides) {
    tree->step.alternatives.push_back(state_.assumption(choice, side.alternative));
    unite(tree->rests_on, side.tree->rests_on);
    tree->children.push_back(std::move(side.tree));
  }
  std::erase(tree->rests_on, choice);
  return tree;
}

TreePtr CaseSearch::refute() {
  if (nodes_left_ == 0) has_given_up_ = true;
  if (is_late()) return nullptr;
  --nodes_left_;
  std::vector<Forced> forced;
  bool fails = false;
  for (ChoiceId choice = 0; choice < state_.choice_count(); ++choice) {
    if (!state_.is_open(choice) || !state_.is_observed(choice)) continue;
    if (is_late()) return nullptr;
    std::optional<Forced> found = force(choice);
    if (!found) continue;
    fails |= !found->left && !found->failing.empty();
    forced.push_back(*std::move(found));
  }
  if (fails) return shortest(forced);
  if (auto found = state_.impossible_reader()) return leaf(*std::move(found));
  if (auto found = state_.impossible_aggregate()) return leaf(*std::move(found));
  if (auto found = state_.impossible_sum()) return leaf(*std::move(found));
  return forced.empty() ? branch() : refute_after(std::move(forced));
}

// Nothing if two alternatives are left.
std::optional<CaseSearch::Forced> CaseSearch::force(ChoiceId choice) {
  Forced forced{choice, {}, state_.grounds(choice), {}};
  for (std::size_t i = 0; i < state_.alternative_count(choice); ++i) {
    if (const auto grounds = state_.excluded(choice, i)) {
      unite(forced.grounds, *grounds);
    } else if (state_.fails(choice, i)) {
      forced.failing.push_back(i);
    } else if (forced.left) {
      return std::nullopt;
    } else {
      forced.left = i;
    }
  }
  return forced;
}

// None: time is up.
std::optional<std::vector<CaseSearch::Side>> CaseSearch::failures(const Forced& forced) {
  std::vector<Side> sides;
  for (const std::size_t i : forced.failing) {
    if (is_late()) return std::nullopt;
    sides.push_back({i, leaf(state_.failure(forced.choice, i))});
  }
  return sides;
}

// Of the choices that fail altogether, the one with the shortest cycles.
TreePtr CaseSearch::shortest(const std::vector<Forced>& forced) {
  const Forced* best = nullptr;
  std::vector<Side> best_sides;
  std::size_t best_size = 0;
  for (const Forced& each : forced) {
    if (each.left || each.failing.empty()) continue;
    auto sides = failures(each);
    if (!sides) return nullptr;
    std::size_t size = 0;
    for (const Side& side : *sides) size += side.tree->step.cycle.size();
    if (best != nullptr && size >= best_size) continue;
    best = &each;
    best_sides = *std::move(sides);
    best_size = size;
  }
  return join(best->choice, std::move(best_sides), best->grounds);
}

// Takes all that is left as given, and puts the cases that gave it on top of what that leads to.
TreePtr CaseSearch::refute_after(std::vector<Forced> forced) {
  const CaseState::Mark before = state_.mark();
  TreePtr tree;
  std::size_t taken = 0;
  for (; taken < forced.size() && tree == nullptr; ++taken) {
    const Forced& each = forced[taken];
    // Those taken before may have decided or refuted this one, too.
    if (!each.left || !state_.is_open(each.choice)) continue;
    if (auto found = state_.assume(each.choice, *each.left)) tree = leaf(*std::move(found));
  }
  if (tree == nullptr) tree = refute();
  state_.undo(before);
  while (tree != nullptr && taken-- > 0) {
    const Forced& each = forced[taken];
    if (!each.left || !tree_rests_on(*tree, each.choice)) continue;
    auto sides = failures(each);
    if (!sides) return nullptr;
    sides->push_back({*each.left, std::move(tree)});
    tree = join(each.choice, *std::move(sides), each.grounds);
  }
  return tree;
}

TreePtr CaseSearch::refute_under(ChoiceId choice, std::size_t alternative) {
  const CaseState::Mark before = state_.mark();
  auto found = state_.assume(choice, alternative);
  TreePtr tree = found ? leaf(*std::move(found)) : refute();
  state_.undo(before);
  return tree;
}

TreePtr CaseSearch::branch() {
  const std::optional<ChoiceId> choice = choose();
  if (is_late()) return nullptr;
  if (!choice) {
    execution_ = state_.assumptions();
    return nullptr;
  }
  std::vector<Side> sides;
  ChoiceSet grounds = state_.grounds(*choice);
  for (std::size_t i = 0; i < state_.alternative_count(*choice); ++i) {
    if (const auto excluded = state_.excluded(*choice, i)) {
      unite(grounds, *excluded);
      continue;
    }
    TreePtr tree = refute_under(*choice, i);
    if (tree == nullptr) return nullptr;
    if (!tree_rests_on(*tree, *choice)) return tree;
    sides.push_back({i, std::move(tree)});
  }
  return join(*choice, std::move(sides), grounds);
}

std::size_t CaseSearch::viable_up_to_two(ChoiceId choice) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < state_.alternative_count(choice) && count < 2; ++i)
    if (!state_.excluded(choice, i) && !state_.fails(choice, i)) ++count;
  return count;
}

// How much the alternatives bring, the poorest one counting most.
std::size_t CaseSearch::score(ChoiceId choice, const std::vector<ChoiceId>& open) {
  constexpr std::size_t kEnd = 1000;
  std::size_t product = 1;
  for (std::size_t i = 0; i < state_.alternative_count(choice); ++i) {
    if (state_.excluded(choice, i)) continue;
    const CaseState::Mark before = state_.mark();
    std::size_t failures = 0;
    if (state_.assume(choice, i)) {
      failures = kEnd;
    } else {
      for (const ChoiceId other : open) {
        if (!state_.is_open(other)) continue;
        const std::size_t left = viable_up_to_two(other);
        failures += left == 0 ? kEnd : left == 1 ? 1 : 0;
      }
    }
    state_.undo(before);
    product *= failures + 1;
    if (product > (std::size_t{1} << 40U)) break;
  }
  return product;
}

// Where the value came from that somebody saw, which leaves few possibilities; then what brings most. None:
// nothing is open that could matter.
std::optional<ChoiceId> CaseSearch::choose() {
  std::vector<ChoiceId> open;
  for (ChoiceId choice = 0; choice < state_.choice_count() && !is_late(); ++choice)
    if (state_.is_open(choice) && state_.is_observed(choice) && !state_.is_idle(choice))
      open.push_back(choice);
  if (const auto needed = state_.needed_for_values()) return needed;
  std::optional<ChoiceId> best;
  std::size_t best_score = 0;
  for (const ChoiceId choice : open) {
    if (is_late()) break;
    const std::size_t alternatives = state_.alternative_count(choice);
    const std::size_t found = open.size() <= kMostToTry ? score(choice, open) : 1000 / (1 + alternatives);
    if (found <= best_score) continue;
    best = choice;
    best_score = found;
  }
  return best;
}

// In preorder.
void CaseSearch::write(Tree& tree, Proof& proof) {
  proof.push_back(std::move(tree.step));
  for (TreePtr& child : tree.children) write(*child, proof);
}

void name_all(CaseOutcome& outcome) {
  std::vector<TxnId>& all = outcome.transactions;
  for (const ProofStep& step : outcome.proof) {
    for (const Assumption& each : step.alternatives)
      for (const TxnId txn : {each.first, each.second}) all.push_back(txn);
    for (const Dependency& edge : step.cycle)
      for (const TxnId txn : {edge.from, edge.to, edge.witness}) all.push_back(txn);
  }
  std::erase_if(all, [](TxnId txn) { return !txn.is_valid(); });
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
}

}  // namespace

CaseOutcome search_cases(const ChoiceFacts& facts, Level level, const Deadline& deadline,
                         std::size_t most_nodes) {
  CaseOutcome outcome = CaseSearch(facts, level, deadline, most_nodes).run();
  name_all(outcome);
  return outcome;
}

}  // namespace isolde
