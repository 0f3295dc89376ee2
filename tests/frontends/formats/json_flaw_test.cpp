// What is said of text that is nearly JSON, and that nothing is said of text that is.
#include "frontends/formats/json_flaw.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace isolde {
namespace {

std::string flaw_of(std::string_view text) {
  const auto flaw = find_json_flaw(text);
  if (!flaw) return "none";
  return fmt::format("{}: {}{}", flaw->offset, flaw->what, flaw->is_cut_off ? " (cut off)" : "");
}

TEST(JsonFlaw, NothingIsWrongWithJson) {
  for (const std::string text :
       {"{}", "[]", " [1, -2.5e+3 ,0,\"a\\n\\u00fc\\\"\",true,false,null,{\"a\":{},\"b\":[[]]}]\n",
        "18446744073709551615", "-9223372036854775808", "\"// no comment, 'NaN' #\"",
        "{\"a\" : 1 , \"b\" : 2}"})
    EXPECT_EQ(flaw_of(text), "none") << text;
}

TEST(JsonFlaw, NamesWhatIsWrong) {
  EXPECT_EQ(flaw_of("[1,2,]"), "4: a comma before the closing ]");
  EXPECT_EQ(flaw_of("{\"a\":1 , }"), "7: a comma before the closing }");
  EXPECT_EQ(flaw_of("[1, // two\n2]"), "4: a comment, which JSON does not have");
  EXPECT_EQ(flaw_of("[1 /* two */]"), "3: a comment, which JSON does not have");
  EXPECT_EQ(flaw_of("# one\n1"), "0: a comment, which JSON does not have");
  EXPECT_EQ(flaw_of("[NaN]"), "1: NaN, which is no value of JSON");
  EXPECT_EQ(flaw_of("{\"a\":-Infinity}"), "5: -Infinity, which is no value of JSON");
  EXPECT_EQ(flaw_of("[None]"), "1: None, which JSON spells null");
  EXPECT_EQ(flaw_of("{'a':1}"), "1: single quotes, where JSON has double quotes");
  EXPECT_EQ(flaw_of("['a']"), "1: single quotes, where JSON has double quotes");
  EXPECT_EQ(flaw_of("{id:1}"), "1: the name \"id\" has no double quotes");
  EXPECT_EQ(flaw_of("{1:1}"), "1: the name \"1\" has no double quotes");
  EXPECT_EQ(flaw_of("{\"a\" 1}"), "5: expected a colon after a name, got \"1\"");
  EXPECT_EQ(flaw_of("[1 2]"), "3: expected a comma or ] after a value, got \"2\"");
  EXPECT_EQ(flaw_of("[1}"), "2: expected ] to close the [, got \"}\"");
  EXPECT_EQ(flaw_of("[,1]"), "1: expected a value, got \",\"");
  EXPECT_EQ(flaw_of("[1] 2"), "4: something follows the end of the value");
  EXPECT_EQ(flaw_of("[01]"), "1: the number \"01\" begins with a zero");
  for (const std::string number : {"1.", ".5", "+1", "-", "1e", "0x1F", "1_000"})
    EXPECT_EQ(flaw_of("[" + number + "]"), fmt::format("1: the malformed number \"{}\"", number));
  EXPECT_EQ(flaw_of("[18446744073709551616]"),
            "1: the integer \"18446744073709551616\", which does not fit 64 bits");
  EXPECT_EQ(flaw_of("\"a\\q\""), "2: the malformed escape \"\\\\q\" in a string");
  EXPECT_EQ(flaw_of("\"\\u12x4\""), "1: the malformed escape \"\\\\u12x4\" in a string");
  EXPECT_EQ(flaw_of("\"a\tb\""), "2: the control character \"\\x09\" in a string, which JSON wants escaped");
  EXPECT_EQ(flaw_of("[\"a\n\"]"), "3: a string is not closed on its line");
}

TEST(JsonFlaw, TellsWhatIsCutOff) {
  const std::string whole = R"({"a":[1,true,"x\u00fc"],"b":{"c":null}})";
  ASSERT_EQ(flaw_of(whole), "none");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto flaw = find_json_flaw(std::string_view(whole).substr(0, size));
    ASSERT_TRUE(flaw) << size;
    EXPECT_TRUE(flaw->is_cut_off) << size << flaw->what;
    EXPECT_EQ(flaw->offset, size);
  }
}

TEST(JsonFlaw, LooksAtOneValueOfMany) {
  EXPECT_FALSE(find_json_flaw("[{}, {\"a\":1}, NaN]", 5, JsonRest::kAnything));
  const auto flaw = find_json_flaw("[{}, {\"a\":1,}, NaN]", 5, JsonRest::kAnything);
  ASSERT_TRUE(flaw);
  EXPECT_EQ(flaw->offset, 11U);
}

}  // namespace
}  // namespace isolde
