// A naive prover for small histories, to test the checker of proofs against the oracle: it tries every
// dependency there could be, and asks the checker itself whether it follows. Where no cycle shows it splits
// cases until one does, nothing is left to split, or it has asked too often: cases multiply.
#pragma once

#include <optional>

#include "certify/certificate.hpp"
#include "certify/proof/facts.hpp"
#include "history/history.hpp"

namespace isolde {

class NaiveProver {
 public:
  NaiveProver(const History& history, Level level);

  [[nodiscard]] std::optional<Proof> prove();
  // There may be a proof all the same.
  [[nodiscard]] bool gave_up() const { return questions_ > kMostQuestions; }

 private:
  static constexpr std::size_t kMostQuestions = 20'000;

  // A proof below the assumptions of path_, or none.
  [[nodiscard]] std::optional<Proof> prove_here();
  [[nodiscard]] std::optional<Proof> split(std::vector<Assumption> alternatives);
  [[nodiscard]] bool follows(const Dependency& edge);
  [[nodiscard]] bool is_open_case(const std::vector<Assumption>& alternatives);
  [[nodiscard]] std::optional<std::string> complaint(ProofStep last);
  [[nodiscard]] std::vector<Dependency> edges();
  [[nodiscard]] std::vector<Dependency> cycle_of(const std::vector<Dependency>& edges) const;
  [[nodiscard]] std::vector<std::vector<Assumption>> cases();

  const History& history_;
  const LevelInfo& level_;
  Facts facts_;
  std::size_t questions_ = 0;    // that the checker was asked
  std::vector<ProofStep> path_;  // cases, each with the alternative that is assumed in front
};

}  // namespace isolde
