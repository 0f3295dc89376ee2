// The insides of SatSolver, shared by its parts: sat.cpp (clauses and search), propagation.cpp, analysis.cpp
// and reduction.cpp.
//
// Invariants
//   1. trail_ holds the assigned literals in order; level l is trail_[level_begins_[l - 1] ..). Level 0 is
//      never undone.
//   2. The first two literals of every clause that is not loose are watched. After propagation without
//      conflict, a watched literal that is false has a true literal beside it of a level no higher.
//   3. The reason of a literal is a clause in which all others are false and were assigned before it.
//   4. The theory knows exactly the first theory_head_ literals of trail_.
//   5. With a proof, every literal of level 0 has a unit clause in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "solver/cdcl/sat/clause_arena.hpp"
#include "solver/cdcl/sat/clause_proof.hpp"
#include "solver/cdcl/sat/sat.hpp"
#include "solver/cdcl/sat/variable_heap.hpp"
#include "solver/cdcl/tuning.hpp"

namespace isolde {

class SatSolver::Implementation {
 public:
  Implementation(Theory* theory, ClauseProof* proof, const Heuristics& heuristics)
      : theory_(theory), proof_(proof), heuristics_(heuristics) {}

  Variable add_variable(bool phase);
  void set_phase(Variable variable, bool phase) { phases_[variable] = phase ? 1 : 0; }
  void set_priority(Variable variable, double priority) { heap_.set_activity(variable, priority); }
  bool add_clause(std::span<const Literal> clause);
  SatAnswer solve(const std::function<bool()>& stop);
  [[nodiscard]] bool value(Variable variable) const { return model_[variable] != 0; }
  [[nodiscard]] std::size_t variable_count() const { return levels_.size(); }
  [[nodiscard]] const SolverStatistics& statistics() const { return statistics_; }
  [[nodiscard]] std::size_t memory_bytes() const;
  // Whether invariants 1 to 4 hold, the second one as far as it concerns literals that were propagated. Cost:
  // linear in all clauses.
  [[nodiscard]] bool check_invariants();

 private:
  struct Watch {
    ClauseRef clause;
    Literal blocker;  // another literal of the clause; if it is true there is nothing to do
  };

  static constexpr Variable kNothing = 0xffffffffU;

  // --- Assignment.
  [[nodiscard]] bool is_true(Literal literal) const { return values_[literal.code()] > 0; }
  [[nodiscard]] bool is_false(Literal literal) const { return values_[literal.code()] < 0; }
  [[nodiscard]] bool is_assigned(Literal literal) const { return values_[literal.code()] != 0; }
  [[nodiscard]] std::uint32_t level() const { return static_cast<std::uint32_t>(level_begins_.size()); }
  [[nodiscard]] std::uint32_t level_of(Literal literal) const { return levels_[literal.variable()]; }
  void assign(Literal literal, ClauseRef reason);
  void decide(Literal literal);
  void backtrack(std::uint32_t level);

  // --- propagation.cpp: kNoClause if all went well, or a clause that is false.
  [[nodiscard]] ClauseRef propagate();
  [[nodiscard]] ClauseRef propagate_clauses();
  [[nodiscard]] bool find_other_watch(ClauseRef ref, Literal falsified);
  [[nodiscard]] ClauseRef assign_in_theory();
  [[nodiscard]] ClauseRef propagate_theory();
  [[nodiscard]] ClauseRef keep_theory_clause(std::span<const Literal> clause);
  void watch(ClauseRef ref);

  // --- analysis.cpp
  // Learns from a false clause, backtracks, and asserts what was learnt; false if there is no model.
  [[nodiscard]] bool resolve_conflict(ClauseRef conflict);
  void find_first_unique_implication_point(ClauseRef conflict);
  void minimise();
  [[nodiscard]] bool is_redundant(Literal literal, std::uint32_t levels);
  [[nodiscard]] ClauseRef explain(Literal literal);
  [[nodiscard]] std::uint32_t count_levels(std::span<const Literal> clause);
  void see(Variable variable);
  void use_clause(ClauseRef ref);
  void learn(ProofId id);

  // --- ClauseProof, in analysis.cpp; all do nothing without one.
  void collect_antecedents(ClauseRef clause);
  void collect_learnt_antecedents(ClauseRef conflict);
  [[nodiscard]] ProofId derive();  // from what was collected
  void derive_unit(Literal literal, ClauseRef reason);
  void refute(ClauseRef conflict);

  // --- reduction.cpp
  void reduce();
  [[nodiscard]] bool is_locked(ClauseRef ref);
  [[nodiscard]] bool is_satisfied_for_good(ClauseRef ref);
  void collect_garbage();

  // --- sat.cpp
  [[nodiscard]] SatAnswer search(std::uint64_t conflicts);
  void restart();
  [[nodiscard]] bool should_stop();
  // The next variable to decide, or kNothing if all are assigned or may stay open.
  [[nodiscard]] Variable next_decision();
  [[nodiscard]] bool may_stay_open(Variable variable) const {
    return heuristics_.open && theory_ != nullptr && is_in_clause_[variable] == 0 &&
           theory_->may_stay_open(variable);
  }
  [[nodiscard]] bool saved_value(Variable variable) const { return phases_[variable] != 0; }
  // A variable that stays open must get this value in the model.
  [[nodiscard]] bool preferred_value(Variable variable) {
    const bool saved = saved_value(variable);
    return theory_ != nullptr ? theory_->prefer(variable, saved) : saved;
  }
  void keep_model();

  // --- sat_invariants.cpp
  [[nodiscard]] bool has_good_trail() const;
  [[nodiscard]] bool has_good_watches();
  [[nodiscard]] bool has_good_reasons();

  Theory* theory_;
  ClauseProof* proof_;
  const Heuristics heuristics_;
  bool has_no_model_ = false;

  ClauseArena arena_;
  std::vector<ClauseRef> inputs_;
  std::vector<ClauseRef> learnts_;
  std::vector<ClauseRef> loose_;             // theory clauses in use as reasons
  std::vector<std::vector<Watch>> watches_;  // by literal: clauses to look at when it becomes true

  std::vector<std::int8_t> values_;  // by literal: 1 true, -1 false, 0 neither
  std::vector<std::uint32_t> levels_;
  std::vector<ClauseRef> reasons_;
  std::vector<std::uint8_t> phases_;
  std::vector<ProofId> units_;  // by variable, if assigned at level 0 and there is a proof
  std::vector<std::uint8_t> model_;
  std::vector<std::uint8_t> is_in_clause_;
  VariableHeap heap_;              // holds every variable that is neither assigned nor put off
  std::vector<Variable> put_off_;  // could stay open when last looked at; may be assigned by now
  std::vector<std::uint8_t> is_put_off_;

  std::vector<Literal> trail_;
  std::vector<std::size_t> level_begins_;
  std::size_t propagated_ = 0;   // of trail_
  std::size_t theory_head_ = 0;  // of trail_

  // Work space of one conflict.
  std::vector<std::uint8_t> seen_;  // by variable
  std::vector<Variable> all_seen_;  // where seen_ is set
  std::vector<Literal> learnt_;     // the asserting literal first
  std::vector<Literal> stack_;
  std::vector<std::uint64_t> level_stamps_;
  std::uint64_t stamp_ = 0;
  std::vector<ProofId> antecedents_;
  std::vector<Literal> implied_;

  std::function<bool()> stop_;
  bool is_stopped_ = false;     // stop_ said so
  std::uint64_t asked_at_ = 0;  // propagations when stop_ was asked last
  std::uint64_t next_reduction_ = cdcl_tuning::kFirstReduction;
  std::uint64_t reductions_ = 0;
  float clause_increment_ = 1;
  SolverStatistics statistics_;
};

}  // namespace isolde
