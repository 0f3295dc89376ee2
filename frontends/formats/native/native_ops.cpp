#include "frontends/formats/native/native_ops.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "frontends/formats/native/native_where.hpp"

namespace isolde::native {
namespace {

// The four functions of aggregates in the order of AggregateFunction.
enum Field : std::uint8_t {
  kOp,
  kKey,
  kValue,
  kRow,
  kWhere,
  kRows,
  kVersions,
  kStart,
  kEnd,
  kColumn,
  kCount,
  kMin,
  kMax,
  kSum,
  kFields
};
constexpr std::array<std::string_view, kFields> kFieldNames = {"op",    "key",      "value", "row", "where",
                                                               "rows",  "versions", "start", "end", "column",
                                                               "count", "min",      "max",   "sum"};

constexpr std::uint32_t bit(Field field) { return 1U << field; }

struct Shape {
  std::string_view name;
  OpKind kind;
  std::uint32_t needs;
  bool needs_version;  // one of value and row, too
};
constexpr std::array<Shape, kOpKinds> kShapes = {{
    {"r", OpKind::kRead, bit(kKey), true},
    {"w", OpKind::kWrite, bit(kKey), true},
    {"insert", OpKind::kInsert, bit(kKey), true},
    {"delete", OpKind::kDelete, bit(kKey), false},
    {"append", OpKind::kAppend, bit(kKey) | bit(kValue), false},
    {"add", OpKind::kAdd, bit(kKey) | bit(kValue), false},
    {"inc", OpKind::kIncrement, bit(kKey) | bit(kValue), false},
    {"pr", OpKind::kPredicateRead, bit(kWhere) | bit(kRows), false},
    {"pw", OpKind::kPredicateWrite, bit(kWhere) | bit(kRows), false},
    {"agg", OpKind::kAggregate, bit(kWhere), false},
}};

const Shape* find_shape(Line& line, const Fields<kFields>& fields) {
  std::string_view name;
  if (!fields.has(kOp)) {
    line.fail("an operation needs the field \"op\"");
    return nullptr;
  }
  if (!read_text(line, "op", fields.at[kOp], name)) return nullptr;
  const auto found = std::ranges::find(kShapes, name, &Shape::name);
  if (found == kShapes.end()) {
    line.fail(
        fmt::format("unknown operation {}; expected r, w, insert, delete, append, add, inc, pr, pw or "
                    "agg",
                    quote(name)));
    return nullptr;
  }
  return &*found;
}

constexpr std::uint32_t kOfColumn = bit(kMin) | bit(kMax) | bit(kSum);

// At least one function, and a column for those that need one.
bool check_functions(Line& line, std::uint32_t present) {
  if ((present & (kOfColumn | bit(kCount))) == 0)
    return line.fail("the operation \"agg\" needs at least one of \"count\", \"min\", \"max\" and \"sum\"");
  if (((present & kOfColumn) != 0) != ((present & bit(kColumn)) != 0))
    return line.fail(
        "the operation \"agg\" has \"column\" if and only if it has \"min\", \"max\" or \"sum\"");
  return true;
}

bool check_shape(Line& line, const Shape& shape, std::uint32_t present) {
  const std::uint32_t versions = bit(kValue) | bit(kRow);
  const std::uint32_t allowed =
      shape.needs | bit(kOp) | bit(kStart) | bit(kEnd) | (shape.needs_version ? versions : 0) |
      (is_predicate(shape.kind) ? bit(kVersions) : 0) |
      (shape.kind == OpKind::kAggregate ? kOfColumn | bit(kCount) | bit(kColumn) : 0);
  for (std::size_t field = 0; field < kFields; ++field) {
    const std::uint32_t mask = 1U << field;
    if ((shape.needs & mask & ~present) != 0)
      return line.fail(
          fmt::format("the operation \"{}\" needs the field \"{}\"", shape.name, kFieldNames[field]));
    if ((present & mask & ~allowed) != 0)
      return line.fail(
          fmt::format("the operation \"{}\" has no field \"{}\"", shape.name, kFieldNames[field]));
  }
  if (shape.kind == OpKind::kAggregate) return check_functions(line, present);
  const std::uint32_t given = present & versions;
  if (shape.needs_version && (given == 0 || given == versions))
    return line.fail(
        fmt::format("the operation \"{}\" needs either \"value\" or \"row\", and not both", shape.name));
  return true;
}

bool read_row_seen(Line& line, OpKind kind, Element element, RowSeen& row) {
  if (kind == OpKind::kPredicateRead) {
    constexpr std::array<std::string_view, 3> kRead = {"key", "value", "row"};
    Fields<3> fields;
    if (!collect(line, "a row of \"pr\"", element, kRead, fields)) return false;
    if (!fields.has(0) || fields.has(1) == fields.has(2))
      return line.fail("a row of \"pr\" needs \"key\" and either \"value\" or \"row\"");
    if (!read_key(line, fields.at[0], row.key)) return false;
    return fields.has(1) ? read_value(line, "value", fields.at[1], row.value)
                         : read_row(line, "row", fields.at[2], row.value);
  }
  constexpr std::array<std::string_view, 3> kWritten = {"key", "old", "new"};
  Fields<3> fields;
  if (!collect(line, "a row of \"pw\"", element, kWritten, fields)) return false;
  if (!fields.has(0) || !fields.has(1) || !fields.has(2))
    return line.fail("a row of \"pw\" needs \"key\", \"old\" and \"new\"");
  return read_key(line, fields.at[0], row.key) && read_version(line, "old", fields.at[1], row.value) &&
         read_version(line, "new", fields.at[2], row.after);
}

// Requires that the operation was added.
bool read_version_set(Line& line, Element element) {
  simdjson::dom::array versions;
  if (element.get_array().get(versions) != simdjson::SUCCESS)
    return line.fail(fmt::format("expected an array of rows for \"versions\", got {}", kind_of(element)));
  line.rows.clear();
  for (const Element version : versions)
    if (!read_row_seen(line, OpKind::kPredicateRead, version, line.rows.emplace_back())) return false;
  line.builder.set_version_set(line.rows);
  return true;
}

bool read_where(Line& line, const Fields<kFields>& fields, PredicateId& id) {
  std::string_view where;
  std::string spelled;
  if (fields.at[kWhere].get_string().get(where) != simdjson::SUCCESS) {
    if (!spell_where(line, fields.at[kWhere], spelled)) return false;
    where = spelled;
  }
  const Result<PredicateId> predicate = line.builder.predicate(where);
  if (!predicate) return line.fail(predicate.error().message);
  id = *predicate;
  return true;
}

bool read_function(Line& line, const Fields<kFields>& fields, AggregateFunction function, ValueId& result) {
  const auto field = static_cast<std::size_t>(kCount) + static_cast<std::size_t>(function);
  const Element element = fields.at[field];
  if (function == AggregateFunction::kCount) {
    std::int64_t count = 0;
    if (!read_natural(line, kFieldNames[field], element, count)) return false;
    result = line.builder.value(count);
    return true;
  }
  if (element.is_null()) {
    result = kInitial;
    return true;
  }
  if (function == AggregateFunction::kSum && !element.is_number())
    return line.fail(fmt::format("expected a number or null for \"sum\", got {}", kind_of(element)));
  return read_element(line, kFieldNames[field], element, result);
}

bool read_aggregate(Line& line, const Fields<kFields>& fields) {
  PredicateId predicate;
  AggregateSeen seen;
  if (!read_where(line, fields, predicate)) return false;
  if (fields.has(kColumn)) {
    std::string_view column;
    if (!read_text(line, "column", fields.at[kColumn], column)) return false;
    seen.column = ColumnId(line.builder.columns().intern_text(column));
  }
  for (const AggregateFunction function : kAggregateFunctions) {
    const auto number = static_cast<std::size_t>(function);
    if (fields.has(kCount + number) && !read_function(line, fields, function, seen.results[number]))
      return false;
  }
  line.builder.add_aggregate(predicate, seen);
  return !fields.has(kVersions) || read_version_set(line, fields.at[kVersions]);
}

bool read_predicate(Line& line, OpKind kind, const Fields<kFields>& fields) {
  simdjson::dom::array rows;
  if (fields.at[kRows].get_array().get(rows) != simdjson::SUCCESS)
    return line.fail(
        fmt::format("expected an array of rows for \"rows\", got {}", kind_of(fields.at[kRows])));
  PredicateId predicate;
  if (!read_where(line, fields, predicate)) return false;
  line.rows.clear();
  for (const Element row : rows)
    if (!read_row_seen(line, kind, row, line.rows.emplace_back())) return false;
  line.builder.add_predicate(kind, predicate, line.rows);
  return !fields.has(kVersions) || read_version_set(line, fields.at[kVersions]);
}

bool read_item(Line& line, OpKind kind, const Fields<kFields>& fields) {
  KeyId key;
  ValueId value = kInitial;
  if (!read_key(line, fields.at[kKey], key)) return false;
  if (kind == OpKind::kIncrement) {
    std::int64_t step = 0;
    if (!read_integer(line, "value", fields.at[kValue], step)) return false;
    value = line.builder.value(step);
  } else if (kind == OpKind::kAppend || kind == OpKind::kAdd) {
    if (!read_element(line, "value", fields.at[kValue], value)) return false;
  } else if (fields.has(kRow)) {
    if (!read_row(line, "row", fields.at[kRow], value)) return false;
  } else if (fields.has(kValue)) {
    if (!read_value(line, "value", fields.at[kValue], value)) return false;
  }
  line.builder.add(kind, key, value);
  return true;
}

bool read_times(Line& line, const Fields<kFields>& fields) {
  std::int64_t start = kNoTime;
  std::int64_t end = kNoTime;
  if (fields.has(kStart) && !read_time(line, "start", fields.at[kStart], start)) return false;
  if (fields.has(kEnd) && !read_time(line, "end", fields.at[kEnd], end)) return false;
  if (start == kNoTime && end == kNoTime) return true;
  if (end != kNoTime && end < start)
    return line.fail(fmt::format("an operation ends at {}, before it starts at {}", end, start));
  line.builder.set_operation_times(start, end);
  return true;
}

}  // namespace

bool read_operation(Line& line, Element element) {
  Fields<kFields> fields;
  if (!collect(line, "an operation", element, kFieldNames, fields)) return false;
  const Shape* shape = find_shape(line, fields);
  if (shape == nullptr || !check_shape(line, *shape, fields.present)) return false;
  const bool is_read = shape->kind == OpKind::kAggregate ? read_aggregate(line, fields)
                       : is_predicate(shape->kind)       ? read_predicate(line, shape->kind, fields)
                                                         : read_item(line, shape->kind, fields);
  return is_read && read_times(line, fields);
}

}  // namespace isolde::native
