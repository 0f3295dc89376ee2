#include "history/predicate_shapes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/digits.hpp"
#include "base/hash.hpp"

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
Digits digits_of(std::string_view text) {
  Digits digits;
  digits.begins_with_zero = text.starts_with('0');
  for (int more = 8; more == 8;) {
    const char* at = text.data() + digits.count;
    const std::size_t left = text.size() - digits.count;
    const std::uint64_t word = left >= 8 ? load_word<std::uint64_t>(at) : load_tail(at, left);
    more = leading_digits(word);
    if (more != 0) digits.number = digits.number * kPowersOfTen[more] + first_digits(word, more);
    digits.count += static_cast<std::size_t>(more);
  }
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

Result<const PredicateShapes::ShapePointer*> PredicateShapes::shape_of(std::string_view text,
                                                                       Dictionary& columns) {
  if (const ShapePointer* shape = recent(text)) return shape;
  if (text.size() > Predicate::kMaxText)
    return input_error({}, fmt::format("the predicate is longer than {} bytes", Predicate::kMaxText));
  const auto found = look_up(text, columns);
  if (found) recent_[oldest_++ % recent_.size()] = *found;
  return found;
}

Predicate PredicateShapes::with_numbers(const ShapePointer& shape) const {
  Predicate predicate;
  predicate.shape_ = shape;
  predicate.set_numbers(numbers_);
  return predicate;
}

Result<Predicate> PredicateShapes::parse(std::string_view text, Dictionary& columns) {
  const auto shape = shape_of(text, columns);
  if (!shape) return tl::unexpected(shape.error());
  return with_numbers(**shape);
}

Result<PredicateId> PredicateShapes::intern(std::string_view text, Dictionary& columns,
                                            std::vector<Predicate>& predicates) {
  const auto found = shape_of(text, columns);
  if (!found) return tl::unexpected(found.error());
  const ShapePointer& shape = **found;
  std::uint64_t name = shape->place;  // not its address: what is forgotten must be the same in every run
  for (const std::int64_t number : numbers_) name = mix(name, static_cast<std::uint64_t>(number));
  const std::uint32_t hash = half(mix(name, numbers_.size()));
  if (met_.empty()) met_.resize(kMostMet);
  Met& met = met_[hash % kMostMet];
  if (met.predicate.is_valid() && met.hash == hash) {
    const Predicate& known = predicates[met.predicate.index()];
    if (known.shape_ == shape && std::ranges::equal(numbers_, known.numbers().first(numbers_.size())))
      return met.predicate;
  }
  predicates.push_back(with_numbers(shape));
  met = {hash, PredicateId(predicates.size() - 1)};
  return met.predicate;
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
    if (piece.size() > text.size() || !same_bytes(piece.data(), text.data(), piece.size())) return false;
    text.remove_prefix(piece.size());
    if (i + 1 == shape.pieces.size()) return text.empty();
    const Digits digits = digits_of(text);
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
  const Digits digits = digits_of(text.substr(begin));
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
