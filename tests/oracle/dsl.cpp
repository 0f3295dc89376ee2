#include "tests/oracle/dsl.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "history/builder.hpp"

namespace isolde {
namespace {

struct OpName {
  std::string_view name;
  OpKind kind;
};
// In the order of the kinds.
constexpr std::array<OpName, kOpKinds> kOpNames = {{{"r", OpKind::kRead},
                                                    {"w", OpKind::kWrite},
                                                    {"insert", OpKind::kInsert},
                                                    {"delete", OpKind::kDelete},
                                                    {"append", OpKind::kAppend},
                                                    {"add", OpKind::kAdd},
                                                    {"inc", OpKind::kIncrement},
                                                    {"pr", OpKind::kPredicateRead},
                                                    {"pw", OpKind::kPredicateWrite},
                                                    {"agg", OpKind::kAggregate}}};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  History parse() {
    do {
      skip_space();
      if (at_ == text_.size()) break;
      const std::string first = word();
      if (first == "init") {
        const KeyId key = parse_key();
        builder_.set_initial_value(key, parse_value());
      } else {
        parse_transaction(first);
      }
    } while (take(';'));
    skip_space();
    if (at_ != text_.size()) fail("expected ';' or the end");
    Result<History> history = std::move(builder_).finish();
    if (!history) throw std::invalid_argument(history.error().to_string());
    return std::move(*history);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw std::invalid_argument(fmt::format("{} at character {} of: {}", what, at_ + 1, text_));
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  [[nodiscard]] bool at(char c) {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool take(char c) {
    if (!at(c)) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(fmt::format("expected '{}'", c));
  }
  std::string word() {
    skip_space();
    constexpr std::string_view kStops = " \n;:,[](){}=>'";
    const std::size_t end = std::min(text_.find_first_of(kStops, at_), text_.size());
    if (end == at_) fail("expected a word");
    const std::size_t begin = std::exchange(at_, end);
    return std::string(text_.substr(begin, end - begin));
  }
  std::string quoted() {
    expect('\'');
    std::string result;
    for (;; result += '\'') {
      const std::size_t close = text_.find('\'', at_);
      if (close == std::string_view::npos) fail("expected a closing quote");
      result += text_.substr(at_, close - at_);
      at_ = close + 1;
      if (at_ == text_.size() || text_[at_] != '\'') return result;
      ++at_;
    }
  }

  static bool is_integer(std::string_view text, std::int64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
  }
  std::int64_t parse_time() {
    const std::string text = word();
    std::int64_t time = kNoTime;
    if (text != "_" && !is_integer(text, time)) fail("expected a time");
    return time;
  }

  KeyId parse_key() {
    const std::string text = word();
    std::int64_t number = 0;
    return is_integer(text, number) ? builder_.key(number) : builder_.key(text);
  }
  ValueId parse_value() {
    Dictionary& values = builder_.values();
    if (take('[')) {
      std::vector<std::uint32_t> elements;
      while (!take(']')) elements.push_back(parse_value().value);
      return elements.empty() ? kInitial : ValueId(values.intern_list(elements));
    }
    if (take('(')) return parse_row();
    const std::string text = word();
    std::int64_t number = 0;
    if (text == "nil") return kInitial;
    return is_integer(text, number) ? builder_.value(number) : builder_.value(text);
  }
  ValueId parse_row() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> columns;
    while (!take(')')) {
      const std::uint32_t column = builder_.columns().intern_text(word());
      expect('=');
      columns.emplace_back(column, parse_value().value);
    }
    std::ranges::sort(columns);
    std::vector<std::uint32_t> pairs;
    for (const auto& [column, value] : columns) pairs.insert(pairs.end(), {column, value});
    return ValueId(builder_.values().intern_row(pairs));
  }

  void parse_transaction(const std::string& session) {
    TxnInfo info;
    std::int64_t number = 0;
    if (session != "-")
      info.session = is_integer(session, number) ? builder_.session(number) : builder_.session(session);
    if (!at(':') && !at('[')) {
      const std::string status = word();
      if (status != "aborted" && status != "unknown") fail("expected 'aborted', 'unknown', '[' or ':'");
      info.status = status == "aborted" ? TxnStatus::kAborted : TxnStatus::kIndeterminate;
    }
    if (take('[')) {
      info.start = parse_time();
      expect(',');
      info.end = parse_time();
      expect(']');
    }
    expect(':');
    builder_.begin_transaction(info);
    skip_space();
    if (at_ < text_.size() && !at(';')) {
      do parse_operation();
      while (take(','));
    }
    builder_.end_transaction();
  }

  void parse_operation() {
    const std::string name = word();
    const auto found = std::ranges::find(kOpNames, name, &OpName::name);
    if (found == kOpNames.end()) fail("expected an operation");
    if (found->kind == OpKind::kAggregate) return parse_aggregate();
    if (is_predicate(found->kind)) return parse_predicate(found->kind);
    const KeyId key = parse_key();
    builder_.add(found->kind, key, found->kind == OpKind::kDelete ? kInitial : parse_value());
  }

  void parse_predicate(OpKind kind) {
    const Result<PredicateId> predicate = builder_.predicate(quoted());
    if (!predicate) fail(predicate.error().message);
    expect('{');
    std::vector<RowSeen> rows;
    while (!take('}')) {
      RowSeen row;
      row.key = parse_key();
      expect('=');
      row.value = parse_value();
      if (kind == OpKind::kPredicateWrite) {
        expect('>');
        row.after = parse_value();
      }
      rows.push_back(row);
    }
    builder_.add_predicate(kind, *predicate, rows);
  }

  void parse_aggregate() {
    AggregateSeen seen;
    if (const std::string column = word(); column != "-")
      seen.column = ColumnId(builder_.columns().intern_text(column));
    const Result<PredicateId> predicate = builder_.predicate(quoted());
    if (!predicate) fail(predicate.error().message);
    expect('{');
    while (!take('}')) {
      const auto name = std::ranges::find(kAggregateNames, word());
      if (name == kAggregateNames.end()) fail("expected count, min, max or sum");
      expect('=');
      seen.results[static_cast<std::size_t>(name - kAggregateNames.begin())] = parse_value();
    }
    builder_.add_aggregate(*predicate, seen);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  HistoryBuilder builder_;
};

std::string scalar_text(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kInteger:
      return std::to_string(dictionary.integer(id));
    case ValueKind::kReal:
      return fmt::format("{}", dictionary.real(id));
    case ValueKind::kBoolean:
      return dictionary.boolean(id) ? "true" : "false";
    case ValueKind::kText:
    case ValueKind::kKeyword:
      return std::string(dictionary.text(id));
    default:
      return "nil";
  }
}

std::string value_text(const History& history, ValueId value);

// Columns by name, not by id: the text does not depend on who was first to mention a column.
std::string row_text(const History& history, std::span<const std::uint32_t> pairs) {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
    columns.push_back(fmt::format("{}={}", scalar_text(history.columns(), pairs[i]),
                                  value_text(history, ValueId(pairs[i + 1]))));
  std::ranges::sort(columns);
  return fmt::format("({})", fmt::join(columns, " "));
}

std::string value_text(const History& history, ValueId value) {
  const Dictionary& values = history.values();
  const ValueKind kind = values.kind(value.value);
  if (kind == ValueKind::kRow) return row_text(history, values.elements(value.value));
  if (kind != ValueKind::kList) return scalar_text(values, value.value);
  std::vector<std::string> elements;
  for (const std::uint32_t element : values.elements(value.value))
    elements.push_back(value_text(history, ValueId(element)));
  return fmt::format("[{}]", fmt::join(elements, " "));
}

std::string doubled_quotes(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result;
}

std::string aggregate_text(const History& history, OpId op) {
  const AggregateSeen& seen = history.aggregate(op);
  std::vector<std::string> results;
  for (const AggregateFunction function : kAggregateFunctions)
    if (seen.has(function))
      results.push_back(fmt::format("{}={}", kAggregateNames[static_cast<std::size_t>(function)],
                                    value_text(history, seen.result(function))));
  return fmt::format(
      "agg {} '{}' {{{}}}", seen.column.is_valid() ? history.columns().text(seen.column.value) : "-",
      doubled_quotes(history.predicate(history.predicate(op)).text()), fmt::join(results, " "));
}

std::string operation_text(const History& history, OpId op) {
  const OpKind kind = history.kind(op);
  const std::string_view name = kOpNames[static_cast<std::size_t>(kind)].name;
  const auto key_text = [&](KeyId key) { return scalar_text(history.keys(), key.value); };
  if (!is_predicate(kind)) {
    std::string text = fmt::format("{} {}", name, key_text(history.key(op)));
    if (kind != OpKind::kDelete) text += " " + value_text(history, history.value(op));
    return text;
  }
  if (kind == OpKind::kAggregate) return aggregate_text(history, op);
  std::string rows;
  for (const RowSeen& row : history.rows(op)) {
    rows +=
        fmt::format("{}{}={}", rows.empty() ? "" : " ", key_text(row.key), value_text(history, row.value));
    if (kind == OpKind::kPredicateWrite) rows += ">" + value_text(history, row.after);
  }
  const std::string& where = history.predicate(history.predicate(op)).text();
  return fmt::format("{} '{}' {{{}}}", name, doubled_quotes(where), rows);
}

std::string transaction_text(const History& history, TxnId txn) {
  const SessionId session = history.session(txn);
  std::string text = session.is_valid() ? scalar_text(history.sessions(), session.value) : "-";
  if (history.status(txn) == TxnStatus::kAborted) text += " aborted";
  if (history.status(txn) == TxnStatus::kIndeterminate) text += " unknown";
  const auto time_text = [](std::int64_t time) { return time == kNoTime ? "_" : std::to_string(time); };
  if (history.start(txn) != kNoTime || history.end(txn) != kNoTime)
    text += fmt::format(" [{},{}]", time_text(history.start(txn)), time_text(history.end(txn)));
  std::string operations;
  for (const OpId op : history.operations(txn))
    operations += (operations.empty() ? " " : ", ") + operation_text(history, op);
  return text + ":" + operations;
}

}  // namespace

History history_of(std::string_view text) { return Parser(text).parse(); }

std::string text_of(const History& history) {
  std::string text;
  for (std::size_t i = 0; i < history.key_count(); ++i) {
    const ValueId value = history.initial_value(KeyId(i));
    if (value != kInitial)
      text += fmt::format("init {} {};\n", scalar_text(history.keys(), KeyId(i).value),
                          value_text(history, value));
  }
  for (const TxnId txn : history.transactions())
    text += transaction_text(history, txn) + (txn.index() + 1 < history.transaction_count() ? ";\n" : "");
  return text;
}

}  // namespace isolde
