// Draws ranks 0..n-1 with probability proportional to 1/(rank+1)^exponent, by rejection-inversion (Hörmann
// and Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
// Constant memory and expected constant time whatever n is; an alias table would be one lookup, but 16 bytes
// per key, and the workloads' tables may be large. Exponent 0 is uniform and costs one multiplication.
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace isolde::workloads {

class Zipf {
 public:
  // Requires size > 0 and a finite exponent >= 0.
  Zipf(std::uint64_t size, double exponent);

  [[nodiscard]] std::uint64_t operator()(Random& random) const {
    return exponent_ == 0 ? random.below(size_) : draw(random);
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  [[nodiscard]] std::uint64_t draw(Random& random) const;
  [[nodiscard]] double density(double x) const;
  [[nodiscard]] double integral(double x) const;
  [[nodiscard]] double inverse(double area) const;

  std::uint64_t size_;
  double exponent_;
  double slope_;    // 1 - exponent, or 0 if that is so small that the integral is a logarithm
  double first_;    // the area where rank 0 begins
  double last_;     // the area where the last rank ends
  double certain_;  // a draw this near below its rank needs no further test
};

}  // namespace isolde::workloads
