// The encoding of choices against the oracle: every mix of random small histories, every level, with and
// without trying stronger levels first; accepted schedules replay by the oracle and by the verifier.
//
// ISOLDE_HISTORIES sets how many histories each mix gets. One seed is fixed; a second is drawn anew and
// printed, and ISOLDE_SEED replays it.
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "solver/solve_choices.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"

namespace isolde {
namespace {

struct Mix {
  std::string name;
  RandomHistoryOptions options;
};

void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.name; }

// Everything at once, and more of what is rare elsewhere.
RandomHistoryOptions everything_mix() {
  RandomHistoryOptions options = predicates_mix();
  options.repeated_values = 0.5;
  options.list = options.set = options.counter = 0.2;
  options.indeterminate = 0.3;
  return options;
}

std::vector<Mix> mixes() {
  return {{"registers", registers_mix()},
          {"repeated_values", repeated_values_mix()},
          {"predicates", predicates_mix()},
          {"types", types_mix()},
          {"everything", everything_mix()}};
}

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void expect_oracles_verdict(const History& history, Level level) {
  const WriterIndex writers(history);
  const auto oracle_level = static_cast<OracleLevel>(level);
  const bool expected = satisfies(history, oracle_level);
  for (const bool strengthen : {false, true}) {
    const Outcome outcome = solve_choices({history, writers, level, 0, strengthen}, {});
    const auto* accept = std::get_if<Accept>(&outcome);
    ASSERT_EQ(accept != nullptr, expected) << (strengthen ? "strengthened" : "at once");
    ASSERT_EQ(std::holds_alternative<Reject>(outcome), !expected);
    if (accept == nullptr) continue;
    ASSERT_TRUE(replays(history, accept->schedule, oracle_level));
    const VerifyResult verified = verify(history, {level, 0, AcceptCertificate{accept->schedule}});
    ASSERT_TRUE(verified) << verified.reason;
  }
}

class Choices : public testing::TestWithParam<Mix> {};

TEST_P(Choices, HaveTheOraclesVerdictAtEveryLevel) {
  const std::uint64_t histories = number_from_environment("ISOLDE_HISTORIES", 300);
  const std::uint64_t fresh = number_from_environment("ISOLDE_SEED", std::random_device{}());
  for (const std::uint64_t seed : {std::uint64_t{1}, fresh}) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories && !HasFatalFailure(); ++i) {
      const History history = random_history(random, GetParam().options);
      SCOPED_TRACE(text_of(history));
      for (const LevelInfo& level : levels()) {
        SCOPED_TRACE(std::string(level.name));
        expect_oracles_verdict(history, level.level);
        if (HasFatalFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Mixes, Choices, testing::ValuesIn(mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
