// From values to places on a line, and the numbers written beside it.
#pragma once

#include <string>
#include <vector>

namespace isolde {

class PlotAxis {
 public:
  // Covers [low, high], widened to whole steps (powers of ten, if logarithmic). `from` and `to` are the
  // places of its ends.
  PlotAxis(double low, double high, bool is_log, double from, double to);

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
  bool is_log_;
  double from_;
  double to_;
  double step_ = 1;
};

}  // namespace isolde
