// Lists in version orders and version sets: an order says what each version of a list holds, element by
// element, as long as no update is lost.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/formats/native/native.hpp"
#include "tests/check/first_anomaly.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

Decision judge_lists(const std::string& text, Level level = Level::kSerializable) {
  Result<History> history = read_native_text(text, "h.jsonl");
  EXPECT_TRUE(history) << history.error().to_string();
  if (!history) return {};
  CheckOptions options;
  options.mode = CertificateMode::kVersionOrder;
  options.level = level;
  return check(*history, options).decision;
}

std::string append(const std::string& element) {
  return R"({"op":"append","key":"l","value":)" + element + "}";
}
std::string list_read(const std::string& list) { return R"({"op":"r","key":"l","value":)" + list + "}"; }
std::string row(const std::string& list) { return R"({"key":"l","value":)" + list + "}"; }
std::string list_query(const std::string& where, const std::string& rows, const std::string& versions) {
  return R"({"op":"pr","where":")" + where + R"(","rows":[)" + rows + R"(],"versions":[)" + versions + "]}";
}
std::string txn(int id, const std::string& operations) {
  return R"({"id":)" + std::to_string(id) + R"(,"ops":[)" + operations + "]}\n";
}
std::string list_order(const std::string& values) {
  return R"({"version_order":{"key":"l","values":[)" + values + "]}}\n";
}

void expect_lists_kept(const std::string& text) {
  for (const LevelInfo& level : levels()) {
    const Decision decision = judge_lists(text, level.level);
    EXPECT_EQ(decision.verdict, Verdict::kAccept) << level.name << " " << first_sentence(decision);
  }
}
// At every level at which no update is lost.
void expect_broken(const std::string& text, const std::string& anomaly, const std::string& part) {
  for (const LevelInfo& level : levels()) {
    if (!level.first_committer_wins) continue;
    const Decision decision = judge_lists(text, level.level);
    EXPECT_EQ(decision.verdict, Verdict::kReject) << level.name << " " << first_sentence(decision);
    EXPECT_EQ(first_name(decision), anomaly) << level.name;
    EXPECT_THAT(first_sentence(decision), HasSubstr(part)) << level.name;
  }
}

TEST(PromisedLists, AreSeenWithOwnAppends) {
  const std::string seen = list_query("true", row("[1,3]"), row("[1,3]"));
  const std::string text = txn(1, append("1")) + txn(2, append("3") + "," + seen + "," + append("4"));
  expect_lists_kept(text + list_order("1,3,4"));
  expect_lists_kept(text + list_order("1,4"));
  expect_lists_kept(text + list_order("[1],[1,3,4]"));
  expect_lists_kept(text + list_order("[1],[1,3],[1,3,4]"));
}

TEST(PromisedLists, AreNotSeenWithoutOwnAppends) {
  const auto text = [](const std::string& list) {
    return txn(1, append("1")) + txn(2, append("3") + "," + list_query("value > 0", "", row(list))) +
           list_order("1,3");
  };
  expect_lists_kept(text("[1,3]"));
  for (const std::string list : {"[3]", "[1]", "[]", "[3,1]"})
    expect_broken(text(list), "broken version set", "although the transaction had left [1 3] there itself");
}

TEST(PromisedLists, HaveNoScalarValue) {
  const auto text = [](const std::string& where, const std::string& rows) {
    return txn(1, append("1")) + txn(2, list_query(where, rows, row("[1]")));
  };
  expect_lists_kept(text("value > 0", "") + list_order("1"));
  expect_lists_kept(text("value > 0", "") + list_order("[1]"));
  expect_lists_kept(text("value is null", row("[1]")));
  expect_broken(text("value is null", ""), "result set mismatch", "which matches, and did not return it");
}

// A list that nobody ever saw is one all the same.
TEST(PromisedLists, MatchUnseen) {
  expect_lists_kept(txn(1, append("1")) + txn(2, list_query("key = 'l'", "", "")));
  const std::string late = txn(1, append("1") + R"(,{"op":"w","key":"x","value":1})") +
                           txn(2, R"({"op":"r","key":"x","value":1},)" + list_query("key = 'l'", "", ""));
  EXPECT_EQ(judge_lists(late).verdict, Verdict::kReject);
  EXPECT_EQ(judge_lists(late, Level::kRepeatableRead).verdict, Verdict::kAccept);
}

TEST(PromisedLists, ReadInAnotherOrderBreakThePromise) {
  const std::string text = txn(1, append("1")) + txn(2, append("2"));
  expect_broken(text + txn(3, list_read("[2,1]")) + list_order("1,2"), "broken version order",
                "T3 reads l = [2 1], but the version order of l makes it [1 2]");
  expect_broken(text + txn(3, list_read("[2]")) + list_order("1,2"), "broken version order",
                "T3 reads l = [2], but the version order of l makes it [1 2]");
  expect_lists_kept(text + txn(3, list_read("[2,1]")) + list_order("2,1"));
  expect_lists_kept(text + txn(3, list_read("[1]")) + txn(4, list_read("[]")) + list_order("1,2"));
}

TEST(PromisedLists, ReadAfterAnOwnAppend) {
  const auto text = [](const std::string& list) {
    return txn(1, append("1")) + txn(2, append("2") + "," + list_read(list)) + list_order("1,2");
  };
  expect_lists_kept(text("[1,2]"));
  expect_broken(text("[2]"), "broken version order",
                "T2 reads l = [2], but the version order of l makes it [1 2]");
}

// As written by Elle 3.1.3.
TEST(PromisedLists, OfWholeVersionsThatShrink) {
  const std::string text = txn(1, append("1")) + txn(2, append("2")) + txn(3, list_read("[1,2]"));
  for (const LevelInfo& level : levels()) {
    const Decision decision = judge_lists(text + list_order("[1,2],[1]"), level.level);
    EXPECT_EQ(first_name(decision), "broken version order") << level.name;
    EXPECT_THAT(first_sentence(decision), HasSubstr("names [1 2]")) << level.name;
  }
  expect_lists_kept(text + list_order("[1],[1,2]"));
}

TEST(PromisedLists, OfWholeVersionsThatNobodyMade) {
  const std::string text = txn(1, append("1")) + txn(2, append("2"));
  for (const std::string list : {"[9,2]", "[2]", "[2,1,2]", "[1,1,2]"})
    expect_broken(text + list_order("[1]," + list), "broken version order",
                  "although what it names before makes it [1 2]");
  EXPECT_EQ(judge_lists(text + list_order("[1],[9,2]"), Level::kPrefixConsistency).verdict, Verdict::kReject);
  // There the second append may have lost the first.
  EXPECT_EQ(judge_lists(text + list_order("[1],[2]"), Level::kPrefixConsistency).verdict, Verdict::kAccept);
}

TEST(PromisedLists, GrowByOneTransactionAtATime) {
  const std::string text = txn(1, append("1") + "," + append("2")) + txn(2, append("3"));
  expect_lists_kept(text + list_order("1,2,3"));
  expect_lists_kept(text + list_order("3,1,2"));
  expect_lists_kept(text + list_order("2,3"));
  expect_broken(text + list_order("1,3,2"), "broken version order",
                "names 3 in the middle of what T1 appends");
  expect_broken(text + list_order("2,3,1"), "broken version order", "names 1");
}

TEST(PromisedLists, StandOnWhatWasThere) {
  const std::string text = "{\"initial\":{\"l\":[7]}}\n" + txn(1, append("1"));
  expect_lists_kept(text + txn(2, list_read("[7]")) + txn(3, list_read("[7,1]")) + list_order("1"));
  expect_lists_kept(text + txn(2, list_read("[7,1]")) + list_order("[7],[7,1]"));
  expect_broken(text + txn(2, list_read("[1]")) + list_order("1"), "broken version order", "makes it [7 1]");
}

// Which append of 5 is whose is open, so nothing is held against the order.
TEST(PromisedLists, WithRepeatedElementsAreNotAccused) {
  const std::string text =
      txn(1, append("4") + "," + append("5")) + txn(2, append("5")) + txn(3, list_read("[5,4,5]"));
  EXPECT_NE(judge_lists(text + list_order("[5],[5,4,5]")).verdict, Verdict::kReject);
}

}  // namespace
}  // namespace isolde
