#include "report/sentence.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/bounds.hpp"
#include "base/visible_text.hpp"
#include "history/reads.hpp"
#include "history/value_left.hpp"
#include "report/finding_sentence.hpp"
#include "report/words.hpp"

namespace isolde {
namespace {

bool is_whole_write(OpKind kind) { return kind == OpKind::kWrite || kind == OpKind::kInsert; }

class DependencySentence {
 public:
  DependencySentence(const History& history, const Dependency& edge, Detail detail)
      : history_(history),
        edge_(edge),
        words_(history, detail),
        from_(words_.txn(edge.from)),
        to_(words_.txn(edge.to)),
        key_(edge.key.is_valid() ? words_.key(edge.key) : "") {}

  [[nodiscard]] std::string run() const {
    if (edge_.from == edge_.to) return impossible();
    switch (edge_.kind) {
      case DependencyKind::kWr:
        return wr();
      case DependencyKind::kWw:
        return ww();
      case DependencyKind::kRw:
        return rw();
      case DependencyKind::kSo:
        return fmt::format("{} precedes {} in their session", from_, to_);
      case DependencyKind::kRt:
        return rt();
    }
    return {};
  }

 private:
  // What the edge says was read. Certificates from a file do not tell; then it is what the transaction read
  // of the key, or of several reads the one of the writer's value.
  [[nodiscard]] ValueId value_read(TxnId reader, TxnId writer) const {
    if (edge_.value.is_valid()) return edge_.value;
    std::vector<ValueId> values;
    for (const OpId op : history_.operations(reader)) {
      if (history_.kind(op) == OpKind::kRead && history_.key(op) == edge_.key)
        values.push_back(history_.value(op));
      if (!has_rows(history_.kind(op))) continue;
      for (const RowSeen& row : history_.rows(op))
        if (row.key == edge_.key) values.push_back(row.value);
    }
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    if (values.size() == 1) return values.front();
    const ValueId written =
        writer.is_valid() ? value_left(history_, writer, edge_.key) : history_.initial_value(edge_.key);
    return std::ranges::find(values, written) != values.end() ? written : ValueId();
  }

  // For an operation whose result no version of its keys can have given.
  [[nodiscard]] std::string impossible() const {
    if (edge_.op.is_valid())
      return fmt::format("{} {}, and no rows that it can have seen give that", from_,
                         words_.operation(edge_.op));
    const ValueId value = value_read(edge_.from, {});
    const bool is_counter = words_.kind_of_changes(edge_.key) == OpKind::kIncrement;
    if (value.is_valid() && is_counter)
      return fmt::format("{} reads {} = {}, and no increments that it can have seen add up to that", from_,
                         key_, words_.value(value));
    if (value.is_valid())
      return fmt::format("{} reads {} = {}, and none of the versions that it can have seen shows that", from_,
                         key_, words_.value(value));
    if (reads_item(edge_.from))
      return fmt::format("{} reads {} as none of the versions that it can have seen shows it", from_, key_);
    if (const ValueId own = own_before_asking(); own.is_valid())
      return fmt::format("{} {} and does not get {}, although it had written {} there itself", from_,
                         words_.asking(edge_.from), key_, words_.value(own));
    return fmt::format("{} {} and does not get {}, which each version that it can have seen would show",
                       from_, words_.asking(edge_.from), key_);
  }

  [[nodiscard]] bool reads_item(TxnId txn) const {
    for (const OpId op : history_.operations(txn))
      if (history_.kind(op) == OpKind::kRead && history_.key(op) == edge_.key) return true;
    return false;
  }

  // What the transaction had written to the key before it asked by predicate for the last time; invalid if
  // nothing.
  [[nodiscard]] ValueId own_before_asking() const {
    ValueId written;
    ValueId found;
    for (const OpId op : history_.operations(edge_.from)) {
      if (has_rows(history_.kind(op)))
        found = written;
      else if (is_whole_write(history_.kind(op)) && history_.key(op) == edge_.key)
        written = history_.value(op);
    }
    return found == kInitial ? ValueId() : found;
  }

  // "reads x", or how the transaction went on from what it found there.
  [[nodiscard]] std::string access(TxnId txn) const {
    if (reads_item(txn)) return fmt::format("reads {}", key_);
    const OpKind change = last_change(txn);
    if (change == OpKind::kAppend) return fmt::format("appends to {}", key_);
    if (change == OpKind::kAdd) return fmt::format("adds to {}", key_);
    if (change == OpKind::kIncrement) return fmt::format("increments {}", key_);
    return fmt::format("sees {}", key_);
  }

  [[nodiscard]] std::string wr() const {
    if (edge_.reason == DependencyReason::kRowGone)
      return fmt::format("{} {} and does not get {}, which {} had {}", to_, words_.asking(edge_.to), key_,
                         from_, changed_to(edge_.from, "deleted", "changed to"));
    if (edge_.reason == DependencyReason::kAggregated)
      return fmt::format("{} takes {} as {} left it", words_.aggregate(edge_.to), key_, from_);
    const ValueId value = value_read(edge_.to, edge_.from);
    if (!value.is_valid()) return fmt::format("{} {} as {} left it", to_, access(edge_.to), from_);
    const std::string read = fmt::format("{} reads {} = {}", to_, key_, words_.value(value));
    const std::string left = words_.value(value_left(history_, edge_.from, edge_.key));
    const OpKind change = last_change(edge_.from);
    if (change == OpKind::kAppend || change == OpKind::kAdd)
      return fmt::format("{}, to which {} had {} {}", read, from_, Words::put(change), left);
    if (change == OpKind::kIncrement)
      return fmt::format("{}, which {} had incremented by {}", read, from_, left);
    if (change == OpKind::kDelete) return fmt::format("{}, since {} had deleted it", read, from_);
    return fmt::format("{}, which {} wrote", read, from_);
  }

  [[nodiscard]] OpKind last_change(TxnId writer) const {
    const std::optional<OpId> op = words_.last_change(writer, edge_.key);
    return op ? history_.kind(*op) : OpKind::kWrite;
  }

  [[nodiscard]] std::string changed_to(TxnId writer, std::string_view deleted,
                                       std::string_view changed) const {
    const ValueId left = value_left(history_, writer, edge_.key);
    return left == kInitial ? std::string(deleted) : fmt::format("{} {}", changed, words_.value(left));
  }

  [[nodiscard]] std::string ww() const {
    if (edge_.reason == DependencyReason::kPromised)
      return fmt::format("the version order of {} puts {}'s version before {}'s", key_, from_, to_);
    if (!edge_.witness.is_valid()) return fmt::format("{} writes {} before {} does", from_, key_, to_);
    return fmt::format("{} writes {} before {} does, since {} comes after {} and yet reads what {} wrote",
                       from_, key_, to_, words_.txn(edge_.witness), from_, to_);
  }

  [[nodiscard]] std::string rw() const {
    if (edge_.reason == DependencyReason::kAggregated)
      return fmt::format("{} takes {} as it was before {} changed it", words_.aggregate(edge_.from), key_,
                         to_);
    if (edge_.reason == DependencyReason::kRowMissing)
      return fmt::format("{} {} and does not get {}, which {} {}", from_, words_.asking(edge_.from), key_,
                         to_, changed_to(edge_.to, "deletes", "makes"));
    const ValueId value = value_read(edge_.from, edge_.witness);
    if (!value.is_valid())
      return fmt::format("{} {} as it was before {} changed it", from_, access(edge_.from), to_);
    const bool is_initial = !edge_.witness.is_valid() && value == history_.initial_value(edge_.key);
    const std::string read =
        fmt::format("{} reads {}{} = {}", from_, is_initial ? "the initial " : "", key_, words_.value(value));
    return read + overwritten(is_initial);
  }

  // How the other transaction changed it after that.
  [[nodiscard]] std::string overwritten(bool is_initial) const {
    const std::string left = words_.value(value_left(history_, edge_.to, edge_.key));
    const OpKind change = last_change(edge_.to);
    if (change == OpKind::kAppend) return fmt::format(", before {} appends {}", to_, left);
    if (change == OpKind::kAdd) return fmt::format(", before {} adds {}", to_, left);
    if (change == OpKind::kIncrement) return fmt::format(", before {} increments it by {}", to_, left);
    if (edge_.witness.is_valid())
      return fmt::format(", which {} wrote before {} {}", words_.txn(edge_.witness), to_,
                         changed_to(edge_.to, "deleted it", "wrote"));
    return is_initial ? fmt::format(", which {} {}", to_, changed_to(edge_.to, "deletes", "replaces by"))
                      : fmt::format(", before {} {}", to_, changed_to(edge_.to, "deletes it", "writes"));
  }

  [[nodiscard]] std::string rt() const {
    const std::int64_t end = history_.end(edge_.from);
    const std::int64_t start = history_.start(edge_.to);
    if (end == start) return fmt::format("{} ended at {}, when {} started", from_, end, to_);
    return fmt::format("{} ended at {}, before {} started at {}", from_, end, to_, start);
  }

  const History& history_;
  const Dependency& edge_;
  const Words words_;
  const std::string from_;
  const std::string to_;
  const std::string key_;
};

std::string hint_clause(const History& history, const Anomaly& anomaly) {
  if (!anomaly.initial_hint) return {};
  const std::string argument = spell_choice(history, *anomaly.initial_hint);
  return fmt::format("; if {} was {}'s initial value, say --initial {}",
                     argument.substr(argument.find_last_of('=') + 1),
                     spell_key(history, anomaly.initial_hint->key), shell_word(argument));
}

}  // namespace

std::string shell_word(std::string_view word) {
  constexpr std::string_view kNeedsNoQuotes =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=.:/,@%+";
  if (word.find_first_not_of(kNeedsNoQuotes) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string list_transactions(const History& history, const std::vector<TxnId>& txns, Detail detail) {
  std::string out;
  for (std::size_t i = 0; i < txns.size(); ++i) {
    if (detail == Detail::kBounded && i == bounds::kNamed && txns.size() > bounds::kNamed + 1)
      return out + fmt::format(" and {} more", txns.size() - i);
    if (i != 0) out += i + 1 == txns.size() ? " and " : ", ";
    out += spell_transaction(history, txns[i]);
  }
  return out;
}

std::string spell_schedule(const History& history, const Schedule& schedule) {
  const bool is_serial =
      std::ranges::none_of(schedule, [](const Event& event) { return event.kind == EventKind::kBegin; });
  std::string out;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i == bounds::kNamed) return out + fmt::format(" -> ... ({} more)", schedule.size() - i);
    if (i != 0) out += " -> ";
    if (!is_serial) out += schedule[i].kind == EventKind::kBegin ? "begin " : "commit ";
    out += spell_transaction(history, schedule[i].txn);
  }
  return out;
}

std::string sentence(const History& history, const Finding& finding, Detail detail) {
  return finding_sentence(history, finding, detail);
}

std::string sentence(const History& history, const Dependency& edge, Detail detail) {
  return DependencySentence(history, edge, detail).run();
}

std::string sentence(const History& history, const Assumption& assumption, Detail detail) {
  const Words words(history, detail);
  const std::string first = words.txn(assumption.first);
  switch (assumption.kind) {
    case Assumption::Kind::kOrder:
      return fmt::format("{} writes {} before {}", first, words.key(assumption.key),
                         words.txn(assumption.second));
    case Assumption::Kind::kReadsFrom:
      if (!assumption.second.is_valid())
        return fmt::format("{} found the initial {}", first, words.key(assumption.key));
      return fmt::format("{} found {} as {} left it", first, words.key(assumption.key),
                         words.txn(assumption.second));
    case Assumption::Kind::kTakesEffect:
      return fmt::format("{}, whose outcome is unknown, took effect", first);
    case Assumption::Kind::kNoEffect:
      return fmt::format("{}, whose outcome is unknown, had no effect", first);
  }
  return {};
}

std::string sentence(const History& history, const Anomaly& anomaly, Detail detail) {
  if (!anomaly.explanation.empty()) return visible(anomaly.explanation);
  if (anomaly.finding) return sentence(history, *anomaly.finding, detail) + hint_clause(history, anomaly);
  if (anomaly.transactions.empty()) return "no order of the transactions explains what they read";
  if (anomaly.cycle.empty())
    return fmt::format("no order of {} explains what they read",
                       list_transactions(history, anomaly.transactions, detail));
  std::string out;
  for (const Dependency& edge : anomaly.cycle)
    out += (out.empty() ? "" : "; ") + sentence(history, edge, detail);
  return out;
}

}  // namespace isolde
