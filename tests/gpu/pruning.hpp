// What tests of pruning by kernels share: the cycle rule by breadth-first search, and a comparison of a
// finder with the CPU pruner that looks at the finder's own answers. (A wrong answer "there is a cycle" would
// only make the pruner start again on the CPU, and the outcome would be right.)
#pragma once

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/host_device.hpp"
#include "gpu/kernel_finder.hpp"
#include "polygraph/cycle_finder.hpp"
#include "polygraph/prune.hpp"
#include "tests/gpu/random_graph.hpp"

namespace isolde {

using HostFinder = host::KernelFinder<host::HostDevice>;

// Plain, shuffled, and checked.
inline constexpr host::ExecutorMode kModes[] = {{}, {.shuffled = true}, {.shuffled = true, .checking = true}};

// What start() and find() with all variables have to answer.
struct Found {
  CycleFinder::Answer answer = CycleFinder::Answer::kDone;
  std::size_t open_edges = 0;       // if the known edges have no cycle
  std::vector<PrunedValue> values;  // by variable; if there is no cycle
  bool is_explained = true;         // each decision's edge closes a cycle with known ones
  bool operator==(const Found&) const = default;
};

class ReachabilityMatrix {
 public:
  ReachabilityMatrix(std::size_t nodes, std::span<const Edge> edges)
      : nodes_(nodes), width_((nodes + 31) / 32), bits_(reachability(nodes, edges)) {}
  [[nodiscard]] bool reaches(Node from, Node to) const {
    return (bits_[from * width_ + to / 32] >> (to % 32) & 1U) != 0;
  }
  [[nodiscard]] bool has_cycle() const {
    for (Node node = 0; node < nodes_; ++node)
      if (reaches(node, node)) return true;
    return false;
  }
  [[nodiscard]] bool closes_cycle(const Edge& edge) const {
    return edge.from == edge.to || reaches(edge.to, edge.from);
  }

 private:
  std::size_t nodes_;
  std::size_t width_;
  std::vector<std::uint32_t> bits_;
};

// The definition, round by round.
inline Found found_by_search(const Polygraph& polygraph) {
  Found found;
  std::vector<Edge> known = polygraph.known();
  found.values.assign(polygraph.variable_count(), PrunedValue::kOpen);
  for (bool is_first = true, is_new = true; is_new; is_first = false) {
    is_new = false;
    const ReachabilityMatrix matrix(polygraph.node_count(), known);
    if (matrix.has_cycle()) return {CycleFinder::Answer::kCycle, found.open_edges, {}, true};
    for (Variable variable = 0; variable < polygraph.variable_count(); ++variable) {
      const auto count = [&](bool positive, auto&& holds) {
        const auto edges = polygraph.edges(Literal(variable, positive));
        return static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(), holds));
      };
      const auto is_open = [&](const Edge& edge) { return !matrix.reaches(edge.from, edge.to); };
      const auto is_against = [&](const Edge& edge) { return matrix.closes_cycle(edge); };
      if (is_first) found.open_edges += count(true, is_open) + count(false, is_open);
      if (found.values[variable] != PrunedValue::kOpen) continue;
      const bool is_false = count(true, is_against) > 0;
      if (!is_false && count(false, is_against) == 0) continue;
      found.values[variable] = is_false ? PrunedValue::kFalse : PrunedValue::kTrue;
      const auto implied = polygraph.edges(Literal(variable, !is_false));
      known.insert(known.end(), implied.begin(), implied.end());
      is_new = true;
    }
  }
  return found;
}

// What the finder answers.
inline Found found_by(CycleFinder& finder, const Polygraph& polygraph) {
  Found found;
  found.answer = finder.start(polygraph, Deadline(std::nullopt), found.open_edges);
  std::vector<CycleFinder::Decision> decisions;
  std::vector<Variable> all(polygraph.variable_count());
  std::iota(all.begin(), all.end(), 0U);
  if (found.answer == CycleFinder::Answer::kDone) found.answer = finder.find({}, all, decisions);
  if (found.answer != CycleFinder::Answer::kDone) return found;
  found.values.assign(polygraph.variable_count(), PrunedValue::kOpen);
  std::vector<Edge> known = polygraph.known();
  for (const auto& [literal, against] : decisions) {
    found.values[literal.variable()] = literal.is_positive() ? PrunedValue::kTrue : PrunedValue::kFalse;
    const auto implied = polygraph.edges(literal);
    known.insert(known.end(), implied.begin(), implied.end());
  }
  const ReachabilityMatrix matrix(polygraph.node_count(), known);
  for (const auto& [literal, against] : decisions) {
    const auto edges = polygraph.edges(~literal);
    found.is_explained &= against < edges.size() && matrix.closes_cycle(edges[against]);
  }
  return found;
}

// Remembers what another finder answered.
class RecordingFinder : public CycleFinder {
 public:
  explicit RecordingFinder(CycleFinder& finder) : finder_(finder) {}

  Answer start(const Polygraph& polygraph, const Deadline& deadline, std::size_t& open_edges) override {
    return remember(finder_.start(polygraph, deadline, open_edges));
  }
  Answer find(std::span<const Edge> added, std::span<const Variable> open,
              std::vector<Decision>& decisions) override {
    const Answer answer = finder_.find(added, open, decisions);
    decided_ += decisions.size();
    return remember(answer);
  }
  [[nodiscard]] std::string name() const override { return finder_.name(); }

  [[nodiscard]] Answer last() const { return last_; }
  [[nodiscard]] std::size_t decided() const { return decided_; }

 private:
  Answer remember(Answer answer) {
    if (answer == Answer::kFailed) fail(finder_.failure());
    return last_ = answer;
  }
  CycleFinder& finder_;
  Answer last_ = Answer::kDone;
  std::size_t decided_ = 0;
};

inline PruneOutcome prune_with(const Polygraph& polygraph, CycleFinder& finder) {
  PruneOptions options;
  options.finder = &finder;
  return prune(polygraph, options);
}

inline bool same(const PruneCounts& a, const PruneCounts& b) {
  return a.variables == b.variables && a.edges == b.edges && a.clauses == b.clauses;
}

inline std::vector<Edge> sorted(std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  return edges;
}

inline void expect_equal(const PruneOutcome& expected, const PruneOutcome& outcome) {
  ASSERT_EQ(expected.index(), outcome.index());
  if (const auto* refutation = std::get_if<PruneRefutation>(&expected)) {
    ASSERT_EQ(refutation->nodes, std::get<PruneRefutation>(outcome).nodes);
    return;
  }
  const auto& first = std::get<Pruned>(expected);
  const auto& second = std::get<Pruned>(outcome);
  ASSERT_EQ(first.decisions, second.decisions);
  // A finder goes on with the cycle rule where the CPU looks at clauses first, so the order may differ.
  ASSERT_EQ(sorted(first.edges), sorted(second.edges));
  ASSERT_TRUE(same(first.before, second.before) && same(first.after, second.after));
}

// The finder prunes like the CPU, without its help; returns what the CPU found.
inline PruneOutcome expect_pruned_like_the_cpu(const Polygraph& polygraph, HostFinder& finder) {
  PruneOutcome expected = prune(polygraph, {});
  RecordingFinder recorder(finder);
  const PruneOutcome outcome = prune_with(polygraph, recorder);
  expect_equal(expected, outcome);
  EXPECT_EQ(recorder.failure(), "");
  EXPECT_EQ(finder.device().complaint(), "");
  const auto* pruned = std::get_if<Pruned>(&outcome);
  const bool finds_cycle = recorder.last() == CycleFinder::Answer::kCycle;
  // A clause can refute, too.
  if (pruned != nullptr || polygraph.clause_count() == 0) {
    EXPECT_EQ(finds_cycle, pruned == nullptr);
  }
  if (pruned != nullptr) {
    EXPECT_EQ(recorder.decided(),
              std::count(pruned->decided_by.begin(), pruned->decided_by.end(), DecidedBy::kCycle));
  }
  return expected;
}

}  // namespace isolde
