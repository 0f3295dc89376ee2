// The words of a predicate's text: identifiers, numbers, texts and signs, each with where it begins.
// One token ahead, no allocation but for a text that contains an escaped quote; O(length).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace isolde {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,    // a bare identifier or keyword
  kQuoted,  // a column in double quotes
  kText,    // a literal in single quotes
  kInteger,
  kReal,
  kSign,  // an operator, a parenthesis or a comma
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t begin = 0;  // byte
  std::string_view spelling;
  std::string text;  // kQuoted and kText: what stands between the quotes, unescaped
};

// What a message shows of a name or word: no bytes that a terminal or a JSON writer would stumble over, and
// not many of them.
[[nodiscard]] std::string shown(std::string_view text);

class PredicateLexer {
 public:
  explicit PredicateLexer(std::string_view text) : text_(text) {}

  [[nodiscard]] Result<Token> next();

  // "expected <what> at character 7 of the predicate, got 'x'"
  [[nodiscard]] tl::unexpected<Error> expected(std::string_view what, const Token& got) const;
  [[nodiscard]] tl::unexpected<Error> error_at(std::size_t byte, std::string_view sentence) const;

 private:
  [[nodiscard]] Result<Token> quoted(char quote, TokenKind kind);
  [[nodiscard]] Result<Token> number();
  [[nodiscard]] Token token(TokenKind kind, std::size_t length);

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace isolde
