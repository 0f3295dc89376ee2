#include "history/predicate_shapes.hpp"

#include <fmt/format.h>

#include "base/digit.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostDigits = 18;  // these always fit

// As the lexer has it: what may stand in a name behind its first character.
bool is_of_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// What an integer's digits say; canonical if it would be spelled like this again.
struct Digits {
  std::uint64_t number = 0;
  std::size_t count = 0;
  bool begins_with_zero = false;

  [[nodiscard]] bool is_canonical() const {
    return count != 0 && count <= kMostDigits && (count == 1 || !begins_with_zero);
  }
};
Digits leading_digits(std::string_view text) {
  Digits digits;
  digits.begins_with_zero = text.starts_with('0');
  for (; digits.count < text.size() && is_digit(text[digits.count]); ++digits.count)
    digits.number = digits.number * 10 + static_cast<std::uint64_t>(text[digits.count] - '0');
  return digits;
}

}  // namespace

std::string Predicate::text() const {
  std::string text = shape_->pieces.front();
  for (std::size_t i = 1; i < shape_->pieces.size(); ++i)
    text += fmt::format("{}{}", numbers()[i - 1], shape_->pieces[i]);
  return text;
}

void Predicate::set_numbers(std::span<const std::int64_t> numbers) {
  if (numbers.size() > few_.size()) {
    many_.assign(numbers.begin(), numbers.end());
  } else {
    for (std::size_t i = 0; i < numbers.size(); ++i) few_[i] = numbers[i];
  }
}

Result<Predicate> Predicate::parse(std::string_view text, Dictionary& columns) {
  return PredicateShapes().parse(text, columns);
}

const PredicateShapes::ShapePointer* PredicateShapes::recent(std::string_view text) {
  for (const ShapePointer* shape : recent_)
    if (shape != nullptr && fits(**shape, text)) return shape;
  return nullptr;
}

// What stands beside the numbers is the same as in the text that gave the shape, so they would be cut out of
// this one, too.
bool PredicateShapes::fits(const Predicate::Shape& shape, std::string_view text) {
  numbers_.clear();
  for (std::size_t i = 0;; ++i) {
    const std::string_view piece = shape.pieces[i];
    if (!text.starts_with(piece)) return false;
    text.remove_prefix(piece.size());
    if (i + 1 == shape.pieces.size()) return text.empty();
    const Digits digits = leading_digits(text);
    if (!digits.is_canonical()) return false;
    numbers_.push_back(static_cast<std::int64_t>(digits.number));
    text.remove_prefix(digits.count);
  }
}

// Integers that stand alone, outside of quotations and names, become holes. False if the text is none of
// those that are worth it.
bool PredicateShapes::cut(std::string_view text) {
  shape_.clear();
  numbers_.clear();
  begins_.clear();
  char quote = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == kHole) return false;
    if (quote == 0 && is_digit(c)) {
      i = cut_number(text, i);
      if (i == 0) return false;
      continue;
    }
    if (quote != 0 ? c == quote : c == '"' || c == '\'') quote = quote != 0 ? '\0' : c;
    shape_ += c;
    ++i;
    if (quote == 0 && is_of_name(c))
      for (; i < text.size() && is_of_name(text[i]); ++i) shape_ += text[i];
  }
  return true;
}

// Where it ends; 0 if it is no integer, or one that would not be spelled like this again.
std::size_t PredicateShapes::cut_number(std::string_view text, std::size_t begin) {
  const Digits digits = leading_digits(text.substr(begin));
  const std::size_t end = begin + digits.count;
  if (!digits.is_canonical()) return 0;
  if (begin > 0 && text[begin - 1] == '.') return 0;
  if (end < text.size() && (text[end] == '.' || is_of_name(text[end]))) return 0;
  shape_ += kHole;
  numbers_.push_back(static_cast<std::int64_t>(digits.number));
  begins_.push_back(begin);
  return end;
}

// `column between first and last` and `column = first`, with numbers that are not negated.
void PredicateShapes::recognize(Predicate::Shape& shape) {
  using Code = Predicate::Code;
  const auto& program = shape.program;
  const auto is_number = [&](std::size_t at) {
    return program[at].code == Code::kNumber && program[at].argument == 2 * (at - 1);
  };
  const bool is_between = program.size() == 4 && program[3].code == Code::kBetween;
  const bool is_equal = program.size() == 3 && program[2].code == Code::kEqual;
  if (!is_between && !is_equal) return;
  if (program[0].code != Code::kColumn || !is_number(1) || (is_between && !is_number(2))) return;
  shape.simple = {static_cast<std::uint32_t>(program[0].argument), is_between ? 1U : 0U};
}

}  // namespace isolde
