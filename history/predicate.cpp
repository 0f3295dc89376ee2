// Predicate::evaluate: runs the postfix program. A cell is a scalar or null; null doubles as the truth value
// unknown, as in SQL.
#include "history/predicate.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <limits>
#include <optional>

#include "base/contract.hpp"

namespace isolde {
namespace {

// No default values: the stack of cells must cost nothing to set up.
struct Cell {
  enum class Kind : std::uint8_t { kNull, kInteger, kReal, kBoolean, kText };
  Kind kind;
  std::uint32_t length;  // kText
  union {
    std::int64_t integer;
    double real;
    bool boolean;
    const char* text;
  };
};

Cell null_cell() {
  Cell cell;
  cell.kind = Cell::Kind::kNull;
  cell.integer = 0;
  return cell;
}
Cell integer_cell(std::int64_t number) {
  Cell cell;
  cell.kind = Cell::Kind::kInteger;
  cell.integer = number;
  return cell;
}
// What is not a finite number has no order and no arithmetic: null.
Cell real_cell(double number) {
  if (!std::isfinite(number)) return null_cell();
  Cell cell;
  cell.kind = Cell::Kind::kReal;
  cell.real = number;
  return cell;
}
Cell text_cell(std::string_view text) {
  Cell cell;
  cell.kind = Cell::Kind::kText;
  cell.text = text.data();
  cell.length = static_cast<std::uint32_t>(text.size());
  return cell;
}
Cell truth_cell(Truth truth) {
  if (truth == Truth::kUnknown) return null_cell();
  Cell cell;
  cell.kind = Cell::Kind::kBoolean;
  cell.boolean = truth == Truth::kTrue;
  return cell;
}
Truth as_truth(bool is_true) { return is_true ? Truth::kTrue : Truth::kFalse; }
Truth truth_of(const Cell& cell) {
  return cell.kind == Cell::Kind::kBoolean ? as_truth(cell.boolean) : Truth::kUnknown;
}
Cell boolean_cell(bool is_true) { return truth_cell(as_truth(is_true)); }
std::string_view text_of(const Cell& cell) { return {cell.text, cell.length}; }
bool is_number(const Cell& cell) {
  return cell.kind == Cell::Kind::kInteger || cell.kind == Cell::Kind::kReal;
}
double as_real(const Cell& cell) {
  return cell.kind == Cell::Kind::kReal ? cell.real : static_cast<double>(cell.integer);
}

Truth both(Truth a, Truth b) { return a < b ? a : b; }
Truth either(Truth a, Truth b) { return a < b ? b : a; }
Truth negation(Truth a) { return a == Truth::kUnknown ? a : as_truth(a == Truth::kFalse); }

Cell load(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kInteger:
      return integer_cell(dictionary.integer(id));
    case ValueKind::kReal:
      return real_cell(dictionary.real(id));
    case ValueKind::kBoolean:
      return boolean_cell(dictionary.boolean(id));
    case ValueKind::kText:
    case ValueKind::kKeyword:
      return text_cell(dictionary.text(id));
    default:
      return null_cell();
  }
}

// Exact: the integer is never rounded to a double. Beyond +-2^63 every double is on one side of all integers;
// inside, its integral part is exact and only its fraction is left to look at.
std::strong_ordering order_of(std::int64_t integer, double real) {
  constexpr double kTwo63 = 0x1.0p63;
  if (real >= kTwo63) return std::strong_ordering::less;
  if (real < -kTwo63) return std::strong_ordering::greater;
  const double whole = std::floor(real);
  const auto order = integer <=> static_cast<std::int64_t>(whole);
  return order == 0 && real > whole ? std::strong_ordering::less : order;
}

// No value: the cells cannot be compared.
std::optional<std::strong_ordering> order_of(const Cell& a, const Cell& b) {
  using Kind = Cell::Kind;
  if (a.kind == Kind::kInteger && b.kind == Kind::kReal) return order_of(a.integer, b.real);
  if (a.kind == Kind::kReal && b.kind == Kind::kInteger) return 0 <=> order_of(b.integer, a.real);
  if (a.kind != b.kind) return std::nullopt;
  switch (a.kind) {
    case Kind::kInteger:
      return a.integer <=> b.integer;
    case Kind::kReal:
      if (a.real == b.real) return std::strong_ordering::equal;
      return a.real < b.real ? std::strong_ordering::less : std::strong_ordering::greater;
    case Kind::kBoolean:
      return a.boolean <=> b.boolean;
    case Kind::kText:
      return text_of(a) <=> text_of(b);
    case Kind::kNull:
      break;
  }
  return std::nullopt;
}

Truth equal(const Cell& a, const Cell& b) {
  const auto order = order_of(a, b);
  return order ? as_truth(*order == 0) : Truth::kUnknown;
}
Truth at_most(const Cell& a, const Cell& b) {
  const auto order = order_of(a, b);
  return order ? as_truth(*order <= 0) : Truth::kUnknown;
}

}  // namespace

class PredicateMachine {
 public:
  PredicateMachine(const Predicate& predicate, const Dictionary& keys, KeyId key, const Dictionary& values,
                   ValueId value)
      : predicate_(predicate), keys_(keys), key_(key), values_(values), value_(value) {}

  Truth run() {
    for (const Predicate::Instruction& each : predicate_.program_) {
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
    return std::string_view(predicate_.texts_).substr(place >> 32U, place & 0xFFFFFFFFU);
  }

  [[nodiscard]] Cell operand(const Predicate::Instruction& each) const {
    switch (each.code) {
      case Code::kInteger:
        return integer_cell(static_cast<std::int64_t>(each.argument));
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
