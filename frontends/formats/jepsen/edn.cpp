#include "frontends/formats/jepsen/edn.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "base/digits.hpp"
#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == ','; }
bool is_closer(char c) { return c == ')' || c == ']' || c == '}'; }
bool ends_token(char c) {
  return is_space(c) || is_closer(c) || c == '(' || c == '[' || c == '{' || c == '"' || c == ';';
}

void append_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    text += static_cast<char>(0xe0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
}

// A single character: one byte that begins it, and its continuation bytes.
bool is_one_character(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text.substr(1), [](char c) { return (c & 0xc0) == 0x80; });
}

}  // namespace

void EdnReader::skip_space() {
  for (; at_ != end_; ++at_) {
    if (*at_ == '\n') {
      ++line_;
    } else if (*at_ == ';') {
      const void* const newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
      at_ = newline == nullptr ? end_ : static_cast<const char*>(newline);
      if (at_ == end_) return;
      ++line_;
    } else if (!is_space(*at_)) {
      return;
    }
  }
}

Result<void> EdnReader::skip_discarded(FormTree& scratch, int depth) {
  for (skip_space(); end_ - at_ >= 2 && at_[0] == '#' && at_[1] == '_'; skip_space()) {
    const std::uint64_t line = line_;
    at_ += 2;
    const std::size_t node = scratch.size();
    const auto read = next(scratch, depth + 1);
    if (!read) return tl::unexpected(read.error());
    if (!*read) return fail_at(line, "#_ stands before nothing that it could discard");
    scratch.truncate(node);
  }
  return {};
}

Result<void> EdnReader::skip_to_form() {
  discarded_.clear();
  return skip_discarded(discarded_, 0);
}

Result<void> EdnReader::read_form(FormTree& tree) {
  const auto read = next(tree, 0);
  if (!read) return tl::unexpected(read.error());
  if (!*read)
    return fail(at_end() ? "the file ends where a form is expected" : fmt::format("unexpected {}", *at_));
  return {};
}

Result<bool> EdnReader::next(FormTree& tree, int depth) {
  if (depth > kMaxFormDepth) return fail(fmt::format("forms nest deeper than {}", kMaxFormDepth));
  const std::uint64_t line = line_;
  bool after_prefix = false;  // a tag or metadata, which must stand before a form
  for (;;) {
    if (const auto skipped = skip_discarded(tree, depth); !skipped) return tl::unexpected(skipped.error());
    if (at_ == end_ || is_closer(*at_)) {
      if (after_prefix) return fail_at(line, "a tag stands before nothing that it could mark");
      return false;
    }
    bool is_prefix = false;
    const auto read = dispatch(tree, depth, is_prefix);
    if (!read || !is_prefix) return read;
    after_prefix = true;
  }
}

// Reads what begins here; sets `is_prefix` if that was a tag or metadata, after which the form itself comes.
Result<bool> EdnReader::dispatch(FormTree& tree, int depth, bool& is_prefix) {
  const auto done = [](const Result<void>& result) -> Result<bool> {
    if (!result) return tl::unexpected(result.error());
    return true;
  };
  const char second = end_ - at_ >= 2 ? at_[1] : '\0';
  switch (*at_) {
    case '(':
      return done(collection(tree, FormKind::kList, ')', depth));
    case '[':
      return done(collection(tree, FormKind::kList, ']', depth));
    case '{':
      return done(collection(tree, FormKind::kMap, '}', depth));
    case '"':
      return done(string(tree));
    case '\\':
      return done(character(tree));
    case '^': {
      is_prefix = true;
      ++at_;
      const std::size_t node = tree.size();
      const auto metadata = next(tree, depth + 1);
      if (!metadata) return metadata;
      if (!*metadata) return fail("^ stands before no metadata");
      tree.truncate(node);
      return true;
    }
    case '#':
      ++at_;
      if (second == '{') return done(collection(tree, FormKind::kList, '}', depth));
      if (second == '"') return done(string(tree));  // a regular expression
      if (second == '#') {
        ++at_;
        const std::string_view name = token();
        if (name != "Inf" && name != "-Inf" && name != "NaN")
          return fail(fmt::format("expected ##Inf, ##-Inf or ##NaN, got ##{}", excerpt(name)));
        const double infinity = std::numeric_limits<double>::infinity();
        tree.add_real(name == "NaN" ? std::numeric_limits<double>::quiet_NaN()
                                    : (name == "Inf" ? infinity : -infinity));
        return true;
      }
      is_prefix = true;
      if (token().empty()) return fail("# is not followed by a tag");
      return true;
    default:
      return done(atom(tree));
  }
}

Result<void> EdnReader::collection(FormTree& tree, FormKind kind, char closer, int depth) {
  const std::uint64_t line = line_;
  const char opener = *at_++;
  const std::size_t node = tree.open(kind);
  std::size_t children = 0;
  for (;; ++children) {
    const auto read = next(tree, depth + 1);
    if (!read) return tl::unexpected(read.error());
    if (!*read) break;
  }
  if (at_ == end_) return fail_at(line, fmt::format("the file ends inside what {} opens here", opener));
  if (*at_ != closer)
    return fail(fmt::format("expected {} to close the {} of line {}, got {}", closer, opener, line, *at_));
  if (kind == FormKind::kMap && children % 2 != 0) return fail_at(line, "a map has a key without a value");
  ++at_;
  tree.close(node, children);
  return {};
}

std::string_view EdnReader::token() {
  const char* const first = at_;
  while (at_ != end_ && !ends_token(*at_)) ++at_;
  return {first, static_cast<std::size_t>(at_ - first)};
}

Result<void> EdnReader::atom(FormTree& tree) {
  const std::string_view text = token();
  const bool is_signed = text.size() > 1 && (text[0] == '-' || text[0] == '+');
  if (is_digit(text[0]) || (is_signed && is_digit(text[1]))) return number(tree, text);
  if (text[0] == ':') {
    const std::string_view name = text.substr(std::min(text.find_first_not_of(':'), text.size()));
    if (name.empty()) return fail("a keyword has no name");
    tree.add_text(FormKind::kKeyword, name);
  } else if (text == "nil") {
    tree.add_nil();
  } else if (text == "true" || text == "false") {
    tree.add_boolean(text == "true");
  } else if (static_cast<unsigned char>(text[0]) < ' ' || std::strchr("'`~@", text[0]) != nullptr) {
    return fail(fmt::format("expected an EDN form, got {}", excerpt(text)));
  } else {
    tree.add_text(FormKind::kText, text);
  }
  return {};
}

Result<void> EdnReader::number(FormTree& tree, std::string_view token) const {
  const bool negative = token[0] == '-';
  const std::string_view unsigned_token = token.substr(is_digit(token[0]) ? 0 : 1);
  const char* const first = unsigned_token.data();
  const char* const last = first + unsigned_token.size();
  std::uint64_t magnitude = 0;
  const auto [stop, status] = std::from_chars(first, last, magnitude);
  if (stop == last || std::string_view(stop, static_cast<std::size_t>(last - stop)) == "N") {
    constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
    if (status != std::errc() || magnitude > kLimit || (magnitude == kLimit && !negative))
      return fail(fmt::format("the integer {} does not fit 64 bits", excerpt(token)));
    tree.add_integer(static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude));
    return {};
  }
  if (*stop == '/' && stop + 1 != last && std::all_of(stop + 1, last, is_digit)) {
    tree.add_text(FormKind::kText, token);
    return {};
  }
  const char* const real_end = last[-1] == 'M' ? last - 1 : last;
  double real = 0;
  const auto [real_stop, real_status] = std::from_chars(first, real_end, real);
  if (real_status != std::errc() || real_stop != real_end)
    return fail(fmt::format("expected a number, got {}", excerpt(token)));
  tree.add_real(negative ? -real : real);
  return {};
}

Result<void> EdnReader::string(FormTree& tree) {
  const std::uint64_t line = line_;
  const char* const first = ++at_;
  while (at_ != end_ && *at_ != '"' && *at_ != '\\') line_ += *at_++ == '\n' ? 1 : 0;
  if (at_ != end_ && *at_ == '"') {
    tree.add_text(FormKind::kText, {first, static_cast<std::size_t>(at_++ - first)});
    return {};
  }
  unescaped_.assign(first, at_);
  while (at_ != end_ && *at_ != '"') {
    if (*at_ == '\\') {
      if (auto done = escape(); !done) return done;
    } else {
      if (*at_ == '\n') ++line_;
      unescaped_ += *at_++;
    }
  }
  if (at_ == end_) return fail_at(line, "the file ends inside the string that begins here");
  ++at_;
  tree.add_text(FormKind::kText, unescaped_);
  return {};
}

// Reads one escape of a string. Unknown ones are kept as they stand: regular expressions are full of them.
Result<void> EdnReader::escape() {
  constexpr std::string_view kNames = "tnrbf\\\"";
  constexpr std::string_view kMeanings = "\t\n\r\b\f\\\"";
  ++at_;
  if (at_ == end_) return {};
  const char name = *at_++;
  if (const std::size_t known = kNames.find(name); known != std::string_view::npos) {
    unescaped_ += kMeanings[known];
    return {};
  }
  if (name == 'u') {
    const auto size = static_cast<std::size_t>(std::min<std::ptrdiff_t>(4, end_ - at_));
    if (auto done = hex_escape({at_, size}); !done) return done;
    at_ += size;
    return {};
  }
  if (name == '\n') ++line_;
  unescaped_ += '\\';
  unescaped_ += name;
  return {};
}

// Half a surrogate pair stands for no character; it becomes U+FFFD.
Result<void> EdnReader::hex_escape(std::string_view digits) {
  std::uint32_t code = 0;
  const char* const last = digits.data() + digits.size();
  const auto [stop, status] = std::from_chars(digits.data(), last, code, 16);
  if (digits.size() != 4 || status != std::errc() || stop != last)
    return fail(fmt::format("expected four hexadecimal digits after \\u, got {}", excerpt(digits)));
  append_utf8(unescaped_, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
  return {};
}

Result<void> EdnReader::character(FormTree& tree) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNamed = {
      {{"newline", "\n"},
       {"space", " "},
       {"tab", "\t"},
       {"return", "\r"},
       {"backspace", "\b"},
       {"formfeed", "\f"}}};
  ++at_;
  const char* const first = at_;
  if (at_ != end_) {  // a bracket or a space is a character, too
    if (*at_ == '\n') ++line_;
    ++at_;
  }
  static_cast<void>(token());
  const std::string_view name(first, static_cast<std::size_t>(at_ - first));
  const auto* const named = std::ranges::find(kNamed, name, [](const auto& pair) { return pair.first; });
  unescaped_.clear();
  if (is_one_character(name)) {
    unescaped_ = name;
  } else if (named != kNamed.end()) {
    unescaped_ = named->second;
  } else if (name.size() == 5 && name[0] == 'u') {
    if (auto done = hex_escape(name.substr(1)); !done) return done;
  } else {
    return fail(fmt::format("expected a character after \\, got {}", excerpt(name)));
  }
  tree.add_text(FormKind::kText, unescaped_);
  return {};
}

}  // namespace isolde
