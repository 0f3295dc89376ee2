// Predicate::evaluate: runs the postfix program on a stack of cells.
#include "history/predicates/predicate.hpp"

#include <array>
#include <bit>
#include <compare>
#include <limits>

#include "base/contract.hpp"
#include "history/predicates/predicate_cell.hpp"

namespace isolde {

using namespace predicate_cells;

class PredicateMachine {
 public:
  PredicateMachine(const Predicate& predicate, const Dictionary& keys, KeyId key, const Dictionary& values,
                   ValueId value)
      : predicate_(predicate), keys_(keys), key_(key), values_(values), value_(value) {}

  Truth run() {
    for (const Predicate::Instruction& each : predicate_.shape_->program) step(each);
    ISOLDE_INVARIANT(height_ == 1);
    return truth_of(stack_[0]);
  }

 private:
  using Code = Predicate::Code;

  void push(const Cell& cell) { stack_[height_++] = cell; }
  Cell pop() { return stack_[--height_]; }
  Cell& top() { return stack_[height_ - 1]; }

  [[nodiscard]] std::string_view text(std::uint64_t place) const {
    return std::string_view(predicate_.shape_->texts).substr(place >> 32U, place & 0xFFFFFFFFU);
  }

  // There is no default, so that the compiler warns where a new instruction is missing here.
  void step(const Predicate::Instruction& each) {
    switch (each.code) {
      case Code::kNull:
        return push(null_cell());
      case Code::kInteger:
        return push(integer_cell(static_cast<std::int64_t>(each.argument)));
      case Code::kNumber:
        return push(integer_cell(predicate_.number(each.argument)));
      case Code::kReal:
        return push(real_cell(std::bit_cast<double>(each.argument)));
      case Code::kBoolean:
        return push(boolean_cell(each.argument != 0));
      case Code::kText:
        return push(text_cell(text(each.argument)));
      case Code::kKey:
        return push(load(keys_, key_.value));
      case Code::kValue:
        return push(scalar_or_column(static_cast<std::uint32_t>(each.argument)));
      case Code::kColumn:
        return push(column(static_cast<std::uint32_t>(each.argument)));
      case Code::kEqual:
        return compare([](std::strong_ordering order) { return order == 0; });
      case Code::kNotEqual:
        return compare([](std::strong_ordering order) { return order != 0; });
      case Code::kLess:
        return compare([](std::strong_ordering order) { return order < 0; });
      case Code::kLessEqual:
        return compare([](std::strong_ordering order) { return order <= 0; });
      case Code::kGreater:
        return compare([](std::strong_ordering order) { return order > 0; });
      case Code::kGreaterEqual:
        return compare([](std::strong_ordering order) { return order >= 0; });
      case Code::kAnd:
        return connect(both);
      case Code::kOr:
        return connect(either);
      case Code::kAdd:
        return calculate(add, [](double a, double b) { return real_cell(a + b); });
      case Code::kSubtract:
        return calculate(subtract, [](double a, double b) { return real_cell(a - b); });
      case Code::kMultiply:
        return calculate(multiply, [](double a, double b) { return real_cell(a * b); });
      case Code::kDivide:
        return calculate(divide, [](double a, double b) { return b == 0 ? null_cell() : real_cell(a / b); });
      case Code::kRemainder:
        return calculate(remainder, [](double, double) { return null_cell(); });  // for integers only
      case Code::kNot:
        top() = truth_cell(negation(truth_of(top())));
        return;
      case Code::kNegate:
        return negate();
      case Code::kIsNull:
        top() = boolean_cell(top().kind == Cell::Kind::kNull);
        return;
      case Code::kLikePrefix:
        return like_prefix(text(each.argument));
      case Code::kBetween:
        return between();
      case Code::kInBegin:
        return push(boolean_cell(false));
      case Code::kInStep:
        return in_step();
      case Code::kInEnd: {
        const Cell found = pop();
        top() = found;
        return;
      }
    }
  }

  [[nodiscard]] Cell scalar_or_column(std::uint32_t id) const {
    return values_.kind(value_.value) == ValueKind::kRow ? column(id) : load(values_, value_.value);
  }

  [[nodiscard]] Cell column(std::uint32_t id) const {
    if (values_.kind(value_.value) != ValueKind::kRow) return null_cell();
    const auto pairs = values_.elements(value_.value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (pairs[i] == id) return load(values_, pairs[i + 1]);
    return null_cell();
  }

  template <class Holds>
  void compare(Holds&& holds) {
    const Cell right = pop();
    const auto order = order_of(top(), right);
    top() = order ? boolean_cell(holds(*order)) : null_cell();
  }

  void connect(Truth (*connective)(Truth, Truth)) {
    const Truth right = truth_of(pop());
    top() = truth_cell(connective(truth_of(top()), right));
  }

  template <class Integers, class Reals>
  void calculate(Integers&& integers, Reals&& reals) {
    const Cell right = pop();
    const Cell left = top();
    if (!is_number(left) || !is_number(right))
      top() = null_cell();
    else if (left.kind == Cell::Kind::kInteger && right.kind == Cell::Kind::kInteger)
      top() = integers(left.integer, right.integer);
    else
      top() = reals(as_real(left), as_real(right));
  }

  static Cell add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? null_cell() : integer_cell(sum);
  }
  static Cell subtract(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    return __builtin_sub_overflow(a, b, &difference) ? null_cell() : integer_cell(difference);
  }
  static Cell multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? null_cell() : integer_cell(product);
  }
  static Cell divide(std::int64_t a, std::int64_t b) {
    const bool overflows = b == -1 && a == std::numeric_limits<std::int64_t>::min();
    return b == 0 || overflows ? null_cell() : integer_cell(a / b);
  }
  // The remainder of -1 is 0, but the processor may trap on it.
  static Cell remainder(std::int64_t a, std::int64_t b) {
    if (b == 0) return null_cell();
    return integer_cell(b == -1 ? 0 : a % b);
  }

  void negate() {
    if (top().kind == Cell::Kind::kInteger)
      top() = subtract(0, top().integer);
    else
      top() = top().kind == Cell::Kind::kReal ? real_cell(-top().real) : null_cell();
  }

  void like_prefix(std::string_view prefix) {
    const bool is_text = top().kind == Cell::Kind::kText;
    top() = is_text ? boolean_cell(text_of(top()).starts_with(prefix)) : null_cell();
  }

  void in_step() {
    const Cell element = pop();
    const Cell& wanted = stack_[height_ - 2];
    top() = truth_cell(either(truth_of(top()), equal(wanted, element)));
  }

  void between() {
    const Cell high = pop();
    const Cell low = pop();
    top() = truth_cell(both(at_most(low, top()), at_most(top(), high)));
  }

  const Predicate& predicate_;
  const Dictionary& keys_;
  KeyId key_;
  const Dictionary& values_;
  ValueId value_;
  std::size_t height_ = 0;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): written before it is read, see kMaxStack
  std::array<Cell, Predicate::kMaxStack> stack_;
};

Truth Predicate::evaluate(const Dictionary& keys, KeyId key, const Dictionary& values, ValueId value) const {
  return PredicateMachine(*this, keys, key, values, value).run();
}

}  // namespace isolde
