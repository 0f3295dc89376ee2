#include "history/predicates/predicate_shapes.hpp"

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

// Up to eight bytes of the text from `at` on; no others, and zeros where it ends.
std::uint64_t word_at(std::string_view text, std::size_t at) {
  const std::size_t left = text.size() - at;
  if (left >= 8) return load_word<std::uint64_t>(text.data() + at);
  if (text.size() < 8 || left == 0) return load_tail(text.data() + at, left);
  return load_word<std::uint64_t>(text.data() + text.size() - 8) >> (64 - 8 * left);
}

Digits digits_at(std::string_view text, std::size_t at) {
  Digits digits;
  digits.begins_with_zero = at < text.size() && text[at] == '0';
  for (int more = 8; more == 8;) {
    const std::uint64_t word = word_at(text, at + digits.count);
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

Result<const PredicateShapes::Shape*> PredicateShapes::shape_of(std::string_view text, Dictionary& columns) {
  if (text.size() > Predicate::kMaxText)
    return input_error({}, fmt::format("the predicate is longer than {} bytes", Predicate::kMaxText));
  const auto found = look_up(text, columns);
  if (found) recent_[oldest_++ % recent_.size()] = *found;
  return found;
}

Predicate PredicateShapes::with_numbers(const Shape& shape) {
  Predicate predicate;
  predicate.shape_ = &shape;
  if (numbers_.size() > Predicate::kFew)
    predicate.many_ = store_->numbers.emplace_back(numbers_).data();
  else
    for (std::size_t i = 0; i < numbers_.size(); ++i) predicate.few_[i] = numbers_[i];
  return predicate;
}

Result<Predicate> PredicateShapes::parse(std::string_view text, Dictionary& columns) {
  if (const Shape* shape = recent(text)) return with_numbers(*shape);
  const auto shape = shape_of(text, columns);
  if (!shape) return tl::unexpected(shape.error());
  return with_numbers(**shape);
}

Result<PredicateId> PredicateShapes::intern(std::string_view text, Dictionary& columns,
                                            std::vector<Predicate>& predicates) {
  const Shape* shape = recent(text);
  if (shape == nullptr) {
    const auto found = shape_of(text, columns);
    if (!found) return tl::unexpected(found.error());
    shape = *found;
  }
  std::uint64_t name = shape->place;  // not its address: what is forgotten must be the same in every run
  for (const std::int64_t number : numbers_) name = mix(name, static_cast<std::uint64_t>(number));
  const std::uint32_t hash = half(mix(name, numbers_.size()));
  if (met_.empty()) met_.resize(kMostMet);
  Met& met = met_[hash % kMostMet];
  if (met.predicate.is_valid() && met.hash == hash) {
    const Predicate& known = predicates[met.predicate.index()];
    if (known.shape_ == shape && std::ranges::equal(numbers_, known.numbers())) return met.predicate;
  }
  predicates.push_back(with_numbers(*shape));
  met = {hash, PredicateId(predicates.size() - 1)};
  return met.predicate;
}

const PredicateShapes::Shape* PredicateShapes::recent(std::string_view text) {
  for (const Shape* shape : recent_)
    if (shape != nullptr && fits(*shape, text)) return shape;
  return nullptr;
}

// What stands beside the numbers is the same as in the text that gave the shape, so they would be cut out of
// this one, too.
bool PredicateShapes::fits(const Shape& shape, std::string_view text) {
  numbers_.resize(shape.number_count());
  std::size_t at = 0;
  for (std::size_t i = 0;; ++i) {
    const std::string_view piece = shape.pieces[i];
    if (piece.size() > text.size() - at || !same_bytes(piece.data(), text.data() + at, piece.size()))
      return false;
    at += piece.size();
    if (i == numbers_.size()) return at == text.size();
    const Digits digits = digits_at(text, at);
    if (!digits.is_canonical()) return false;
    numbers_[i] = static_cast<std::int64_t>(digits.number);
    at += digits.count;
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
  const Digits digits = digits_at(text, begin);
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
void PredicateShapes::recognize(Shape& shape) {
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
