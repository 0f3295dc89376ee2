#include "frontends/formats/peers/plume.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/builder.hpp"
#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing_support::describe;

std::string plume_error(std::string_view text) {
  const Result<History> history = read_plume_bytes(text, "h.txt");
  return history ? "read without error" : history.error().to_string();
}

TEST(Plume, GroupsInterleavedLinesByTransaction) {
  const auto history = read_plume_bytes(
      "w(1,5,0,10)\n"
      "r(1,0,1,4)\n"
      "r(2,7,0,10)\n"
      "w(2,7,1,4)\n"
      "w(3,0,1,5)\n",
      "h.txt");
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(describe(*history),
            "10 s0 committed w(1,5) r(2,7)\n"
            "4 s1 committed r(1,nil) w(2,7)\n"
            "5 s1 committed w(3,nil)\n");
  EXPECT_EQ(history->place(TxnId(1)).to_string(), "h.txt:2");
}

TEST(Plume, CollectsWhatAbortedPerSession) {
  const auto history = read_plume_bytes("w(1,5,0,-1)\nw(1,6,3,-1)\nr(1,5,0,-1)\nw(1,7,0,2)", "h.txt");
  ASSERT_TRUE(history);
  EXPECT_EQ(describe(*history),
            "3 s0 aborted w(1,5) r(1,5)\n"
            "4 s3 aborted w(1,6)\n"
            "2 s0 committed w(1,7)\n");
}

TEST(Plume, ToleratesCarriageReturns) {
  const auto history = read_plume_bytes("w(1,5,0,1)\r\nr(1,5,0,2)\r\n", "h.txt");
  ASSERT_TRUE(history);
  EXPECT_EQ(describe(*history), "1 s0 committed w(1,5)\n2 s0 committed r(1,5)\n");
}

TEST(Plume, RefusesEveryOtherLine) {
  const std::string expected =
      "h.txt:2: expected r(key,value,session,transaction) or w(key,value,session,transaction), got ";
  for (const std::string bad :
       {"x(1,2,3,4)", "r(1,2,3)", "r(1,2,3,4", "r(1,2,3,4) ", "r(-1,2,3,4)", "r(1,2,-3,4)", "r(1,2,3,-2)",
        "r(1,,3,4)", "r (1,2,3,4)", "r", "r(1,2,3,4)r(1,2,3,4)"})
    EXPECT_EQ(plume_error("w(1,5,0,1)\n" + bad + "\n"), expected + '"' + bad + '"');
  EXPECT_EQ(plume_error("w(1,5,0,1)\n\n"), expected + "an empty line");
  EXPECT_EQ(plume_error("w(1,5,0,1)\n\xff\n"), expected + "\"\\xff\"");
  EXPECT_EQ(plume_error(""), "h.txt: the file is empty");
}

TEST(Plume, RefusesNumbersFromTwoToThe63) {
  EXPECT_EQ(plume_error("w(9223372036854775808,5,0,1)\n"),
            "h.txt:1: a number is not below 2^63: \"w(9223372036854775808,5,0,1)\"");
  EXPECT_THAT(plume_error("w(99999999999999999999999,5,0,1)\n"),
              HasSubstr("h.txt:1: a number is not below 2^63"));
  EXPECT_TRUE(read_plume_bytes("w(9223372036854775807,1,0,1)\n", "h.txt"));
}

TEST(Plume, RefusesATransactionInTwoSessions) {
  EXPECT_EQ(plume_error("w(1,5,0,9)\nw(1,6,0,9)\nw(1,7,1,9)\n"),
            "h.txt:3: transaction 9 is in session 1 here, but in session 0 at line 1");
}

TEST(Plume, WritesWhatItReads) {
  const std::string text = "w(1,5,0,10)\nr(2,0,0,10)\nw(1,6,3,-1)\nr(1,5,3,11)\nw(4,0,3,11)\n";
  const auto history = read_plume_bytes(text, "h.txt");
  ASSERT_TRUE(history);
  const auto written = plume_bytes(*history);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, text);
}

TEST(Plume, NumbersSessionsThatHaveNames) {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  for (const SessionId session : {builder.session("a"), SessionId(), builder.session("b"), SessionId()}) {
    builder.begin_transaction({.session = session});
    builder.add(OpKind::kWrite, builder.key(1), builder.value(7));
    builder.end_transaction();
  }
  const auto written = plume_bytes(*std::move(builder).finish());
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, "w(1,7,0,0)\nw(1,7,2,1)\nw(1,7,1,2)\nw(1,7,3,3)\n");
}

TEST(Plume, RefusesToWriteWhatItCannotHold) {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  builder.begin_transaction({.id = 17});
  builder.add_predicate(OpKind::kPredicateRead, *builder.predicate("true"), {});
  builder.end_transaction();
  const auto written = plume_bytes(*std::move(builder).finish());
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kUsage);
  EXPECT_EQ(written.error().to_string(), "Plume text cannot hold a predicate read (transaction 17)");
}

}  // namespace
}  // namespace isolde
