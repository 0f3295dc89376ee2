// Reverse unit propagation with hints, as LRAT has it: a clause follows if assuming all its literals false
// makes the hinted clauses, one after the other, force a literal each, until one is false altogether. The
// checker knows numbers only, not what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace isolde {

class RupChecker {
 public:
  // Literals are v and -v for variables v = 1 .. `variables`.
  explicit RupChecker(std::size_t variables) : values_(variables + 1) {}

  // Clauses are numbered from zero as they come.
  void add_axiom(std::span<const std::int32_t> clause);
  // False, and nothing changes, if the clause does not follow in this way.
  [[nodiscard]] bool add_derived(std::span<const std::int32_t> clause, std::span<const std::uint32_t> hints);

  [[nodiscard]] std::size_t clause_count() const { return ends_.size(); }
  [[nodiscard]] bool has_empty_clause() const { return has_empty_clause_; }

 private:
  enum class Step : std::uint8_t { kForced, kFalse, kNeither };

  void require_literals(std::span<const std::int32_t> clause) const;
  void add(std::span<const std::int32_t> clause);
  [[nodiscard]] bool follows(std::span<const std::int32_t> clause, std::span<const std::uint32_t> hints);
  [[nodiscard]] Step use(std::uint32_t clause);
  void assume(std::int32_t literal);
  // 1 true, -1 false, 0 neither.
  [[nodiscard]] int value(std::int32_t literal) const {
    return literal > 0 ? values_[static_cast<std::size_t>(literal)]
                       : -values_[static_cast<std::size_t>(-literal)];
  }

  std::vector<std::int32_t> literals_;
  std::vector<std::size_t> ends_;    // by clause, in literals_
  std::vector<std::int8_t> values_;  // by variable; all 0 between calls
  std::vector<std::int32_t> assumed_;
  bool has_empty_clause_ = false;
};

}  // namespace isolde
