#include "tests/oracle/random_condition.hpp"

#include <array>
#include <utility>

namespace isolde {
namespace {

using Kind = Condition::Kind;

Condition literal(SqlValue value) { return {.kind = Kind::kLiteral, .value = std::move(value)}; }
Condition column(const std::string& name) { return {.kind = Kind::kColumn, .word = name}; }

class Draw {
 public:
  Draw(Random& random, const std::vector<ColumnDrawn>& columns) : random_(random), columns_(columns) {}

  Condition condition(int depth) {
    if (depth > 0 && random_.chance(0.4)) return joined(depth);
    switch (random_.below(10)) {
      case 0:
        return between();
      case 1:
        return in();
      case 2:
        return {.kind = Kind::kIsNull, .parts = {column(random_.pick(columns_).name)}};
      case 3:
      case 4:
        return like();
      case 5:
        return random_.chance(0.3) ? bare() : comparison();
      default:
        return comparison();
    }
  }

 private:
  // What stands on one side of a test, and what stands on the other side to be compared with it.
  struct Operand {
    Condition expression;
    const ColumnDrawn& column;
    bool is_computed = false;
  };

  Condition joined(int depth) {
    if (random_.chance(0.35)) return {.kind = Kind::kNot, .parts = {condition(depth - 1)}};
    Condition result{.kind = random_.chance(0.5) ? Kind::kAnd : Kind::kOr};
    for (std::int64_t left = random_.chance(0.2) ? 3 : 2; left > 0; --left)
      result.parts.push_back(condition(depth - 1));
    return result;
  }

  Operand operand() {
    const ColumnDrawn& chosen = random_.pick(columns_);
    if (chosen.type == SqlType::kText || random_.chance(0.75)) return {column(chosen.name), chosen};
    if (random_.chance(0.2)) return {{.kind = Kind::kMinus, .parts = {column(chosen.name)}}, chosen, true};
    static constexpr std::array kSigns = {"+", "-", "*", "/", "%"};
    return {{.kind = Kind::kArithmetic,
             .word = random_.pick(kSigns),
             .parts = {column(chosen.name), literal(random_.between(-1, 3))}},
            chosen,
            true};
  }

  Condition counterpart(const Operand& operand) {
    if (random_.chance(0.05)) return literal(SqlNull());
    if (operand.is_computed) return literal(random_.between(-3, 6));
    if (random_.chance(0.08)) {
      const ColumnDrawn& other = random_.pick(columns_);
      if (other.type == operand.column.type) return column(other.name);
    }
    return literal(random_.pick(operand.column.literals));
  }

  Condition comparison() {
    static constexpr std::array kSigns = {"=", "<>", "!=", "<", "<=", ">", ">="};
    Operand left = operand();
    Condition right = counterpart(left);
    if (random_.chance(0.15)) std::swap(left.expression, right);
    return {.kind = Kind::kComparison,
            .word = random_.pick(kSigns),
            .parts = {std::move(left.expression), std::move(right)}};
  }

  Condition between() {
    const Operand what = operand();
    return {.kind = Kind::kBetween, .parts = {what.expression, counterpart(what), counterpart(what)}};
  }

  Condition in() {
    const Operand what = operand();
    Condition result{.kind = Kind::kIn, .parts = {what.expression}};
    for (std::int64_t left = random_.between(1, 3); left > 0; --left)
      result.parts.push_back(counterpart(what));
    return result;
  }

  // Of a column of texts; where there is none, a comparison.
  Condition like() {
    const ColumnDrawn& chosen = random_.pick(columns_);
    if (chosen.type == SqlType::kNumber) return comparison();
    static constexpr std::array kPatterns = {"a%", "ab%", "%", "ab", "b%", "k%", "k1%", "k0", ""};
    return {.kind = Kind::kLike, .word = random_.pick(kPatterns), .parts = {column(chosen.name)}};
  }

  // No test at all.
  Condition bare() {
    const ColumnDrawn& chosen = random_.pick(columns_);
    if (chosen.type == SqlType::kAny && random_.chance(0.5)) return column(chosen.name);
    return literal(random_.chance(0.6) ? SqlValue(true) : random_.chance(0.5) ? SqlValue(false) : SqlValue());
  }

  Random& random_;
  const std::vector<ColumnDrawn>& columns_;
};

}  // namespace

std::vector<ColumnDrawn> columns_of_any_type() {
  std::vector<SqlValue> literals = {true, false, 2.5, -0.5, 3.0, 1e300, "", "a", "ab", "abc", "b", "o'clock"};
  for (std::int64_t number = -2; number < 10; ++number) literals.emplace_back(number);
  std::vector<ColumnDrawn> columns;
  for (const char* name : {"a", "b", "key", "value", "missing"})
    columns.push_back({name, SqlType::kAny, literals});
  return columns;
}

Condition random_condition(Random& random, const std::vector<ColumnDrawn>& columns, int depth) {
  return Draw(random, columns).condition(depth);
}

}  // namespace isolde
