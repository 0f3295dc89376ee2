#include "history/predicates/predicate_ranges.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/contract.hpp"

namespace isolde {

using namespace predicate_cells;

namespace {

// More intervals than this become one, from the lowest to the highest. Chosen, not measured.
constexpr std::size_t kMostIntervals = 64;

int type_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::kBoolean:
      return 0;
    case Cell::Kind::kText:
      return 2;
    case Cell::Kind::kNull:
    case Cell::Kind::kInteger:
    case Cell::Kind::kReal:
      break;
  }
  return 1;
}

bool has_prefix(const Cell& text, const Cell& prefix) { return text_of(text).starts_with(text_of(prefix)); }

// Compares the text with the end of all texts that begin with `prefix`.
std::strong_ordering against_prefix_end(const Cell& text, const Cell& prefix) {
  if (has_prefix(text, prefix)) return std::strong_ordering::less;
  return text_of(text) <=> text_of(prefix);
}

std::strong_ordering compare_prefix_ends(const Cell& a, const Cell& b) {
  if (text_of(a) == text_of(b)) return std::strong_ordering::equal;
  if (has_prefix(b, a)) return std::strong_ordering::greater;
  if (has_prefix(a, b)) return std::strong_ordering::less;
  return text_of(a) <=> text_of(b);
}

Intervals intersection(const Intervals& a, const Intervals& b) {
  Intervals out;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const Cut& low = a[i].low < b[j].low ? b[j].low : a[i].low;
    const Cut& high = a[i].high < b[j].high ? a[i].high : b[j].high;
    if (low < high) out.push_back({low, high});
    a[i].high < b[j].high ? ++i : ++j;
  }
  return out;
}

Intervals united(Intervals a, const Intervals& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a, [](const Interval& x, const Interval& y) { return x.low < y.low; });
  Intervals out;
  for (const Interval& each : a) {
    if (out.empty() || out.back().high < each.low)
      out.push_back(each);
    else if (out.back().high < each.high)
      out.back().high = each.high;
  }
  return out;
}

// A product of intervals; a subject that is not listed is free.
struct Region {
  bool is_empty = false;
  bool is_exact = false;  // all of the region satisfies what it is a region of
  std::vector<PredicateRanges::Range> ranges;

  static Region nothing() { return {true, true, {}}; }
  static Region everything(bool exact) { return {false, exact, {}}; }

  [[nodiscard]] const Intervals* find(const Subject& subject) const {
    const auto found = std::ranges::find(ranges, subject, &PredicateRanges::Range::subject);
    return found == ranges.end() ? nullptr : &found->intervals;
  }
};

// Long lists of values must not cost their square; what is left out of the gaps is no longer exact.
void limit_intervals(Region& region) {
  for (auto& range : region.ranges) {
    if (range.intervals.size() <= kMostIntervals) continue;
    range.intervals = {{range.intervals.front().low, range.intervals.back().high}};
    region.is_exact = false;
  }
}

Region both_of(const Region& a, const Region& b) {
  if (a.is_empty || b.is_empty) return Region::nothing();
  Region out{false, a.is_exact && b.is_exact, a.ranges};
  for (const auto& [subject, intervals] : b.ranges) {
    const auto found = std::ranges::find(out.ranges, subject, &PredicateRanges::Range::subject);
    if (found == out.ranges.end()) {
      out.ranges.push_back({subject, intervals});
      continue;
    }
    found->intervals = intersection(found->intervals, intervals);
    if (found->intervals.empty()) return Region::nothing();
  }
  limit_intervals(out);
  return out;
}

Region either_of(const Region& a, const Region& b) {
  if (a.is_empty) return b;
  if (b.is_empty) return a;
  Region out;
  for (const auto& [subject, intervals] : a.ranges)
    if (const Intervals* other = b.find(subject)) out.ranges.push_back({subject, united(intervals, *other)});
  // The union of two products is one only if they differ in one subject at most.
  const bool same_subject = a.ranges.size() == 1 && b.ranges.size() == 1 && out.ranges.size() == 1;
  const bool has_all = (a.ranges.empty() && a.is_exact) || (b.ranges.empty() && b.is_exact);
  out.is_exact = has_all || (same_subject && a.is_exact && b.is_exact);
  limit_intervals(out);
  return out;
}

struct Condition {
  Region when_true;
  Region when_false;
};

// A condition of which nothing is known: it may be true, and it may be false, everywhere.
Condition any_condition() { return {Region::everything(false), Region::everything(false)}; }
// A condition that is unknown everywhere, so neither true nor false anywhere.
Condition no_condition() { return {Region::nothing(), Region::nothing()}; }

Region on(const Subject& subject, Intervals intervals) {
  std::erase_if(intervals, [](const Interval& each) { return !(each.low < each.high); });
  if (intervals.empty()) return Region::nothing();
  return {false, true, {{subject, std::move(intervals)}}};
}

// True from `low` to `high`, false in the rest of the type.
Condition within(const Subject& subject, const Cut& low, const Cut& high) {
  const Cut begin{Cut::At::kTypeBegin, low.cell};
  const Cut end{Cut::At::kTypeEnd, low.cell};
  return {on(subject, {{low, high}}), on(subject, {{begin, low}, {high, end}})};
}

Condition negated(Condition condition) {
  std::swap(condition.when_true, condition.when_false);
  return condition;
}
Condition both_of(const Condition& a, const Condition& b) {
  return {both_of(a.when_true, b.when_true), either_of(a.when_false, b.when_false)};
}
Condition either_of(const Condition& a, const Condition& b) {
  return {either_of(a.when_true, b.when_true), both_of(a.when_false, b.when_false)};
}

// A cell of the stack, as far as it is known without a version.
struct Entry {
  enum class Kind : std::uint8_t { kSubject, kLiteral, kCondition, kUnknown };
  Kind kind = Kind::kUnknown;
  Subject subject;
  Cell literal = null_cell();
  Condition condition;
};

Condition condition_of(const Entry& entry) {
  if (entry.kind == Entry::Kind::kCondition) return entry.condition;
  if (entry.kind != Entry::Kind::kLiteral) return any_condition();
  if (entry.literal.kind != Cell::Kind::kBoolean) return no_condition();
  const Condition always{Region::everything(true), Region::nothing()};
  return entry.literal.boolean ? always : negated(always);
}

enum class Test : std::uint8_t { kEqual, kLess, kLessEqual };

// `subject test literal`, or the other way round.
Condition tested(Test test, const Entry& left, const Entry& right) {
  const bool is_flipped = left.kind == Entry::Kind::kLiteral;
  const Entry& subject = is_flipped ? right : left;
  const Entry& literal = is_flipped ? left : right;
  if (subject.kind != Entry::Kind::kSubject || literal.kind != Entry::Kind::kLiteral) return any_condition();
  const Cell& cell = literal.literal;
  if (cell.kind == Cell::Kind::kNull) return no_condition();
  const Cut begin{Cut::At::kTypeBegin, cell};
  const Cut before{Cut::At::kBefore, cell};
  const Cut after{Cut::At::kAfter, cell};
  const Cut end{Cut::At::kTypeEnd, cell};
  if (test == Test::kEqual) return within(subject.subject, before, after);
  const bool is_strict = test == Test::kLess;
  if (is_flipped) return within(subject.subject, is_strict ? after : before, end);
  return within(subject.subject, begin, is_strict ? before : after);
}

}  // namespace

std::strong_ordering order_in_line(const Cell& a, const Cell& b) {
  if (const auto types = type_of(a) <=> type_of(b); types != 0) return types;
  return *order_of(a, b);  // two of one type, none null
}

bool Cut::is_below(const Cell& other) const {
  if (type_of(cell) != type_of(other)) return type_of(cell) < type_of(other);
  switch (place) {
    case At::kTypeBegin:
      return true;
    case At::kBefore:
      return order_in_line(cell, other) <= 0;
    case At::kAfter:
      return order_in_line(cell, other) < 0;
    case At::kAfterPrefix:
      return against_prefix_end(other, cell) > 0;
    case At::kTypeEnd:
      return false;
  }
  return false;
}

std::strong_ordering operator<=>(const Cut& a, const Cut& b) {
  using At = Cut::At;
  if (const auto types = type_of(a.cell) <=> type_of(b.cell); types != 0) return types;
  const auto is_end = [](const Cut& cut) { return cut.place == At::kTypeBegin || cut.place == At::kTypeEnd; };
  if (is_end(a) || is_end(b)) {
    const auto side = [](const Cut& cut) {
      return cut.place == At::kTypeBegin ? -1 : cut.place == At::kTypeEnd ? 1 : 0;
    };
    return side(a) <=> side(b);
  }
  if (a.place == At::kAfterPrefix && b.place == At::kAfterPrefix) return compare_prefix_ends(a.cell, b.cell);
  if (a.place == At::kAfterPrefix) return 0 <=> against_prefix_end(b.cell, a.cell);
  if (b.place == At::kAfterPrefix) return against_prefix_end(a.cell, b.cell);
  if (const auto cells = order_in_line(a.cell, b.cell); cells != 0) return cells;
  return a.place <=> b.place;
}

Cell Subject::cell(const Dictionary& keys, KeyId key, const Dictionary& values, ValueId value) const {
  if (kind == Kind::kKey) return load(keys, key.value);
  const bool is_row = values.kind(value.value) == ValueKind::kRow;
  if (kind == Kind::kValue && !is_row) return load(values, value.value);
  if (!is_row) return null_cell();
  const auto pairs = values.elements(value.value);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == column) return load(values, pairs[i + 1]);
  return null_cell();
}

// Runs a program on entries instead of cells.
class PredicateRangeMachine {
 public:
  explicit PredicateRangeMachine(const Predicate& predicate) : predicate_(predicate) {}

  Region run() {
    if (const auto range = predicate_.integer_range())
      return on({Subject::Kind::kColumn, range->column}, {{{Cut::At::kBefore, integer_cell(range->first)},
                                                           {Cut::At::kAfter, integer_cell(range->last)}}});
    for (const Predicate::Instruction& each : predicate_.shape_->program) step(each);
    ISOLDE_INVARIANT(stack_.size() == 1);
    return condition_of(stack_.back()).when_true;
  }

 private:
  using Code = Predicate::Code;

  Entry pop() {
    Entry entry = std::move(stack_.back());
    stack_.pop_back();
    return entry;
  }
  void push(Condition condition) {
    Entry& entry = stack_.emplace_back();
    entry.kind = Entry::Kind::kCondition;
    entry.condition = std::move(condition);
  }
  void push(const Cell& literal) {
    Entry& entry = stack_.emplace_back();
    entry.kind = Entry::Kind::kLiteral;
    entry.literal = literal;
  }
  void push(Subject subject) {
    Entry& entry = stack_.emplace_back();
    entry.kind = Entry::Kind::kSubject;
    entry.subject = subject;
  }
  [[nodiscard]] Cell text(std::uint64_t place) const {
    return text_cell(std::string_view(predicate_.shape_->texts).substr(place >> 32U, place & 0xFFFFFFFFU));
  }

  void step(const Predicate::Instruction& each) {
    const auto column = static_cast<std::uint32_t>(each.argument);
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
        return push(text(each.argument));
      case Code::kKey:
        return push(Subject{Subject::Kind::kKey, 0});
      case Code::kValue:
        return push(Subject{Subject::Kind::kValue, column});
      case Code::kColumn:
        return push(Subject{Subject::Kind::kColumn, column});
      case Code::kEqual:
        return compare(Test::kEqual);
      case Code::kNotEqual:
        compare(Test::kEqual);
        return push(negated(pop().condition));
      case Code::kLess:
        return compare(Test::kLess);
      case Code::kLessEqual:
        return compare(Test::kLessEqual);
      case Code::kGreater:
        return compare_turned(Test::kLess);
      case Code::kGreaterEqual:
        return compare_turned(Test::kLessEqual);
      case Code::kAnd:
        return connect(both_of);
      case Code::kOr:
        return connect(either_of);
      case Code::kAdd:
      case Code::kSubtract:
      case Code::kMultiply:
      case Code::kDivide:
      case Code::kRemainder:
        pop();
        return forget_top();
      case Code::kNegate:
        return forget_top();
      case Code::kNot:
        return push(negated(condition_of(pop())));
      case Code::kIsNull:
        pop();
        return push(any_condition());
      case Code::kLikePrefix:
        return like_prefix(text(each.argument));
      case Code::kBetween:
        return between();
      case Code::kInBegin:
        return push(Condition{Region::nothing(), Region::everything(true)});
      case Code::kInStep:
        return in_step();
      case Code::kInEnd: {
        Entry found = pop();
        stack_.back() = std::move(found);
        return;
      }
    }
  }

  void forget_top() { stack_.back() = Entry{}; }

  void compare(Test test) {
    const Entry right = pop();
    const Entry left = pop();
    push(tested(test, left, right));
  }
  void compare_turned(Test test) {
    const Entry right = pop();
    const Entry left = pop();
    push(tested(test, right, left));
  }

  void connect(Condition (*connective)(const Condition&, const Condition&)) {
    const Entry right = pop();
    const Entry left = pop();
    push(connective(condition_of(left), condition_of(right)));
  }

  void like_prefix(const Cell& prefix) {
    const Entry like = pop();
    if (like.kind != Entry::Kind::kSubject) return push(any_condition());
    push(within(like.subject, {Cut::At::kBefore, prefix}, {Cut::At::kAfterPrefix, prefix}));
  }

  void between() {
    const Entry high = pop();
    const Entry low = pop();
    const Entry middle = pop();
    push(both_of(tested(Test::kLessEqual, low, middle), tested(Test::kLessEqual, middle, high)));
  }

  void in_step() {
    const Entry element = pop();
    const Entry found = pop();
    push(either_of(found.condition, tested(Test::kEqual, stack_.back(), element)));
  }

  const Predicate& predicate_;
  std::vector<Entry> stack_;
};

PredicateRanges PredicateRanges::of(const Predicate& predicate) {
  Region region = PredicateRangeMachine(predicate).run();
  PredicateRanges out;
  out.is_never_ = region.is_empty;
  out.is_exact_ = region.is_exact;
  out.ranges_ = std::move(region.ranges);
  return out;
}

}  // namespace isolde
