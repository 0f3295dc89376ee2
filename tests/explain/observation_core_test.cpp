// Few observations that are refuted: those of random small histories lead to proofs, and there are none where
// the oracle finds an execution.
//
// ISOLDE_HISTORIES sets how many histories each mix gets; one seed is fixed, ISOLDE_SEED sets a second.
#include "explain/observation_core.hpp"

#include <string>

#include <gtest/gtest.h>

#include "certify/verify.hpp"
#include "history/findings/validation.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/mixes.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

constexpr double kSeconds = 60;

class Cores : public testing::TestWithParam<Mix> {};

TEST_P(Cores, AreRefutedAndProved) {
  const std::uint64_t histories = how_many("ISOLDE_HISTORIES", 150);
  std::size_t found = 0;
  std::size_t observations = 0;
  std::size_t all = 0;
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < histories; ++i) {
      const History history = random_history(random, GetParam().options);
      const WriterIndex writers(history);
      // What validation finds may have no proof by cases.
      bool is_valid = true;
      for (const Finding& finding : validate(history, writers)) is_valid &= !is_violation(finding.kind);
      if (!is_valid) continue;
      const Level level = levels()[i % levels().size()].level;
      SCOPED_TRACE(text_of(history) + " at " + std::string(info(level).name));
      ChoiceSuspects core = observation_core({history, writers, level, 0}, kSeconds);
      ASSERT_EQ(core.observations.empty(), satisfies(history, static_cast<OracleLevel>(level)));
      if (core.observations.empty()) continue;
      ++found;
      observations += core.observations.size();
      all += all_observations(history).size();
      core.txns = all_suspects(history).txns;
      const auto explained = prove_choices({history, writers, level, 0, kSeconds}, core, false);
      ASSERT_TRUE(explained);
      const VerifyResult verified = verify(history, {level, 0, RejectCertificate{{}, explained->proof}});
      ASSERT_TRUE(verified) << verified.reason;
    }
  }
  EXPECT_GT(found, 0U);
  EXPECT_LT(observations, all);
}

INSTANTIATE_TEST_SUITE_P(Mixes, Cores, testing::ValuesIn(mixes()),
                         [](const auto& mix) { return mix.param.name; });

}  // namespace
}  // namespace isolde
