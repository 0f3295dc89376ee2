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

PlotAxis::PlotAxis(double low, double high, bool is_log, double from, double to)
    : low_(low), high_(high), is_log_(is_log), from_(from), to_(to) {
  if (is_log) {
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
  const double share =
      is_log_ ? std::log(clamped / low_) / std::log(high_ / low_) : (clamped - low_) / (high_ - low_);
  return from_ + share * (to_ - from_);
}

std::vector<PlotAxis::Tick> PlotAxis::ticks() const {
  std::vector<Tick> ticks;
  if (!is_log_) {
    const auto count = static_cast<int>(std::lround((high_ - low_) / step_));
    for (int i = 0; i <= count; ++i) {
      const double value = low_ + i * step_;
      ticks.push_back({place(value), number(std::abs(value) < step_ * 1e-9 ? 0 : value)});
    }
    return ticks;
  }
  for (double power = low_; power <= high_ * 1.0001; power *= 10) {
    ticks.push_back({place(power), number(power)});
    for (int digit = 2; digit < 10 && power * digit < high_; ++digit)
      ticks.push_back({place(power * digit), ""});
  }
  return ticks;
}

}  // namespace isolde
