#include "history/spelling.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/bounds.hpp"
#include "base/visible_text.hpp"

namespace isolde {
namespace {

std::string cut_unless_whole(std::string text, Detail detail, std::size_t most) {
  return detail == Detail::kWhole ? text : clipped(text, most);
}

class DictionarySpeller {
 public:
  DictionarySpeller(const Dictionary& dictionary, const Dictionary& columns, Detail detail)
      : dictionary_(dictionary), columns_(columns), detail_(detail) {}

  void spell(std::uint32_t id) {
    const auto end = std::back_inserter(out_);
    switch (dictionary_.kind(id)) {
      case ValueKind::kNull:
        out_ += "null";
        return;
      case ValueKind::kInteger:
        fmt::format_to(end, "{}", dictionary_.integer(id));
        return;
      case ValueKind::kReal:
        return spell_real(dictionary_.real(id));
      case ValueKind::kBoolean:
        out_ += dictionary_.boolean(id) ? "true" : "false";
        return;
      case ValueKind::kText:
        return spell_text(dictionary_.text(id));
      case ValueKind::kKeyword:
        fmt::format_to(end, ":{}", visible_name(dictionary_.text(id)));
        return;
      case ValueKind::kList:
        return spell_list(dictionary_.elements(id));
      case ValueKind::kRow:
        return spell_row(id);
    }
  }

  void spell_list(std::span<const std::uint32_t> elements) {
    const std::size_t ends = detail_ == Detail::kWhole ? elements.size() : bounds::kListEnds;
    out_ += '[';
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i == ends && elements.size() > 2 * ends) {
        fmt::format_to(std::back_inserter(out_), " … {} more …", elements.size() - 2 * ends);
        i = elements.size() - ends;
      }
      if (i != 0) out_ += ' ';
      spell(elements[i]);
    }
    out_ += ']';
  }

  std::string take() { return cut_unless_whole(std::move(out_), detail_, bounds::kValueCharacters); }

 private:
  // 1.0 is not 1.
  void spell_real(double real) {
    const std::string digits = fmt::format("{}", real);
    out_ += digits;
    if (digits.find_first_not_of("-0123456789") == std::string::npos) out_ += ".0";
  }

  void spell_text(std::string_view text) {
    if (detail_ == Detail::kWhole) {
      out_ += quoted(text);
      return;
    }
    const Clip clip = clip_of(text, bounds::kTextCharacters);
    out_ += quoted(clip.head);
    if (clip.more != 0) fmt::format_to(std::back_inserter(out_), "… ({} more characters)", clip.more);
  }

  void spell_row(std::uint32_t id) {
    const auto pairs = dictionary_.elements(id);
    out_ += '{';
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      if (i != 0) out_ += ", ";
      out_ += visible_name(columns_.text(pairs[i]));
      out_ += ": ";
      spell(pairs[i + 1]);
    }
    out_ += '}';
  }

  const Dictionary& dictionary_;
  const Dictionary& columns_;
  const Detail detail_;
  std::string out_;
};

const char* verb(OpKind kind) {
  switch (kind) {
    case OpKind::kRead:
      return "reads";
    case OpKind::kWrite:
      return "writes";
    case OpKind::kInsert:
      return "inserts";
    case OpKind::kDelete:
      return "deletes";
    case OpKind::kAppend:
      return "appends to";
    case OpKind::kAdd:
      return "adds to";
    case OpKind::kIncrement:
      return "increments";
    case OpKind::kPredicateRead:
      return "reads where";
    case OpKind::kPredicateWrite:
      return "writes where";
    case OpKind::kAggregate:
      return "aggregates where";
  }
  return "";
}

// Which rows are shown, in their order: all, or as many as fit, those of `kept_keys` with priority.
std::vector<std::size_t> shown_rows(std::span<const RowSeen> rows, Detail detail,
                                    std::span<const KeyId> kept_keys) {
  std::vector<std::size_t> shown;
  const std::size_t most = detail == Detail::kWhole ? rows.size() : std::min(rows.size(), bounds::kRows);
  for (const bool is_wanted : {true, false})
    for (std::size_t i = 0; i < rows.size() && shown.size() < most; ++i) {
      const bool is_kept = std::ranges::find(kept_keys, rows[i].key) != kept_keys.end();
      if (is_kept == is_wanted) shown.push_back(i);
    }
  std::ranges::sort(shown);
  return shown;
}

std::string spell_predicate(const History& history, OpId op, Detail detail,
                            std::span<const KeyId> kept_keys) {
  std::string out = fmt::format("{} {}:", verb(history.kind(op)), spell_condition(history, op, detail));
  const std::span<const RowSeen> rows = history.rows(op);
  if (rows.empty()) out += " no rows";
  const std::vector<std::size_t> shown = shown_rows(rows, detail, kept_keys);
  const char* separator = " ";
  for (const std::size_t i : shown) {
    out += fmt::format("{}{} = {}", separator, spell_key(history, rows[i].key, detail),
                       spell_value(history, rows[i].value, detail));
    if (rows[i].after.is_valid())
      out += fmt::format(" becomes {}", spell_value(history, rows[i].after, detail));
    separator = ", ";
  }
  if (shown.size() < rows.size()) out += fmt::format(" and {} more", rows.size() - shown.size());
  return out;
}

std::string spell_function(const History& history, const AggregateSeen& seen, AggregateFunction function) {
  const bool is_count = function == AggregateFunction::kCount;
  return fmt::format("{}({})", kAggregateNames[static_cast<std::size_t>(function)],
                     is_count ? "*" : visible_name(history.columns().text(seen.column.value)));
}

// "finds count(*) = 2, sum(v1) = 7 where v1 > 3".
std::string spell_aggregate(const History& history, OpId op, Detail detail) {
  const AggregateSeen& seen = history.aggregate(op);
  std::string out = "finds";
  const char* separator = " ";
  for (const AggregateFunction function : kAggregateFunctions) {
    if (!seen.has(function)) continue;
    const ValueId result = seen.result(function);
    out += fmt::format("{}{} = {}", separator, spell_function(history, seen, function),
                       result == kInitial ? "null" : spell_value(history, result, detail));
    separator = ", ";
  }
  return fmt::format("{} where {}", out, spell_condition(history, op, detail));
}

std::string spell_item_operation(const History& history, OpId op, Detail detail) {
  const OpKind kind = history.kind(op);
  const std::string key = spell_key(history, history.key(op), detail);
  if (kind == OpKind::kDelete) return fmt::format("{} {}", verb(kind), key);
  const std::string value = spell_value(history, history.value(op), detail);
  if (kind == OpKind::kAppend || kind == OpKind::kAdd)
    return fmt::format("{} {}: {}", verb(kind), key, value);
  return fmt::format("{} {} {} {}", verb(kind), key, kind == OpKind::kIncrement ? "by" : "=", value);
}

}  // namespace

std::string spell(const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id, Detail detail) {
  DictionarySpeller speller(dictionary, columns, detail);
  speller.spell(id);
  return speller.take();
}

std::string spell_key(const History& history, KeyId key, Detail detail) {
  const Dictionary& keys = history.keys();
  if (keys.kind(key.value) != ValueKind::kText) return spell(keys, history.columns(), key.value, detail);
  const std::string_view text = keys.text(key.value);
  if (detail == Detail::kWhole) return visible_name(text);
  const Clip clip = clip_of(text, bounds::kKeyCharacters);
  return clip.more == 0 ? visible_name(text)
                        : fmt::format("{}… ({} more characters)", quoted(clip.head), clip.more);
}

std::string spell_list(const History& history, std::span<const std::uint32_t> elements, Detail detail) {
  DictionarySpeller speller(history.values(), history.columns(), detail);
  speller.spell_list(elements);
  return speller.take();
}

std::string spell_value(const History& history, ValueId value, Detail detail) {
  if (value == kInitial) return "nothing";
  return spell(history.values(), history.columns(), value.value, detail);
}

std::string spell_transaction(const History& history, TxnId txn) {
  return fmt::format("T{}", history.external_id(txn));
}

std::string spell_condition(const History& history, OpId op, Detail detail) {
  return cut_unless_whole(visible(history.predicate(history.predicate(op)).text()), detail,
                          bounds::kConditionCharacters);
}

std::string spell_functions(const History& history, OpId op) {
  const AggregateSeen& seen = history.aggregate(op);
  std::string out;
  for (const AggregateFunction function : kAggregateFunctions)
    if (seen.has(function)) out += (out.empty() ? "" : " and ") + spell_function(history, seen, function);
  return out;
}

std::string spell_operation(const History& history, OpId op, Detail detail,
                            std::span<const KeyId> kept_keys) {
  const OpKind kind = history.kind(op);
  std::string out = kind == OpKind::kAggregate ? spell_aggregate(history, op, detail)
                    : is_predicate(kind)       ? spell_predicate(history, op, detail, kept_keys)
                                               : spell_item_operation(history, op, detail);
  return cut_unless_whole(std::move(out), detail, bounds::kOperationCharacters);
}

}  // namespace isolde
