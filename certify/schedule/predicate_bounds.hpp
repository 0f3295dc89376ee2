// What every row that a predicate matches has in common: bounds on what it holds in single columns. The
// verifier's own look at predicates, much coarser than the one that decides
// (history/predicates/predicate_ranges.hpp), with which it shares nothing but the program: it only narrows
// down what is then evaluated, so all it has to get right is to leave no match out.
//
// A comparison of a column with a literal bounds that column; `and` has the bounds of both sides, `or` what
// both sides have in common; `not`, arithmetic and `is null` have none. Predicates of one shape differ in
// their numbers only, so bounds name literals instead of holding them, and are found once per shape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "history/predicates/predicate.hpp"
#include "history/predicates/predicate_cell.hpp"

namespace isolde {

// A row's column, or one of the pseudo-columns `key` and `value`.
struct RowPart {
  enum class Kind : std::uint8_t { kColumn, kKey, kValue };
  Kind kind = Kind::kColumn;
  std::uint32_t column = 0;  // kColumn, and kValue of rows

  bool operator==(const RowPart&) const = default;

  // What a version holds there; null if it has no such column.
  [[nodiscard]] predicate_cells::Cell cell(const Dictionary& keys, KeyId key, const Dictionary& values,
                                           ValueId value) const;
};

enum class CellType : std::uint8_t { kBoolean, kNumber, kText };

class PredicateBounds {
 public:
  // A literal of the shape, and of a `like` the text that matches begin with.
  class Literal {
   public:
    [[nodiscard]] predicate_cells::Cell cell(const Predicate& predicate) const;
    [[nodiscard]] bool is_prefix() const { return instruction_.code == Predicate::Code::kLikePrefix; }

   private:
    friend class PredicateBounds;
    friend class PredicateBoundsMachine;
    explicit Literal(const Predicate::Instruction& instruction) : instruction_(instruction) {}
    [[nodiscard]] CellType type() const;

    Predicate::Instruction instruction_;
  };
  // What every match holds in `part` is of this type, not below all of `lows` and not above all of `highs`,
  // which are of the type, too. Without lows, or without highs, it is not bounded on that side. Texts that
  // begin with a prefix are not above it.
  struct Bound {
    RowPart part;
    CellType type;
    std::vector<Literal> lows;
    std::vector<Literal> highs;
  };

  // Finds the bounds of all predicates of the same shape.
  explicit PredicateBounds(const Predicate& predicate);

  [[nodiscard]] std::span<const Bound> bounds() const { return bounds_; }

 private:
  std::vector<Bound> bounds_;
};

}  // namespace isolde
