// Adya's rule that a key inserted again is a new object (history/variants/new_objects.hpp).
#include "history/variants/new_objects.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "check/reinsert.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/oracle_level.hpp"
#include "tests/oracle/random_history.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

Verdict verdict_of(std::string_view text, Level level) {
  History history = history_of(text);
  CheckOptions options;
  options.level = level;
  return check_new_objects(history, options).decision.verdict;
}

std::vector<std::string> variants_of(std::string_view text) {
  const History history = history_of(text);
  const NewObjects objects(history, info(Level::kSerializable), 0);
  EXPECT_FALSE(objects.problem()) << *objects.problem();
  std::vector<std::string> result;
  for (std::size_t i = 0; i < objects.variant_count(); ++i) result.push_back(text_of(objects.variant(i)));
  return result;
}

TEST(NewObjects, WithoutADeleteThereIsOne) {
  const char* text = "a: insert k 1;\nb: insert k 2;\nc: r k 2";
  EXPECT_EQ(variants_of(text), std::vector<std::string>{text});
}

TEST(NewObjects, WhatClientsSawTellsThemApart) {
  EXPECT_EQ(
      variants_of("a: insert k 1;\nb: r k 1, delete k;\nc: insert k 2, w k 3;\nd: r k 3, r k nil"),
      std::vector<std::string>{
          "a: insert k 1;\nb: r k 1, delete k;\nc: insert k#2 2, w k#2 3;\nd: r k#2 3, r k nil, r k#2 nil"});
}

TEST(NewObjects, RowsOfPredicatesTellThemApart) {
  EXPECT_EQ(
      variants_of("init k 1;\na: pw 'value > 0' {k=1>nil};\nb: insert k 2;\nc: pr 'value > 0' {k=1 k=2}"),
      std::vector<std::string>{"init k 1;\na: pw 'value > 0' {k=1>nil};\nb: insert k#2 2;\n"
                               "c: pr 'value > 0' {k=1 k#2=2}"});
}

TEST(NewObjects, ABlindDeleteMayBeOfEither) {
  const auto variants = variants_of("init k 1;\na: delete k;\nb: insert k 2");
  EXPECT_EQ(variants.size(), 2U);
}

TEST(NewObjects, PostgresqlsTwoRowsAreTwoObjects) {
  const char* text = "init k 1; a: pr 'value > 0' {k=1}, insert k 2, pr 'value > 0' {k=1 k=2}; b: delete k";
  EXPECT_EQ(verdict_of(text, Level::kSerializable), Verdict::kAccept);
  EXPECT_FALSE(satisfies(history_of(text), OracleLevel::kRepeatableRead));
}

// The deleter and who inserts again do not write one object, so a snapshot allows both at once.
TEST(NewObjects, HaveNoVersionOrderBetweenThem) {
  const char* text =
      "init k 1; init x 0; init y 0; a: r k 1, r x 0, delete k, w y 1; b: r y 0, insert k 2, w x 1";
  EXPECT_EQ(verdict_of(text, Level::kSnapshotIsolation), Verdict::kAccept);
  EXPECT_FALSE(satisfies(history_of(text), OracleLevel::kSnapshotIsolation));
  EXPECT_EQ(verdict_of(text, Level::kSerializable), Verdict::kReject);
}

TEST(NewObjects, WhatCannotBeToldIsUnknown) {
  EXPECT_EQ(
      verdict_of("init k 1; a: delete k; b: insert k 2; c: pr 'key = ''k''' {k=2}", Level::kSerializable),
      Verdict::kUnknown);
  std::string many = "init k 1; b: insert k 2";
  for (int i = 0; i < 7; ++i) many += "; d" + std::to_string(i) + ": delete k";
  EXPECT_EQ(verdict_of(many, Level::kSerializable), Verdict::kUnknown);
}

TEST(NewObjects, TakeADeleteThatMayCommit) {
  const char* text = "init k 1; a aborted: delete k; b [0,1]: insert k 2; c [2,3]: r k 1";
  EXPECT_EQ(verdict_of(text, Level::kStrictSerializable), Verdict::kReject);
  EXPECT_EQ(verdict_of(text, Level::kSerializable), Verdict::kAccept);
  EXPECT_EQ(verdict_of("init k 1; a aborted: pw 'value > 0' {k=1>nil}; b [0,1]: insert k 2; c [2,3]: r k 1",
                       Level::kStrictSerializable),
            Verdict::kReject);
  EXPECT_EQ(verdict_of("init k 1; a unknown: delete k; b [0,1]: insert k 2; c [2,3]: r k 1",
                       Level::kStrictSerializable),
            Verdict::kAccept);
}

TEST(NewObjects, TakeADeleteThatDoesNotFollow) {
  const char* late = "init k 1; a [0,1]: insert k 2; b [2,3]: r k 1; c [4,5]: delete k";
  EXPECT_EQ(verdict_of(late, Level::kStrictSerializable), Verdict::kReject);
  EXPECT_EQ(verdict_of(late, Level::kStrongSnapshotIsolation), Verdict::kReject);
  EXPECT_EQ(verdict_of(late, Level::kStrongSessionSerializable), Verdict::kAccept);
  const char* same_session = "init k 1; a: insert k 2; a: r k 1; a: delete k";
  EXPECT_EQ(verdict_of(same_session, Level::kStrongSessionSerializable), Verdict::kReject);
  EXPECT_EQ(verdict_of(same_session, Level::kSerializable), Verdict::kAccept);
  EXPECT_EQ(variants_of("init k 1;\na: insert k 2, delete k"),
            std::vector<std::string>{"init k 1;\na: insert k 2, delete k"});
}

// Nobody deletes what was never there.
TEST(NewObjects, AreNotMadeByAbortedInserts) {
  const char* text = "init k 1; a aborted: insert k 2; b [0,1]: delete k; c [2,3]: r k 1";
  EXPECT_EQ(verdict_of(text, Level::kStrictSerializable), Verdict::kReject);
  EXPECT_EQ(verdict_of("init k 1; a: delete k; b aborted: insert k 2; c: insert k 3; d: r k 2",
                       Level::kSerializable),
            Verdict::kReject);
}

// By brute force: all assignments of operations to objects that agree with what was seen, each judged by the
// oracle. Independent of which are determined: an operation that names a value may be about any object.
class Assignments {
 public:
  Assignments(const History& history, const LevelInfo& level) : history_(history), level_(level) {
    for (std::size_t i = 0; i < history.key_count(); ++i) objects_.push_back(count_objects(KeyId(i)));
    for (const TxnId txn : history.transactions())
      for (const OpId op : history.operations(txn)) add_slots(txn, op);
  }

  [[nodiscard]] bool any_satisfies() { return extend(0); }
  [[nodiscard]] bool is_small() const {
    std::size_t ways = 1;
    for (const Slot& slot : slots_)
      if (slot.kind != Slot::Kind::kNothing && !slot.fixed) ways *= objects_[slot.key.index()];
    return ways <= 128;
  }

 private:
  struct Slot {  // an operation on a key, or a row
    enum class Kind : std::uint8_t { kNothing, kRead, kWrite, kReadAndWrite };
    Kind kind;
    TxnId txn;
    KeyId key;
    std::optional<std::size_t> fixed;
  };

  [[nodiscard]] bool is_aborted(TxnId txn) const { return history_.status(txn) == TxnStatus::kAborted; }
  [[nodiscard]] bool is_insert(OpId op) const {
    return history_.kind(op) == OpKind::kInsert && history_.value(op) != kInitial;
  }

  [[nodiscard]] bool deletes(OpId op, KeyId key) const {
    if (history_.kind(op) == OpKind::kPredicateWrite)
      return std::ranges::any_of(history_.rows(op),
                                 [&](const RowSeen& row) { return row.key == key && row.after == kInitial; });
    return is_item_write(history_.kind(op)) && history_.key(op) == key && history_.value(op) == kInitial;
  }

  // Whether `b` can only have come after `a`.
  [[nodiscard]] bool follows(TxnId a, TxnId b) const {
    if (history_.status(a) != TxnStatus::kCommitted) return false;
    const bool same_session = history_.session(a).is_valid() && history_.session(a) == history_.session(b);
    if (level_.session_order && same_session && a < b) return true;
    if (!level_.real_time || history_.end(a) == kNoTime || history_.start(b) == kNoTime) return false;
    const bool is_one_instant = history_.start(a) == history_.end(b);
    return history_.end(a) <= history_.start(b) && !is_one_instant;
  }

  [[nodiscard]] bool is_reinsert(TxnId txn, OpId insert) const {
    for (const TxnId other : history_.transactions())
      for (const OpId op : history_.operations(other))
        if (!is_aborted(other) && deletes(op, history_.key(insert)) &&
            (other == txn ? op < insert : !follows(txn, other)))
          return true;
    return false;
  }

  // Object 0 is the first one, if there is a first; then one for each insert after a delete.
  [[nodiscard]] std::size_t count_objects(KeyId key, OpId until = {}, bool* is_new = nullptr) const {
    std::size_t count = 0;
    bool has_first = history_.initial_value(key) != kInitial;
    for (const TxnId txn : history_.transactions())
      for (const OpId op : history_.operations(txn)) {
        if (is_predicate(history_.kind(op)) || history_.key(op) != key || !is_insert(op) || is_aborted(txn))
          continue;
        const bool is_again = is_reinsert(txn, op);
        has_first |= !is_again;
        if (is_new != nullptr && op == until) *is_new = is_again;
        if (is_again && (!until.is_valid() || op < until)) ++count;
      }
    return std::max<std::size_t>(until.is_valid() ? 0 : 1, count + (has_first ? 1 : 0));
  }

  void add_slots(TxnId txn, OpId op) {
    const std::optional<std::size_t> fixed = is_aborted(txn) ? std::optional<std::size_t>(0) : std::nullopt;
    if (history_.kind(op) == OpKind::kAggregate) return;
    if (is_predicate(history_.kind(op))) {
      const bool writes = history_.kind(op) == OpKind::kPredicateWrite;
      for (const RowSeen& row : history_.rows(op))
        slots_.push_back({writes ? Slot::Kind::kReadAndWrite : Slot::Kind::kRead, txn, row.key, fixed});
      return;
    }
    const KeyId key = history_.key(op);
    Slot slot{Slot::Kind::kWrite, txn, key, fixed};
    if (history_.kind(op) == OpKind::kRead)
      slot.kind = history_.value(op) == kInitial ? Slot::Kind::kNothing : Slot::Kind::kRead;
    if (is_insert(op) && !fixed) {
      bool is_new = false;
      const std::size_t number = count_objects(key, op, &is_new);
      slot.fixed = is_new && objects_[key.index()] > 1 ? number : 0;
    }
    slots_.push_back(slot);
  }

  [[nodiscard]] bool extend(std::size_t at) {
    if (at == slots_.size()) return satisfies(history_of(spell()), oracle_level(level_.level));
    const Slot& slot = slots_[at];
    const std::size_t objects = slot.kind == Slot::Kind::kNothing ? 1 : objects_[slot.key.index()];
    for (std::size_t choice = slot.fixed.value_or(0); choice < (slot.fixed ? *slot.fixed + 1 : objects);
         ++choice) {
      chosen_.push_back(choice);
      const bool is_found = is_allowed(at) && extend(at + 1);
      chosen_.pop_back();
      if (is_found) return true;
    }
    return false;
  }

  // A write after an own operation on the key is about the same object.
  [[nodiscard]] bool is_allowed(std::size_t at) const {
    if (slots_[at].kind != Slot::Kind::kWrite || slots_[at].fixed) return true;
    bool wrote = false;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < at; ++i) {
      const Slot& before = slots_[i];
      if (before.txn != slots_[at].txn || before.key != slots_[at].key) continue;
      if (before.kind == Slot::Kind::kWrite || before.kind == Slot::Kind::kReadAndWrite) {
        wrote = true;
        last = chosen_[i];
      } else if (!wrote) {
        last = before.kind == Slot::Kind::kNothing ? std::nullopt : std::optional(chosen_[i]);
      }
    }
    return !last || chosen_[at] == *last;
  }

  [[nodiscard]] std::string value(ValueId id) const {
    return id == kInitial ? "nil" : std::to_string(history_.values().integer(id.value));
  }
  [[nodiscard]] static std::string object(KeyId key, std::size_t number) {
    return "o" + std::to_string(key.value) + "_" + std::to_string(number);
  }
  [[nodiscard]] static std::string time(std::int64_t time) {
    return time == kNoTime ? "_" : std::to_string(time);
  }

  [[nodiscard]] std::string spell() const {
    std::string text;
    for (std::size_t i = 0; i < history_.key_count(); ++i)
      if (const ValueId initial = history_.initial_value(KeyId(i)); initial != kInitial)
        text += "init " + object(KeyId(i), 0) + " " + value(initial) + "; ";
    std::size_t slot = 0;
    for (const TxnId txn : history_.transactions()) {
      text += txn.index() == 0 ? "" : "; ";
      text += history_.session(txn).is_valid() ? "s" + std::to_string(history_.session(txn).value) : "-";
      text += is_aborted(txn)                                     ? " aborted"
              : history_.status(txn) == TxnStatus::kIndeterminate ? " unknown"
                                                                  : "";
      text += " [" + time(history_.start(txn)) + "," + time(history_.end(txn)) + "]:";
      std::string separator = " ";
      for (const OpId op : history_.operations(txn)) spell(op, slot, separator, text);
    }
    return text;
  }

  void spell(OpId op, std::size_t& slot, std::string& separator, std::string& text) const {
    const OpKind kind = history_.kind(op);
    if (is_predicate(kind)) {
      text += separator + (kind == OpKind::kPredicateRead ? "pr '" : "pw '") +
              history_.predicate(history_.predicate(op)).text() + "' {";
      std::string space;
      for (const RowSeen& row : history_.rows(op)) {
        text += space + object(row.key, chosen_[slot++]) + "=" + value(row.value);
        if (kind == OpKind::kPredicateWrite) text += ">" + value(row.after);
        space = " ";
      }
      text += "}";
      separator = ", ";
      return;
    }
    const KeyId key = history_.key(op);
    const bool is_nothing = slots_[slot].kind == Slot::Kind::kNothing;
    for (std::size_t number = 0; number < objects_[key.index()]; ++number) {
      if (!is_nothing && number != chosen_[slot]) continue;
      const bool is_delete = kind == OpKind::kDelete;
      text += separator +
              (kind == OpKind::kRead ? "r "
               : is_delete           ? "delete "
                                     : "w ") +
              object(key, number) + (is_delete ? "" : " " + value(history_.value(op)));
      separator = ", ";
    }
    ++slot;
  }

  const History& history_;
  const LevelInfo& level_;
  std::vector<std::size_t> objects_;  // by key: how many
  std::vector<Slot> slots_;
  std::vector<std::size_t> chosen_;
};

struct Compared {
  std::size_t tried = 0;
  std::size_t histories = 0;  // those that have new objects
  std::size_t accepted = 0;
  std::size_t differs = 0;  // from what one object per key gives
};

void compare(const History& history, const LevelInfo& level, Compared& compared) {
  SCOPED_TRACE(text_of(history));
  const NewObjects objects(history, level, 0);
  Assignments assignments(history, level);
  if (objects.key_count() == 0 || objects.problem() || !assignments.is_small()) return;
  History copy = history;
  CheckOptions asked;
  asked.level = level.level;
  const Verdict verdict = check_new_objects(copy, asked).decision.verdict;
  const bool expected = assignments.any_satisfies();
  EXPECT_EQ(verdict, expected ? Verdict::kAccept : Verdict::kReject) << level.name;
  ++compared.histories;
  compared.accepted += expected ? 1 : 0;
  compared.differs += expected != satisfies(history, oracle_level(level.level)) ? 1 : 0;
}

Compared compare(RandomHistoryOptions options) {
  options.max_transactions = 5;
  options.max_operations = 3;
  options.deletes = 0.4;
  options.inserts = 0.6;
  options.given_initial = 0.5;
  Compared compared;
  const std::uint64_t count = how_many("ISOLDE_HISTORIES", 1500);
  for (const std::uint64_t seed : {std::uint64_t{7}, second_seed()}) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i, ++compared.tried)
      compare(random_history(random, options), levels()[random.below(levels().size())], compared);
  }
  return compared;
}

TEST(NewObjects, AgreeWithBruteForceOnOneKey) {
  RandomHistoryOptions options = registers_mix();
  options.max_keys = 1;
  options.aborted = options.indeterminate = 0.15;
  const Compared compared = compare(options);
  EXPECT_GT(compared.histories, compared.tried / 10);
  EXPECT_GT(compared.accepted, compared.tried / 100);
  EXPECT_TRUE(compared.differs > 0 || compared.tried < 2000);
}

TEST(NewObjects, AgreeWithBruteForceOnSeveralKeysAndPredicates) {
  RandomHistoryOptions options = predicates_mix();
  options.max_keys = 2;
  options.rows = 0;
  options.aborted = options.indeterminate = 0.15;
  const Compared compared = compare(options);
  EXPECT_GT(compared.histories, compared.tried / 50);
  EXPECT_GT(compared.accepted, compared.tried / 500);
}

}  // namespace
}  // namespace isolde
