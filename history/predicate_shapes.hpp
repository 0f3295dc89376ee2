// Parses predicates, each shape once: texts that differ in their integers only share a program
// (history/predicate.hpp). What is not the first of its shape costs one pass over its text and a look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "history/predicate.hpp"

namespace isolde {

class PredicateParser;

class PredicateShapes {
 public:
  // As Predicate::parse; always with the same dictionary of columns.
  [[nodiscard]] Result<Predicate> parse(std::string_view text, Dictionary& columns);

  // The integers of the predicate that was parsed last.
  [[nodiscard]] const std::vector<std::int64_t>& numbers() const { return numbers_; }

 private:
  static constexpr char kHole = '\x01';

  [[nodiscard]] bool cut(std::string_view text);
  [[nodiscard]] std::size_t cut_number(std::string_view text, std::size_t begin);
  // Whether the program's integers are those that were cut out; then it takes them from the predicate.
  [[nodiscard]] bool punch(std::string_view text, const PredicateParser& parser, Predicate::Shape& shape);
  static void recognize(Predicate::Shape& shape);

  std::string shape_;  // of the text at hand, and below its numbers and where they begin
  std::vector<std::int64_t> numbers_;
  std::vector<std::size_t> begins_;
  // Looked up only, never iterated.
  std::unordered_map<std::string, std::shared_ptr<const Predicate::Shape>> shapes_;
};

}  // namespace isolde
