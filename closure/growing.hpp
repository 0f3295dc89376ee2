// What all closures share: the edges themselves, marks, and shortest paths. A variant adds what it remembers
// about reachability, and how that changes with an edge.
//
// A mark is the number of edges inserted so far; each insertion notes how long the variant's trail was before
// it. Before the first call of mark() nothing can be undone, so variants write no trail (is_recording()).
#pragma once

#include "closure/edge_lists.hpp"

namespace isolde {

class GrowingClosure : public Closure {
 public:
  [[nodiscard]] bool insert(Edge edge) final;
  [[nodiscard]] Mark mark() final;
  void undo(Mark mark) final;
  [[nodiscard]] std::vector<Node> path(Node from, Node to) const final;
  [[nodiscard]] std::size_t memory_bytes() const final;
  [[nodiscard]] bool check_invariants(std::size_t sources) const final;

 protected:
  explicit GrowingClosure(EdgeLists successors);

  // Called with an edge whose ends did not reach each other; the lists have it already.
  virtual void connect(Edge edge) = 0;
  // The trail that connect() writes if is_recording(): its length, and going back to a shorter one.
  [[nodiscard]] virtual std::size_t trail_size() const = 0;
  virtual void rewind(std::size_t trail_size) = 0;
  // Bytes of what the variant remembers.
  [[nodiscard]] virtual std::size_t own_bytes() const = 0;

  // For variants that walk against the edges; to be called once, with the edges of the start.
  void keep_predecessors(std::span<const Edge> edges);

  [[nodiscard]] std::size_t node_count() const { return successors_.node_count(); }
  [[nodiscard]] const EdgeLists& successors() const { return successors_; }
  [[nodiscard]] const EdgeLists& predecessors() const { return predecessors_; }
  [[nodiscard]] bool is_recording() const { return is_recording_; }

 private:
  struct Insertion {
    Edge edge;
    std::size_t trail_size;
  };

  // Marks what the edges lead to from `source`, which is not among it unless it is on a cycle.
  [[nodiscard]] std::vector<bool> reached_by_walking(Node source) const;

  EdgeLists successors_;
  EdgeLists predecessors_;  // without nodes unless keep_predecessors() was called
  std::vector<Insertion> insertions_;
  bool is_recording_ = false;
  // Scratch space of path(), kept to save allocations: all parents are kNobody between calls.
  mutable std::vector<Node> parents_;
  mutable std::vector<Node> queue_;
};

}  // namespace isolde
