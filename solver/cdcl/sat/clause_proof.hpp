// Which clauses a refutation rests on. The solver records every clause that it is given and, for every clause
// that it derives, from which others; at the end one sweep backwards from the empty clause marks what was
// used.
//
// Costs one word per antecedent. Beyond the budget recording ends for good, and is_complete() says so.
//
// Invariants, while it is complete
//   1. begins_ ascends and has one more entry than kinds_; clause i has words_[begins_[i] .. begins_[i + 1]).
//   2. Antecedents of a derived clause have smaller ids than the clause itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "polygraph/polygraph.hpp"

namespace isolde {

using ProofId = std::uint32_t;

class ClauseProof {
 public:
  enum class Kind : std::uint8_t { kInput, kTheory, kDerived };

  explicit ClauseProof(std::size_t budget_bytes) : budget_bytes_(budget_bytes) {}

  ProofId add_input(std::span<const Literal> clause) { return add_clause(Kind::kInput, clause); }
  ProofId add_theory(std::span<const Literal> clause) { return add_clause(Kind::kTheory, clause); }
  ProofId add_derived(std::span<const ProofId> antecedents);

  // Nothing was left out.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  // Requires is_complete(), and that the last clause derived was the empty one. Calls `visit` with each input
  // and theory clause that it rests on.
  void visit_used(const std::function<void(Kind, std::span<const Literal>)>& visit) const;
  // The same, the derived clauses included: all that the last clause rests on, itself included, ascending.
  [[nodiscard]] std::vector<ProofId> used() const;
  [[nodiscard]] Kind kind(ProofId id) const { return kinds_[id]; }
  // Of a derived clause, in no particular order.
  [[nodiscard]] std::span<const ProofId> antecedents(ProofId id) const { return words(id); }
  // Of an input or theory clause.
  void get_literals(ProofId id, std::vector<Literal>& literals) const;

  [[nodiscard]] std::size_t memory_bytes() const {
    return words_.capacity() * sizeof(std::uint32_t) + begins_.capacity() * sizeof(std::uint64_t) +
           kinds_.capacity();
  }

 private:
  ProofId add_clause(Kind kind, std::span<const Literal> clause);
  ProofId close(Kind kind);
  [[nodiscard]] std::span<const std::uint32_t> words(ProofId id) const {
    return std::span(words_).subspan(begins_[id], begins_[id + 1] - begins_[id]);
  }

  std::size_t budget_bytes_;
  bool is_complete_ = true;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> begins_{0};
  std::vector<std::uint32_t> words_;  // codes of literals, or ids of antecedents
};

}  // namespace isolde
