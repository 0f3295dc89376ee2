// Predicates that share a program against predicates that were parsed on their own.
#include "history/predicates/predicate_shapes.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "tests/oracle/random_condition.hpp"

namespace isolde {
namespace {

TEST(PredicateShapes, TextsThatDifferInIntegersShareAProgram) {
  Dictionary columns;
  PredicateShapes shapes;
  const auto shape = [&](std::string_view text) { return shapes.parse(text, columns)->shape(); };
  const void* first = shape("v1 between 3 and 9");
  EXPECT_EQ(shape("v1 between 10000000 and 0"), first);
  EXPECT_NE(shape("v2 between 3 and 9"), first);
  EXPECT_NE(shape("v1 between -3 and 9"), first);
  EXPECT_NE(shape("v1 between '3' and 9"), first);
  EXPECT_NE(shape("v1 between 03 and 9"), first);
  EXPECT_EQ(shape("v1 between 03 and 9"), shape("v1 between 03 and 9"));
  EXPECT_NE(shape("v1 > 1.5"), shape("v1 > 2.5"));
}

// After each other, so that the second could be taken for the shape of the first, which was met just before.
TEST(PredicateShapes, TextsThatOnlyResembleTheLastOneAreParsed) {
  Dictionary columns;
  PredicateShapes shapes;
  for (const char* text :
       {"a = 1 or b = 2", "a = 1 or b = 02", "a = 1 or b = 2.5", "a = 1 or b = 2 ", "a = 1 or b = 2 or c = 3",
        "a = 1234567890123456789 or b = 2", "a = 1 or b = -2"}) {
    const auto shape = shapes.parse("a = 1 or b = 2", columns)->shape();
    const auto parsed = shapes.parse(text, columns);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->text(), text);
    EXPECT_EQ(parsed->shape() == shape, std::string_view(text) == "a = 1 or b = 2") << text;
  }
  for (const char* text : {"a = 1 or b = 2x", "a = 1 or b = ", "a = x1 or b = 2 3"}) {
    ASSERT_TRUE(shapes.parse("a = 1 or b = 2", columns));
    EXPECT_FALSE(shapes.parse(text, columns)) << text;
  }
}

TEST(PredicateShapes, SpellTheTextAsItWas) {
  Dictionary columns;
  PredicateShapes shapes;
  for (const char* text : {"v1 between 3 and 9", "v1 between 4 and 10", "v1 in (1,2, 3 ,4)",
                           "v1 in (5,6, 7 ,8)", "a = -5", "a = -7", "a = 007", "a=1",
                           "a = -9223372036854775808", "a = 9223372036854775807", "a = 999999999999999999",
                           "\"1 2\" = '3 ''4'", "\"1 2\" = '5 ''4'", "a1b2 = 1.5e3", "a = 1 and b = .5"})
    EXPECT_EQ(shapes.parse(text, columns)->text(), text);
}

TEST(PredicateShapes, FailAsTheParserDoes) {
  Dictionary columns;
  PredicateShapes shapes;
  ASSERT_TRUE(shapes.parse("a = 1", columns));
  for (const char* text :
       {"a = 1x", "a = 1 2", "a 1", "a = 99999999999999999999", "a = '1", "a = 1 \x01", "1.", "a = 1.2.3"}) {
    const auto cached = shapes.parse(text, columns);
    PredicateShapes parser;
    const auto alone = parser.parse(text, columns);
    ASSERT_EQ(cached.has_value(), alone.has_value()) << text;
    if (cached) continue;
    EXPECT_EQ(cached.error().message, alone.error().message);
  }
}

TEST(PredicateShapes, MatchWhatTheSameTextAloneMatches) {
  Random random(5);
  Dictionary columns;
  Dictionary keys;
  Dictionary values;
  values.intern_null();
  const KeyId key(keys.intern_text("ab"));
  std::vector<ValueId> versions = {ValueId(values.intern_integer(3)), ValueId(values.intern_text("ab"))};
  for (int a = -1; a < 8; ++a)
    for (const std::uint32_t b :
         {values.intern_integer(4), values.intern_real(2.5), values.intern_text("a"), 0U}) {
      const std::uint32_t pairs[] = {columns.intern_text("a"), values.intern_integer(a),
                                     columns.intern_text("b"), b};
      versions.emplace_back(values.intern_row(pairs));
    }
  PredicateShapes shapes;
  std::size_t shared = 0;
  std::vector<const void*> seen;
  for (int round = 0; round < 3000; ++round) {
    const std::string text =
        sql_of(random_condition(random, columns_of_any_type(), static_cast<int>(random.below(3))));
    const auto cached = shapes.parse(text, columns);
    PredicateShapes parser;
    const auto alone = parser.parse(text, columns);
    ASSERT_TRUE(cached && alone) << text;
    ASSERT_EQ(cached->text(), text);
    shared += std::ranges::find(seen, cached->shape()) != seen.end() ? 1 : 0;
    seen.push_back(cached->shape());
    for (const ValueId version : versions) {
      const Truth truth = alone->evaluate(keys, key, values, version);
      ASSERT_EQ(cached->evaluate(keys, key, values, version), truth) << text;
      ASSERT_EQ(cached->matches(keys, key, values, version), truth == Truth::kTrue) << text;
    }
  }
  EXPECT_GT(shared, 500U);
}

}  // namespace
}  // namespace isolde
