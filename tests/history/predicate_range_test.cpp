// The range that a predicate confines a column to: never too narrow, and as narrow as comparisons with
// integers say.
#include "history/predicate_range.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace isolde {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

std::optional<PredicateRange> range_of(const std::string& text) {
  Dictionary columns;
  const Result<Predicate> predicate = Predicate::parse(text, columns);
  EXPECT_TRUE(predicate) << text;
  return necessary_range(*predicate);
}

void expect_range(const std::string& text, std::int64_t low, std::int64_t high) {
  const auto range = range_of(text);
  ASSERT_TRUE(range) << text;
  EXPECT_EQ(range->low, low) << text;
  EXPECT_EQ(range->high, high) << text;
}

TEST(PredicateRange, IsWhatComparisonsWithIntegersSay) {
  expect_range("v1 = 3", 3, 3);
  expect_range("v1 >= 3 and v1 <= 9", 3, 9);
  expect_range("9 > v1 and v1 > -3", -3, 9);
  expect_range("v1 between 2 and 4", 2, 4);
  expect_range("v1 = 3 or v1 = 8", 3, 8);
  expect_range("v1 > 3 and v2 between 1 and 2", 1, 2);
  expect_range("v1 > 3 and name like 'a%'", 3, kMax);
  expect_range("value < 5", kMin, 5);
}

TEST(PredicateRange, IsNothingWhereAnythingMayMatch) {
  for (const char* text : {"v1 <> 3", "not v1 = 3", "v1 = 3 or v2 = 3", "v1 is null", "v1 + 1 = 3", "key = 3",
                           "v1 > 1.5", "v1 in (1, 2)", "true"})
    EXPECT_FALSE(range_of(text)) << text;
}

// A random condition over two columns.
std::string condition(Random& random, int depth) {
  const auto number = [&] { return std::to_string(random.between(-3, 6)); };
  const std::string column = random.chance(0.5) ? "a" : random.chance(0.5) ? "b" : "value";
  if (depth > 0 && random.chance(0.6)) {
    const std::string left = condition(random, depth - 1);
    const std::string right = condition(random, depth - 1);
    if (random.chance(0.2)) return "not (" + left + ")";
    return "(" + left + (random.chance(0.6) ? ") and (" : ") or (") + right + ")";
  }
  constexpr const char* kSigns[] = {"=", "<>", "<", "<=", ">", ">="};
  switch (random.below(5)) {
    case 0:
      return column + " between " + number() + " and " + number();
    case 1:
      return column + " in (" + number() + ", " + number() + ")";
    case 2:
      return number() + " " + kSigns[random.below(6)] + " " + column;
    case 3:
      return column + " + 1 " + kSigns[random.below(6)] + " " + number();
    default:
      return column + " " + kSigns[random.below(6)] + " " + number();
  }
}

TEST(PredicateRange, ContainsEveryIntegerThatMatches) {
  Random random(7);
  std::size_t confined = 0;
  for (int i = 0; i < 4000; ++i) {
    Dictionary columns;
    Dictionary keys;
    Dictionary values;
    const std::uint32_t a = columns.intern_text("a");
    const std::uint32_t b = columns.intern_text("b");
    const std::string text = condition(random, 3);
    const Result<Predicate> predicate = Predicate::parse(text, columns);
    ASSERT_TRUE(predicate) << text;
    const auto range = necessary_range(*predicate);
    if (!range) continue;
    ++confined;
    const KeyId key(keys.intern_text("k"));
    for (std::int64_t first = -5; first <= 8; ++first) {
      for (std::int64_t second = -5; second <= 8; ++second) {
        const std::vector<std::uint32_t> pairs{a, values.intern_integer(first), b,
                                               values.intern_integer(second)};
        const ValueId row(values.intern_row(pairs));
        if (!predicate->matches(keys, key, values, row)) continue;
        ASSERT_FALSE(range->is_value) << text;  // the row has no column of that name
        const std::int64_t number = range->column == a ? first : second;
        ASSERT_TRUE(range->low <= number && number <= range->high) << text;
      }
      const ValueId scalar(values.intern_integer(first));
      if (!predicate->matches(keys, key, values, scalar)) continue;
      ASSERT_TRUE(range->is_value && range->low <= first && first <= range->high) << text;
    }
  }
  EXPECT_GT(confined, 300U);
}

}  // namespace
}  // namespace isolde
