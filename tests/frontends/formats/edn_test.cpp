#include "frontends/formats/jepsen/edn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isolde {
namespace {

using testing::HasSubstr;

std::string spell_tree(Form form) {
  if (!form.is_list() && !form.is_map()) return spell_form(form);
  std::string text = form.is_list() ? "[" : "{";
  for (const Form child : form) text += (text.size() > 1 ? " " : "") + spell_tree(child);
  return text + (form.is_list() ? "]" : "}");
}

// The first form of the text, or the error.
std::string parse(std::string_view text) {
  const std::string name = "h.edn";
  EdnReader reader(text, name);
  FormTree tree;
  if (const auto skipped = reader.skip_to_form(); !skipped) return skipped.error().to_string();
  if (reader.at_end()) return "nothing";
  if (const auto read = reader.read_form(tree); !read) return read.error().to_string();
  return spell_tree(tree.root());
}

TEST(Edn, ReadsScalars) {
  EXPECT_EQ(parse("nil"), "nil");
  EXPECT_EQ(parse("true"), "true");
  EXPECT_EQ(parse("-12"), "-12");
  EXPECT_EQ(parse("+7N"), "7");
  EXPECT_EQ(parse("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(parse("1.5"), "1.5");
  EXPECT_EQ(parse("-2.5e3M"), "-2500");
  EXPECT_EQ(parse("##-Inf"), "-inf");
  EXPECT_EQ(parse("2/3"), "\"2/3\"");
  EXPECT_EQ(parse(":append"), ":append");
  EXPECT_EQ(parse(":a.b/c"), ":a.b/c");
  EXPECT_EQ(parse("sym-bol"), "\"sym-bol\"");
  EXPECT_EQ(parse(R"("a\tb\"\u0041\\")"), R"("a\x09b\"A\\")");
  EXPECT_EQ(parse(R"(\a)"), "\"a\"");
  EXPECT_EQ(parse(R"(\newline)"), "\"\\x0a\"");
  EXPECT_EQ(parse(R"(\u0041)"), "\"A\"");
  EXPECT_EQ(parse(R"([\( \]])"), "[\"(\" \"]\"]");
}

TEST(Edn, ReadsCollectionsCommentsAndPrefixes) {
  EXPECT_EQ(parse("{:a [1,2], :b (3 4) ; comment }\n :c #{5}}"), "{:a [1 2] :b [3 4] :c [5]}");
  EXPECT_EQ(parse("[1 #_ 2 #_[3 {:x 4}] 5 #_6]"), "[1 5]");
  EXPECT_EQ(parse("#_ #_ 1 2 3"), "3");
  EXPECT_EQ(parse("#jepsen.history.Op {:f :txn}"), "{:f :txn}");
  EXPECT_EQ(parse("#inst \"2020\""), "\"2020\"");
  EXPECT_EQ(parse("#:ns{:a 1}"), "{:a 1}");
  EXPECT_EQ(parse("^{:line 1} [2]"), "[2]");
  EXPECT_EQ(parse("#\"\\d+\""), R"("\\d+")");
  EXPECT_EQ(parse(" ; only a comment"), "nothing");
}

TEST(Edn, NamesTheLineOfWhatIsMalformed) {
  EXPECT_EQ(parse("\n[1 2"), "h.edn:2: the file ends inside what [ opens here");
  EXPECT_EQ(parse("[1\n 2}"), "h.edn:2: expected ] to close the [ of line 1, got }");
  EXPECT_EQ(parse("{:a}"), "h.edn:1: a map has a key without a value");
  EXPECT_EQ(parse("\"a\nb"), "h.edn:1: the file ends inside the string that begins here");
  EXPECT_EQ(parse("\"a\\u00g0\""), "h.edn:1: expected four hexadecimal digits after \\u, got \"00g0\"");
  EXPECT_EQ(parse("9223372036854775808"),
            "h.edn:1: the integer \"9223372036854775808\" does not fit 64 bits");
  EXPECT_EQ(parse("99999999999999999999999N"),
            "h.edn:1: the integer \"99999999999999999999999N\" does not fit 64 bits");
  EXPECT_EQ(parse("1x"), "h.edn:1: expected a number, got \"1x\"");
  EXPECT_EQ(parse("[:]"), "h.edn:1: a keyword has no name");
  EXPECT_EQ(parse("]"), "h.edn:1: unexpected ]");
  EXPECT_EQ(parse("[#_]"), "h.edn:1: #_ stands before nothing that it could discard");
  EXPECT_EQ(parse("[#tag]"), "h.edn:1: a tag stands before nothing that it could mark");
  EXPECT_EQ(parse("##x"), "h.edn:1: expected ##Inf, ##-Inf or ##NaN, got ##\"x\"");
  EXPECT_EQ(parse("\\abc"), "h.edn:1: expected a character after \\, got \"abc\"");
  EXPECT_EQ(parse("'a"), "h.edn:1: expected an EDN form, got \"'a\"");
}

TEST(Edn, BoundsNesting) {
  const std::string fits = std::string(60, '[') + std::string(60, ']');
  EXPECT_EQ(parse(fits), fits);
  EXPECT_EQ(parse(std::string(100000, '[')), "h.edn:1: forms nest deeper than 64");
  std::string discards;
  for (int i = 0; i < 100000; ++i) discards += "#_";
  EXPECT_EQ(parse(discards), "h.edn:1: forms nest deeper than 64");
  std::string tags;
  for (int i = 0; i < 100000; ++i) tags += "#a ";
  EXPECT_EQ(parse(tags + "7"), "7");
}

}  // namespace
}  // namespace isolde
