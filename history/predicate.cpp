// Predicate::evaluate: runs the postfix program on a stack of cells.
#include "history/predicate.hpp"

#include <array>
#include <bit>
#include <compare>
#include <limits>

#include "base/contract.hpp"
#include "history/predicate_cell.hpp"

namespace isolde {

using namespace predicate_cells;

class PredicateMachine {
 public:
  PredicateMachine(const Predicate& predicate, const Dictionary& keys, KeyId key, const Dictionary& values,
                   ValueId value)
      : predicate_(predicate), keys_(keys), key_(key), values_(values), value_(value) {}

  Truth run() {
    for (const Predicate::Instruction& each : predicate_.shape_->program) {
      if (each.code < Code::kEqual)
        push(operand(each));
      else if (each.code <= Code::kOr)
        binary_test(each.code);
      else if (each.code <= Code::kRemainder)
        arithmetic(each.code);
      else
        rest(each);
    }
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

  [[nodiscard]] Cell operand(const Predicate::Instruction& each) const {
    switch (each.code) {
      case Code::kInteger:
        return integer_cell(static_cast<std::int64_t>(each.argument));
      case Code::kNumber:
        return integer_cell(predicate_.number(each.argument));
      case Code::kReal:
        return real_cell(std::bit_cast<double>(each.argument));
      case Code::kBoolean:
        return boolean_cell(each.argument != 0);
      case Code::kText:
        return text_cell(text(each.argument));
      case Code::kKey:
        return load(keys_, key_.value);
      case Code::kValue:
        if (values_.kind(value_.value) != ValueKind::kRow) return load(values_, value_.value);
        return column(static_cast<std::uint32_t>(each.argument));
      case Code::kColumn:
        return column(static_cast<std::uint32_t>(each.argument));
      default:
        return null_cell();
    }
  }

  [[nodiscard]] Cell column(std::uint32_t id) const {
    if (values_.kind(value_.value) != ValueKind::kRow) return null_cell();
    const auto pairs = values_.elements(value_.value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (pairs[i] == id) return load(values_, pairs[i + 1]);
    return null_cell();
  }

  void binary_test(Code code) {
    const Cell right = pop();
    const Cell left = pop();
    if (code == Code::kAnd) return push(truth_cell(both(truth_of(left), truth_of(right))));
    if (code == Code::kOr) return push(truth_cell(either(truth_of(left), truth_of(right))));
    const auto order = order_of(left, right);
    push(order ? boolean_cell(holds(code, *order)) : null_cell());
  }

  static bool holds(Code code, std::strong_ordering order) {
    switch (code) {
      case Code::kEqual:
        return order == 0;
      case Code::kNotEqual:
        return order != 0;
      case Code::kLess:
        return order < 0;
      case Code::kLessEqual:
        return order <= 0;
      case Code::kGreater:
        return order > 0;
      default:
        return order >= 0;
    }
  }

  void arithmetic(Code code) {
    const Cell right = pop();
    const Cell left = pop();
    if (!is_number(left) || !is_number(right)) return push(null_cell());
    if (left.kind == Cell::Kind::kInteger && right.kind == Cell::Kind::kInteger)
      return push(integers(code, left.integer, right.integer));
    push(reals(code, as_real(left), as_real(right)));
  }

  static Cell integers(Code code, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    bool bad = false;
    switch (code) {
      case Code::kAdd:
        bad = __builtin_add_overflow(a, b, &result);
        break;
      case Code::kSubtract:
        bad = __builtin_sub_overflow(a, b, &result);
        break;
      case Code::kMultiply:
        bad = __builtin_mul_overflow(a, b, &result);
        break;
      case Code::kDivide:
        bad = b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min());
        if (!bad) result = a / b;
        break;
      default:
        bad = b == 0;
        if (!bad && b != -1) result = a % b;  // the remainder of -1 is 0, but the processor may trap on it
        break;
    }
    return bad ? null_cell() : integer_cell(result);
  }

  static Cell reals(Code code, double a, double b) {
    switch (code) {
      case Code::kAdd:
        return real_cell(a + b);
      case Code::kSubtract:
        return real_cell(a - b);
      case Code::kMultiply:
        return real_cell(a * b);
      case Code::kDivide:
        return b == 0 ? null_cell() : real_cell(a / b);
      default:
        return null_cell();  // % is for integers
    }
  }

  void rest(const Predicate::Instruction& each) {
    switch (each.code) {
      case Code::kNot:
        top() = truth_cell(negation(truth_of(top())));
        break;
      case Code::kNegate:
        negate();
        break;
      case Code::kIsNull:
        top() = boolean_cell(top().kind == Cell::Kind::kNull);
        break;
      case Code::kLikePrefix:
        top() = top().kind == Cell::Kind::kText
                    ? boolean_cell(text_of(top()).starts_with(text(each.argument)))
                    : null_cell();
        break;
      case Code::kBetween:
        between();
        break;
      case Code::kInBegin:
        push(boolean_cell(false));
        break;
      case Code::kInStep: {
        const Cell element = pop();
        const Cell& wanted = stack_[height_ - 2];
        top() = truth_cell(either(truth_of(top()), equal(wanted, element)));
        break;
      }
      default: {  // kInEnd
        const Cell found = pop();
        top() = found;
        break;
      }
    }
  }

  void negate() {
    if (top().kind == Cell::Kind::kInteger)
      top() = integers(Code::kSubtract, 0, top().integer);
    else
      top() = top().kind == Cell::Kind::kReal ? real_cell(-top().real) : null_cell();
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
