#include "base/visible_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace isolde {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  // in bytes; 0: the first byte begins no character
};

// The first character of the text, which is not empty. Overlong forms, surrogates and numbers beyond Unicode
// do not count as characters.
CodePoint first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char head = byte(0);
  if (head < 0x80) return {head, 1};
  const std::size_t length = head >= 0xF0 ? 4 : head >= 0xE0 ? 3 : 2;
  if (head < 0xC2 || head > 0xF4 || text.size() < length) return {};
  std::uint32_t value = head & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    value = value << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[length] || value > 0x10FFFF || is_surrogate) return {};
  return {value, length};
}

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Characters without a shape of their own: Unicode's control and format characters and line separators.
constexpr Range kUnseen[] = {
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x061C, 0x061C}, {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E}, {0x2060, 0x206F},
    {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool is_unseen(std::uint32_t character) {
  if (character >= 0x20 && character < 0x7F) return false;
  return std::ranges::any_of(
      kUnseen, [&](const Range& range) { return range.first <= character && character <= range.last; });
}

void escape_to(std::string& out, std::uint32_t character) {
  switch (character) {
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      out += character > 0xFFFF ? fmt::format("\\U{:08x}", character) : fmt::format("\\u{:04x}", character);
  }
}

// Calls character(value, its bytes) and byte(value) for whatever comes next.
template <class Character, class Byte>
void for_each_character(std::string_view text, Character&& character, Byte&& byte) {
  while (!text.empty()) {
    const CodePoint next = first_character(text);
    if (next.length == 0)
      byte(static_cast<unsigned char>(text.front()));
    else
      character(next.value, text.substr(0, next.length));
    text.remove_prefix(std::max<std::size_t>(next.length, 1));
  }
}

void append_visible(std::string& out, std::string_view text, bool is_quoted) {
  for_each_character(
      text,
      [&](std::uint32_t value, std::string_view bytes) {
        if (is_unseen(value)) return escape_to(out, value);
        if (is_quoted && (value == '"' || value == '\\')) out += '\\';
        out += bytes;
      },
      [&](unsigned char byte) { fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte); });
}

bool is_ascii_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
}

bool looks_like_a_number(std::string_view name) {
  if (name.starts_with('+')) name.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error != std::errc::invalid_argument && end == name.data() + name.size();
}

bool is_word_for_a_value(std::string_view name) {
  constexpr std::string_view kWords[] = {"true", "false", "null", "nil", "nothing"};
  return std::ranges::find(kWords, name) != std::end(kWords);
}

// Whether the name has only letters of any script, digits, and marks that hold a name together. It must not
// end in a mark, which would be taken for part of the sentence around it.
bool is_plain_name(std::string_view name) {
  constexpr std::string_view kMarks = "_-.:/#@$";
  const auto is_letter_or_digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
  };
  if (name.empty() || !(is_letter_or_digit(name.back()) || name.back() == '_')) return false;
  if (!is_letter_or_digit(name.front()) && name.front() != '_' && name.front() != '$') return false;
  return std::ranges::all_of(name,
                             [&](char c) { return is_letter_or_digit(c) || kMarks.find(c) != kMarks.npos; });
}

}  // namespace

std::string visible(std::string_view text) {
  if (is_ascii_text(text)) return std::string(text);
  std::string out;
  append_visible(out, text, false);
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  append_visible(out, text, true);
  return out += '"';
}

std::string visible_name(std::string_view name) {
  const bool is_clear = is_plain_name(name) && !looks_like_a_number(name) && !is_word_for_a_value(name) &&
                        (is_ascii_text(name) || visible(name) == name);
  return is_clear ? std::string(name) : quoted(name);
}

std::string visible_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for_each_character(
      json,
      [&](std::uint32_t value, std::string_view bytes) {
        if (value < 0x20 || !is_unseen(value)) {  // JSON has control characters only between values
          out += bytes;
        } else if (value <= 0xFFFF) {
          fmt::format_to(std::back_inserter(out), "\\u{:04x}", value);
        } else {
          const std::uint32_t rest = value - 0x10000;
          fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10U),
                         0xDC00 + (rest & 0x3FFU));
        }
      },
      [&](unsigned char byte) { out += static_cast<char>(byte); });
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  for_each_character(
      text, [&](std::uint32_t, std::string_view bytes) { out += bytes; },
      [&](unsigned char byte) { fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte); });
  return out;
}

Clip clip_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return {text, 0};
  std::size_t characters = 0;
  std::size_t kept = 0;  // bytes
  const auto count = [&](std::size_t bytes) {
    if (characters++ < most) kept += bytes;
  };
  for_each_character(
      text, [&](std::uint32_t, std::string_view bytes) { count(bytes.size()); },
      [&](unsigned char) { count(1); });
  return {text.substr(0, kept), characters > most ? characters - most : 0};
}

std::string clipped(std::string_view text, std::size_t most) {
  const Clip clip = clip_of(text, most);
  return clip.more == 0 ? std::string(text) : fmt::format("{}… ({} more characters)", clip.head, clip.more);
}

}  // namespace isolde
