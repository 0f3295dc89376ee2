#include "frontends/formats/native/native_spelling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_set>

#include <simdjson.h>

namespace isolde::native {
namespace {

tl::unexpected<Error> cannot_hold(std::string_view what) {
  return usage_error(fmt::format("the native format cannot hold {}", what));
}

bool is_scalar_kind(ValueKind kind) { return kind != ValueKind::kList && kind != ValueKind::kRow; }

// Texts must be UTF-8 and reals finite; ":name" must not mean both a keyword and a text.
Result<void> check_scalars(const Dictionary& dictionary, std::string_view what) {
  std::unordered_set<std::string_view> keywords;
  for (std::uint32_t id = 0; id < dictionary.size(); ++id)
    if (dictionary.kind(id) == ValueKind::kKeyword) keywords.insert(dictionary.text(id));
  for (std::uint32_t id = 0; id < dictionary.size(); ++id) {
    const ValueKind kind = dictionary.kind(id);
    if (kind == ValueKind::kReal && !std::isfinite(dictionary.real(id)))
      return cannot_hold(fmt::format("{} that is no finite number", what));
    if (kind != ValueKind::kText && kind != ValueKind::kKeyword) continue;
    const std::string_view text = dictionary.text(id);
    if (!simdjson::validate_utf8(text)) return cannot_hold(fmt::format("{} that is not UTF-8", what));
    if (kind == ValueKind::kText && text.starts_with(':') && keywords.contains(text.substr(1)))
      return cannot_hold(fmt::format("both the keyword and the text \"{}\" as {}", text, what));
  }
  return {};
}

Result<void> check_names(const Dictionary& dictionary, std::string_view what, bool allows_negative) {
  for (std::uint32_t id = 0; id < dictionary.size(); ++id) {
    const ValueKind kind = dictionary.kind(id);
    const bool is_text = kind == ValueKind::kText || kind == ValueKind::kKeyword;
    if (!is_text && kind != ValueKind::kInteger)
      return cannot_hold(fmt::format("{} that is neither text nor an integer", what));
    if (kind == ValueKind::kInteger && !allows_negative && dictionary.integer(id) < 0)
      return cannot_hold(fmt::format("the negative {} {}", what, dictionary.integer(id)));
  }
  return {};
}

Result<void> check_nesting(const Dictionary& values) {
  for (std::uint32_t id = 0; id < values.size(); ++id) {
    if (is_scalar_kind(values.kind(id))) continue;
    const bool is_row = values.kind(id) == ValueKind::kRow;
    const auto elements = values.elements(id);
    for (std::size_t i = is_row ? 1 : 0; i < elements.size(); i += is_row ? 2 : 1) {
      const ValueKind kind = values.kind(elements[i]);
      if (!is_scalar_kind(kind) || (kind == ValueKind::kNull && !is_row))
        return cannot_hold("a list or row inside another, or null in a list");
    }
  }
  return {};
}

bool is_bad_time(std::int64_t time) { return time < 0 && time != kNoTime; }

Result<void> check_transactions(const History& history) {
  for (const TxnId txn : history.transactions()) {
    if (is_bad_time(history.start(txn)) || is_bad_time(history.end(txn)))
      return cannot_hold(fmt::format("the negative time of transaction {}", history.external_id(txn)));
    for (const OpId op : history.operations(txn)) {
      if (is_bad_time(history.op_start(op)) || is_bad_time(history.op_end(op)))
        return cannot_hold(fmt::format("a negative time in transaction {}", history.external_id(txn)));
      const OpKind kind = history.kind(op);
      if (kind != OpKind::kIncrement && kind != OpKind::kAppend && kind != OpKind::kAdd) continue;
      const ValueKind value = history.values().kind(history.value(op).value);
      const bool is_fine = kind == OpKind::kIncrement ? value == ValueKind::kInteger
                                                      : is_scalar_kind(value) && value != ValueKind::kNull;
      if (!is_fine)
        return cannot_hold(fmt::format("an element or increment of transaction {}, which is no plain scalar",
                                       history.external_id(txn)));
    }
  }
  return {};
}

std::string_view escape_of(char character) {
  switch (character) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return {};
  }
}

}  // namespace

Result<void> check_spellable(const History& history) {
  for (const Result<void>& checked :
       {check_scalars(history.keys(), "a key"), check_scalars(history.values(), "a value"),
        check_scalars(history.columns(), "a column name"),
        check_scalars(history.sessions(), "a session name"), check_names(history.keys(), "a key", true),
        check_names(history.sessions(), "session", false), check_nesting(history.values()),
        check_transactions(history)}) {
    if (!checked) return checked;
  }
  for (std::size_t i = 0; i < history.predicate_count(); ++i)
    if (!simdjson::validate_utf8(history.predicate(PredicateId(i)).text()))
      return cannot_hold("a predicate that is not UTF-8");
  return {};
}

Speller::Speller(const History& history, fmt::memory_buffer& out) : history_(history), out_(out) {
  const Dictionary& columns = history.columns();
  columns_by_rank_.resize(columns.size());
  std::iota(columns_by_rank_.begin(), columns_by_rank_.end(), 0U);
  std::ranges::sort(columns_by_rank_, {}, [&](std::uint32_t column) { return columns.text(column); });
  column_ranks_.resize(columns.size());
  for (std::uint32_t rank = 0; rank < columns.size(); ++rank) column_ranks_[columns_by_rank_[rank]] = rank;
}

std::string_view status_name(TxnStatus status) {
  switch (status) {
    case TxnStatus::kCommitted:
      return "committed";
    case TxnStatus::kAborted:
      return "aborted";
    case TxnStatus::kIndeterminate:
      break;
  }
  return "unknown";
}

std::string_view op_name(OpKind kind) {
  constexpr std::array<std::string_view, kOpKinds> kNames = {"r",   "w",   "insert", "delete", "append",
                                                             "add", "inc", "pr",     "pw",     "agg"};
  return kNames[static_cast<std::size_t>(kind)];
}

void append_quoted(fmt::memory_buffer& out, std::string_view text) {
  out.push_back('"');
  for (const char character : text) {
    if (const std::string_view escape = escape_of(character); !escape.empty()) {
      out.append(escape);
    } else if (static_cast<unsigned char>(character) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(character));
    } else {
      out.push_back(character);
    }
  }
  out.push_back('"');
}

void Speller::scalar(const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kInteger:
      return number(dictionary.integer(id));
    case ValueKind::kReal: {
      // Without a point or exponent it would come back as an integer.
      const std::string text = fmt::format("{}", dictionary.real(id));
      raw(text);
      if (text.find_first_of(".e") == std::string::npos) raw(".0");
      return;
    }
    case ValueKind::kBoolean:
      return raw(dictionary.boolean(id) ? "true" : "false");
    case ValueKind::kText:
      return quoted(dictionary.text(id));
    case ValueKind::kKeyword:
      return quoted(fmt::format(":{}", dictionary.text(id)));
    case ValueKind::kNull:
    case ValueKind::kList:
    case ValueKind::kRow:
      return raw("null");
  }
}

void Speller::row(std::uint32_t id) {
  const auto elements = history_.values().elements(id);
  cells_.clear();
  for (std::size_t i = 0; i < elements.size(); i += 2)
    cells_.emplace_back(column_ranks_[elements[i]], elements[i + 1]);
  std::ranges::sort(cells_);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    raw(i == 0 ? "{" : ",");
    quoted(history_.columns().text(columns_by_rank_[cells_[i].first]));
    raw(":");
    scalar(history_.values(), cells_[i].second);
  }
  raw(cells_.empty() ? "{}" : "}");
}

void Speller::version(ValueId value) {
  const Dictionary& values = history_.values();
  if (values.kind(value.value) == ValueKind::kRow) return row(value.value);
  if (values.kind(value.value) != ValueKind::kList) return scalar(values, value.value);
  std::string_view separator = "[";
  for (const std::uint32_t element : values.elements(value.value)) {
    raw(separator);
    scalar(values, element);
    separator = ",";
  }
  raw(values.elements(value.value).empty() ? "[]" : "]");
}

void Speller::version_field(ValueId value) {
  raw(history_.values().kind(value.value) == ValueKind::kRow ? "\"row\":" : "\"value\":");
  version(value);
}

}  // namespace isolde::native
