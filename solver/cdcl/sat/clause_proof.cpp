#include "solver/cdcl/sat/clause_proof.hpp"

#include <algorithm>

#include "base/contract.hpp"

namespace isolde {

ProofId ClauseProof::close(Kind kind) {
  begins_.push_back(words_.size());
  kinds_.push_back(kind);
  if (words_.size() * sizeof(std::uint32_t) + kinds_.size() * (sizeof(std::uint64_t) + 1) > budget_bytes_) {
    is_complete_ = false;
    words_ = {};
    begins_ = {0};
    kinds_ = {};
    return 0;
  }
  return static_cast<ProofId>(kinds_.size() - 1);
}

ProofId ClauseProof::add_clause(Kind kind, std::span<const Literal> clause) {
  if (!is_complete_) return 0;
  for (const Literal literal : clause) words_.push_back(literal.code());
  return close(kind);
}

ProofId ClauseProof::add_derived(std::span<const ProofId> antecedents) {
  if (!is_complete_) return 0;
  ISOLDE_INVARIANT(std::ranges::all_of(antecedents, [&](ProofId id) { return id < kinds_.size(); }));
  words_.insert(words_.end(), antecedents.begin(), antecedents.end());
  return close(Kind::kDerived);
}

std::vector<ProofId> ClauseProof::used() const {
  ISOLDE_REQUIRE(is_complete_ && !kinds_.empty() && kinds_.back() == Kind::kDerived);
  std::vector<bool> is_used(kinds_.size());
  is_used.back() = true;
  std::vector<ProofId> used;
  for (std::size_t id = kinds_.size(); id-- > 0;) {
    if (!is_used[id]) continue;
    used.push_back(static_cast<ProofId>(id));
    // Antecedents are older, so they are still to come.
    if (kinds_[id] == Kind::kDerived)
      for (const ProofId antecedent : antecedents(used.back())) is_used[antecedent] = true;
  }
  std::ranges::reverse(used);
  return used;
}

void ClauseProof::get_literals(ProofId id, std::vector<Literal>& literals) const {
  literals.clear();
  for (const std::uint32_t code : words(id)) literals.push_back(Literal::from_code(code));
}

void ClauseProof::visit_used(const std::function<void(Kind, std::span<const Literal>)>& visit) const {
  std::vector<Literal> clause;
  for (const ProofId id : used()) {
    if (kinds_[id] == Kind::kDerived) continue;
    get_literals(id, clause);
    visit(kinds_[id], clause);
  }
}

}  // namespace isolde
