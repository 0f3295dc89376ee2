#include "history/predicates/aggregate.hpp"

#include <algorithm>
#include <cmath>

#include "history/predicates/predicate_cell.hpp"

namespace isolde {
namespace {

using namespace predicate_cells;

constexpr double kTolerance = 1e-9;

int rank(const Cell& cell) {
  return cell.kind == Cell::Kind::kBoolean ? 0 : cell.kind == Cell::Kind::kText ? 2 : 1;
}

// Requires that neither cell is null.
std::strong_ordering total_order(const Cell& a, const Cell& b) {
  const auto order = order_of(a, b);
  return order ? *order : rank(a) <=> rank(b);
}

Cell column_of(const Dictionary& values, ValueId value, std::uint32_t column) {
  if (values.kind(value.value) != ValueKind::kRow) return null_cell();
  const auto pairs = values.elements(value.value);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == column) return load(values, pairs[i + 1]);
  return null_cell();
}

}  // namespace

AggregateRule::AggregateRule(const History& history, OpId op)
    : history_(history), seen_(history.aggregate(op)) {
  if (seen_.has(AggregateFunction::kCount)) {
    const std::uint32_t count = seen_.result(AggregateFunction::kCount).value;
    is_empty_ = history.values().kind(count) == ValueKind::kInteger && history.values().integer(count) == 0;
  }
  if (!seen_.column.is_valid()) return;
  const std::string_view name = history.columns().text(seen_.column.value);
  source_ = name == "key" ? Source::kKey : name == "value" ? Source::kValue : Source::kColumn;
}

AggregateRow AggregateRule::row(KeyId key, const Dictionary& values, ValueId value) const {
  AggregateRow row;
  row.refutes = is_empty_;
  if (source_ == Source::kNothing) return row;
  const bool is_scalar = values.kind(value.value) != ValueKind::kRow;
  const Cell cell = source_ == Source::kKey                  ? load(history_.keys(), key.value)
                    : source_ == Source::kValue && is_scalar ? load(values, value.value)
                                                             : column_of(values, value, seen_.column.value);
  if (cell.kind == Cell::Kind::kNull) return row;
  const auto compare = [&](AggregateFunction function, bool& is_extreme, bool is_least) {
    if (!seen_.has(function)) return;
    const Cell shown = load(history_.values(), seen_.result(function).value);
    if (shown.kind == Cell::Kind::kNull) {
      row.refutes = true;
      return;
    }
    const auto order = total_order(cell, shown);
    is_extreme = order == 0;
    if (is_least ? order < 0 : order > 0) row.refutes = true;
  };
  compare(AggregateFunction::kMin, row.is_minimum, true);
  compare(AggregateFunction::kMax, row.is_maximum, false);
  if (!seen_.has(AggregateFunction::kSum) || !is_number(cell)) return row;
  row.is_number = true;
  if (seen_.result(AggregateFunction::kSum) == kInitial) row.refutes = true;
  if (cell.kind == Cell::Kind::kInteger)
    row.integer = cell.integer;
  else
    row.real = cell.real;
  return row;
}

AggregateTotal AggregateRule::with(AggregateTotal total, const AggregateRow& row) const {
  if (seen_.has(AggregateFunction::kCount)) ++total.count;
  total.has_minimum |= row.is_minimum;
  total.has_maximum |= row.is_maximum;
  total.has_number |= row.is_number;
  total.integers += row.integer;
  total.reals += row.real;
  total.has_real |= row.real != 0;
  return total;
}

bool AggregateRule::may_be_met(const AggregateTotal& total) const {
  if (!seen_.has(AggregateFunction::kCount)) return true;
  const std::uint32_t shown = seen_.result(AggregateFunction::kCount).value;
  return history_.values().kind(shown) == ValueKind::kInteger &&
         total.count <= history_.values().integer(shown);
}

std::optional<std::int64_t> AggregateRule::integer_sum() const {
  if (!seen_.has(AggregateFunction::kSum)) return std::nullopt;
  const std::uint32_t shown = seen_.result(AggregateFunction::kSum).value;
  if (history_.values().kind(shown) != ValueKind::kInteger) return std::nullopt;
  return history_.values().integer(shown);
}

bool AggregateRule::is_sum_met(const AggregateTotal& total) const {
  const std::uint32_t shown = seen_.result(AggregateFunction::kSum).value;
  const Dictionary& values = history_.values();
  if (!total.has_number) return values.kind(shown) == ValueKind::kNull;
  if (values.kind(shown) == ValueKind::kInteger && !total.has_real)
    return total.integers == AggregateTotal::Wide{values.integer(shown)};
  const Cell cell = load(values, shown);
  if (!is_number(cell)) return false;
  const double sum = static_cast<double>(total.integers) + total.reals;
  const double scale = std::max({1.0, std::abs(sum), std::abs(as_real(cell))});
  return std::abs(sum - as_real(cell)) <= kTolerance * scale;
}

bool AggregateRule::is_met(const AggregateTotal& total) const {
  const auto is_null = [&](AggregateFunction function) { return seen_.result(function) == kInitial; };
  if (seen_.has(AggregateFunction::kCount)) {
    const std::uint32_t shown = seen_.result(AggregateFunction::kCount).value;
    if (history_.values().kind(shown) != ValueKind::kInteger ||
        total.count != history_.values().integer(shown))
      return false;
  }
  if (seen_.has(AggregateFunction::kMin) && total.has_minimum == is_null(AggregateFunction::kMin))
    return false;
  if (seen_.has(AggregateFunction::kMax) && total.has_maximum == is_null(AggregateFunction::kMax))
    return false;
  return !seen_.has(AggregateFunction::kSum) || is_sum_met(total);
}

}  // namespace isolde
