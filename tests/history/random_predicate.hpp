// Random predicates as text, over the columns a and b and the pseudo-columns, with literals of every type
// that often coincide with what small random versions hold.
#pragma once

#include <array>
#include <string>

#include <fmt/format.h>

#include "base/random.hpp"

namespace isolde {

class RandomPredicate {
 public:
  explicit RandomPredicate(Random& random) : random_(random) {}

  [[nodiscard]] std::string condition(int depth) {
    const auto kind = depth == 0 ? random_.below(7) : random_.below(10);
    switch (kind) {
      case 0:
        return fmt::format("{} {}between {} and {}", operand(), maybe_not(), literal(), literal());
      case 1:
        return fmt::format("{} {}in ({}, {}, {})", operand(), maybe_not(), literal(), literal(), literal());
      case 2:
        return fmt::format("{} is {}null", operand(), maybe_not());
      case 3:
        return fmt::format("{} {}like '{}'", operand(), maybe_not(), pick(kPatterns));
      case 7:
        return fmt::format("not ({})", condition(depth - 1));
      case 8:
        return fmt::format("({}) and ({})", condition(depth - 1), condition(depth - 1));
      case 9:
        return fmt::format("({}) or ({})", condition(depth - 1), condition(depth - 1));
      default:
        return random_.chance(0.2) ? fmt::format("{} {} {}", literal(), pick(kTests), operand())
                                   : fmt::format("{} {} {}", operand(), pick(kTests), literal());
    }
  }

 private:
  template <std::size_t kSize>
  const char* pick(const std::array<const char*, kSize>& from) {
    return from[random_.below(kSize)];
  }
  std::string maybe_not() { return random_.chance(0.3) ? "not " : ""; }
  std::string operand() { return pick(kOperands); }
  std::string literal() {
    return random_.chance(0.6) ? std::to_string(static_cast<int>(random_.below(10)) - 1) : pick(kLiterals);
  }

  static constexpr std::array kTests = {"=", "<>", "<", "<=", ">", ">="};
  static constexpr std::array kOperands = {"a", "a", "b", "key", "value", "a + 1", "missing"};
  static constexpr std::array kLiterals = {"null", "true", "false", "'a'", "'ab'", "''", "2.5", "1e300", "b"};
  static constexpr std::array kPatterns = {"a%", "ab%", "%", "ab", "b%"};

  Random& random_;
};

}  // namespace isolde
