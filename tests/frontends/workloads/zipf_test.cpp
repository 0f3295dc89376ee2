#include "frontends/workloads/zipf.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace isolde::workloads {
namespace {

std::vector<double> exact(std::uint64_t size, double exponent) {
  std::vector<double> shares;
  double sum = 0;
  for (std::uint64_t k = 1; k <= size; ++k)
    sum += shares.emplace_back(std::pow(static_cast<double>(k), -exponent));
  for (double& share : shares) share /= sum;
  return shares;
}

// Pearson's statistic over ranks with enough expected draws; the rest count together.
double chi_square_per_degree(std::uint64_t size, double exponent, std::uint64_t draws) {
  const Zipf zipf(size, exponent);
  Random random(7);
  std::vector<double> seen(size);
  for (std::uint64_t i = 0; i < draws; ++i) seen.at(zipf(random)) += 1;
  double sum = 0;
  double degrees = 0;
  double rest_seen = 0;
  double rest_expected = 0;
  const std::vector<double> shares = exact(size, exponent);
  for (std::size_t k = 0; k < size; ++k) {
    const double expected = shares[k] * static_cast<double>(draws);
    if (expected < 20) {
      rest_seen += seen[k];
      rest_expected += expected;
      continue;
    }
    sum += (seen[k] - expected) * (seen[k] - expected) / expected;
    degrees += 1;
  }
  if (rest_expected > 5) sum += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
  return sum / std::max(degrees, 1.0);
}

TEST(Zipf, FollowsTheExactProbabilities) {
  for (const double exponent : {0.0, 0.2, 0.5, 0.99, 1.0, 1.0000001, 1.5, 3.0})
    for (const std::uint64_t size : {2U, 3U, 10U, 200U})
      EXPECT_LT(chi_square_per_degree(size, exponent, 100'000), exponent >= 3 || size < 10 ? 5 : 1.6)
          << "exponent " << exponent << ", size " << size;
}

TEST(Zipf, ASmallerExponentIsNotMistakenForALargerOne) {
  const Zipf zipf(100, 0.9);
  Random random(3);
  double first = 0;
  for (int i = 0; i < 100'000; ++i) first += zipf(random) == 0 ? 1 : 0;
  EXPECT_NEAR(first / 100'000, exact(100, 0.9)[0], 0.005);
  EXPECT_GT(std::abs(first / 100'000 - exact(100, 1.0)[0]), 0.02);
}

TEST(Zipf, OneRankIsAlwaysDrawn) {
  for (const double exponent : {0.0, 1.0, 10.0}) {
    const Zipf zipf(1, exponent);
    Random random(1);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(zipf(random), 0U);
  }
}

TEST(Zipf, StaysInRangeForExtremes) {
  Random random(5);
  for (const double exponent : {1e-12, 0.5, 1.0, 10.0})
    for (const std::uint64_t size : {std::uint64_t{2}, std::uint64_t{100'000'000}}) {
      const Zipf zipf(size, exponent);
      for (int i = 0; i < 10'000; ++i) ASSERT_LT(zipf(random), size);
    }
}

}  // namespace
}  // namespace isolde::workloads
