#include "certify/lemmas/rup.hpp"

#include "base/contract.hpp"

namespace isolde {

namespace {

std::size_t variable_of(std::int32_t literal) {
  return static_cast<std::size_t>(literal > 0 ? std::int64_t{literal} : -std::int64_t{literal});
}

}  // namespace

void RupChecker::add_axiom(std::span<const std::int32_t> clause) {
  require_literals(clause);
  add(clause);
}

void RupChecker::require_literals(std::span<const std::int32_t> clause) const {
  for (const std::int32_t literal : clause)
    ISOLDE_REQUIRE(literal != 0 && variable_of(literal) < values_.size());
}

void RupChecker::add(std::span<const std::int32_t> clause) {
  literals_.insert(literals_.end(), clause.begin(), clause.end());
  ends_.push_back(literals_.size());
  has_empty_clause_ = has_empty_clause_ || clause.empty();
}

void RupChecker::assume(std::int32_t literal) {
  ISOLDE_INVARIANT(value(literal) == 0);
  values_[variable_of(literal)] = literal > 0 ? 1 : -1;
  assumed_.push_back(literal);
}

RupChecker::Step RupChecker::use(std::uint32_t clause) {
  const std::size_t begin = clause == 0 ? 0 : ends_[clause - 1];
  ISOLDE_INVARIANT(begin <= ends_[clause] && ends_[clause] <= literals_.size());
  std::int32_t forced = 0;
  for (std::size_t i = begin; i < ends_[clause]; ++i) {
    const std::int32_t literal = literals_[i];
    if (value(literal) < 0 || literal == forced) continue;
    if (value(literal) > 0 || forced != 0) return Step::kNeither;
    forced = literal;
  }
  if (forced == 0) return Step::kFalse;
  assume(forced);
  return Step::kForced;
}

bool RupChecker::follows(std::span<const std::int32_t> clause, std::span<const std::uint32_t> hints) {
  for (const std::int32_t literal : clause) {
    if (value(literal) > 0) return true;  // its negation is in the clause, too: always true
    if (value(literal) == 0) assume(-literal);
  }
  for (const std::uint32_t hint : hints) {
    if (hint >= ends_.size()) return false;
    const Step step = use(hint);
    if (step == Step::kFalse) return true;
    if (step == Step::kNeither) return false;
  }
  return false;
}

bool RupChecker::add_derived(std::span<const std::int32_t> clause, std::span<const std::uint32_t> hints) {
  require_literals(clause);
  ISOLDE_INVARIANT(assumed_.empty());
  const bool is_proved = follows(clause, hints);
  for (const std::int32_t literal : assumed_) values_[variable_of(literal)] = 0;
  assumed_.clear();
  if (is_proved) add(clause);
  return is_proved;
}

}  // namespace isolde
