#include "frontends/formats/json_flaw.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "base/digits.hpp"
#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

constexpr std::string_view kJsonSpace = " \t\r\n";
constexpr std::string_view kEndsWord = " \t\r\n,:[]{}\"'/#";

struct OtherSpelling {
  std::string_view word;
  std::string_view json;  // empty: JSON has no such value
};
constexpr std::array<OtherSpelling, 9> kOtherSpellings = {{{"NaN", ""},
                                                           {"nan", ""},
                                                           {"Infinity", ""},
                                                           {"-Infinity", ""},
                                                           {"inf", ""},
                                                           {"-inf", ""},
                                                           {"True", "true"},
                                                           {"False", "false"},
                                                           {"None", "null"}}};

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

class FlawFinder {
 public:
  FlawFinder(std::string_view text, std::size_t begin, JsonRest rest)
      : text_(text), at_(begin), rest_(rest) {}

  std::optional<JsonFlaw> find() {
    for (bool is_over = false; !flaw_ && !is_over;) {
      skip_space();
      if (is_comment())
        refuse(at_, "a comment, which JSON does not have");
      else
        is_over = step();
    }
    return std::move(flaw_);
  }

 private:
  enum class Expect : std::uint8_t { kValue, kValueOrEnd, kName, kNameOrEnd, kAfterValue };

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  void skip_space() { at_ = std::min(text_.find_first_not_of(kJsonSpace, at_), text_.size()); }
  [[nodiscard]] bool is_comment() const {
    const std::string_view here = text_.substr(std::min(at_, text_.size()), 2);
    return here == "//" || here == "/*" || here.starts_with('#');
  }

  void refuse(std::size_t offset, std::string what) { flaw_ = {offset, std::move(what), false}; }
  void cut_off(std::string what) { flaw_ = {text_.size(), std::move(what), true}; }
  [[nodiscard]] char opener() const { return text_[open_.back()]; }
  [[nodiscard]] char closer() const { return opener() == '{' ? '}' : ']'; }
  [[nodiscard]] std::string got() const { return excerpt(text_.substr(at_, 1)); }

  // One token. True once there is nothing left to look at.
  bool step() {
    if (expect_ == Expect::kAfterValue && open_.empty()) {
      if (rest_ == JsonRest::kNothing && !at_end()) refuse(at_, "something follows the end of the value");
      return true;
    }
    if (at_end()) {
      cut_off(open_.empty() ? "a value is missing"
                            : fmt::format("the {} that opens an {} is not closed", opener(),
                                          opener() == '{' ? "object" : "array"));
      return true;
    }
    const bool may_end = expect_ == Expect::kValueOrEnd || expect_ == Expect::kNameOrEnd;
    if (may_end && peek() == closer())
      close();
    else if (expect_ == Expect::kAfterValue)
      after_value();
    else if (expect_ == Expect::kName || expect_ == Expect::kNameOrEnd)
      name();
    else
      value();
    return false;
  }

  void close() {
    ++at_;
    open_.pop_back();
    expect_ = Expect::kAfterValue;
  }

  void after_value() {
    if (peek() == closer()) return close();
    if (peek() == ']' || peek() == '}')
      return refuse(at_, fmt::format("expected {} to close the {}, got {}", closer(), opener(), got()));
    if (peek() != ',')
      return refuse(at_, fmt::format("expected a comma or {} after a value, got {}", closer(), got()));
    const std::size_t comma = at_++;
    skip_space();
    if (peek() == closer()) return refuse(comma, fmt::format("a comma before the closing {}", closer()));
    expect_ = opener() == '{' ? Expect::kName : Expect::kValue;
  }

  void name() {
    if (peek() == '\'') return single_quotes();
    if (peek() != '"') {
      const std::string_view found = word();
      return refuse(at_, found.empty() ? fmt::format("expected a name in double quotes, got {}", got())
                                       : fmt::format("the name {} has no double quotes", excerpt(found)));
    }
    string();
    if (flaw_) return;
    skip_space();
    if (at_end()) return cut_off("a name has no value");
    if (peek() != ':') return refuse(at_, fmt::format("expected a colon after a name, got {}", got()));
    ++at_;
    expect_ = Expect::kValue;
  }

  void value() {
    expect_ = Expect::kAfterValue;
    const char first = peek();
    if (first == '{' || first == '[') {
      open_.push_back(at_++);
      expect_ = first == '{' ? Expect::kNameOrEnd : Expect::kValueOrEnd;
    } else if (first == '"') {
      string();
    } else if (first == '\'') {
      single_quotes();
    } else if (const std::string_view found = word(); found.empty()) {
      refuse(at_, fmt::format("expected a value, got {}", got()));
    } else {
      scalar(found);
    }
  }

  void single_quotes() { refuse(at_, "single quotes, where JSON has double quotes"); }

  // What stands here up to the next blank, bracket, quote or comma.
  [[nodiscard]] std::string_view word() const {
    return text_.substr(at_, std::min(text_.find_first_of(kEndsWord, at_), text_.size()) - at_);
  }

  void scalar(std::string_view spelled) {
    const auto* const other = std::ranges::find(kOtherSpellings, spelled, &OtherSpelling::word);
    if (other != kOtherSpellings.end())
      return refuse(at_, other->json.empty() ? fmt::format("{}, which is no value of JSON", spelled)
                                             : fmt::format("{}, which JSON spells {}", spelled, other->json));
    if (spelled != "true" && spelled != "false" && spelled != "null") {
      if (at_ + spelled.size() == text_.size() && is_beginning_of_word(spelled))
        return cut_off("a value is cut off");
      if (!is_digit(spelled[0]) && spelled[0] != '-' && spelled[0] != '+' && spelled[0] != '.')
        return refuse(at_, fmt::format("expected a value, got {}", excerpt(spelled)));
      number(spelled);
    }
    at_ += spelled.size();
  }

  static bool is_beginning_of_word(std::string_view spelled) {
    return std::ranges::any_of(std::array<std::string_view, 3>{"true", "false", "null"},
                               [&](std::string_view whole) { return whole.starts_with(spelled); });
  }

  // -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
  void number(std::string_view spelled) {
    std::size_t i = spelled[0] == '-' ? 1 : 0;
    const auto digits = [&] {
      const std::size_t first = i;
      while (i < spelled.size() && is_digit(spelled[i])) ++i;
      return i - first;
    };
    const std::size_t first = i;
    const std::size_t whole = digits();
    if (whole > 1 && spelled[first] == '0')
      return refuse(at_, fmt::format("the number {} begins with a zero", excerpt(spelled)));
    bool is_well_formed = whole > 0;
    const bool is_integer = i == spelled.size();
    if (i < spelled.size() && spelled[i] == '.') is_well_formed = (++i, digits() > 0) && is_well_formed;
    if (i < spelled.size() && (spelled[i] == 'e' || spelled[i] == 'E')) {
      ++i;
      if (i < spelled.size() && (spelled[i] == '+' || spelled[i] == '-')) ++i;
      is_well_formed = digits() > 0 && is_well_formed;
    }
    if (!is_well_formed || i != spelled.size())
      return refuse(at_, fmt::format("the malformed number {}", excerpt(spelled)));
    if (is_integer && !fits(spelled))
      refuse(at_, fmt::format("the integer {}, which does not fit 64 bits", excerpt(spelled)));
  }

  static bool fits(std::string_view integer) {
    const char* const end = integer.data() + integer.size();
    std::int64_t negative = 0;
    std::uint64_t natural = 0;
    return integer[0] == '-' ? std::from_chars(integer.data(), end, negative).ec == std::errc()
                             : std::from_chars(integer.data(), end, natural).ec == std::errc();
  }

  void string() {
    for (++at_; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return;
      }
      if (c == '\n') return refuse(at_, "a string is not closed on its line");
      if (static_cast<unsigned char>(c) < ' ')
        return refuse(at_, fmt::format("the control character {} in a string, which JSON wants escaped",
                                       excerpt(text_.substr(at_, 1))));
      if (c == '\\' && !escape()) return;
    }
    cut_off("a string is not closed");
  }

  // Leaves at_ on the last byte of it.
  bool escape() {
    const std::size_t begin = at_++;
    if (at_end()) return true;
    std::size_t length = 2;
    bool is_known = std::string_view("\"\\/bfnrtu").find(text_[at_]) != std::string_view::npos;
    if (text_[at_] == 'u') {
      length = std::min<std::size_t>(6, text_.size() - begin);
      const std::string_view hex = text_.substr(begin + 2, length - 2);
      is_known = std::ranges::all_of(hex, is_hex);
    }
    at_ = begin + length - 1;
    if (!is_known)
      refuse(begin, fmt::format("the malformed escape {} in a string", excerpt(text_.substr(begin, length))));
    return is_known;
  }

  std::string_view text_;
  std::size_t at_;
  JsonRest rest_;
  Expect expect_ = Expect::kValue;
  std::vector<std::size_t> open_;  // where brackets opened that are not closed yet
  std::optional<JsonFlaw> flaw_;
};

}  // namespace

std::optional<JsonFlaw> find_json_flaw(std::string_view text, std::size_t begin, JsonRest rest) {
  return FlawFinder(text, begin, rest).find();
}

}  // namespace isolde
