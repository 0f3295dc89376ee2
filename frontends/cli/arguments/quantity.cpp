#include "frontends/cli/arguments/quantity.hpp"

#include <charconv>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace isolde {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr Unit kTimes[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6},  {"s", 1e9},
                           {"", 1e9}, {"m", 6e10}, {"h", 3.6e12}};
constexpr double kKilo = 1024;
constexpr Unit kSizes[] = {{"", 1},
                           {"B", 1},
                           {"K", kKilo},
                           {"KB", kKilo},
                           {"KiB", kKilo},
                           {"M", kKilo* kKilo},
                           {"MB", kKilo* kKilo},
                           {"MiB", kKilo* kKilo},
                           {"G", kKilo* kKilo* kKilo},
                           {"GB", kKilo* kKilo* kKilo},
                           {"GiB", kKilo* kKilo* kKilo},
                           {"T", kKilo* kKilo* kKilo* kKilo}};

std::optional<double> parse(std::string_view text, std::span<const Unit> units) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : units) {
    if (unit.name != rest) continue;
    const double value = number * unit.factor;
    if (value < 9e18) return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> parse_duration(std::string_view text) {
  const std::optional<double> value = parse(text, kTimes);
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(*value));
}

std::optional<double> parse_fraction(std::string_view text) {
  constexpr Unit kPlain[] = {{"", 1}};
  const std::optional<double> value = parse(text, kPlain);
  return value && *value <= 1 ? value : std::nullopt;
}

std::optional<std::size_t> parse_size(std::string_view text) {
  const std::optional<double> value = parse(text, kSizes);
  if (!value) return std::nullopt;
  return static_cast<std::size_t>(*value);
}

std::string check_duration(const std::string& text) {
  return parse_duration(text) ? "" : fmt::format("'{}' is no duration; write 60s, 250ms or 2m", text);
}

std::string check_clock_skew(const std::string& text) {
  const bool is_bare = text.find_first_not_of("0123456789.") == std::string::npos;
  if (is_bare && parse_duration(text).value_or(0) != 0)
    return fmt::format("'{}' has no unit; write {}ns, {}us, {}ms or {}s", text, text, text, text, text);
  return check_duration(text);
}

std::string check_fraction(const std::string& text) {
  return parse_fraction(text) ? "" : fmt::format("'{}' is no fraction from 0 to 1", text);
}

std::string check_size(const std::string& text) {
  return parse_size(text) ? "" : fmt::format("'{}' is no size; write 8G or 512M", text);
}

}  // namespace isolde
