// Adya's rule that a key inserted again is a new object (history/new_objects.hpp).
#include "history/new_objects.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "check/reinsert.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_history.hpp"

namespace isolde {
namespace {

OracleLevel oracle_level(Level level) { return static_cast<OracleLevel>(level); }

Verdict verdict_of(std::string_view text, Level level) {
  History history = history_of(text);
  CheckOptions options;
  options.level = level;
  return check_new_objects(history, options).decision.verdict;
}

std::vector<std::string> variants_of(std::string_view text) {
  const History history = history_of(text);
  const NewObjects objects(history);
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

// By brute force: all assignments of operations to objects that agree with what was seen, each judged by the
// oracle. Independent of which are determined: an operation that names a value may be about any object.
class Assignments {
 public:
  explicit Assignments(const History& history) : history_(history) {}

  [[nodiscard]] bool any_satisfies(OracleLevel level) {
    std::vector<std::string> parts;
    return extend(0, level);
  }
  [[nodiscard]] bool is_small() const { return history_.operation_count() <= 9; }

 private:
  // Object 0 is the initial one, or of the first insert; one more for each further insert.
  [[nodiscard]] bool extend(std::size_t at, OracleLevel level) {
    if (at == history_.operation_count()) return satisfies(history_of(spell()), level);
    const OpId op(at);
    const OpKind kind = history_.kind(op);
    const std::size_t objects = object_count();
    std::vector<std::size_t> choices;
    if (kind == OpKind::kInsert)
      choices.push_back(number_of(op));
    else if (kind == OpKind::kRead && history_.value(op) == kInitial)
      choices.push_back(0);
    else
      for (std::size_t i = 0; i < objects; ++i) choices.push_back(i);
    for (const std::size_t choice : choices) {
      chosen_.push_back(choice);
      const bool is_found = is_allowed(op) && extend(at + 1, level);
      chosen_.pop_back();
      if (is_found) return true;
    }
    return false;
  }

  // A write after an own operation on the key is about the same object.
  [[nodiscard]] bool is_allowed(OpId op) const {
    const OpKind kind = history_.kind(op);
    if (kind == OpKind::kRead || kind == OpKind::kInsert) return true;
    bool wrote = false;
    std::size_t last = object_count();
    for (const OpId before : history_.operations(history_.transaction_of(op))) {
      if (before == op) break;
      const bool is_read = history_.kind(before) == OpKind::kRead;
      if (is_read && (wrote || history_.value(before) == kInitial)) {
        if (!wrote) last = object_count();
        continue;
      }
      wrote |= !is_read;
      last = chosen_[before.index()];
    }
    return last == object_count() || chosen_[op.index()] == last;
  }

  [[nodiscard]] bool has_initial() const { return history_.initial_value(KeyId(0)) != kInitial; }
  [[nodiscard]] std::size_t object_count() const {
    std::size_t count = has_initial() ? 1 : 0;
    for (std::size_t i = 0; i < history_.operation_count(); ++i)
      count += history_.kind(OpId(i)) == OpKind::kInsert ? 1 : 0;
    return count;
  }
  [[nodiscard]] std::size_t number_of(OpId insert) const {
    std::size_t number = has_initial() ? 1 : 0;
    for (std::size_t i = 0; i < insert.index(); ++i)
      number += history_.kind(OpId(i)) == OpKind::kInsert ? 1 : 0;
    return number;
  }

  [[nodiscard]] std::string value(ValueId id) const {
    return id == kInitial ? "nil" : std::to_string(history_.values().integer(id.value));
  }
  [[nodiscard]] std::string spell() const {
    std::string text = has_initial() ? "init o0 " + value(history_.initial_value(KeyId(0))) + "; " : "";
    for (const TxnId txn : history_.transactions()) {
      text += txn.index() == 0 ? "" : "; ";
      text += history_.session(txn).is_valid() ? "s" + std::to_string(history_.session(txn).value) : "-";
      text += ":";
      std::string separator = " ";
      for (const OpId op : history_.operations(txn)) {
        const bool reads_nothing = history_.kind(op) == OpKind::kRead && history_.value(op) == kInitial;
        for (std::size_t object = 0; object < object_count(); ++object) {
          if (!reads_nothing && object != chosen_[op.index()]) continue;
          const std::string key = "o" + std::to_string(object);
          const bool is_delete = history_.kind(op) == OpKind::kDelete;
          text += separator +
                  (history_.kind(op) == OpKind::kRead ? "r "
                   : is_delete                        ? "delete "
                                                      : "w ") +
                  key + (is_delete ? "" : " " + value(history_.value(op)));
          separator = ", ";
        }
      }
    }
    return text;
  }

  const History& history_;
  std::vector<std::size_t> chosen_;
};

TEST(NewObjects, AgreeWithBruteForce) {
  RandomHistoryOptions options = registers_mix();
  options.max_keys = 1;
  options.max_transactions = 5;
  options.max_operations = 3;
  options.deletes = 0.4;
  options.inserts = 0.6;
  options.given_initial = 0.5;
  options.times = 0;
  options.aborted = options.indeterminate = 0;
  Random random(7);
  std::size_t differs = 0;
  std::size_t looked_at = 0;
  for (int i = 0; i < 1500; ++i) {
    History history = random_history(random, options);
    SCOPED_TRACE(text_of(history));
    const NewObjects objects(history);
    Assignments assignments(history);
    bool all_committed = true;  // but for lies
    for (const TxnId txn : history.transactions())
      all_committed &= history.status(txn) == TxnStatus::kCommitted;
    if (!all_committed) continue;
    if (objects.key_count() == 0 || objects.problem() || !assignments.is_small()) continue;
    ++looked_at;
    for (const Level level : {Level::kStrongSessionSerializable, Level::kSnapshotIsolation}) {
      History copy = history;
      CheckOptions asked;
      asked.level = level;
      const Verdict verdict = check_new_objects(copy, asked).decision.verdict;
      const bool expected = assignments.any_satisfies(oracle_level(level));
      ASSERT_EQ(verdict, expected ? Verdict::kAccept : Verdict::kReject) << info(level).name;
      differs += expected != satisfies(history, oracle_level(level)) ? 1 : 0;
    }
  }
  EXPECT_GT(looked_at, 100U);
  EXPECT_GT(differs, 0U);
}

}  // namespace
}  // namespace isolde
