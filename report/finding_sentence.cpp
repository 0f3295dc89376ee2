#include "report/finding_sentence.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "history/findings/counter_values.hpp"
#include "history/findings/own_writes.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

__extension__ using Wide = __int128;

bool is_update(OpKind kind) { return kind >= OpKind::kAppend && kind <= OpKind::kIncrement; }

class FindingSentence {
 public:
  FindingSentence(const History& history, const Finding& finding, Detail detail)
      : history_(history),
        finding_(finding),
        words_(history, detail),
        reader_(words_.txn(finding.txn)),
        other_(finding.other.is_valid() ? words_.txn(finding.other) : ""),
        key_(words_.key(finding.key)),
        value_(words_.value(finding.value)),
        since_(finding.kind == FindingKind::kInternal ? operation_held_to() : OpId()) {}

  [[nodiscard]] std::string run() const {
    switch (finding_.kind) {
      case FindingKind::kAbortedRead:
      case FindingKind::kIntermediateRead:
      case FindingKind::kGarbageRead:
      case FindingKind::kFutureRead:
        return impossible_read();
      case FindingKind::kInternal:
        return fmt::format("{} reads {} = {}, {}", reader_, key_, value_, internal());
      case FindingKind::kPredicateMismatch:
        return fmt::format("{} asks for rows where {} and is shown {} = {}, which does not satisfy it",
                           reader_, words_.condition(finding_.op), key_, value_);
      case FindingKind::kRepeatedKey:
        return fmt::format("{} asks for rows where {} and is shown {} twice, the second time as {}", reader_,
                           words_.condition(finding_.op), key_, value_);
      case FindingKind::kDuplicateElement:
        return fmt::format("{} reads {} = {}, with {} in it more often than it was {}", reader_, key_,
                           words_.value(shown()), value_, Words::put(words_.kind_of_changes(finding_.key)));
      case FindingKind::kDirtyUpdate:
        return fmt::format(
            "{} reads {} = {}, where {} appended {} and aborted, yet elements that committed follow it",
            reader_, key_, words_.value(shown()), other_, value_);
      case FindingKind::kIncompatibleOrder:
        return incompatible_order();
      case FindingKind::kDuplicateWrite:
        return duplicate_write();
    }
    return {};
  }

 private:
  // Repeats what validation saw of the transaction and the key.
  [[nodiscard]] OpId operation_held_to() const {
    OwnWrites own(history_, finding_.key);
    own.begin(finding_.txn);
    const auto read = [&](OpId op, ValueId value) {
      if (!own.wrote(finding_.key))
        own.observe(op, finding_.key, value);
      else
        (void)own.contradiction(op, finding_.key, value);
    };
    for (const OpId op : history_.operations(finding_.txn)) {
      if (op == finding_.op) break;
      const OpKind kind = history_.kind(op);
      if (is_predicate(kind)) {
        for (const RowSeen& row : history_.rows(op))
          if (row.key == finding_.key) read(op, row.value);
        if (kind != OpKind::kPredicateWrite) continue;
        for (const RowSeen& row : history_.rows(op))
          if (row.key == finding_.key) own.write(op, row.key, row.after);
      } else if (history_.key(op) == finding_.key) {
        if (kind == OpKind::kRead)
          read(op, history_.value(op));
        else if (is_update(kind))
          own.update(op, finding_.key, history_.value(op));
        else
          own.write(op, finding_.key, history_.value(op));
      }
    }
    return own.wrote(finding_.key) ? own.since(finding_.key) : OpId();
  }

  [[nodiscard]] bool holds(ValueId list, ValueId element) const {
    if (!is_list(history_, list)) return false;
    const auto elements = history_.values().elements(list.value);
    return std::ranges::find(elements, element.value) != elements.end();
  }

  // What the operation showed of the key: the finding's value, or a list or set that it is an element of.
  [[nodiscard]] ValueId shown() const {
    const OpKind kind = history_.kind(finding_.op);
    if (!is_predicate(kind))
      return holds(history_.value(finding_.op), finding_.value) ? history_.value(finding_.op)
                                                                : finding_.value;
    for (const RowSeen& row : history_.rows(finding_.op))
      if (row.key == finding_.key && holds(row.value, finding_.value)) return row.value;
    return finding_.value;
  }

  [[nodiscard]] std::string impossible_read() const {
    const OpKind changes = words_.kind_of_changes(finding_.key);
    // A list may be shown once per element at fault, so showing all of it each time would take quadratic
    // space; it is always cut.
    const ValueId seen = shown();
    const std::string value = seen == finding_.value ? value_ : spell_value(history_, seen);
    const std::string read = fmt::format("{} reads {} = {}", reader_, key_, value);
    if (changes == OpKind::kIncrement) return fmt::format("{}, {}", read, why_impossible_sum());
    return fmt::format(
        "{}, {}", read,
        seen != finding_.value ? why_impossible_element(changes) : why_impossible_value(changes));
  }

  [[nodiscard]] std::string why_impossible_sum() const {
    if (finding_.kind == FindingKind::kAbortedRead)
      return fmt::format("which adds up if an increment of {} is counted, which aborted", other_);
    if (finding_.kind == FindingKind::kIntermediateRead)
      return fmt::format("which adds up if some increments of {} are counted, but not all", other_);
    if (finding_.kind == FindingKind::kFutureRead)
      return "which adds up if an increment is counted that it only makes later itself";
    return counter_value(history_, finding_.value) ? "to which no increments add up"
                                                   : "which is no number, as a counter is";
  }

  [[nodiscard]] std::string why_impossible_element(OpKind changes) const {
    const std::string_view put = Words::put(changes);
    if (finding_.kind == FindingKind::kAbortedRead)
      return fmt::format("which holds {}, {} by {}, which aborted", value_, put, other_);
    if (finding_.kind == FindingKind::kIntermediateRead)
      return fmt::format("which ends with {} of {}, but lacks what {} {} after it", value_, other_, other_,
                         put);
    if (finding_.kind == FindingKind::kFutureRead)
      return fmt::format("which holds {}, which it only {} later itself", value_,
                         changes == OpKind::kAdd ? "adds" : "appends");
    return fmt::format("which holds {}, which no transaction {}", value_, put);
  }

  [[nodiscard]] std::string why_impossible_value(OpKind changes) const {
    if (finding_.kind == FindingKind::kAbortedRead)
      return fmt::format("written by {}, which aborted", other_);
    if (finding_.kind == FindingKind::kIntermediateRead)
      return fmt::format("an intermediate value that {} itself overwrote later", other_);
    if (finding_.kind == FindingKind::kFutureRead) return "which it only writes later itself";
    if (finding_.value == kInitial)
      return fmt::format("although {} was {} at first and no transaction deleted it", key_,
                         words_.value(history_.initial_value(finding_.key)));
    if (is_update(changes) && !is_list(history_, finding_.value))
      return fmt::format("which is no {}, although {} is one that transactions only {} to",
                         changes == OpKind::kAdd ? "set" : "list", key_, Words::put(changes));
    return "which no transaction wrote";
  }

  // A read that does not fit what the transaction did to the key before.
  [[nodiscard]] std::string internal() const {
    if (finding_.expected.is_valid()) return internal_value();
    if (!since_.is_valid()) return internal_without_base(words_.kind_of_changes(finding_.key), {});
    std::vector<ValueId> updates;
    OpKind kind = OpKind::kAppend;
    for (const OpId op : history_.operations(finding_.txn)) {
      if (op < since_ || op >= finding_.op || !is_update(history_.kind(op))) continue;
      if (history_.key(op) != finding_.key) continue;
      updates.push_back(history_.value(op));
      kind = history_.kind(op);
    }
    if (is_update(history_.kind(since_))) return internal_without_base(kind, updates);
    return internal_with_base(kind, updates);
  }

  // Nothing came between the operation that left or showed the value, and the read.
  [[nodiscard]] std::string internal_value() const {
    const std::string expected = words_.value(finding_.expected);
    if (!since_.is_valid()) return fmt::format("although it had left {} there itself", expected);
    if (finding_.expected == kInitial) return "although it had deleted it itself";
    return fmt::format("although it had {} {} there itself", did_before(), expected);
  }

  [[nodiscard]] std::string_view did_before() const {
    const OpKind kind = history_.kind(since_);
    return kind == OpKind::kRead || kind == OpKind::kPredicateRead ? "read" : "written";
  }

  // What the key held before the transaction's own updates is not known.
  [[nodiscard]] std::string internal_without_base(OpKind kind, const std::vector<ValueId>& updates) const {
    if (kind == OpKind::kIncrement) return "which adds up only without increments that it had made itself";
    if (updates.empty()) return "which does not fit what it had put there itself";
    if (kind == OpKind::kAdd) {
      std::vector<ValueId> missing;
      for (const ValueId each : updates)
        if (!holds(finding_.value, each)) missing.push_back(each);
      return fmt::format("which lacks {}, which it had added itself", words_.all_of(missing));
    }
    std::vector<std::uint32_t> end;
    for (const ValueId each : updates) end.push_back(each.value);
    return fmt::format("which does not end with {}, which it had appended itself", words_.list(end));
  }

  // "although it had read [1] there and then appended 3 itself, which gives [1 3]".
  [[nodiscard]] std::string internal_with_base(OpKind kind, const std::vector<ValueId>& updates) const {
    const ValueId base = base_value();
    const std::string before = base == kInitial && did_before() == "written"
                                   ? "deleted it"
                                   : fmt::format("{} {} there", did_before(), words_.value(base));
    const std::string what = kind == OpKind::kAppend ? "appended " + words_.all_of(updates)
                             : kind == OpKind::kAdd  ? "added " + words_.all_of(updates)
                                                     : "incremented it by " + words_.all_of(updates);
    return fmt::format("although it had {} and then {} itself, which gives {}", before, what,
                       kind == OpKind::kIncrement ? sum(base, updates) : grown(kind, base, updates));
  }

  [[nodiscard]] ValueId base_value() const {
    const OpKind kind = history_.kind(since_);
    if (!is_predicate(kind)) return history_.value(since_);
    for (const RowSeen& row : history_.rows(since_))
      if (row.key == finding_.key) return row.after.is_valid() ? row.after : row.value;
    return kInitial;
  }

  [[nodiscard]] std::string grown(OpKind kind, ValueId base, const std::vector<ValueId>& updates) const {
    std::vector<std::uint32_t> elements;
    if (is_list(history_, base)) {
      const auto old = history_.values().elements(base.value);
      elements.assign(old.begin(), old.end());
    }
    for (const ValueId each : updates)
      if (kind == OpKind::kAppend || std::ranges::find(elements, each.value) == elements.end())
        elements.push_back(each.value);
    return words_.list(elements);
  }

  [[nodiscard]] std::string sum(ValueId base, const std::vector<ValueId>& updates) const {
    Wide total = counter_value(history_, base).value_or(0);
    for (const ValueId each : updates) total += counter_value(history_, each).value_or(0);
    const bool is_small = total >= std::numeric_limits<std::int64_t>::min() &&
                          total <= std::numeric_limits<std::int64_t>::max();
    return is_small ? fmt::format("{}", static_cast<std::int64_t>(total)) : "another number";
  }

  [[nodiscard]] std::string incompatible_order() const {
    const auto mine = history_.values().elements(finding_.value.value);
    for (const OpId op : history_.operations(finding_.other)) {
      if (history_.kind(op) != OpKind::kRead || history_.key(op) != finding_.key ||
          !is_list(history_, history_.value(op)))
        continue;
      const auto theirs = history_.values().elements(history_.value(op).value);
      const std::size_t common = std::min(mine.size(), theirs.size());
      if (!std::ranges::equal(mine.first(common), theirs.first(common)))
        return fmt::format(
            "{} reads {} = {} and {} reads {} = {}, but {} only grows at its end, so one of them should "
            "begin with the other",
            reader_, key_, value_, other_, key_, words_.value(history_.value(op)), key_);
    }
    return fmt::format("{} reads {} = {}, and {} reads its elements in another order", reader_, key_, value_,
                       other_);
  }

  [[nodiscard]] std::string duplicate_write() const {
    const OpKind kind = history_.kind(finding_.op);
    if (kind == OpKind::kAppend || kind == OpKind::kAdd)
      return fmt::format("{} and {} both {} {} to {}, so a read of it has several possible writers", other_,
                         reader_, kind == OpKind::kAppend ? "append" : "add", value_, key_);
    return fmt::format("{} and {} both write {} = {}, so a read of it has several possible writers", other_,
                       reader_, key_, value_);
  }

  const History& history_;
  const Finding& finding_;
  const Words words_;
  const std::string reader_;
  const std::string other_;
  const std::string key_;
  const std::string value_;
  const OpId since_;  // of a read that disagrees: the own operation that it is held to; or none
};

}  // namespace

std::string finding_sentence(const History& history, const Finding& finding, Detail detail) {
  return FindingSentence(history, finding, detail).run();
}

}  // namespace isolde
