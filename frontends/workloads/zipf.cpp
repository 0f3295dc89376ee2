// The area under x^-exponent between k-1/2 and k+1/2 is at least k^-exponent, since the curve is convex. So a
// point drawn uniformly from the whole area falls on k at least as often as it should, and is kept if it lies
// in the last k^-exponent of k's share.
#include "frontends/workloads/zipf.hpp"

#include <cmath>

#include "base/contract.hpp"

namespace isolde::workloads {

namespace {
// Nearer to exponent 1 than this, the powers lose more digits than the logarithm is wrong by.
constexpr double kNearOne = 1e-9;
}  // namespace

Zipf::Zipf(std::uint64_t size, double exponent)
    : size_(size), exponent_(exponent), slope_(std::abs(1 - exponent) < kNearOne ? 0 : 1 - exponent) {
  ISOLDE_REQUIRE(size > 0 && std::isfinite(exponent) && exponent >= 0);
  first_ = integral(1.5) - 1;
  last_ = integral(static_cast<double>(size) + 0.5);
  certain_ = 2 - inverse(integral(2.5) - density(2));
}

double Zipf::density(double x) const { return std::exp(-exponent_ * std::log(x)); }

double Zipf::integral(double x) const {
  return slope_ == 0 ? std::log(x) : std::expm1(slope_ * std::log(x)) / slope_;
}

double Zipf::inverse(double area) const {
  return slope_ == 0 ? std::exp(area) : std::exp(std::log1p(slope_ * area) / slope_);
}

std::uint64_t Zipf::draw(Random& random) const {
  const auto size = static_cast<double>(size_);
  for (;;) {
    const double area = last_ + random.unit() * (first_ - last_);
    const double x = inverse(area);
    // Rounding may put the ends a little outside (for large exponents, at infinity).
    double rank = x < size ? std::floor(x + 0.5) : size;
    if (rank < 1) rank = 1;
    if (rank > size) rank = size;
    if (rank - x <= certain_ || area >= integral(rank + 0.5) - density(rank))
      return static_cast<std::uint64_t>(rank) - 1;
  }
}

}  // namespace isolde::workloads
