#include "certify/proof/finding_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "certify/proof/counter_check.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

class FindingChecker {
 public:
  FindingChecker(const History& history, Facts& facts, const Finding& finding)
      : history_(history), facts_(facts), finding_(finding) {}

  Problem run() {
    if (Problem problem = check_names()) return problem;
    if (facts_.class_of(finding_.key) == Facts::KeyClass::kCounter && names_read_of_key())
      if (CounterCheck(history_, facts_, finding_).holds()) return std::nullopt;
    switch (finding_.kind) {
      case FindingKind::kAbortedRead:
      case FindingKind::kIntermediateRead:
      case FindingKind::kGarbageRead:
      case FindingKind::kFutureRead:
        if (!is_impossible_read()) return fmt::format("{} could have read that", reader());
        return is_right_reason() ? Problem() : "the read is impossible, but not for the reason given";
      case FindingKind::kInternal:
        if (contradicts_itself()) return std::nullopt;
        return fmt::format("{} reads nothing that contradicts its own writes", reader());
      case FindingKind::kPredicateMismatch:
        if (has_mismatch()) return std::nullopt;
        return fmt::format("{}'s predicate is true of the row", reader());
      case FindingKind::kRepeatedKey:
        if (is_key_repeated()) return std::nullopt;
        return fmt::format("{} is shown the key once", reader());
      case FindingKind::kDuplicateElement:
        if (is_element_repeated()) return std::nullopt;
        return fmt::format("{} is shown the element no more often than it can be there", reader());
      case FindingKind::kDirtyUpdate:
        if (is_built_on_aborted()) return std::nullopt;
        return fmt::format("{} is shown no update of an aborted one", reader());
      case FindingKind::kIncompatibleOrder:
        if (is_order_incompatible()) return std::nullopt;
        return fmt::format("{} read a list that fits", reader());
      case FindingKind::kDuplicateWrite:
        return "a value written twice violates nothing";
    }
    return "the kind of finding is unknown";
  }

  [[nodiscard]] bool is_own_fault() { return has_mismatch() || contradicts_itself(); }

 private:
  [[nodiscard]] std::string reader() const { return spell_transaction(history_, finding_.txn); }

  Problem check_names() {
    if (finding_.txn.index() >= history_.transaction_count()) return "the finding names no transaction";
    if (finding_.key.index() >= history_.key_count()) return "the finding names no key";
    if (finding_.value.index() >= history_.value_count()) return "the finding names no value";
    const IdRange<OpId> ops = history_.operations(finding_.txn);
    const bool is_own = !ops.empty() && finding_.op >= ops[0] && finding_.op <= ops[ops.size() - 1];
    if (!is_own) return fmt::format("the operation is not one of {}", reader());
    if (!facts_.counts(finding_.txn))
      return fmt::format("{} need not have committed, so what it read binds nobody", reader());
    return std::nullopt;
  }

  // Whether the operation has an external read of the key that no execution can serve.
  [[nodiscard]] bool is_impossible_read() {
    bool found = false;
    facts_.for_each_external(finding_.txn, [&](OpId op, KeyId key, ValueId value) {
      if (op == finding_.op && key == finding_.key) found |= names_part_of(value) && is_impossible(value);
    });
    return found || is_foreign_element();
  }

  // Whether a list or set that the transaction had added to itself shows an element that no transaction can
  // have put there.
  [[nodiscard]] bool is_foreign_element() {
    const Facts::KeyClass type = facts_.class_of(finding_.key);
    if (type != Facts::KeyClass::kList && type != Facts::KeyClass::kSet) return false;
    if (facts_.is_initial(finding_.key, finding_.value) || is_served(finding_.value, false)) return false;
    const auto writes = facts_.writes(finding_.key, finding_.value);
    if (std::ranges::find(writes, finding_.txn, &Facts::WriteOf::txn) != writes.end()) return false;
    bool found = false;
    for_each_list(finding_.txn, finding_.op, [&](std::span<const std::uint32_t> list) {
      found |= std::ranges::find(list, finding_.value.value) != list.end();
    });
    return found;
  }

  // Whether the finding names the value that was read, or an element of a list or set that grows.
  [[nodiscard]] bool names_part_of(ValueId value) const {
    const auto elements = facts_.elements(value);
    if (std::ranges::find(elements, finding_.value.value) != elements.end()) return true;
    const bool is_whole = elements.empty() || facts_.class_of(finding_.key) == Facts::KeyClass::kWhole;
    return is_whole && value == finding_.value;
  }

  [[nodiscard]] bool is_impossible(ValueId value) {
    const Facts::KeyClass type = facts_.class_of(finding_.key);
    const bool grows = type == Facts::KeyClass::kList || type == Facts::KeyClass::kSet;
    const bool is_list = history_.values().kind(value.value) == ValueKind::kList;
    if (grows && !is_list && value != kInitial && value != history_.initial_value(finding_.key)) return true;
    switch (type) {
      case Facts::KeyClass::kWhole:
        return value != history_.initial_value(finding_.key) && !is_served(value, true);
      case Facts::KeyClass::kList: {
        if (facts_.is_initial(finding_.key, finding_.value)) return false;
        // What ends a list was somebody's last append to it.
        const auto elements = facts_.elements(value);
        const bool is_last = !elements.empty() && elements.back() == finding_.value.value;
        return !is_served(finding_.value, false) || (is_last && !is_served(finding_.value, true));
      }
      case Facts::KeyClass::kSet:
        return !facts_.is_initial(finding_.key, finding_.value) && !is_served(finding_.value, false);
      case Facts::KeyClass::kCounter:
      case Facts::KeyClass::kOther:
        return false;
    }
    return false;
  }

  [[nodiscard]] bool names_read_of_key() const {
    const OpKind kind = history_.kind(finding_.op);
    if (kind == OpKind::kRead)
      return history_.key(finding_.op) == finding_.key && history_.value(finding_.op) == finding_.value;
    return has_rows(kind) && std::ranges::any_of(history_.rows(finding_.op), [&](const RowSeen& row) {
             return row.key == finding_.key && row.value == finding_.value;
           });
  }

  // Whether another transaction may have committed this value or element.
  [[nodiscard]] bool is_served(ValueId value, bool must_be_final) {
    return std::ranges::any_of(facts_.writes(finding_.key, value), [&](const Facts::WriteOf& write) {
      return write.txn != finding_.txn && facts_.may_commit(write.txn) && (write.is_final || !must_be_final);
    });
  }

  [[nodiscard]] bool is_right_reason() {
    const auto writes = facts_.writes(finding_.key, finding_.value);
    const auto wrote = [&](TxnId txn) {
      return std::ranges::find(writes, txn, &Facts::WriteOf::txn) != writes.end();
    };
    switch (finding_.kind) {
      case FindingKind::kAbortedRead:
        return wrote(finding_.other) && !facts_.may_commit(finding_.other);
      case FindingKind::kIntermediateRead:
        return wrote(finding_.other) && finding_.other != finding_.txn && facts_.may_commit(finding_.other);
      case FindingKind::kFutureRead:
        return wrote(finding_.txn);
      case FindingKind::kInternal:
      case FindingKind::kGarbageRead:
      case FindingKind::kPredicateMismatch:
      case FindingKind::kRepeatedKey:
      case FindingKind::kDuplicateElement:
      case FindingKind::kDirtyUpdate:
      case FindingKind::kIncompatibleOrder:
      case FindingKind::kDuplicateWrite:
        break;
    }
    return writes.empty() || is_no_list();
  }

  // Whether the read of a list or set that grows showed something that is no list.
  [[nodiscard]] bool is_no_list() const {
    const Facts::KeyClass type = facts_.class_of(finding_.key);
    return (type == Facts::KeyClass::kList || type == Facts::KeyClass::kSet) && names_read_of_key() &&
           history_.values().kind(finding_.value.value) != ValueKind::kList;
  }

  // The operations of the transaction on the key, up to the read in question: what it must have seen there.
  [[nodiscard]] bool contradicts_itself() {
    bool found = false;
    own_ = {};
    for (const OpId op : history_.operations(finding_.txn)) {
      if (op > finding_.op) break;
      const OpKind kind = history_.kind(op);
      if (is_predicate(kind)) {
        for (const RowSeen& row : history_.rows(op))
          if (row.key == finding_.key) found |= read(op, row.value);
        if (kind == OpKind::kPredicateWrite)
          for (const RowSeen& row : history_.rows(op))
            if (row.key == finding_.key) own_ = {row.after, {}, OpKind::kWrite, true};
      } else if (history_.key(op) == finding_.key) {
        if (kind == OpKind::kRead)
          found |= read(op, history_.value(op));
        else
          write(kind, history_.value(op));
      }
    }
    return found;
  }

  void write(OpKind kind, ValueId value) {
    if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement) {
      own_.updates.push_back(value.value);
      own_.kind = kind;
      own_.wrote = true;
    } else {
      own_ = {value, {}, kind, true};
    }
  }

  // Whether this read contradicts. If not, later operations go on from the value it showed.
  [[nodiscard]] bool read(OpId op, ValueId value) {
    const bool is_wrong = own_.wrote && !is_consistent(value);
    if (!own_.wrote || (!own_.updates.empty() && !is_wrong)) own_ = {value, {}, own_.kind, own_.wrote};
    return is_wrong && op == finding_.op && value == finding_.value;
  }

  [[nodiscard]] bool is_consistent(ValueId value) const {
    if (own_.updates.empty())
      return value == own_.base || (!facts_.is_exact(finding_.key) && is_alike(value, own_.base));
    if (own_.kind == OpKind::kAppend) return ends_with_updates(facts_.elements(value));
    return own_.kind == OpKind::kAdd ? holds_updates(value) : counts_updates(value);
  }

  [[nodiscard]] bool ends_with_updates(std::span<const std::uint32_t> list) const {
    const auto& appended = own_.updates;
    if (list.size() < appended.size()) return false;
    if (!std::equal(appended.rbegin(), appended.rend(), list.rbegin())) return false;
    if (!own_.base.is_valid()) return true;
    return std::ranges::equal(list.first(list.size() - appended.size()), facts_.elements(own_.base));
  }

  // Whether the set has all that was added and, where it is known what was there before, nothing else.
  [[nodiscard]] bool holds_updates(ValueId value) const {
    const auto shown = facts_.elements(value);
    const auto is_shown = [&](std::uint32_t element) {
      return std::ranges::find(shown, element) != shown.end();
    };
    if (!std::ranges::all_of(own_.updates, is_shown)) return false;
    if (!own_.base.is_valid()) return true;
    const auto base = facts_.elements(own_.base);
    if (base.empty() && own_.base != kInitial) return true;  // the base is no set: another check's business
    std::vector<std::uint32_t> expected(base.begin(), base.end());
    for (const std::uint32_t element : own_.updates)
      if (std::ranges::find(expected, element) == expected.end()) expected.push_back(element);
    return shown.size() == expected.size() && std::ranges::is_permutation(shown, expected);
  }

  // Whether the counter shows what was there before plus the updates; true if that is not known.
  [[nodiscard]] bool counts_updates(ValueId value) const {
    if (!own_.base.is_valid()) return true;
    const auto before = counter_number(history_, own_.base);
    const auto shown = counter_number(history_, value);
    if (!before) return true;  // the base is no counter: another check's business
    CounterNumber sum = *before;
    for (const std::uint32_t amount : own_.updates)
      sum += counter_number(history_, ValueId(amount)).value_or(0);
    return shown && *shown == sum;
  }

  // Whether a read of a set or counter may show either value for the other.
  [[nodiscard]] bool is_alike(ValueId a, ValueId b) const {
    const auto number = [&](ValueId value) {
      return value == kInitial || (history_.values().kind(value.value) == ValueKind::kInteger &&
                                   history_.values().integer(value.value) == 0);
    };
    const auto one = facts_.elements(a);
    const auto two = facts_.elements(b);
    return (number(a) && number(b)) || (!one.empty() && std::ranges::is_permutation(one, two));
  }

  [[nodiscard]] bool has_mismatch() const {
    if (!is_predicate(history_.kind(finding_.op))) return false;
    const Predicate& predicate = history_.predicate(history_.predicate(finding_.op));
    return std::ranges::any_of(history_.rows(finding_.op), [&](const RowSeen& row) {
      return row.key == finding_.key && row.value == finding_.value &&
             (row.value == kInitial ||
              !predicate.matches(history_.keys(), row.key, history_.values(), row.value));
    });
  }

  [[nodiscard]] bool is_key_repeated() const {
    const auto rows = history_.rows(finding_.op);
    return has_rows(history_.kind(finding_.op)) && std::ranges::count(rows, finding_.key, &RowSeen::key) > 1;
  }

  // Calls visit(elements) for every list that the transaction's operation shows of the key.
  template <class Visit>
  void for_each_list(TxnId txn, OpId op, Visit&& visit) const {
    for (const OpId each : history_.operations(txn)) {
      if (op.is_valid() && each != op) continue;
      const OpKind kind = history_.kind(each);
      if (kind == OpKind::kRead && history_.key(each) == finding_.key)
        visit(facts_.elements(history_.value(each)));
      if (!has_rows(kind)) continue;
      for (const RowSeen& row : history_.rows(each))
        if (row.key == finding_.key) visit(facts_.elements(row.value));
    }
  }

  [[nodiscard]] bool is_element_repeated() {
    const bool is_set = facts_.class_of(finding_.key) == Facts::KeyClass::kSet;
    if (!is_set && facts_.class_of(finding_.key) != Facts::KeyClass::kList) return false;
    const auto initial = facts_.elements(history_.initial_value(finding_.key));
    auto most = std::ranges::count(initial, finding_.value.value);
    if (is_set) most = std::max(most, decltype(most){1});
    for (const Facts::WriteOf& write : facts_.writes(finding_.key, finding_.value))
      most += !is_set && facts_.may_commit(write.txn) ? 1 : 0;
    bool found = false;
    for_each_list(finding_.txn, finding_.op, [&](std::span<const std::uint32_t> list) {
      found |= std::ranges::count(list, finding_.value.value) > most;
    });
    return found;
  }

  [[nodiscard]] bool is_built_on_aborted() {
    if (facts_.class_of(finding_.key) != Facts::KeyClass::kList) return false;
    if (facts_.is_initial(finding_.key, finding_.value)) return false;
    const auto writes = facts_.writes(finding_.key, finding_.value);
    if (writes.empty() || std::ranges::any_of(writes, [&](const Facts::WriteOf& write) {
          return facts_.may_commit(write.txn);
        }))
      return false;
    bool found = false;
    for_each_list(finding_.txn, finding_.op, [&](std::span<const std::uint32_t> list) {
      const auto place = std::ranges::find(list, finding_.value.value);
      for (auto later = place; later != list.end(); ++later)
        for (const Facts::WriteOf& write : facts_.writes(finding_.key, ValueId(*later)))
          found |= history_.status(write.txn) == TxnStatus::kCommitted;
    });
    return found && std::ranges::find(writes, finding_.other, &Facts::WriteOf::txn) != writes.end();
  }

  [[nodiscard]] bool is_order_incompatible() {
    if (facts_.class_of(finding_.key) != Facts::KeyClass::kList) return false;
    if (finding_.other.index() >= history_.transaction_count() || !facts_.counts(finding_.other))
      return false;
    bool found = false;
    for_each_list(finding_.txn, finding_.op, [&](std::span<const std::uint32_t> one) {
      for_each_list(finding_.other, {}, [&](std::span<const std::uint32_t> two) {
        const std::size_t common = std::min(one.size(), two.size());
        found |= !std::ranges::equal(one.first(common), two.first(common));
      });
    });
    return found;
  }

  struct Own {
    ValueId base;  // below the updates; invalid: not known
    std::vector<std::uint32_t> updates;
    OpKind kind = OpKind::kWrite;  // of the updates
    bool wrote = false;
  };

  const History& history_;
  Facts& facts_;
  const Finding& finding_;
  Own own_;
};

}  // namespace

bool contradicts_itself(const History& history, Facts& facts, TxnId txn, KeyId key) {
  const auto is_wrong = [&](OpId op, ValueId value) {
    const Finding finding{FindingKind::kInternal, txn, op, key, value, {}, {}};
    return FindingChecker(history, facts, finding).is_own_fault();
  };
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (kind == OpKind::kRead && history.key(op) == key && is_wrong(op, history.value(op))) return true;
    if (!is_predicate(kind)) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == key && is_wrong(op, row.value)) return true;
  }
  return false;
}

Problem check_finding(const History& history, Facts& facts, const Finding& finding) {
  return FindingChecker(history, facts, finding).run();
}

}  // namespace isolde
