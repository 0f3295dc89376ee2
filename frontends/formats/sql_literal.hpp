// Literals of the predicate language (history/predicates/predicate.hpp), for readers that translate other
// notations.
#pragma once

#include <string>
#include <string_view>

namespace isolde {

// 'it''s'
[[nodiscard]] inline std::string sql_text(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    if (c == '\'') literal += '\'';
    literal += c;
  }
  return literal + "'";
}

}  // namespace isolde
