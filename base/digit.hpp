// Digits as formats and predicates have them, whatever the locale.
#pragma once

namespace isolde {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace isolde
