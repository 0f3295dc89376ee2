#include "history/predicates/predicate.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "history/predicates/predicate_shapes.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

constexpr Truth kT = Truth::kTrue;
constexpr Truth kF = Truth::kFalse;
constexpr Truth kU = Truth::kUnknown;

// The row {a: 3, b: 'text', c: 2.5, d: true, n: null} under the key 'k7', and the scalar 12 under the key 5.
class PredicateTest : public testing::Test {
 protected:
  PredicateTest() {
    values_.intern_null();
    std::vector<std::uint32_t> pairs = {
        column("a"), values_.intern_integer(3), column("b"), values_.intern_text("text"),
        column("c"), values_.intern_real(2.5),  column("d"), values_.intern_boolean(true),
        column("n"), values_.intern_null()};
    row_ = ValueId(values_.intern_row(pairs));
    scalar_ = ValueId(values_.intern_integer(12));
    row_key_ = KeyId(keys_.intern_text("k7"));
    scalar_key_ = KeyId(keys_.intern_integer(5));
  }

  std::uint32_t column(std::string_view name) { return columns_.intern_text(name); }

  Truth on(const std::string& text, KeyId key, ValueId value) {
    PredicateShapes shapes;
    const Result<Predicate> predicate = shapes.parse(text, columns_);
    if (!predicate) {
      ADD_FAILURE() << text << ": " << predicate.error().message;
      return kU;
    }
    EXPECT_EQ(predicate->text(), text);
    return predicate->evaluate(keys_, key, values_, value);
  }
  Truth on_row(const std::string& text) { return on(text, row_key_, row_); }
  Truth on_scalar(const std::string& text) { return on(text, scalar_key_, scalar_); }

  std::string error(const std::string& text) {
    PredicateShapes shapes;
    const Result<Predicate> predicate = shapes.parse(text, columns_);
    return predicate ? "accepted" : predicate.error().message;
  }

  using Cases = std::vector<std::pair<std::string, Truth>>;
  void expect_on_row(const Cases& cases) {
    for (const auto& [text, truth] : cases) EXPECT_EQ(on_row(text), truth) << text;
  }

  Dictionary keys_;
  Dictionary values_;
  Dictionary columns_;
  ValueId row_;
  ValueId scalar_;
  KeyId row_key_;
  KeyId scalar_key_;
};

TEST_F(PredicateTest, Compares) {
  expect_on_row({{"a = 3", kT},     {"a = 4", kF},      {"a <> 4", kT},     {"a != 3", kF},
                 {"a < 4", kT},     {"a < 3", kF},      {"a <= 3", kT},     {"a <= 2", kF},
                 {"a > 2", kT},     {"a > 3", kF},      {"a >= 3", kT},     {"a >= 4", kF},
                 {"3 = a", kT},     {"b = 'text'", kT}, {"b < 'texu'", kT}, {"b > 'tex'", kT},
                 {"d = true", kT},  {"d <> TRUE", kF},  {"c = 2.5", kT},    {"c < 1e2", kT},
                 {"\"a\" = 3", kT}, {"A = 3", kU},      {"a=3", kT},        {" a\n=\t3 ", kT},
                 {"a = -3", kF},    {"a > -3", kT},     {"a = +3", kT},     {"c > .5", kT}});
}

TEST_F(PredicateTest, ComparesNumbersExactly) {
  expect_on_row({{"a = 3.0", kT},
                 {"a < 3.5", kT},
                 {"3.5 > a", kT},
                 {"a > 2.5", kT},
                 {"-3 > -3.5", kT},
                 {"-4 < -3.5", kT},
                 {"c < a", kT},
                 {"9007199254740993 = 9007199254740992.0", kF},
                 {"9007199254740993 > 9007199254740992.0", kT},
                 {"9223372036854775807 < 9223372036854775808.0", kT},
                 {"-9223372036854775808 = -9223372036854775808.0", kT},
                 {"1 < 1e300", kT},
                 {"1 > -1e300", kT}});
}

TEST_F(PredicateTest, MixedTypesAndNullsAreUnknown) {
  expect_on_row({{"a = '3'", kU},
                 {"b = 3", kU},
                 {"d = 1", kU},
                 {"a <> '3'", kU},
                 {"n = 1", kU},
                 {"n = null", kU},
                 {"null = null", kU},
                 {"missing = 1", kU},
                 {"missing <> 1", kU},
                 {"a", kU},
                 {"b", kU},
                 {"5", kU},
                 {"n", kU},
                 {"d", kT},
                 {"not d", kF},
                 {"true", kT},
                 {"false", kF},
                 {"null", kU}});
}

TEST_F(PredicateTest, ThreeValuedLogic) {
  const std::vector<std::pair<std::string, Truth>> operands = {{"false", kF}, {"null", kU}, {"true", kT}};
  for (const auto& [left, x] : operands) {
    for (const auto& [right, y] : operands) {
      EXPECT_EQ(on_row(left + " and " + right), std::min(x, y)) << left << right;
      EXPECT_EQ(on_row(left + " or " + right), std::max(x, y)) << left << right;
    }
  }
  expect_on_row({{"not true", kF}, {"not false", kT}, {"not null", kU}, {"NOT NOT true", kT}});
}

TEST_F(PredicateTest, Precedence) {
  expect_on_row({{"true or false and false", kT},
                 {"(true or false) and false", kF},
                 {"not false and false", kF},
                 {"not (false and false)", kT},
                 {"not a = 4", kT},
                 {"1 + 2 * 3 = 7", kT},
                 {"(1 + 2) * 3 = 9", kT},
                 {"10 - 3 - 2 = 5", kT},
                 {"100 / 10 / 2 = 5", kT},
                 {"-a + 4 = 1", kT},
                 {"a between 1 and 3 and false", kF},
                 {"a + 1 between 2 * 2 and 4", kT}});
}

TEST_F(PredicateTest, Arithmetic) {
  expect_on_row({{"a + 1 = 4", kT},
                 {"a - 5 = -2", kT},
                 {"a * a = 9", kT},
                 {"7 / 2 = 3", kT},
                 {"-7 / 2 = -3", kT},
                 {"7 % 4 = a", kT},
                 {"a % 2 = 1", kT},
                 {"c + 1 = 3.5", kT},
                 {"c * 2 = 5", kT},
                 {"- - a = 3", kT},
                 {"-c = -2.5", kT},
                 {"9223372036854775807 + 1 > 0", kU},
                 {"-9223372036854775808 - 1 < 0", kU},
                 {"9223372036854775807 * 2 > 0", kU},
                 {"-9223372036854775808 / -1 > 0", kU},
                 {"-9223372036854775808 % -1 = 0", kT},
                 {"- (-9223372036854775808) > 0", kU},
                 {"1 / 0 = 1", kU},
                 {"1 % 0 = 1", kU},
                 {"1.0 / 0 = 1", kU},
                 {"1e308 * 10 > 0", kU},
                 {"c % 2 = 0", kU},
                 {"b + 1 = 1", kU},
                 {"n + 1 is null", kT}});
}

TEST_F(PredicateTest, Between) {
  expect_on_row({{"a between 1 and 5", kT},
                 {"a between 3 and 3", kT},
                 {"a between 4 and 5", kF},
                 {"a not between 4 and 5", kT},
                 {"a not between 1 and 5", kF},
                 {"a between 4 and null", kF},
                 {"a between 1 and null", kU},
                 {"n between 1 and 5", kU},
                 {"n not between 1 and 5", kU},
                 {"b between 'a' and 'z'", kT}});
}

TEST_F(PredicateTest, In) {
  expect_on_row({{"a in (1, 2, 3)", kT},
                 {"a in (1, 2)", kF},
                 {"a not in (1, 2)", kT},
                 {"a not in (3)", kF},
                 {"a in (1, null)", kU},
                 {"a in (3, null)", kT},
                 {"a not in (1, null)", kU},
                 {"n in (1)", kU},
                 {"b in ('x', 'text')", kT},
                 {"a in (1 + 1, 1 + 2)", kT},
                 {"a in (1, (2 + 1)) and d", kT}});
}

TEST_F(PredicateTest, IsNull) {
  expect_on_row({{"n is null", kT},
                 {"n is not null", kF},
                 {"a is null", kF},
                 {"a IS NOT NULL", kT},
                 {"missing is null", kT},
                 {"(a = n) is null", kT}});
}

TEST_F(PredicateTest, Like) {
  expect_on_row({{"b like 'te%'", kT},
                 {"b like 'text%'", kT},
                 {"b like '%'", kT},
                 {"b like 'xt%'", kF},
                 {"b like 'text'", kT},
                 {"b like 'tex'", kF},
                 {"b not like 'te%'", kF},
                 {"b not like 'tex'", kT},
                 {"a like '3%'", kU},
                 {"n not like 'x%'", kU}});
}

TEST_F(PredicateTest, QuotesAreEscapedByDoubling) {
  const std::vector<std::uint32_t> pairs = {column("na\"me"), values_.intern_text("it's")};
  const ValueId row(values_.intern_row(pairs));
  EXPECT_EQ(on("\"na\"\"me\" = 'it''s'", row_key_, row), kT);
  EXPECT_EQ(on("'' = ''", row_key_, row), kT);
}

TEST_F(PredicateTest, PseudoColumns) {
  EXPECT_EQ(on_row("key = 'k7'"), kT);
  EXPECT_EQ(on_row("key like 'k%'"), kT);
  EXPECT_EQ(on_row("value is null"), kT);
  EXPECT_EQ(on_scalar("value = 12 and key = 5"), kT);
  EXPECT_EQ(on_scalar("value % 2 = 1"), kF);
  EXPECT_EQ(on_scalar("a = 12"), kU);
  EXPECT_EQ(on_scalar("\"value\" = 12"), kU);
  std::vector<std::uint32_t> pairs = {column("key"), values_.intern_integer(1), column("value"),
                                      values_.intern_integer(2)};
  if (pairs[0] > pairs[2]) {
    std::swap(pairs[0], pairs[2]);
    std::swap(pairs[1], pairs[3]);
  }
  const ValueId row(values_.intern_row(pairs));
  EXPECT_EQ(on("value = 2 and \"value\" = 2 and \"key\" = 1 and key = 'k7'", row_key_, row), kT);
}

TEST_F(PredicateTest, OtherKindsOfVersions) {
  const ValueId keyword(values_.intern_keyword("name"));
  EXPECT_EQ(on("value = 'name'", row_key_, keyword), kT);
  const ValueId list(values_.intern_list({}));
  EXPECT_EQ(on("value is null", row_key_, list), kT);
  const ValueId nan(values_.intern_real(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(on("value = value", row_key_, nan), kU);
}

TEST_F(PredicateTest, OutlivesTheParserWhereItsStoreIsKept) {
  auto shapes = std::make_unique<PredicateShapes>();
  const Result<Predicate> text = shapes->parse("b = 'text'", columns_);
  const Result<Predicate> numbers = shapes->parse("a in (1, 2, 3, 4, 5, 6, 7)", columns_);
  ASSERT_TRUE(text && numbers);
  const std::shared_ptr<const void> kept = shapes->store();
  shapes.reset();
  EXPECT_TRUE(text->matches(keys_, row_key_, values_, row_));
  EXPECT_TRUE(numbers->matches(keys_, row_key_, values_, row_));
}

TEST_F(PredicateTest, ErrorsNameThePlaceAndWhatWasExpected) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "expected a column, a literal or '(' at character 1 of the predicate, got the end"},
      {"a =", "expected a column, a literal or '(' at character 4 of the predicate, got the end"},
      {"a = = 3", "expected a column, a literal or '(' at character 5 of the predicate, got '='"},
      {"a = 3 b", "expected an operator or the end at character 7 of the predicate, got 'b'"},
      {"a = 1 = 2", "expected an operator or the end at character 7 of the predicate, got '='"},
      {"(a = 3", "expected ')' at character 7 of the predicate, got the end"},
      {"a in ()", "expected a column, a literal or '(' at character 7 of the predicate, got ')'"},
      {"a in (1 2)", "expected ',' or ')' at character 9 of the predicate, got '2'"},
      {"a in 1", "expected '(' at character 6 of the predicate, got '1'"},
      {"a between 1 or 2", "expected 'and' at character 13 of the predicate, got 'or'"},
      {"a not 3", "expected 'between', 'in' or 'like' at character 7 of the predicate, got '3'"},
      {"a is 3", "expected 'null' at character 6 of the predicate, got '3'"},
      {"a and", "expected a column, a literal or '(' at character 6 of the predicate, got the end"},
      {"and", "expected a column, a literal or '(' at character 1 of the predicate, got 'and'"},
      {"b = 'x", "expected the closing ' at character 7 of the predicate"},
      {"\"b", "expected the closing \" at character 3 of the predicate"},
      {"\"\" = 1", "expected a column's name at character 1 of the predicate, got '\"\"'"},
      {"a = 9223372036854775808",
       "expected an integer between -2^63 and 2^63-1 at character 5 of the predicate, got "
       "'9223372036854775808'"},
      {"a = 1e999", "expected a number that fits a double at character 5 of the predicate, got '1e999'"},
      {"a = 1e", "expected the digits of an exponent at character 7 of the predicate"},
      {"a = 12x", "expected a space or an operator after a number at character 7 of the predicate"},
      {"a ; 3", "expected a column, a literal or an operator at character 3 of the predicate, got ';'"},
      {"b like 3", "expected a text in single quotes at character 8 of the predicate, got '3'"},
      {"b like '%x'",
       "expected a pattern whose only wildcard is one % at its end at character 8 of the predicate, got "
       "''%x''"},
      // Two bytes, one character.
      {"\xC3\xA4 = = 3", "expected a column, a literal or '(' at character 5 of the predicate, got '='"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(error(text), message) << text;
}

TEST_F(PredicateTest, HostileNestingIsOneSentence) {
  const std::string deep(10000, '(');
  EXPECT_THAT(error(deep + "a = 1" + std::string(10000, ')')),
              HasSubstr("the expression is nested too deeply at character 252"));
  std::string nots;
  std::string minuses;
  std::string sums;
  for (int i = 0; i < 10000; ++i) {
    nots += "not ";
    minuses += "- ";
    sums += "1+(";
  }
  EXPECT_THAT(error(nots + "d"), HasSubstr("nested too deeply"));
  EXPECT_THAT(error(minuses + "a = 1"), HasSubstr("nested too deeply"));
  EXPECT_THAT(error(sums), HasSubstr("nested too deeply"));
  std::string stacked;
  for (int i = 0; i < 200; ++i) stacked += "false or true and a = 1 + 2 * (";
  EXPECT_THAT(error(stacked), HasSubstr("nested too deeply"));
}

TEST_F(PredicateTest, LongChainsAreNoNesting) {
  std::string text = "a = 0";
  std::string list = "a in (0";
  for (int i = 0; i < 100000; ++i) {
    text += " or a = 0";
    list += ",0";
  }
  EXPECT_EQ(on_row(text + " or a = 3"), kT);
  EXPECT_EQ(on_row(list + ",3)"), kT);
  EXPECT_THAT(error(std::string(Predicate::kMaxText + 1, ' ')), HasSubstr("longer than"));
}

// Whatever the bytes, parse() answers with a predicate that evaluates or with one printable sentence.
TEST_F(PredicateTest, RandomBytesNeverCrash) {
  Random random(7);
  const std::vector<std::string> pieces = {
      "a", "b", "key", "value", "and", "or", "not", "in", "between", "is",  "null", "like", "(", ")",
      ",", "=", "<",   "+",     "-",   "%",  "'",   "\"", "1",       "2.5", "'t%'", "\xff", "\0"};
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::uint64_t left = random.below(12); left > 0; --left) text += random.pick(pieces) + " ";
    PredicateShapes shapes;
    const Result<Predicate> predicate = shapes.parse(text, columns_);
    if (predicate) {
      ++accepted;
      (void)predicate->evaluate(keys_, row_key_, values_, row_);
    } else {
      EXPECT_TRUE(
          std::ranges::all_of(predicate.error().message, [](char c) { return c >= ' ' && c <= '~'; }));
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace isolde
