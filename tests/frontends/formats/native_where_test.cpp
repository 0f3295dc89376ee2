// Conditions as JSON: they mean what the text means that says the same.
#include <string>

#include <gtest/gtest.h>

#include "frontends/formats/native/native.hpp"

namespace isolde {
namespace {

struct Case {
  const char* json;
  const char* text;
};

class JsonWhere : public testing::TestWithParam<Case> {};

// Columns a, b and name; keys are integers.
History history_with(const std::string& where) {
  std::string rows;
  for (int i = 0; i < 30; ++i)
    rows += R"({"id":)" + std::to_string(i + 1) + R"(,"ops":[{"op":"insert","key":)" + std::to_string(i) +
            R"(,"row":{"a":)" + (i % 7 == 0 ? "null" : std::to_string(i - 10)) + R"(,"b":)" +
            std::to_string(i % 5) + R"(,"name":")" + (i % 2 == 0 ? "ab'c" : "b") + "\"}}]}\n";
  Result<History> history = read_native_text(
      rows + R"({"id":100,"ops":[{"op":"pr","where":)" + where + R"(,"rows":[]}]})", "h.jsonl");
  EXPECT_TRUE(history) << history.error().to_string();
  return history ? *std::move(history) : History();
}

std::vector<Truth> truths(const History& history) {
  std::vector<Truth> out;
  for (std::size_t op = 0; op + 1 < history.operation_count(); ++op)
    out.push_back(
        history.predicate(PredicateId(0))
            .evaluate(history.keys(), history.key(OpId(op)), history.values(), history.value(OpId(op))));
  return out;
}

TEST_P(JsonWhere, MeansTheText) {
  const std::string text = std::string("\"") + GetParam().text + "\"";
  EXPECT_EQ(truths(history_with(GetParam().json)), truths(history_with(text)));
}

INSTANTIATE_TEST_SUITE_P(
    Conditions, JsonWhere,
    testing::Values(
        Case{R"({"=":[{"column":"a"},3]})", "a = 3"}, Case{R"({"<>":[3,{"column":"a"}]})", "3 <> a"},
        Case{R"({"<=":[{"column":"key"},12]})", "key <= 12"},
        Case{R"({">":[{"column":"a"},2.5]})", "a > 2.5"},
        Case{R"({"and":[{"<":[{"column":"a"},9]},{">=":[{"column":"b"},2]},{"!=":[{"column":"a"},4]}]})",
             "a < 9 and b >= 2 and a != 4"},
        Case{R"({"or":[{"not":{"<":[{"column":"a"},9]}},{"is null":{"column":"a"}}]})",
             "not (a < 9) or a is null"},
        Case{R"({"between":[{"column":"a"},{"-":3},{"+":[1,1]}]})", "a between -3 and 1 + 1"},
        Case{R"({"in":[{"%":[{"column":"a"},4]},[1,2,null]]})", "a % 4 in (1, 2, null)"},
        Case{R"({"like":[{"column":"name"},"ab'%"]})", "name like 'ab''%'"},
        Case{R"({"=":[{"column":"name"},"ab'c"]})", "name = 'ab''c'"},
        Case{R"({"=":[{"*":[{"-":[{"column":"a"},1]},2]},{"/":[{"column":"b"},1]}]})", "(a - 1) * 2 = b / 1"},
        Case{R"({"and":[true]})", "true"}, Case{"true", "true"}, Case{"false", "false"},
        Case{"null", "null"}));

TEST(JsonWhere, IsWrittenAsText) {
  const History history = history_with(R"({">":[{"column":"a"},3]})");
  EXPECT_EQ(history.predicate(PredicateId(0)).text(), "(\"a\" > 3)");
}

class BadJsonWhere : public testing::TestWithParam<Case> {};

TEST_P(BadJsonWhere, IsOneSentence) {
  const Result<History> history = read_native_text(
      std::string(R"({"id":1,"ops":[{"op":"pr","where":)") + GetParam().json + R"(,"rows":[]}]})", "h.jsonl");
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().message, GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Conditions, BadJsonWhere,
    testing::Values(
        Case{R"({})", R"(expected one operator in an object of "where", got 0 members)"},
        Case{R"({"=":[1,1],"<":[1,1]})", R"(expected one operator in an object of "where", got 2 members)"},
        Case{
            R"({"==":[1,1]})",
            R"(unknown operator "==" in "where"; expected and, or, not, a comparison, between, in, like, is null, column or arithmetic)"},
        Case{R"({"=":[1]})", R"(the operator "=" in "where" takes an array of 2 parts)"},
        Case{R"({"and":[]})", R"(the operator "and" in "where" takes an array of 1 or more parts)"},
        Case{R"({"like":[{"column":"a"},5]})", R"(expected a string after "like", got an integer)"},
        Case{R"({"=":[[1],1]})", R"(expected an operator or a scalar in "where", got an array)"},
        Case{R"(["a = 1"])", R"(expected an operator or a scalar in "where", got an array)"},
        Case{R"({"column":5})", R"(expected a string for "column", got an integer)"},
        Case{R"({"=":[18446744073709551615,1]})", R"(an integer in "where" does not fit 64 bits)"}));

}  // namespace
}  // namespace isolde
