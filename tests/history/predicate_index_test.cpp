// The index finds exactly what a scan finds, whatever the predicate; and it does not look at everything where
// a range helps.
#include "history/predicates/predicate_index.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "base/bit_tree.hpp"
#include "history/builder.hpp"
#include "tests/oracle/random_condition.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

std::uint32_t random_scalar(Random& random, Dictionary& values) {
  switch (random.below(8)) {
    case 0:
      return values.intern_null();
    case 1:
      return values.intern_boolean(random.chance(0.5));
    case 2:
      return values.intern_text(std::array{"a", "ab", "abc", "b", ""}[random.below(5)]);
    case 3:
      return values.intern_real(std::array{2.5, 3.0, -0.5, 1e300}[random.below(4)]);
    default:
      return values.intern_integer(random.between(-2, 9));
  }
}

ValueId random_version(Random& random, HistoryBuilder& builder) {
  if (random.chance(0.1)) return kInitial;
  if (random.chance(0.3)) return ValueId(random_scalar(random, builder.values()));
  std::array<std::uint32_t, 4> pairs = {
      builder.columns().intern_text("a"), random_scalar(random, builder.values()),
      builder.columns().intern_text("b"), random_scalar(random, builder.values())};
  if (random.chance(0.1)) return ValueId(builder.values().intern_list(std::span(pairs).subspan(1, 1)));
  return ValueId(builder.values().intern_row(pairs));
}

struct Sample {
  History history;
  std::vector<RowVersion> versions;
};

Sample random_sample(Random& random, std::size_t predicates) {
  HistoryBuilder builder;
  Sample sample;
  builder.begin_transaction({});
  const std::uint64_t count = random.below(60);
  for (std::uint64_t i = 0; i < count; ++i) {
    const KeyId key = random.chance(0.5) ? builder.key(random.between(0, 9))
                                         : builder.key(std::array{"a", "ab", "abc"}[random.below(3)]);
    sample.versions.push_back({key, random_version(random, builder)});
    builder.add(OpKind::kWrite, key, sample.versions.back().value);
  }
  static const std::vector<ColumnDrawn> columns = columns_of_any_type();
  for (std::size_t i = 0; i < predicates; ++i) {
    const Condition condition = random_condition(random, columns, static_cast<int>(random.below(4)));
    EXPECT_TRUE(builder.predicate(sql_of(condition)).has_value());
  }
  builder.end_transaction();
  sample.history = *std::move(builder).finish();
  return sample;
}

TEST(PredicateIndex, FindsWhatAScanFinds) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    std::size_t indexed = 0;
    std::size_t exact = 0;
    for (int round = 0; round < 400; ++round) {
      const Sample sample = random_sample(random, 20);
      PredicateIndex index(sample.history, sample.versions);
      for (std::size_t i = 0; i < sample.history.predicate_count(); ++i) {
        const Predicate& predicate = sample.history.predicate(PredicateId(i));
        std::vector<std::size_t> scanned;
        for (std::size_t version = 0; version < sample.versions.size(); ++version)
          if (index.matches(predicate, version)) scanned.push_back(version);
        std::vector<std::size_t> found;
        index.for_each_match(predicate, [&](std::size_t version) { found.push_back(version); });
        std::ranges::sort(found);
        ASSERT_EQ(found, scanned) << predicate.text();
        const auto candidates = index.candidates(predicate);
        if (candidates.column != nullptr) ++indexed;
        if (candidates.column != nullptr && candidates.is_exact) ++exact;
      }
    }
    EXPECT_GT(indexed, 2000U);
    EXPECT_GT(exact, 500U);
  }
}

// In crowds, far apart, at both ends of what fits: buckets of one number and of many.
TEST(PredicateIndex, OrdersIntegersOfAnySpread) {
  Random random(3);
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  for (int round = 0; round < 300; ++round) {
    Dictionary keys;
    Dictionary values;
    values.intern_null();
    std::vector<RowVersion> versions;
    std::vector<std::int64_t> numbers;
    for (std::size_t i = random.below(60); i > 0; --i) {
      const std::int64_t near = round - static_cast<std::int64_t>(random.below(20));
      const std::int64_t any = static_cast<std::int64_t>(random.next() >> random.below(63));
      const std::int64_t end = random.chance(0.5) ? kLeast : kMost;
      numbers.push_back(round % 3 == 0 || random.chance(0.8) ? near : random.chance(0.9) ? any : end);
      versions.push_back({KeyId(keys.intern_integer(1)), ValueId(values.intern_integer(numbers.back()))});
    }
    const OrderedColumn column(keys, values, versions, {Subject::Kind::kValue, 0});
    ASSERT_EQ(column.order().size(), versions.size());
    for (std::size_t place = 0; place + 1 < versions.size(); ++place) {
      const std::uint32_t here = column.order()[place];
      const std::uint32_t next = column.order()[place + 1];
      ASSERT_LT(std::pair(numbers[here], here), std::pair(numbers[next], next));
      ASSERT_EQ(column.place(here), place);
    }
    std::vector<std::int64_t> asked = numbers;
    asked.insert(asked.end(), {kLeast, kMost, round, static_cast<std::int64_t>(random.next())});
    for (const std::int64_t number : asked) {
      ASSERT_EQ(column.places_below(number),
                static_cast<std::size_t>(std::ranges::count_if(numbers, [&](auto n) { return n < number; })));
      ASSERT_EQ(column.places_up_to(number), static_cast<std::size_t>(std::ranges::count_if(
                                                 numbers, [&](auto n) { return n <= number; })));
    }
  }
}

// Lists of values must not cost their square: this took a quarter of an hour. Of the processor's time, since
// other tests run beside it.
TEST(PredicateIndex, LongListsTakeLittleTime) {
  for (const char* word : {"in", "not in"}) {
    HistoryBuilder builder;
    std::string where = "value " + std::string(word) + " (0";
    for (int i = 2; i < 100'000; i += 2) where += "," + std::to_string(i);
    std::vector<RowVersion> versions;
    builder.begin_transaction({});
    for (std::int64_t i = 0; i < 4; ++i) {
      versions.push_back({builder.key(i), builder.value(i)});
      builder.add(OpKind::kWrite, versions.back().key, versions.back().value);
    }
    builder.end_transaction();
    ASSERT_TRUE(builder.predicate(where + ")").has_value());
    const History history = *std::move(builder).finish();
    const std::clock_t begin = std::clock();
    PredicateIndex index(history, versions);
    std::vector<std::size_t> found;
    index.for_each_match(history.predicate(PredicateId(0)), [&](std::size_t at) { found.push_back(at); });
    const bool is_in = word == std::string("in");
    EXPECT_EQ(found, is_in ? (std::vector<std::size_t>{0, 2}) : (std::vector<std::size_t>{1, 3}));
    EXPECT_LT(std::clock() - begin, 20 * CLOCKS_PER_SEC);
  }
}

class Narrow : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

// Keys 0 to 99, each with the rows {a: key, b: 'k<key>'}.
TEST_P(Narrow, LooksAtFewVersions) {
  HistoryBuilder builder;
  std::vector<RowVersion> versions;
  builder.begin_transaction({});
  for (std::int64_t i = 0; i < 100; ++i) {
    const std::array<std::uint32_t, 4> pairs = {
        builder.columns().intern_text("a"), builder.values().intern_integer(i),
        builder.columns().intern_text("b"), builder.values().intern_text("k" + std::to_string(i))};
    versions.push_back({builder.key(i), ValueId(builder.values().intern_row(pairs))});
    builder.add(OpKind::kInsert, versions.back().key, versions.back().value);
  }
  ASSERT_TRUE(builder.predicate(GetParam().first).has_value());
  builder.end_transaction();
  const History history = *std::move(builder).finish();
  PredicateIndex index(history, versions);
  EXPECT_EQ(index.candidates(history.predicate(PredicateId(0))).count, GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(
    Predicates, Narrow,
    testing::Values(std::pair{"a = 5", 1}, std::pair{"5 >= a", 6}, std::pair{"a between 10 and 19", 10},
                    std::pair{"a in (1, 50, 99, 1000)", 3}, std::pair{"not (a < 90)", 10},
                    std::pair{"not (a < 90 or a > 95)", 6}, std::pair{"b like 'k9%'", 11},
                    std::pair{"a > 50 and b = 'k51'", 1}, std::pair{"a < 3 or a > 96", 6},
                    std::pair{"a < 3 or b = 'k7'", 100}, std::pair{"key = 7 and a > 0", 1},
                    std::pair{"a = 'text'", 0}, std::pair{"a = null", 0}, std::pair{"false", 0},
                    std::pair{"a > 5 and a < 3", 0}, std::pair{"a + 1 = 5", 100}, std::pair{"a = 2.5", 0},
                    std::pair{"a > 97.5", 2}));

TEST(BitTree, AgreesWithASet) {
  Random random(7);
  for (const std::size_t limit : {1UL, 63UL, 64UL, 65UL, 4096UL, 4097UL, 300000UL}) {
    BitTree tree(limit);
    std::set<std::size_t> set;
    for (int step = 0; step < 3000; ++step) {
      const std::size_t number = random.below(limit);
      if (random.chance(0.6)) {
        tree.insert(number);
        set.insert(number);
      } else {
        tree.erase(number);
        set.erase(number);
      }
      const std::size_t from = random.below(limit + 1);
      const auto next = set.lower_bound(from);
      ASSERT_EQ(tree.next(from), next == set.end() ? limit : *next) << limit << " " << from;
      const std::size_t to = from + random.below(limit + 1 - from);
      const auto count = static_cast<std::size_t>(std::distance(next, set.lower_bound(to)));
      const std::size_t most = random.chance(0.5) ? random.below(count + 2) : count;
      ASSERT_EQ(tree.has_more(from, to, most), count > most) << limit << " " << from << " " << to;
    }
  }
}

}  // namespace
}  // namespace isolde
