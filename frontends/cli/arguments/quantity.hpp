// Durations and sizes as people type them: 60s, 250ms, 2m; 8G, 512M.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isolde {

// Nanoseconds; units ns, us, ms, s, m, h; a bare number is seconds. None if malformed, negative or too large.
[[nodiscard]] std::optional<std::int64_t> parse_duration(std::string_view text);
// From 0 to 1. None if it is anything else.
[[nodiscard]] std::optional<double> parse_fraction(std::string_view text);
// Bytes; units K, M, G, T (powers of 1024), an optional B or iB behind; a bare number is bytes.
[[nodiscard]] std::optional<std::size_t> parse_size(std::string_view text);

// As CLI11's checks: what is wrong with it, or nothing.
[[nodiscard]] std::string check_duration(const std::string& text);
// A duration that must have its unit, since a bare number may be meant in the ticks of a history's clock.
[[nodiscard]] std::string check_clock_skew(const std::string& text);
[[nodiscard]] std::string check_fraction(const std::string& text);
[[nodiscard]] std::string check_size(const std::string& text);

}  // namespace isolde
