// Reachability in a directed acyclic graph that grows edge by edge and shrinks again in reverse order, for
// pruning and the solver. All variants give the same answers; they differ in what they remember
// (docs/algorithms.md, "Closures"). Nodes are plain numbers; nothing here knows what they stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace isolde {

using Node = std::uint32_t;

struct Edge {
  Node from = 0;
  Node to = 0;

  bool operator==(const Edge&) const = default;
};

// What a closure may know about its nodes beforehand. Every hint is optional and only saves work.
struct ClosureHints {
  // Paths that cover all nodes, such as sessions: lines[v] is v's line, positions[v] its place in it, and the
  // graph has from the start a path from each node of a line to the next. If they are empty, `chain` looks
  // for paths itself.
  std::vector<std::uint32_t> lines;
  std::vector<std::uint32_t> positions;
  // Intervals such that v reaches w, in the graph from the start, if ends[v] < starts[w] (real time). A point
  // of a time line is an interval of length zero; a node that never ends, or of which nothing is known, has
  // the largest (smallest) number. They are empty if no times are known.
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> ends;
};

enum class ClosureKind : std::uint8_t { kWindow, kChain, kPurdom, kItaliano, kWarshall };
[[nodiscard]] std::span<const ClosureKind> closure_kinds();
[[nodiscard]] std::string_view name_of(ClosureKind kind);
[[nodiscard]] std::optional<ClosureKind> closure_named(std::string_view name);
// The variant that is likely best for a graph of this size and with these hints (docs/algorithms.md says
// why).
[[nodiscard]] ClosureKind choose_closure(std::size_t nodes, const ClosureHints& hints);

class Closure {
 public:
  using Mark = std::size_t;

  virtual ~Closure() = default;

  // Whether a path of at least one edge leads from `from` to `to`; a node does not reach itself. Threads may
  // ask at the same time; all other calls are for one thread alone.
  [[nodiscard]] virtual bool reaches(Node from, Node to) const = 0;
  // Adds an edge. False, and nothing changes, if it would close a cycle (also for from == to).
  [[nodiscard]] virtual bool insert(Edge edge) = 0;
  // Remember a state; return to it. Marks nest: undoing one forgets those after it.
  [[nodiscard]] virtual Mark mark() = 0;
  virtual void undo(Mark mark) = 0;
  // The nodes of a shortest path, both ends included; empty if there is none.
  [[nodiscard]] virtual std::vector<Node> path(Node from, Node to) const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  // Whether reaches() says what the edges say, from up to `sources` nodes that are spread over all. Cost: a
  // walk through the graph from each.
  [[nodiscard]] virtual bool check_invariants(std::size_t sources = 16) const = 0;
};

// The closure of `edges`, or null if they contain a cycle.
[[nodiscard]] std::unique_ptr<Closure> make_closure(ClosureKind kind, std::size_t nodes,
                                                    std::span<const Edge> edges, const ClosureHints& hints);

// A shortest cycle in the graph, as its nodes in order; empty if there is none.
[[nodiscard]] std::vector<Node> find_cycle(std::size_t nodes, std::span<const Edge> edges);

}  // namespace isolde
