// Random histories for tests of the verifier: every mix, one fixed seed and one that ISOLDE_SEED sets, as in
// tests/check/differential_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "certify/certificate.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {

struct HistoryMix {
  std::string name;
  RandomHistoryOptions options;
};

inline void PrintTo(const HistoryMix& mix, std::ostream* out) { *out << mix.name; }

inline std::vector<HistoryMix> history_mixes() {
  return {{"registers", registers_mix()},   {"repeated_values", repeated_values_mix()},
          {"predicates", predicates_mix()}, {"ranges", ranges_mix()},
          {"types", types_mix()},           {"aggregates", aggregates_mix()}};
}

class RandomHistories : public testing::TestWithParam<HistoryMix> {
 protected:
  // Calls test(history, random) for `share` of ISOLDE_HISTORIES random histories per seed; of the fixed one
  // for so many that every kind of history is among them.
  template <class Test>
  void for_each_history(double share, Test&& test) {
    constexpr std::uint64_t kFewest = 40;
    const auto some = static_cast<std::uint64_t>(share * double(how_many("ISOLDE_HISTORIES", 1500)));
    for (const std::uint64_t seed : both_seeds()) {
      const std::uint64_t histories = seed == 1 ? std::max(kFewest, some) : some;
      SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
      Random random(seed);
      for (std::uint64_t i = 0; i < histories && !HasFailure(); ++i) {
        const History history = random_history(random, GetParam().options);
        SCOPED_TRACE(text_of(history));
        test(history, random);
      }
    }
  }
};

inline Certificate accept_certificate(Level level, Schedule schedule) {
  return {level, 0, AcceptCertificate{std::move(schedule)}};
}
inline Certificate reject_certificate(Level level, Proof proof) {
  return {level, 0, RejectCertificate{std::nullopt, std::move(proof)}};
}

}  // namespace isolde
