// What a terminal may show of a text of others.
#include "base/visible_text.hpp"

#include <gtest/gtest.h>

namespace isolde {
namespace {

TEST(VisibleText, ControlCharactersBecomeEscapes) {
  EXPECT_EQ(visible("a\x1b[31mred"), "a\\u001b[31mred");
  EXPECT_EQ(visible("one\ntwo\tthree\rfour"), "one\\ntwo\\tthree\\rfour");
  EXPECT_EQ(visible(std::string_view("\0", 1)), "\\u0000");
  EXPECT_EQ(visible("\x7f"), "\\u007f");
  EXPECT_EQ(visible("\xc2\x9b"), "\\u009b");  // as good as ESC [
}

TEST(VisibleText, MarksOfDirectionAndWidthBecomeEscapes) {
  for (const auto& [text, escape] : {std::pair{"\u202a", "\\u202a"},
                                     {"\u202e", "\\u202e"},
                                     {"\u2066", "\\u2066"},
                                     {"\u2069", "\\u2069"},
                                     {"\u200e", "\\u200e"},
                                     {"\u200f", "\\u200f"},
                                     {"\u061c", "\\u061c"},
                                     {"\u200b", "\\u200b"},
                                     {"\ufeff", "\\ufeff"},
                                     {"\u2028", "\\u2028"},
                                     {"\U000e0041", "\\U000e0041"}})
    EXPECT_EQ(visible(text), escape);
}

TEST(VisibleText, WhatIsNoUtf8ShowsItsBytes) {
  EXPECT_EQ(visible("a\xff\xfe"), "a\\xff\\xfe");
  EXPECT_EQ(visible("\xc3"), "\\xc3");                    // cut off
  EXPECT_EQ(visible("\xc0\x80"), "\\xc0\\x80");           // overlong
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(valid_utf8("\xff\u202e"), "\\xff\u202e");
}

TEST(VisibleText, OtherTextStaysAndEscapingTwiceChangesNothing) {
  for (const char* text : {"x", "Käse", "鍵", "a\\b", "\"q\""}) EXPECT_EQ(visible(text), text);
  const std::string once = visible("\x1b\u202e\xff\n");
  EXPECT_EQ(visible(once), once);
}

TEST(VisibleText, QuotedTextsAreToldApart) {
  EXPECT_EQ(quoted("a"), "\"a\"");
  EXPECT_EQ(quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_NE(quoted("\x1b"), quoted("\\u001b"));
}

TEST(VisibleText, NamesAreQuotedWhereTheyCouldBeMistaken) {
  for (const char* plain : {"x", "balance", "user:17", "acct_3", "k#2", "a.b", "Käse", "17th", "_id"})
    EXPECT_EQ(visible_name(plain), plain);
  for (const char* name :
       {"1", "-3",        "+4",  "1.5", "1e9", "inf", "nan", "true", "false", "null", "nil", "nothing",
        "",  "two words", "a,b", "x=1", ":k",  "[1]", "x.",  "x:",   "'x'",   "x;",   "-",   " x"})
    EXPECT_EQ(visible_name(name), "\"" + std::string(name) + "\"");
  EXPECT_EQ(visible_name("a\x1b"), "\"a\\u001b\"");
  EXPECT_EQ(visible_name("x\u200b"), "\"x\\u200b\"");
}

TEST(VisibleText, JsonSaysTheSameInAscii) {
  EXPECT_EQ(visible_json("{\n  \"k\": \"a\u202eb\u2069\"\n}"), "{\n  \"k\": \"a\\u202eb\\u2069\"\n}");
  EXPECT_EQ(visible_json("\"\U000e0041\""), "\"\\udb40\\udc41\"");
  EXPECT_EQ(visible_json("\"Käse\""), "\"Käse\"");
}

TEST(VisibleText, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(clipped("abcdef", 6), "abcdef");
  EXPECT_EQ(clipped("abcdef", 4), "abcd… (2 more characters)");
  EXPECT_EQ(clipped("ääääää", 4), "ääää… (2 more characters)");
  EXPECT_EQ(clipped("ääää", 4), "ääää");
}

}  // namespace
}  // namespace isolde
