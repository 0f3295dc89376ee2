#include "history/predicate_range.hpp"

#include <algorithm>
#include <vector>

namespace isolde {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// What is known about a cell of the stack.
struct Known {
  enum class Kind : std::uint8_t { kNothing, kColumn, kInteger, kConfined } kind = Kind::kNothing;
  std::int64_t integer = 0;
  PredicateRange range = {};  // kColumn: whole; kConfined: true only inside
};

bool same_column(const PredicateRange& a, const PredicateRange& b) {
  return a.is_value == b.is_value && a.column == b.column;
}

bool is_narrower(const PredicateRange& a, const PredicateRange& b) {
  const auto width = [](const PredicateRange& range) {
    return static_cast<std::uint64_t>(range.high) - static_cast<std::uint64_t>(range.low);
  };
  return a.low > a.high || (b.low <= b.high && width(a) < width(b));
}

Known both(const Known& a, const Known& b) {
  if (a.kind != Known::Kind::kConfined) return b.kind == Known::Kind::kConfined ? b : Known{};
  if (b.kind != Known::Kind::kConfined) return a;
  if (!same_column(a.range, b.range)) return is_narrower(b.range, a.range) ? b : a;
  Known result = a;
  result.range.low = std::max(a.range.low, b.range.low);
  result.range.high = std::min(a.range.high, b.range.high);
  return result;
}

Known either(const Known& a, const Known& b) {
  if (a.kind != Known::Kind::kConfined || b.kind != Known::Kind::kConfined) return {};
  if (!same_column(a.range, b.range)) return {};
  Known result = a;
  result.range.low = std::min(a.range.low, b.range.low);
  result.range.high = std::max(a.range.high, b.range.high);
  return result;
}

Known confined(const Known& column, std::int64_t low, std::int64_t high) {
  Known result{.kind = Known::Kind::kConfined, .range = column.range};
  result.range.low = low;
  result.range.high = high;
  return result;
}

}  // namespace

// Runs the postfix program on what is known instead of on values.
class PredicateRanger {
 public:
  explicit PredicateRanger(const Predicate& predicate) : predicate_(predicate) {}

  std::optional<PredicateRange> run() {
    for (const Predicate::Instruction& each : predicate_.program_) step(each);
    if (stack_.size() != 1 || stack_.back().kind != Known::Kind::kConfined) return std::nullopt;
    return stack_.back().range;
  }

 private:
  using Code = Predicate::Code;

  Known pop() {
    const Known top = stack_.back();
    stack_.pop_back();
    return top;
  }

  void step(const Predicate::Instruction& each) {
    if (each.code < Code::kEqual) {
      stack_.push_back(operand(each));
    } else if (each.code <= Code::kRemainder) {
      const Known right = pop();
      const Known left = pop();
      stack_.push_back(binary(each.code, left, right));
    } else if (each.code == Code::kBetween) {
      const Known high = pop();
      const Known low = pop();
      const Known column = pop();
      const bool is_range = column.kind == Known::Kind::kColumn && low.kind == Known::Kind::kInteger &&
                            high.kind == Known::Kind::kInteger;
      stack_.push_back(is_range ? confined(column, low.integer, high.integer) : Known{});
    } else if (each.code == Code::kInBegin) {
      stack_.emplace_back();
    } else if (each.code == Code::kInStep || each.code == Code::kInEnd) {
      stack_.pop_back();
      stack_.back() = each.code == Code::kInStep ? stack_.back() : Known{};
    } else if (each.code == Code::kNegate && stack_.back().kind == Known::Kind::kInteger &&
               stack_.back().integer != kMin) {
      stack_.back().integer = -stack_.back().integer;
    } else {
      stack_.back() = Known{};
    }
  }

  static Known operand(const Predicate::Instruction& each) {
    Known known;
    if (each.code == Code::kInteger) {
      known.kind = Known::Kind::kInteger;
      known.integer = static_cast<std::int64_t>(each.argument);
    } else if (each.code == Code::kColumn || each.code == Code::kValue) {
      known.kind = Known::Kind::kColumn;
      known.range.is_value = each.code == Code::kValue;
      known.range.column = static_cast<std::uint32_t>(each.argument);
    }
    return known;
  }

  static Known binary(Code code, const Known& left, const Known& right) {
    if (code == Code::kAnd) return both(left, right);
    if (code == Code::kOr) return either(left, right);
    if (left.kind == Known::Kind::kColumn && right.kind == Known::Kind::kInteger)
      return compared(code, left, right.integer);
    if (left.kind == Known::Kind::kInteger && right.kind == Known::Kind::kColumn)
      return compared(mirrored(code), right, left.integer);
    return {};
  }

  static Code mirrored(Code code) {
    switch (code) {
      case Code::kLess:
        return Code::kGreater;
      case Code::kLessEqual:
        return Code::kGreaterEqual;
      case Code::kGreater:
        return Code::kLess;
      case Code::kGreaterEqual:
        return Code::kLessEqual;
      default:
        return code;
    }
  }

  // Open ends are taken as closed ones: the range may be too wide, never too narrow.
  static Known compared(Code code, const Known& column, std::int64_t number) {
    switch (code) {
      case Code::kEqual:
        return confined(column, number, number);
      case Code::kLess:
      case Code::kLessEqual:
        return confined(column, kMin, number);
      case Code::kGreater:
      case Code::kGreaterEqual:
        return confined(column, number, kMax);
      default:
        return {};
    }
  }

  const Predicate& predicate_;
  std::vector<Known> stack_;
};

std::optional<PredicateRange> necessary_range(const Predicate& predicate) {
  return PredicateRanger(predicate).run();
}

}  // namespace isolde
