#include "history/predicates/predicate_types.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "history/predicates/predicate_lexer.hpp"

namespace isolde {
namespace {

enum : std::uint8_t { kNumberBit = 1, kTextBit = 2, kBooleanBit = 4, kPresentBit = 8 };

// By ValueKind.
constexpr std::array<std::uint8_t, 8> kBits = {0,        kNumberBit, kNumberBit, kBooleanBit,
                                               kTextBit, kTextBit,   0,          0};
static_assert(static_cast<std::size_t>(ValueKind::kRow) + 1 == kBits.size());

std::uint8_t bit_of(const Dictionary& dictionary, std::uint32_t id) {
  return kBits[static_cast<std::size_t>(dictionary.kind(id))];
}

// Whether any value was ever written or seen.
bool has_versions(const History& history) {
  for (std::size_t key = 0; key < history.key_count(); ++key)
    if (history.initial_value(KeyId(key)) != kInitial) return true;
  for (const TxnId txn : history.transactions())
    for (const OpId op : history.operations(txn)) {
      if (is_predicate(history.kind(op)) ? !history.rows(op).empty() : history.value(op) != kInitial)
        return true;
    }
  return false;
}

// The column that an aggregate looks at.
Result<void> check_aggregate(const History& history, OpId op, const ColumnTypes& types) {
  const AggregateSeen& seen = history.aggregate(op);
  if (!seen.column.is_valid()) return {};
  const std::string_view name = history.columns().text(seen.column.value);
  const bool is_pseudo = name == "key" || name == "value";
  if (!is_pseudo && !types.is_known(name))
    return usage_error(fmt::format("no row has the column {}, which an aggregate asks for", shown(name)));
  using Type = ColumnTypes::Type;
  const Type type = name == "key" ? types.key() : name == "value" ? types.value() : types.column(name);
  if (seen.has(AggregateFunction::kSum) && type != Type::kAny && type != Type::kNumber)
    return usage_error(fmt::format("the column {} has no sum, since it does not hold numbers", shown(name)));
  return {};
}

}  // namespace

ColumnTypes::ColumnTypes(const History& history) : history_(history), columns_(history.columns().size()) {
  for (std::uint32_t id = 0; id < history.keys().size(); ++id) key_ |= bit_of(history.keys(), id);
  const Dictionary& values = history.values();
  for (std::uint32_t id = 0; id < values.size(); ++id) {
    if (values.kind(id) != ValueKind::kRow) {
      scalar_ |= bit_of(values, id);
      continue;
    }
    has_rows_ = true;
    const auto pairs = values.elements(id);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      columns_[pairs[i]] |= static_cast<Seen>(kPresentBit | bit_of(values, pairs[i + 1]));
  }
  is_empty_ = !has_rows_ && !has_versions(history);
  if (is_empty_) scalar_ = 0;  // results of aggregates are values, too
}

ColumnTypes::Type ColumnTypes::type_of(Seen seen) {
  switch (seen & ~kPresentBit) {
    case kNumberBit:
      return Type::kNumber;
    case kTextBit:
      return Type::kText;
    case kBooleanBit:
      return Type::kBoolean;
    default:
      return Type::kAny;
  }
}

ColumnTypes::Seen ColumnTypes::seen_in(std::string_view column) const {
  for (std::uint32_t id = 0; id < columns_.size(); ++id)
    if (history_.columns().text(id) == column) return columns_[id];
  return 0;
}

ColumnTypes::Type ColumnTypes::column(std::string_view name) const { return type_of(seen_in(name)); }

// Cells of rows are values, too, so this errs on the side of kAny.
ColumnTypes::Type ColumnTypes::value() const {
  return type_of(static_cast<Seen>(scalar_ | (has_rows_ ? seen_in("value") : 0)));
}

bool ColumnTypes::is_known(std::string_view column) const {
  return is_empty_ || (seen_in(column) & kPresentBit) != 0;
}

Result<void> check_predicate_types(const History& history) {
  if (history.predicate_count() == 0) return {};
  const ColumnTypes types(history);
  std::vector<bool> is_checked;  // by shape
  ErrorList errors;
  const auto keep = [&](TxnId txn, const Result<void>& checked) {
    if (!checked) errors.add(input_error(history.place(txn), checked.error().message));
  };
  for (const TxnId txn : history.transactions()) {
    for (const OpId op : history.operations(txn)) {
      if (history.kind(op) == OpKind::kAggregate) keep(txn, check_aggregate(history, op, types));
      if (!is_predicate(history.kind(op))) continue;
      const Predicate& predicate = history.predicate(history.predicate(op));
      const std::size_t shape = predicate.shape_number();
      if (shape >= is_checked.size()) is_checked.resize(shape + 1);
      if (is_checked[shape]) continue;
      is_checked[shape] = true;
      keep(txn, check_predicate_types(predicate.text(), types));
    }
    if (errors.is_over()) break;
  }
  if (!errors.is_empty()) return tl::unexpected(std::move(errors).take());
  return {};
}

}  // namespace isolde
