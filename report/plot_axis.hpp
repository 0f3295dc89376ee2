// From values to places on a line, and the numbers written beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isolde {

class PlotAxis {
 public:
  enum class Scale : std::uint8_t { kLinear, kLog, kTightLog };

  // Covers [low, high], widened to whole steps: round numbers, or powers of ten; a tight one hardly. `from`
  // and `to` are the places of its ends.
  PlotAxis(double low, double high, Scale scale, double from, double to);

  [[nodiscard]] double place(double value) const;
  [[nodiscard]] double low() const { return low_; }

  struct Tick {
    double place;
    std::string label;  // empty: a minor one
  };
  [[nodiscard]] std::vector<Tick> ticks() const;

 private:
  double low_;
  double high_;
  Scale scale_;
  double from_;
  double to_;
  double step_ = 1;
};

}  // namespace isolde
