#include "explain/refute.hpp"

#include <algorithm>
#include <optional>

#include "base/contract.hpp"
#include "base/sort_unique.hpp"
#include "closure/bit_closure.hpp"

namespace isolde {
namespace {

constexpr std::uint32_t kKnown = static_cast<std::uint32_t>(-1);

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// What a conflict or a forced value rests on: nodes of the cycles, literals that were true, and variables of
// which both values failed.
struct Blame {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> literals;  // codes
  std::vector<Variable> variables;

  void add(const Blame& other) {
    append(nodes, other.nodes);
    append(literals, other.literals);
    append(variables, other.variables);
  }
};

class Refuter {
 public:
  Refuter(const Polygraph& graph, const Deadline& deadline, std::size_t max_branches)
      : graph_(graph),
        deadline_(deadline),
        branches_left_(max_branches),
        closure_(graph.node_count()),
        out_(graph.node_count()),
        states_(graph.variable_count()),
        activities_(graph.variable_count()) {}

  RefuteOutcome run() {
    if (const auto blame = insert_known()) return refuted(*blame);
    const std::optional<Blame> blame = search(0);
    if (has_given_up_) return {};
    if (!blame) return {RefuteAnswer::kModel, {}};
    return refuted(*blame);
  }

 private:
  enum class Value : std::uint8_t { kOpen, kTrue, kFalse, kFree };
  struct State {
    Value value = Value::kOpen;
    bool is_decision = false;
    Blame reason;
  };
  struct Step {
    Node to;
    std::uint32_t literal;
  };
  struct Mark {
    std::size_t closure;
    std::size_t trail;
    std::size_t added;
  };

  [[nodiscard]] std::optional<Blame> insert_known();
  [[nodiscard]] Edge find_closing_edge() const;
  [[nodiscard]] std::optional<Blame> search(std::size_t depth);
  [[nodiscard]] std::optional<Blame> propagate();
  [[nodiscard]] std::optional<Blame> visit(Variable variable, bool& has_changed);
  [[nodiscard]] std::optional<Blame> assign(Literal literal, Blame reason);
  [[nodiscard]] Blame blame_path(Edge closing) const;
  [[nodiscard]] Blame resolve(const Blame& conflict);
  [[nodiscard]] std::optional<Variable> choose() const;
  [[nodiscard]] RefuteOutcome refuted(const Blame& blame) const;

  [[nodiscard]] const Edge* closing_edge(Literal literal) const {
    for (const Edge& edge : graph_.edges(literal))
      if (closure_.closes_cycle(edge)) return &edge;
    return nullptr;
  }
  [[nodiscard]] bool adds_nothing(Literal literal) const {
    return std::ranges::all_of(graph_.edges(literal),
                               [&](const Edge& edge) { return closure_.reaches(edge.from, edge.to); });
  }
  void add(Edge edge, std::uint32_t literal) {
    closure_.insert(edge, depth_ == 0);
    out_[edge.from].push_back({edge.to, literal});
    if (depth_ != 0) added_.push_back(edge.from);
  }
  [[nodiscard]] Mark mark() const { return {closure_.mark(), trail_.size(), added_.size()}; }
  void undo(const Mark& mark);

  const Polygraph& graph_;
  const Deadline& deadline_;
  std::size_t branches_left_;
  bool has_given_up_ = false;
  std::size_t depth_ = 0;
  BitClosure closure_;
  std::vector<std::vector<Step>> out_;
  std::vector<Node> added_;  // whose last step to take back
  std::vector<State> states_;
  std::vector<Variable> trail_;
  std::vector<double> activities_;
};

std::optional<Blame> Refuter::insert_known() {
  for (const Edge& edge : graph_.known()) out_[edge.from].push_back({edge.to, kKnown});
  if (closure_.close(graph_.known())) return std::nullopt;
  return blame_path(find_closing_edge());
}

// Of any known cycle. Whoever is left when nodes without a predecessor are removed has a predecessor that is
// left, so walking back leads into a cycle.
Edge Refuter::find_closing_edge() const {
  std::vector<std::uint32_t> in_degree(graph_.node_count());
  for (const Edge& edge : graph_.known()) ++in_degree[edge.to];
  std::vector<Node> removed;
  for (Node node = 0; node < graph_.node_count(); ++node)
    if (in_degree[node] == 0) removed.push_back(node);
  for (std::size_t head = 0; head < removed.size(); ++head)
    for (const Step& step : out_[removed[head]])
      if (--in_degree[step.to] == 0) removed.push_back(step.to);
  std::vector<Node> before(graph_.node_count());
  Node node = 0;
  for (const Edge& edge : graph_.known()) {
    if (in_degree[edge.from] == 0) continue;
    before[edge.to] = edge.from;
    node = edge.to;
  }
  std::vector<bool> seen(graph_.node_count());
  for (; !seen[node]; node = before[node]) seen[node] = true;
  return {before[node], node};
}

void Refuter::undo(const Mark& mark) {
  closure_.undo(mark.closure);
  for (; trail_.size() > mark.trail; trail_.pop_back()) states_[trail_.back()] = {};
  for (; added_.size() > mark.added; added_.pop_back()) out_[added_.back()].pop_back();
}

// A shortest path that the edge would close to a cycle.
Blame Refuter::blame_path(Edge closing) const {
  struct By {
    Node from = 0;
    std::uint32_t literal = kKnown;
    bool seen = false;
  };
  std::vector<By> by(graph_.node_count());
  std::vector<Node> queue = {closing.to};
  by[closing.to].seen = true;
  for (std::size_t head = 0; head < queue.size() && !by[closing.from].seen; ++head) {
    for (const Step& step : out_[queue[head]]) {
      if (by[step.to].seen) continue;
      by[step.to] = {queue[head], step.literal, true};
      queue.push_back(step.to);
    }
  }
  Blame blame;
  blame.nodes.push_back(closing.to);
  for (Node node = closing.from; node != closing.to; node = by[node].from) {
    blame.nodes.push_back(node);
    if (by[node].literal != kKnown) blame.literals.push_back(by[node].literal);
  }
  return blame;
}

// Makes the literal true. A conflict rests on it and thereby on its reason.
std::optional<Blame> Refuter::assign(Literal literal, Blame reason) {
  State& state = states_[literal.variable()];
  state.value = literal.is_positive() ? Value::kTrue : Value::kFalse;
  state.reason = std::move(reason);
  trail_.push_back(literal.variable());
  for (const Edge& edge : graph_.edges(literal)) {
    if (closure_.closes_cycle(edge)) {
      Blame blame = blame_path(edge);
      blame.literals.push_back(literal.code());
      return blame;
    }
    if (!closure_.reaches(edge.from, edge.to)) add(edge, literal.code());
  }
  return std::nullopt;
}

std::optional<Blame> Refuter::visit(Variable variable, bool& has_changed) {
  const Literal yes(variable, true);
  const Literal no(variable, false);
  const Edge* against_yes = closing_edge(yes);
  const Edge* against_no = closing_edge(no);
  if (against_yes == nullptr && against_no == nullptr) {
    if (!adds_nothing(yes) && !adds_nothing(no)) return std::nullopt;
    states_[variable].value = Value::kFree;
    trail_.push_back(variable);
    return std::nullopt;
  }
  activities_[variable] += 1;
  has_changed = true;
  if (against_yes != nullptr && against_no != nullptr) {
    Blame blame = blame_path(*against_yes);
    blame.add(blame_path(*against_no));
    blame.variables.push_back(variable);
    return blame;
  }
  return against_yes != nullptr ? assign(no, blame_path(*against_yes)) : assign(yes, blame_path(*against_no));
}

std::optional<Blame> Refuter::propagate() {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Variable variable = 0; variable < graph_.variable_count(); ++variable) {
      if (states_[variable].value != Value::kOpen) continue;
      if (auto conflict = visit(variable, has_changed)) return conflict;
      if (variable % 1024 == 0 && deadline_.expired()) has_given_up_ = true;
      if (has_given_up_) return std::nullopt;
    }
  }
  return std::nullopt;
}

// Back to decisions: all nodes that the conflict rests on, and the decisions' literals.
Blame Refuter::resolve(const Blame& conflict) {
  Blame result;
  result.nodes = conflict.nodes;
  result.variables = conflict.variables;
  std::vector<bool> seen(graph_.variable_count());
  std::vector<std::uint32_t> todo = conflict.literals;
  while (!todo.empty()) {
    const std::uint32_t code = todo.back();
    todo.pop_back();
    const Variable variable = code / 2;
    if (seen[variable]) continue;
    seen[variable] = true;
    activities_[variable] += 1;
    result.variables.push_back(variable);
    const State& state = states_[variable];
    if (state.is_decision) {
      result.literals.push_back(code);
      continue;
    }
    append(result.nodes, state.reason.nodes);
    append(result.variables, state.reason.variables);
    append(todo, state.reason.literals);
  }
  sort_unique(result.nodes);
  sort_unique(result.variables);
  return result;
}

std::optional<Variable> Refuter::choose() const {
  std::optional<Variable> best;
  for (Variable variable = 0; variable < graph_.variable_count(); ++variable)
    if (states_[variable].value == Value::kOpen && (!best || activities_[variable] > activities_[*best]))
      best = variable;
  return best;
}

// No value: a model, or given up. Otherwise what the conflict rests on, in terms of decisions above.
std::optional<Blame> Refuter::search(std::size_t depth) {
  depth_ = depth;
  std::optional<Blame> conflict = propagate();
  while (!conflict && !has_given_up_) {
    const std::optional<Variable> variable = choose();
    if (!variable) return std::nullopt;
    if (branches_left_-- == 0) {
      branches_left_ = 0;
      has_given_up_ = true;
      break;
    }
    const Literal literal(*variable, true);
    const Mark before = mark();
    depth_ = depth + 1;
    states_[*variable].is_decision = true;
    std::optional<Blame> below = assign(literal, {});
    if (below)
      below = resolve(*below);
    else
      below = search(depth + 1);
    if (!below) return std::nullopt;
    undo(before);
    depth_ = depth;
    if (std::erase(below->literals, literal.code()) == 0) return below;
    conflict = assign(~literal, *std::move(below));
    if (!conflict) conflict = propagate();
  }
  if (has_given_up_) return std::nullopt;
  return resolve(*conflict);
}

RefuteOutcome Refuter::refuted(const Blame& blame) const {
  RefuteOutcome outcome{RefuteAnswer::kRefuted, {}};
  for (const Node node : blame.nodes)
    if (graph_.meaning(node).txn.is_valid()) outcome.transactions.push_back(graph_.meaning(node).txn);
  for (const Variable variable : blame.variables)
    for (const TxnId txn : {graph_.meaning_of(variable).first, graph_.meaning_of(variable).second})
      if (txn.is_valid()) outcome.transactions.push_back(txn);
  sort_unique(outcome.transactions);
  return outcome;
}

}  // namespace

RefuteOutcome refute(const Polygraph& graph, const Deadline& deadline, std::size_t max_branches) {
  ISOLDE_REQUIRE(graph.clause_count() == 0);
  return Refuter(graph, deadline, max_branches).run();
}

}  // namespace isolde
