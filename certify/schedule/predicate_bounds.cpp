#include "certify/schedule/predicate_bounds.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "base/contract.hpp"

namespace isolde {

namespace {

using Bound = PredicateBounds::Bound;
using Bounds = std::vector<Bound>;

// The bounds of `one or other`: a bound of the first is joined with one of the second on the same part.
Bounds bounds_of_either(const Bounds& one, const Bounds& other) {
  Bounds out;
  for (Bound bound : one) {
    const auto partner = std::ranges::find_if(
        other, [&](const Bound& each) { return each.part == bound.part && each.type == bound.type; });
    if (partner == other.end()) continue;
    const auto unite = [](auto& literals, const auto& more) {
      if (literals.empty() || more.empty())
        literals.clear();
      else
        literals.insert(literals.end(), more.begin(), more.end());
    };
    unite(bound.lows, partner->lows);
    unite(bound.highs, partner->highs);
    out.push_back(std::move(bound));
  }
  return out;
}

}  // namespace

// Runs a program on what is known of its cells without a row.
class PredicateBoundsMachine {
 public:
  Bounds run(const std::vector<Predicate::Instruction>& program) {
    for (const Predicate::Instruction& each : program) step(each);
    ISOLDE_INVARIANT(stack_.size() == 1);
    return std::move(stack_.back().bounds);
  }

 private:
  using Code = Predicate::Code;
  using Literal = PredicateBounds::Literal;

  // A part of the row, a literal, a condition with its bounds, or (none of these) anything.
  struct Entry {
    std::optional<RowPart> part = std::nullopt;
    std::optional<Literal> literal = std::nullopt;
    Bounds bounds = {};
    // The elements of `in` while its list is read, as long as all are literals of one type.
    std::vector<Literal> elements = {};
    bool is_bounded_list = true;
  };

  Entry pop() {
    Entry entry = std::move(stack_.back());
    stack_.pop_back();
    return entry;
  }
  void push_part(RowPart::Kind kind, std::uint64_t column) {
    stack_.push_back({.part = RowPart{kind, static_cast<std::uint32_t>(column)}});
  }
  void push(Bounds bounds) { stack_.push_back({.bounds = std::move(bounds)}); }

  void step(const Predicate::Instruction& each) {
    switch (each.code) {
      case Code::kNull:
        return push({});
      case Code::kInteger:
      case Code::kNumber:
      case Code::kReal:
      case Code::kBoolean:
      case Code::kText:
        stack_.push_back({.literal = Literal(each)});
        return;
      case Code::kKey:
        return push_part(RowPart::Kind::kKey, 0);
      case Code::kValue:
        return push_part(RowPart::Kind::kValue, each.argument);
      case Code::kColumn:
        return push_part(RowPart::Kind::kColumn, each.argument);
      case Code::kEqual:
        return compare(true, true);
      case Code::kLess:
      case Code::kLessEqual:
        return compare(false, true);
      case Code::kGreater:
      case Code::kGreaterEqual:
        return compare(true, false);
      case Code::kAnd:
        return both();
      case Code::kOr:
        return either();
      case Code::kNotEqual:
      case Code::kAdd:
      case Code::kSubtract:
      case Code::kMultiply:
      case Code::kDivide:
      case Code::kRemainder:
        pop();
        [[fallthrough]];
      case Code::kNot:
      case Code::kNegate:
      case Code::kIsNull:
        pop();
        return push({});
      case Code::kLikePrefix:
        return like_prefix(Literal(each));
      case Code::kBetween:
        return between();
      case Code::kInBegin:
        return push({});
      case Code::kInStep:
        return in_step();
      case Code::kInEnd:
        return in_end();
    }
  }

  // What the left side is compared with bounds it from below, from above, or both; seen from the right side,
  // it is the other way round.
  void compare(bool from_below, bool from_above) {
    const Entry right = pop();
    const Entry left = pop();
    if (left.part && right.literal) return push({bound(*left.part, *right.literal, from_below, from_above)});
    if (left.literal && right.part) return push({bound(*right.part, *left.literal, from_above, from_below)});
    push({});
  }
  static Bound bound(const RowPart& part, const Literal& literal, bool from_below, bool from_above) {
    Bound out{part, literal.type(), {}, {}};
    if (from_below) out.lows = {literal};
    if (from_above) out.highs = {literal};
    return out;
  }

  void both() {
    const Entry right = pop();
    Entry left = pop();
    left.bounds.insert(left.bounds.end(), right.bounds.begin(), right.bounds.end());
    push(std::move(left.bounds));
  }
  void either() {
    const Entry right = pop();
    const Entry left = pop();
    push(bounds_of_either(left.bounds, right.bounds));
  }

  void like_prefix(const Literal& prefix) {
    const Entry text = pop();
    push(text.part ? Bounds{bound(*text.part, prefix, true, true)} : Bounds{});
  }

  void between() {
    const Entry high = pop();
    const Entry low = pop();
    const Entry middle = pop();
    Bounds bounds;
    if (middle.part && low.literal) bounds.push_back(bound(*middle.part, *low.literal, true, false));
    if (middle.part && high.literal) bounds.push_back(bound(*middle.part, *high.literal, false, true));
    if (bounds.size() == 2 && bounds[0].type == bounds[1].type) {
      bounds[0].highs = std::move(bounds[1].highs);
      bounds.pop_back();
    }
    push(std::move(bounds));
  }

  void in_step() {
    const Entry element = pop();
    Entry& list = stack_.back();
    list.is_bounded_list &=
        element.literal && (list.elements.empty() || list.elements.front().type() == element.literal->type());
    if (list.is_bounded_list) list.elements.push_back(*element.literal);
  }
  void in_end() {
    const Entry list = pop();
    const Entry wanted = pop();
    Bounds bounds;
    if (wanted.part && list.is_bounded_list && !list.elements.empty())
      bounds.push_back({*wanted.part, list.elements.front().type(), list.elements, list.elements});
    push(std::move(bounds));
  }

  std::vector<Entry> stack_;
};

PredicateBounds::PredicateBounds(const Predicate& predicate)
    : bounds_(PredicateBoundsMachine().run(predicate.shape_->program)) {}

CellType PredicateBounds::Literal::type() const {
  const bool is_text = instruction_.code == Predicate::Code::kText || is_prefix();
  if (is_text) return CellType::kText;
  return instruction_.code == Predicate::Code::kBoolean ? CellType::kBoolean : CellType::kNumber;
}

predicate_cells::Cell PredicateBounds::Literal::cell(const Predicate& predicate) const {
  using Code = Predicate::Code;
  const std::uint64_t argument = instruction_.argument;
  if (instruction_.code == Code::kInteger)
    return predicate_cells::integer_cell(static_cast<std::int64_t>(argument));
  if (instruction_.code == Code::kNumber) return predicate_cells::integer_cell(predicate.number(argument));
  if (instruction_.code == Code::kReal) return predicate_cells::real_cell(std::bit_cast<double>(argument));
  if (instruction_.code == Code::kBoolean) return predicate_cells::boolean_cell(argument != 0);
  ISOLDE_INVARIANT(instruction_.code == Code::kText || is_prefix());
  const std::string_view texts = predicate.shape_->texts;
  return predicate_cells::text_cell(texts.substr(argument >> 32U, argument & 0xFFFFFFFFU));
}

predicate_cells::Cell RowPart::cell(const Dictionary& keys, KeyId key, const Dictionary& values,
                                    ValueId value) const {
  if (kind == Kind::kKey) return predicate_cells::load(keys, key.value);
  if (values.kind(value.value) != ValueKind::kRow)
    return kind == Kind::kValue ? predicate_cells::load(values, value.value) : predicate_cells::null_cell();
  const std::span<const std::uint32_t> pairs = values.elements(value.value);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == column) return predicate_cells::load(values, pairs[i + 1]);
  return predicate_cells::null_cell();
}

}  // namespace isolde
