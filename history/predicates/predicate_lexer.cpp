#include "history/predicates/predicate_lexer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/digits.hpp"

namespace isolde {
namespace {

// Not <cctype>: its answers depend on the locale.
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// Bytes of a multi-byte UTF-8 character count as letters.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

template <class Is>
std::size_t run_length(std::string_view text, std::size_t from, Is is) {
  std::size_t end = from;
  while (end < text.size() && is(text[end])) ++end;
  return end - from;
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t kShown = 30;
  std::string result(text.substr(0, kShown));
  std::ranges::replace_if(
      result, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > kShown) result += "...";
  return result;
}

tl::unexpected<Error> PredicateLexer::error_at(std::size_t byte, std::string_view sentence) const {
  // Characters, not bytes: bytes that continue a UTF-8 character do not count.
  const auto is_first = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  const auto character = std::ranges::count_if(text_.substr(0, byte), is_first) + 1;
  return input_error({}, fmt::format("{} at character {} of the predicate", sentence, character));
}

tl::unexpected<Error> PredicateLexer::expected(std::string_view what, const Token& got) const {
  auto error = error_at(got.begin, fmt::format("expected {}", what));
  error.value().message +=
      got.kind == TokenKind::kEnd ? ", got the end" : fmt::format(", got '{}'", shown(got.spelling));
  return error;
}

Token PredicateLexer::token(TokenKind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.begin = at_;
  token.spelling = text_.substr(at_, length);
  at_ += length;
  return token;
}

Result<Token> PredicateLexer::next() {
  at_ += run_length(text_, at_, is_space);
  if (at_ == text_.size()) return token(TokenKind::kEnd, 0);
  const char c = text_[at_];
  if (is_letter(c))
    return token(TokenKind::kWord,
                 run_length(text_, at_, [](char d) { return is_letter(d) || is_digit(d); }));
  const bool digit_follows = at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
  if (is_digit(c) || (c == '.' && digit_follows)) return number();
  if (c == '\'') return quoted(c, TokenKind::kText);
  if (c == '"') return quoted(c, TokenKind::kQuoted);
  const std::string_view two = text_.substr(at_, 2);
  if (two == "<>" || two == "!=" || two == "<=" || two == ">=") return token(TokenKind::kSign, 2);
  constexpr std::string_view kSigns = "=<>()+-*/%,";
  if (kSigns.find(c) != std::string_view::npos) return token(TokenKind::kSign, 1);
  return expected("a column, a literal or an operator", token(TokenKind::kSign, 1));
}

Result<Token> PredicateLexer::number() {
  std::size_t length = run_length(text_, at_, is_digit);
  TokenKind kind = TokenKind::kInteger;
  if (at_ + length < text_.size() && text_[at_ + length] == '.') {
    kind = TokenKind::kReal;
    length += 1 + run_length(text_, at_ + length + 1, is_digit);
  }
  if (at_ + length < text_.size() && (text_[at_ + length] == 'e' || text_[at_ + length] == 'E')) {
    kind = TokenKind::kReal;
    ++length;
    if (at_ + length < text_.size() && (text_[at_ + length] == '+' || text_[at_ + length] == '-')) ++length;
    const std::size_t digits = run_length(text_, at_ + length, is_digit);
    if (digits == 0) return error_at(at_ + length, "expected the digits of an exponent");
    length += digits;
  }
  if (at_ + length < text_.size() && is_letter(text_[at_ + length]))
    return error_at(at_ + length, "expected a space or an operator after a number");
  return token(kind, length);
}

Result<Token> PredicateLexer::quoted(char quote, TokenKind kind) {
  std::string unescaped;
  std::size_t end = at_ + 1;
  for (;; ++end) {
    const std::size_t close = text_.find(quote, end);
    if (close == std::string_view::npos)
      return error_at(text_.size(), fmt::format("expected the closing {}", quote));
    unescaped += text_.substr(end, close - end);
    end = close + 1;
    if (end == text_.size() || text_[end] != quote) break;
    unescaped += quote;
  }
  Token result = token(kind, end - at_);
  result.text = std::move(unescaped);
  return result;
}

}  // namespace isolde
