#include "frontends/formats/native/native_scan.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/digits.hpp"
#include "base/hash.hpp"

namespace isolde::native {
namespace {

bool scan_status(Cursor& cursor, TxnStatus& status) {
  if (cursor.eat("\"committed\""))
    status = TxnStatus::kCommitted;
  else if (cursor.eat("\"aborted\""))
    status = TxnStatus::kAborted;
  else if (cursor.eat("\"unknown\""))
    status = TxnStatus::kIndeterminate;
  else
    return false;
  return true;
}

// Reads and writes come in no order a processor could predict, so no branch depends on which it is.
bool scan_kind(Cursor& cursor, OpKind& kind) {
  if (!cursor.eat('"')) return false;
  const char letter = cursor.peek();
  const bool is_read = letter == 'r';
  const bool is_write = letter == 'w';
  if (is_read | is_write) {
    kind = static_cast<OpKind>(static_cast<int>(OpKind::kRead) + static_cast<int>(is_write));
    return cursor.eat(letter) && cursor.eat_spaced("\",");
  }
  if (cursor.eat_spaced("pr\","))
    kind = OpKind::kPredicateRead;
  else if (cursor.eat_spaced("pw\","))
    kind = OpKind::kPredicateWrite;
  else if (cursor.eat_spaced("insert\","))
    kind = OpKind::kInsert;
  else if (cursor.eat_spaced("delete\","))
    kind = OpKind::kDelete;
  else
    return false;
  return true;
}
static_assert(static_cast<int>(OpKind::kWrite) == static_cast<int>(OpKind::kRead) + 1);

// A name of 1 to 8 bytes as a word: no plain string holds a zero byte, so it is no other name's.
std::uint64_t first_bytes(std::uint64_t word, std::size_t count) {
  return word & (~std::uint64_t{0} >> (64 - 8 * count));
}

}  // namespace

// Of every operation: a call costs as much as what it does.
[[gnu::always_inline]] inline bool LineScanner::scan_key(Cursor& cursor, KeyId& key) {
  Scalar name;
  if (!cursor.name(name)) return false;
  if (name.kind == Scalar::Kind::kInteger) {
    key = builder_.key(name.number);
  } else if (const std::string_view text = name.view(); text.empty() || text.size() > 8) {
    key = builder_.key(text);
  } else {
    const std::uint64_t word = first_bytes(load(text.data()), text.size());
    key = key_names_.find(word, mix(word, 0), [&] { return builder_.key(text); });
  }
  return true;
}

[[gnu::always_inline]] inline bool LineScanner::scan_value(Cursor& cursor, ValueId& value) {
  if (cursor.peek() == 'n') {
    value = kInitial;
    return cursor.eat("null");
  }
  Scalar scalar;
  if (!cursor.name(scalar)) return false;
  value = scalar.kind == Scalar::Kind::kText ? builder_.value(scalar.view()) : builder_.value(scalar.number);
  return true;
}

bool LineScanner::add(std::string_view line, std::uint64_t number) {
  Cursor cursor(line.data());
  const char* end = line.data() + line.size();
  if (cursor.eat_spaced("{\"initial\":")) return scan_initial_values(cursor, end);
  return scan_transaction(cursor, number, end);
}

bool LineScanner::scan_transaction(Cursor& cursor, std::uint64_t number, const char* end) {
  TxnInfo info{.position = number};
  if (!scan_head(cursor, info)) return false;
  builder_.begin_transaction(info);
  const bool is_mine = scan_operations(cursor) && cursor.eat("]}") && cursor.eat_rest(end);
  if (is_mine)
    builder_.end_transaction();
  else
    builder_.abandon_transaction();
  return is_mine;
}

bool LineScanner::scan_initial_values(Cursor& cursor, const char* end) {
  if (!cursor.eat('[')) return false;
  do {
    KeyId key;
    ValueId value;
    if (!cursor.eat_spaced("{\"key\":") || !scan_key(cursor, key) || !cursor.comma()) return false;
    if (!cursor.eat_spaced("\"value\":") || !scan_version(cursor, key, value) || !cursor.eat('}'))
      return false;
    builder_.set_initial_value(key, value);
  } while (cursor.comma());
  return cursor.eat("]}") && cursor.eat_rest(end);
}

bool LineScanner::scan_head(Cursor& cursor, TxnInfo& info) {
  if (!cursor.eat('{')) return false;
  if (cursor.eat_spaced("\"id\":") && !(cursor.natural(info.id) && cursor.comma())) return false;
  if (cursor.eat_spaced("\"session\":")) {
    Scalar session;
    if (cursor.peek() == '-' || !cursor.name(session) || !cursor.comma()) return false;
    info.session = session.kind == Scalar::Kind::kText ? builder_.session(session.view())
                                                       : builder_.session(session.number);
  }
  if (cursor.eat_spaced("\"status\":") && !(scan_status(cursor, info.status) && cursor.comma())) return false;
  if (cursor.eat_spaced("\"start\":") && !(cursor.natural(info.start) && cursor.comma())) return false;
  if (cursor.eat_spaced("\"end\":") && !(cursor.natural(info.end) && cursor.comma())) return false;
  return cursor.eat_spaced("\"ops\":") && cursor.eat('[');
}

bool LineScanner::scan_operations(Cursor& cursor) {
  if (cursor.peek() == ']') return true;
  do {
    if (!scan_operation(cursor)) return false;
  } while (cursor.comma());
  return true;
}

bool LineScanner::scan_operation(Cursor& cursor) {
  OpKind kind{};
  if (!cursor.eat_spaced("{\"op\":") || !scan_kind(cursor, kind)) return false;
  if (is_predicate(kind)) return scan_predicate(cursor, kind);
  KeyId key;
  ValueId value = kInitial;
  if (!cursor.eat_spaced("\"key\":") || !scan_key(cursor, key)) return false;
  if (kind != OpKind::kDelete && !(cursor.comma() && scan_value_or_row(cursor, key, value))) return false;
  builder_.add(kind, key, value);
  return cursor.eat('}');
}

// A condition that is none is for the full parser to complain about.
bool LineScanner::scan_predicate(Cursor& cursor, OpKind kind) {
  Scalar where;
  if (!cursor.eat_spaced("\"where\":") || !cursor.eat('"') || !cursor.text(where) || !cursor.comma())
    return false;
  const Result<PredicateId> predicate = builder_.predicate(where.view());
  if (!predicate || !cursor.eat_spaced("\"rows\":") || !cursor.eat('[')) return false;
  rows_.clear();
  if (cursor.peek() != ']') {
    do {
      if (!scan_row_seen(cursor, kind, rows_.emplace_back())) return false;
    } while (cursor.comma());
  }
  builder_.add_predicate(kind, *predicate, rows_);
  return cursor.eat("]}");
}

bool LineScanner::scan_row_seen(Cursor& cursor, OpKind kind, RowSeen& row) {
  if (!cursor.eat_spaced("{\"key\":") || !scan_key(cursor, row.key) || !cursor.comma()) return false;
  if (kind == OpKind::kPredicateRead) {
    if (!scan_value_or_row(cursor, row.key, row.value)) return false;
  } else {
    if (!cursor.eat_spaced("\"old\":") || !scan_version(cursor, row.key, row.value)) return false;
    if (!cursor.comma() || !cursor.eat_spaced("\"new\":")) return false;
    if (!scan_version(cursor, row.key, row.after)) return false;
  }
  return cursor.eat('}');
}

// "value" with a scalar, or "row" with columns or null.
bool LineScanner::scan_value_or_row(Cursor& cursor, KeyId key, ValueId& value) {
  if (cursor.eat_spaced("\"value\":")) return scan_value(cursor, value);
  if (!cursor.eat_spaced("\"row\":")) return false;
  if (cursor.peek() == '{') return scan_row(cursor, key, value);
  value = kInitial;
  return cursor.eat("null");
}

bool LineScanner::scan_version(Cursor& cursor, KeyId key, ValueId& value) {
  return cursor.peek() == '{' ? scan_row(cursor, key, value) : scan_value(cursor, value);
}

bool LineScanner::scan_row(Cursor& cursor, KeyId key, ValueId& value) {
  const char* begin = cursor.at();
  if (const std::size_t length = spelled_.find(key, begin, value); length != 0) {
    cursor.skip(length);
    return true;
  }
  if (!scan_columns(cursor)) return false;
  value = ValueId(builder_.values().intern_row(pairs_));
  spelled_.keep(key, {begin, static_cast<std::size_t>(cursor.at() - begin)}, value);
  return true;
}

// As scan_value. Most cells of a row that changes stay the same, and were met when it was seen last: they are
// found without a look into the dictionary, whose integers are many. What is new mostly comes in order.
[[gnu::always_inline]] inline bool LineScanner::scan_cell(Cursor& cursor, ValueId& value) {
  const std::size_t digits = cursor.few_digits();
  if (digits == 0) return scan_value(cursor, value);
  const std::uint64_t number = first_digits(load(cursor.at()), static_cast<int>(digits));
  value =
      cells_.find(number + 1, number / 4, [&] { return builder_.value(static_cast<std::int64_t>(number)); });
  cursor.skip(digits);
  return true;
}

// Rows without columns are for the full parser to complain about.
bool LineScanner::scan_columns(Cursor& cursor) {
  pairs_.clear();
  bool is_sorted = true;
  do {
    std::uint32_t column = 0;
    ValueId value;
    if (!scan_column(cursor, pairs_.size() / 2, column) || !scan_cell(cursor, value)) return false;
    is_sorted = is_sorted && (pairs_.empty() || pairs_[pairs_.size() - 2] < column);
    pairs_.push_back(column);
    pairs_.push_back(value.value);
  } while (cursor.peek() == ',');
  return (is_sorted || sort_columns()) && cursor.eat('}');
}

// `{"name":` or `,"name":`, most often the same as at this place of the row before.
[[gnu::always_inline]] inline bool LineScanner::scan_column(Cursor& cursor, std::size_t place,
                                                            std::uint32_t& column) {
  if (place < known_columns_.size() && known_columns_[place].stands_at(cursor.at())) {
    cursor.skip(known_columns_[place].length);
    column = known_columns_[place].id;
    return true;
  }
  const char* begin = cursor.at();
  Scalar name;
  if (!(place == 0 ? cursor.eat('{') : cursor.comma()) || !cursor.eat('"') || !cursor.text(name))
    return false;
  if (!cursor.eat_spaced(":")) return false;
  column = builder_.columns().intern_text(name.view());
  remember_column(place, {begin, static_cast<std::size_t>(cursor.at() - begin)}, column);
  return true;
}

void LineScanner::remember_column(std::size_t place, std::string_view spelling, std::uint32_t column) {
  if (place >= known_columns_.size()) known_columns_.resize(place + 1);
  KnownColumn& known = known_columns_[place];
  known = {.id = column};
  if (spelling.size() > 16) return;
  known.length = static_cast<std::uint32_t>(spelling.size());
  std::array<char, 16> mask = {};
  std::memset(mask.data(), 0xFF, spelling.size());
  for (std::size_t i = 0; i < 2; ++i) {
    known.masks[i] = load(mask.data() + 8 * i);
    known.words[i] = load(spelling.data() + 8 * i) & known.masks[i];
  }
}

// A column that comes twice is for the full parser to complain about.
bool LineScanner::sort_columns() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;
  for (std::size_t i = 0; i < pairs_.size(); i += 2) sorted.emplace_back(pairs_[i], pairs_[i + 1]);
  std::ranges::sort(sorted);
  pairs_.clear();
  for (const auto& [column, cell] : sorted) {
    if (!pairs_.empty() && pairs_[pairs_.size() - 2] == column) return false;
    pairs_.insert(pairs_.end(), {column, cell});
  }
  return true;
}

}  // namespace isolde::native
