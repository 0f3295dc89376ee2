// A reader that meets something wrong goes on, and tells the first ten.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/formats.hpp"
#include "frontends/formats/jepsen/jepsen_edn.hpp"
#include "frontends/formats/jepsen/jepsen_json.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/formats/peers/awdit.hpp"
#include "frontends/formats/peers/dbcop_text.hpp"
#include "frontends/formats/peers/plume.hpp"
#include "frontends/formats/peers/viper.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> errors_of(const Result<History>& history) {
  if (history) return {};
  std::vector<std::string> all = history.error().sentences();
  if (history.error().has_more) all.emplace_back("and more");
  return all;
}
std::vector<std::string> native(std::string_view text) { return errors_of(read_native_text(text, "h")); }

TEST(SeveralErrors, NativeLines) {
  EXPECT_THAT(
      native("{\"id\":1,\"ops\":[]}\n"
             "{\"id\":2,\"ops\":[],}\n"
             "{\"id\":3,\"ops\":[]}\n"
             "{\"id\":4,\"ops\":[{\"op\":\"w\",\"key\":1,\"value\":1},{\"op\":\"x\"}]}\n"
             "{\"id\":5,\"start\":1.5}\n"
             "{\"serialization_order\":[1,4]}\n"),
      ElementsAre(StartsWith("h:2:17: the line is not valid JSON: a comma"),
                  StartsWith("h:4: unknown operation"), StartsWith("h:5: expected integer nanoseconds")));
}

TEST(SeveralErrors, TenAndAWordAboutTheRest) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "{\"id\":-1}\n";
  EXPECT_EQ(native(text).size(), 10U);
  EXPECT_THAT(native(text).back(), StartsWith("h:10: "));
  EXPECT_EQ(native(text + "{\"id\":-1}\n").size(), 11U);
  EXPECT_EQ(native(text + "{\"id\":1}\n{\"id\":-1}\n").back(), "and more");
}

TEST(SeveralErrors, AcrossTransactions) {
  EXPECT_THAT(
      native("{\"id\":1,\"session\":1,\"start\":5,\"end\":9}\n"
             "{\"id\":2,\"session\":1,\"start\":8,\"end\":10}\n"
             "{\"id\":2,\"start\":3,\"end\":2}\n"
             "{\"id\":1}\n"
             "{\"id\":1,\"ops\":[{\"op\":\"append\",\"key\":1,\"value\":1},{\"op\":\"inc\",\"key\":1,"
             "\"value\":1}]}\n"
             "{\"serialization_order\":[1,7,8]}\n"),
      ElementsAre("h:3: transaction id 2 is used twice; it was first used at h:2",
                  "h:4: transaction id 1 is used twice; it was first used at h:1",
                  "h:5: transaction id 1 is used twice; it was first used at h:1",
                  HasSubstr("h:2: transaction 2 starts at 8, while"),
                  "h:3: transaction 2 ends at 2, before it starts at 3", HasSubstr("h:5: transaction 1"),
                  HasSubstr("h:6: serialization_order names transaction 7"),
                  HasSubstr("h:6: serialization_order names transaction 8")));
}

TEST(SeveralErrors, Conditions) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("h", R"({"id":1,"ops":[{"op":"w","key":"k","row":{"v":1}}]}
{"id":2,"ops":[{"op":"pr","where":"u = 1","rows":[]}]}
{"id":3,"ops":[{"op":"pr","where":"v = 'a'","rows":[]},{"op":"agg","where":"v > 0","column":"w","sum":1}]}
)");
  EXPECT_THAT(
      errors_of(read_history(path)),
      ElementsAre(HasSubstr(":2: no row"), HasSubstr(":3: cannot compare"), HasSubstr(":3: no row has the")));
}

TEST(SeveralErrors, PlumeAndAwditLines) {
  EXPECT_THAT(errors_of(read_plume_bytes("r(1,2,3,4)\nr(1)\nw(1,2,3,5)\n\nr(1,2,9,4)\n", "h")),
              ElementsAre(StartsWith("h:2: expected r("), HasSubstr("h:4: expected"),
                          StartsWith("h:5: transaction 4 is in session 9 here")));
  EXPECT_THAT(errors_of(read_awdit_bytes("r 1 2\nx\nw 1 2\nr 1\n", "h")),
              ElementsAre(StartsWith("h:2: expected r KEY"), StartsWith("h:4: expected r KEY")));
}

TEST(SeveralErrors, DbcopText) {
  EXPECT_THAT(errors_of(read_dbcop_text_bytes("[x:=1 y=2\n z==3 u]!\nwhat\n[x==1]\n[", "h")),
              ElementsAre(HasSubstr("h:1:7: expected an event such as x:=1, x==1 or x==?, got \"y=2\""),
                          HasSubstr("h:2:7: expected an event"), HasSubstr("h:3:1: expected a transaction"),
                          "h:5: the file ends inside the transaction that begins here"));
}

// The completion of an operation that was refused is not blamed for it.
TEST(SeveralErrors, JepsenOperations) {
  const std::string invoke = R"({"type":"invoke","process":0,"f":"txn","value":[["w","x",1]]})";
  const std::string ok = R"({"type":"ok","process":0,"f":"txn","value":[["w","x",1]]})";
  const std::string odd = R"({"type":"ok","process":0,"f":"txn","value":[["odd","x",1]]})";
  const std::string untyped = R"({"process":0,"f":"txn"})";
  const auto told = [](const std::string& text) { return errors_of(read_jepsen_json_bytes(text, "h")); };
  EXPECT_THAT(told(invoke + "\n" + ok + "\n"), IsEmpty());
  EXPECT_THAT(
      told(invoke + "\n" + odd + "\n" + untyped + "\n" + ok + "\n" + invoke + "\n{\"type\":\n" + ok),
      ElementsAre(StartsWith("h:2: "), "h:3: the operation has no type; expected invoke, ok, fail or info",
                  StartsWith("h:6:9: malformed JSON")));
  EXPECT_THAT(told("[" + invoke + ",\n" + odd + ",\n" + untyped + ",\n" + ok + ",\n,]"),
              ElementsAre(StartsWith("h:2:1: "), StartsWith("h:3:1: the operation has no type"),
                          StartsWith("h:5:1: malformed JSON: expected a value")));
  EXPECT_THAT(
      errors_of(read_jepsen_edn_bytes(
          "{:type :ok :value [[:odd 1 1]]}\n{:typ :ok}\n{:type :ok :value []}\n{:a", "h")),
      ElementsAre(StartsWith("h:1: "), StartsWith("h:2: the operation has no type"), StartsWith("h:4: ")));
}

TEST(SeveralErrors, ViperLinesOfSeveralFiles) {
  const TemporaryDirectory directory;
  directory.write("J1", "{\"value\":[[\"w\",1,2,true],[\"q\"]]}\n{\"value\":[]}\n{\"value\":[7]}\n");
  directory.write("J2", "{\"value\":[],}\n");
  EXPECT_THAT(errors_of(read_viper(directory.path(), {})),
              ElementsAre(HasSubstr("J1:1: the operation \"q\""), HasSubstr("J1:3: expected an operation"),
                          HasSubstr("J2:1:12: malformed JSON: a comma before the closing }")));
}

}  // namespace
}  // namespace isolde
