// The two notations for histories written by hand: DBCop's and AWDIT's.
#include <gtest/gtest.h>

#include "frontends/formats/peers/awdit.hpp"
#include "frontends/formats/peers/dbcop_text.hpp"
#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing_support::describe;

std::string shown(const Result<History>& history) {
  return history ? describe(*history) : history.error().to_string();
}
std::string dbcop(std::string_view text) { return shown(read_dbcop_text_bytes(text, "h.hist")); }
std::string awdit(std::string_view text) { return shown(read_awdit_bytes(text, "h.txt")); }

TEST(DbcopText, ReadsSessionsAndTheInitialVersion) {
  EXPECT_EQ(dbcop("// two sessions\n[x:=1 y==0]\n[7==?  x==1]! // aborted\n---\n[]\n[z:=0] [z==0 z==?]"),
            "1 s0 committed w('x',1) r('y',nil)\n"
            "2 s0 aborted r(7,nil) r('x',1)\n"
            "3 s1 committed\n"
            "4 s1 committed w('z',0)\n"
            "5 s1 committed r('z',0) r('z',nil)\n");
  EXPECT_EQ(dbcop("[x:=1] | [x==1]"), "1 s0 committed w('x',1)\n2 s1 committed r('x',1)\n");
}

TEST(DbcopText, RefusesTheRest) {
  EXPECT_EQ(dbcop(""), "h.hist: the file is empty");
  EXPECT_EQ(dbcop("[x:=1]\nx:=2"),
            "h.hist:2:1: expected a transaction such as [x:=1 y==2] or ---, got \"x:=2\"");
  for (const std::string bad : {"x=1", ":=1", "x:=?", "x==", "x==-1", "x:=9223372036854775808", "x:=1y"})
    EXPECT_EQ(dbcop("\n[" + bad + "]"),
              "h.hist:2:2: expected an event such as x:=1, x==1 or x==?, got \"" + bad + "\"");
  EXPECT_EQ(dbcop("[x:=1\n\n"), "h.hist:1: the file ends inside the transaction that begins here");
  EXPECT_EQ(dbcop("[x:=1]\n\xff"), "h.hist:2: the text is not UTF-8");
}

TEST(Awdit, ReadsTransactionsAndSessions) {
  EXPECT_EQ(awdit("w 1 5\n r 2  0 extra\n-----\nr 1 5\n\n=====\n---\nw 1 6\n==\n==\nw 1 7"),
            "1 s0 committed w(1,5) r(2,0)\n"
            "2 s0 committed r(1,5)\n"
            "3 s1 committed w(1,6)\n"
            "4 s2 committed w(1,7)\n");
}

TEST(Awdit, RefusesTheRest) {
  EXPECT_EQ(awdit(""), "h.txt: the file is empty");
  for (const std::string bad : {"x 1 2", "r 1", "r1 2", "r 1 2x", "r 1 9223372036854775808", "\\"})
    EXPECT_EQ(awdit("w 1 1\n" + bad),
              "h.txt:2: expected r KEY VALUE or w KEY VALUE, numbers below 2^63, got \"" +
                  (bad == "\\" ? "\\\\" : bad) + "\"");
}

}  // namespace
}  // namespace isolde
