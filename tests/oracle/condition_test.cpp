// Two evaluators of conditions, written apart, agree: on random conditions of every form, over versions of
// every type; and a condition says the same as text and as JSON.
#include "tests/oracle/condition.hpp"

#include <array>
#include <optional>

#include <gtest/gtest.h>

#include "frontends/formats/native/native.hpp"
#include "history/builder.hpp"
#include "history/predicates/predicate.hpp"
#include "history/predicates/predicate_shapes.hpp"
#include "history/predicates/predicate_types.hpp"
#include "tests/oracle/random_condition.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

Truth truth_of(const SqlValue& value) {
  const auto* boolean = std::get_if<bool>(&value);
  return boolean == nullptr ? Truth::kUnknown : *boolean ? Truth::kTrue : Truth::kFalse;
}

// Keys and versions, the latter scalars, lists and rows of a, b, both or more.
class Versions {
 public:
  explicit Versions(Random& random) : random_(random) {}

  KeyId key() {
    return random_.chance(0.5) ? KeyId(keys_.intern_integer(random_.between(-1, 3)))
                               : KeyId(keys_.intern_text(random_.pick(kTexts)));
  }

  ValueId version() {
    if (random_.chance(0.25)) return ValueId(scalar());
    if (random_.chance(0.05)) return ValueId(values_.intern_list(std::array{scalar()}));
    std::vector<std::uint32_t> pairs;
    for (const char* name : {"a", "b", "value", "key"})
      if (random_.chance(name[1] == 0 ? 0.9 : 0.1))
        pairs.insert(pairs.end(), {columns_.intern_text(name), scalar()});
    return ValueId(values_.intern_row(pairs));
  }

  [[nodiscard]] SqlRow row(KeyId key, ValueId value) const {
    return row_of(columns_, keys_, key, values_, value);
  }
  [[nodiscard]] Truth evaluate(const Predicate& predicate, KeyId key, ValueId value) const {
    const Truth truth = predicate.evaluate(keys_, key, values_, value);
    EXPECT_EQ(predicate.matches(keys_, key, values_, value), truth == Truth::kTrue);
    return truth;
  }
  Dictionary& columns() { return columns_; }

 private:
  std::uint32_t scalar() {
    constexpr std::array kReals = {2.5, 3.0, -0.5, 1e300, 9007199254740993.0};
    constexpr std::array<std::int64_t, 4> kIntegers = {INT64_MAX, INT64_MIN, 9007199254740993, -1};
    switch (random_.below(8)) {
      case 0:
        return values_.intern_null();
      case 1:
        return values_.intern_boolean(random_.chance(0.5));
      case 2:
        return values_.intern_real(random_.pick(kReals));
      case 3:
      case 4:
        return values_.intern_text(random_.pick(kTexts));
      case 5:
        if (random_.chance(0.3)) return values_.intern_integer(random_.pick(kIntegers));
        [[fallthrough]];
      default:
        return values_.intern_integer(random_.between(-2, 9));
    }
  }

  static constexpr std::array<std::string_view, 7> kTexts = {"", "a", "ab", "abc", "b", "k1", "o'clock"};

  Random& random_;
  Dictionary keys_;
  Dictionary values_;
  Dictionary columns_;
};

TEST(Condition, HoldsWhereThePredicateMatches) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    Versions versions(random);
    const std::vector<ColumnDrawn> columns = columns_of_any_type();
    std::array<std::size_t, 3> seen{};
    for (int round = 0; round < 10'000 && !HasFailure(); ++round) {
      const Condition condition = random_condition(random, columns, static_cast<int>(random.below(4)));
      PredicateShapes shapes;
      const Result<Predicate> predicate = shapes.parse(sql_of(condition), versions.columns());
      ASSERT_TRUE(predicate) << sql_of(condition) << ": " << predicate.error().message;
      for (int i = 0; i < 20; ++i) {
        const KeyId key = versions.key();
        const ValueId value = versions.version();
        const Truth expected = truth_of(value_of(condition, versions.row(key, value)));
        ASSERT_EQ(versions.evaluate(*predicate, key, value), expected) << sql_of(condition);
        ++seen[static_cast<std::size_t>(expected)];
      }
    }
    for (const std::size_t count : seen) EXPECT_GT(count, 20'000U);
  }
}

// Rows with columns of every type, and keys, so that the reader has nothing to object to.
Result<History> history_with(const std::string& where) {
  std::string text;
  const auto line = [&](const std::string& operation) {
    text += R"({"id":)" + std::to_string(text.size()) + R"(,"ops":[)" + operation + "]}\n";
  };
  for (const char* cell :
       {"null", "1", "4", "-2", "2.5", "true", "false", R"("a")", R"("ab")", R"("o'clock")"}) {
    line(std::string(R"({"op":"w","key":1,"value":)") + cell + "}");
    for (const char* key : {"2", "\"k1\""})
      line(std::string(R"({"op":"insert","key":)") + key + R"(,"row":{"a":)" + cell +
           R"(,"b":3,"missing":null}})");
    line(std::string(R"({"op":"insert","key":"ab","row":{"a":4,"b":)") + cell + "}}");
  }
  line(R"({"op":"pr","where":)" + where + R"(,"rows":[]})");
  Result<History> history = read_native_text(text, "h.jsonl");
  if (!history) return history;
  if (const auto checked = check_predicate_types(*history); !checked) return tl::unexpected(checked.error());
  return history;
}

std::vector<Truth> truths(const History& history) {
  std::vector<Truth> result;
  for (std::size_t op = 0; op + 1 < history.operation_count(); ++op)
    result.push_back(
        history.predicate(PredicateId(0))
            .evaluate(history.keys(), history.key(OpId(op)), history.values(), history.value(OpId(op))));
  return result;
}

TEST(Condition, JsonSaysTheSame) {
  Random random(second_seed());
  SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(second_seed()));
  for (int round = 0; round < 1000 && !HasFailure(); ++round) {
    const Condition condition =
        random_condition(random, columns_of_any_type(), static_cast<int>(random.below(4)));
    SCOPED_TRACE(sql_of(condition));
    const Result<History> by_json = history_with(json_of(condition));
    const Result<History> by_text = history_with('"' + sql_of(condition) + '"');
    ASSERT_TRUE(by_json) << by_json.error().message;
    ASSERT_TRUE(by_text) << by_text.error().message;
    std::vector<Truth> expected;
    for (std::size_t op = 0; op + 1 < by_json->operation_count(); ++op)
      expected.push_back(
          truth_of(value_of(condition, row_of(by_json->columns(), by_json->keys(), by_json->key(OpId(op)),
                                              by_json->values(), by_json->value(OpId(op))))));
    ASSERT_EQ(truths(*by_json), expected);
    ASSERT_EQ(truths(*by_text), expected);
  }
}

}  // namespace
}  // namespace isolde
