#include "report/plot_axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace isolde {
namespace {

constexpr double kMostTicks = 6;

// 1, 2 or 5 times a power of ten.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string number(double value) {
  if (value != 0 && (std::abs(value) >= 1e7 || std::abs(value) < 1e-4)) return fmt::format("{:.0e}", value);
  return fmt::format("{:.6g}", value);
}

}  // namespace

PlotAxis::PlotAxis(double low, double high, Scale scale, double from, double to)
    : low_(low), high_(high), scale_(scale), from_(from), to_(to) {
  if (scale == Scale::kTightLog && low < high) {
    const double margin = std::pow(high / low, 0.03);
    low_ /= margin;
    high_ *= margin;
    return;
  }
  if (scale != Scale::kLinear) {
    low_ = std::pow(10, std::floor(std::log10(low) + 1e-9));
    high_ = std::pow(10, std::ceil(std::log10(high) - 1e-9));
    if (high_ <= low_) high_ = 10 * low_;
    return;
  }
  if (high_ <= low_) high_ = low_ + 1;
  step_ = round_step((high_ - low_) / kMostTicks);
  low_ = std::floor(low_ / step_ + 1e-9) * step_;
  high_ = std::ceil(high_ / step_ - 1e-9) * step_;
}

double PlotAxis::place(double value) const {
  const double clamped = std::clamp(value, low_, high_);
  const double share = scale_ == Scale::kLinear ? (clamped - low_) / (high_ - low_)
                                                : std::log(clamped / low_) / std::log(high_ / low_);
  return from_ + share * (to_ - from_);
}

std::vector<PlotAxis::Tick> PlotAxis::ticks() const {
  std::vector<Tick> ticks;
  if (scale_ == Scale::kLinear) {
    const auto count = static_cast<int>(std::lround((high_ - low_) / step_));
    for (int i = 0; i <= count; ++i) {
      const double value = low_ + i * step_;
      ticks.push_back({place(value), number(std::abs(value) < step_ * 1e-9 ? 0 : value)});
    }
    return ticks;
  }
  const bool has_room =
      scale_ == Scale::kTightLog && high_ / low_ < 2000;  // for 2 and 5 between powers of ten
  const int last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
  for (int power = static_cast<int>(std::floor(std::log10(low_) + 1e-9)); power <= last; ++power) {
    for (int digit = 1; digit < 10; ++digit) {
      const double value = std::pow(10, power) * digit;
      if (value < low_ * 0.9999 || value > high_ * 1.0001) continue;
      const bool has_label = digit == 1 || (has_room && (digit == 2 || digit == 5));
      ticks.push_back({place(value), has_label ? number(value) : ""});
    }
  }
  return ticks;
}

}  // namespace isolde
