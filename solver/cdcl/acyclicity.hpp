// Acyclicity as a theory: the known edges and those of all true literals form no cycle.
//
// A cycle gives the clause "not all of its literals"; of the cycles through the edge that closed it, one with
// the fewest literals is taken. A literal with an edge that would close a cycle is implied to be false, for
// the same reason. A topological order of the graph is kept up to date; it suggests the value of a variable.
// There are two ways to notice cycles: by that order (cheap; infers what it happens to see), or by a closure
// (infers everything).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "closure/closure.hpp"
#include "solver/cdcl/dynamic_order.hpp"
#include "solver/cdcl/part.hpp"
#include "solver/cdcl/sat/sat.hpp"
#include "solver/cdcl/trail_graph.hpp"

namespace isolde {

// What both ways share: the graph, explanations, and undoing.
class Acyclicity : public Theory {
 public:
  // `part` must outlive this. `order` holds all its nodes and agrees with the known edges.
  Acyclicity(const Part& part, std::span<const Node> order);

  [[nodiscard]] std::span<const Literal> assign(Literal literal) final;
  void propagate(std::vector<Literal>& implied) final;
  [[nodiscard]] std::span<const Literal> reason(Literal literal) final;
  void backtrack(std::size_t count) final;
  // The value whose edges agree with the order better.
  [[nodiscard]] bool prefer(Variable variable, bool saved) final;
  // True if the edges of one value of the variable all agree with the order, as those of true literals do.
  [[nodiscard]] bool may_stay_open(Variable variable) const final;

  [[nodiscard]] virtual std::size_t memory_bytes() const;

 protected:
  struct PossibleEdge {
    Node to;
    Literal literal;
  };

  // Takes the edge in if it closes no cycle; otherwise false. May call imply().
  [[nodiscard]] virtual bool admit(Edge edge) = 0;
  virtual void begin_assignment() {}
  virtual void undo_to(std::size_t assignments) = 0;
  // As TrailGraph::find_path().
  [[nodiscard]] virtual bool find_path(Node from, Node to, std::size_t limit, Literal free) = 0;

  // `edge`, of `literal`, would close a cycle, also without the edges after those admitted so far.
  void imply_false(Literal literal, Edge edge);
  [[nodiscard]] bool is_assigned(Literal literal) const { return is_assigned_[literal.variable()] != 0; }
  [[nodiscard]] std::span<const PossibleEdge> possible_from(Node node) const {
    return std::span(possible_).subspan(possible_begins_[node],
                                        possible_begins_[node + 1] - possible_begins_[node]);
  }
  [[nodiscard]] DynamicOrder& order() { return order_; }
  [[nodiscard]] const TrailGraph& graph() const { return graph_; }
  [[nodiscard]] TrailGraph& graph() { return graph_; }

 private:
  struct Implied {
    Edge edge;              // of the negation
    std::size_t limit = 0;  // edges of the graph that suffice for the reason
  };
  struct Pending {
    Literal literal;
    std::size_t assignments;
  };

  void index_possible_edges(const Part& part);
  [[nodiscard]] std::size_t count_against(Literal literal) const;
  // The clause "`first`, or one literal of the cycle that `edge` closes is false".
  [[nodiscard]] std::span<const Literal> explain(Literal first, Edge edge, std::size_t limit);

  const Part& part_;
  TrailGraph graph_;
  DynamicOrder order_;                          // of the graph
  std::vector<std::uint32_t> possible_begins_;  // edges of all literals, by their start
  std::vector<PossibleEdge> possible_;

  std::vector<Literal> assigned_;
  std::vector<std::size_t> edge_begins_;  // by assignment: edges of the graph before it
  std::vector<std::uint8_t> is_assigned_;
  std::vector<Implied> implied_;          // by literal; meaningful if it was implied
  std::vector<Pending> pending_;          // implied, and not yet handed out by propagate()
  std::vector<std::uint8_t> is_pending_;  // by literal
  std::vector<Literal> path_;
  std::vector<Literal> clause_;
};

class OrderAcyclicity final : public Acyclicity {
 public:
  using Acyclicity::Acyclicity;

 protected:
  bool admit(Edge edge) override;
  void undo_to(std::size_t) override {}
  bool find_path(Node from, Node to, std::size_t limit, Literal free) override;
};

class ClosureAcyclicity final : public Acyclicity {
 public:
  // `closure` is that of the known edges.
  ClosureAcyclicity(const Part& part, std::span<const Node> first, std::unique_ptr<Closure> closure);
  [[nodiscard]] std::size_t memory_bytes() const override;

 protected:
  bool admit(Edge edge) override;
  void begin_assignment() override { marks_.push_back(closure_->mark()); }
  void undo_to(std::size_t assignments) override;
  bool find_path(Node from, Node to, std::size_t limit, Literal free) override;

 private:
  void find_newly_reached(Edge edge);

  std::unique_ptr<Closure> closure_;
  std::vector<Closure::Mark> marks_;  // by assignment
  std::vector<Node> newly_reached_;
  std::vector<std::uint64_t> stamps_;
  std::uint64_t stamp_ = 0;
};

}  // namespace isolde
