// Parses predicates, each shape once: texts that differ in their integers only share a program
// (history/predicates/predicate.hpp). A text that is not the first of its shape costs one pass over it and a
// look-up; one that has the shape of one of the last few, a comparison of what stands between its numbers.
// Shape and numbers together identify a predicate, and one that was met not long ago is recognised. Older
// ones are forgotten: ranges drawn at random hardly repeat, and a table of all would miss the cache each
// time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "history/predicates/predicate.hpp"

namespace isolde {

class PredicateParser;

class PredicateShapes {
 public:
  // Columns are interned into `columns`, always the same. The error has no place; its message says what was
  // expected at which character of the text, counted from 1.
  [[nodiscard]] Result<Predicate> parse(std::string_view text, Dictionary& columns);

  // The place of this text's predicate among `predicates`, where it is added if it is new, or forgotten;
  // always with the same two, and nobody else adds any.
  [[nodiscard]] Result<PredicateId> intern(std::string_view text, Dictionary& columns,
                                           std::vector<Predicate>& predicates);

  // What the predicates it made need to be there: whoever outlives this must keep it.
  [[nodiscard]] std::shared_ptr<const void> store() const { return store_; }

 private:
  static constexpr char kHole = '\x01';

  static constexpr std::size_t kMostMet = std::size_t{1}
                                          << 9;  // few enough to stay in the cache; not measured

  using Shape = Predicate::Shape;
  struct Store {
    std::deque<Shape> shapes;
    std::deque<std::vector<std::int64_t>> numbers;  // of predicates that have many
  };
  struct Met {
    std::uint32_t hash = 0;
    PredicateId predicate;
  };

  // What the text is without its numbers, which are then known.
  [[nodiscard]] Result<const Shape*> shape_of(std::string_view text, Dictionary& columns);
  [[nodiscard]] Predicate with_numbers(const Shape& shape);
  // One of the recent ones that the text has, or null.
  [[nodiscard]] const Shape* recent(std::string_view text);
  // Whether the text has this shape; then its numbers are known.
  [[nodiscard]] bool fits(const Shape& shape, std::string_view text);
  // Found in the table or parsed; the error is that of the parser.
  [[nodiscard]] Result<const Shape*> look_up(std::string_view text, Dictionary& columns);
  [[nodiscard]] bool cut(std::string_view text);
  [[nodiscard]] std::size_t cut_number(std::string_view text, std::size_t begin);
  // Whether the program's integers are those that were cut out; then it takes them from the predicate.
  [[nodiscard]] bool punch(std::string_view text, const PredicateParser& parser, Shape& shape);
  static void recognize(Shape& shape);

  std::string shape_;  // of the text at hand, and below its numbers and where they begin
  std::vector<std::int64_t> numbers_;
  std::vector<std::size_t> begins_;
  std::shared_ptr<Store> store_ = std::make_shared<Store>();
  // Looked up only, never iterated.
  std::unordered_map<std::string, const Shape*> shapes_;
  std::array<const Shape*, 4> recent_ = {};
  std::size_t oldest_ = 0;  // of recent_
  std::vector<Met> met_;    // by a hash of shape and numbers
};

}  // namespace isolde
