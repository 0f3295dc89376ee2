// The problem that the encoder hands to the pruner and to every solver: a graph of known edges, and choices
// about further ones. The level holds if and only if the variables have values that satisfy all clauses such
// that the known edges and the edges of all true literals form no cycle.
//
// A literal stands for a set of edges (Vbox section 4.1): if it is true they are there. An edge that needs
// two literals at once is given to an auxiliary variable with the clause "both imply it"; being false, the
// auxiliary adds nothing. Choices among several alternatives are clauses, too. So there is one mechanism for
// items, predicates and reads with several possible writers.
//
// Invariants of a finished polygraph
//   1. Every edge, known or of a literal, is between nodes that exist, and has one reason.
//   2. Every literal of a clause is of a variable that exists.
//   3. The edges of a literal stand together; those of different ones do not overlap.
//   4. A hint is empty, or says something of every node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "closure/closure.hpp"
#include "history/dependency.hpp"
#include "history/event.hpp"

namespace isolde {

using Variable = std::uint32_t;

// A variable or its negation; code() numbers literals from zero, 2v and 2v + 1.
class Literal {
 public:
  constexpr Literal() = default;
  constexpr Literal(Variable variable, bool positive) : code_(2 * variable + (positive ? 0U : 1U)) {}
  [[nodiscard]] static constexpr Literal from_code(std::uint32_t code) {
    Literal literal;
    literal.code_ = code;
    return literal;
  }
  [[nodiscard]] constexpr Variable variable() const { return code_ / 2; }
  [[nodiscard]] constexpr bool is_positive() const { return code_ % 2 == 0; }
  [[nodiscard]] constexpr std::uint32_t code() const { return code_; }
  [[nodiscard]] constexpr Literal operator~() const { return from_code(code_ ^ 1U); }
  constexpr auto operator<=>(const Literal&) const = default;

 private:
  std::uint32_t code_ = 0xffffffffU;
};

// Why an edge is there: which dependency, on which key.
struct EdgeReason {
  DependencyKind kind = DependencyKind::kSo;
  KeyId key = {};     // invalid for so and rt
  TxnId reader = {};  // of ww: the reader of the second's version, if the edge follows from that read
};

// What a variable decides.
struct Meaning {
  enum class Kind : std::uint8_t {
    kOrder,        // `first` installs its version of `key` before `second`
    kReadsFrom,    // `first` reads `key` from `second`; invalid: from the initial version
    kTakesEffect,  // `first`, indeterminate, counts as committed
    kAuxiliary,    // a conjunction of others
  };
  Kind kind = Kind::kAuxiliary;
  KeyId key = {};
  TxnId first = {};
  TxnId second = {};
};

class Polygraph {
 public:
  // --- The graph that is known. Two-node levels have a begin and a commit per transaction; the time line has
  // nodes of no transaction.
  struct NodeMeaning {
    TxnId txn = {};  // invalid: a point in time
    EventKind kind = EventKind::kCommit;
  };
  Node add_node(NodeMeaning meaning);
  void add_known(Edge edge, EdgeReason reason);

  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
  [[nodiscard]] const NodeMeaning& meaning(Node node) const { return nodes_[node]; }
  [[nodiscard]] const std::vector<Edge>& known() const { return known_; }
  [[nodiscard]] const EdgeReason& known_reason(std::size_t known) const { return known_reasons_[known]; }

  // --- Choices.
  Variable add_variable(Meaning meaning);
  void add_clause(std::span<const Literal> clause);
  // Edges may be added in any order until finish().
  void add_edge(Literal literal, Edge edge, EdgeReason reason);
  // Sorts edges by literal. No additions after it.
  void finish();

  [[nodiscard]] std::size_t variable_count() const { return meanings_.size(); }
  [[nodiscard]] const Meaning& meaning_of(Variable variable) const { return meanings_[variable]; }
  [[nodiscard]] std::span<const Edge> edges(Literal literal) const;
  [[nodiscard]] std::span<const EdgeReason> reasons(Literal literal) const;
  [[nodiscard]] std::size_t clause_count() const { return clause_begins_.size() - 1; }
  [[nodiscard]] std::span<const Literal> clause(std::size_t index) const;

  // Whether the invariants hold. Cost: linear.
  [[nodiscard]] bool check_invariants() const;

  // What is known about the nodes beforehand, for the closures.
  ClosureHints hints;

 private:
  std::vector<NodeMeaning> nodes_;
  std::vector<Edge> known_;
  std::vector<EdgeReason> known_reasons_;
  std::vector<Meaning> meanings_;
  std::vector<std::uint32_t> clause_begins_{0};
  std::vector<Literal> clause_literals_;
  struct LiteralEdge {
    Literal literal;
    Edge edge;
    EdgeReason reason;
  };
  std::vector<LiteralEdge> unsorted_;
  std::vector<std::uint32_t> edge_begins_;  // by literal code; after finish()
  std::vector<Edge> edges_;
  std::vector<EdgeReason> edge_reasons_;
};

}  // namespace isolde
