// The verifier's own index leaves no match out, whatever the predicate, while rows come and go; and it does
// not look at everything where a bound helps.
#include "certify/schedule/live_rows.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "history/builder.hpp"
#include "tests/oracle/random_condition.hpp"
#include "tests/oracle/seeds.hpp"

namespace isolde {
namespace {

constexpr std::int64_t kLeastInteger = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max();

std::uint32_t drawn_cell(Random& random, Dictionary& values, bool integers_only) {
  const std::uint64_t kind = integers_only ? 7 : random.below(8);
  if (kind == 0) return values.intern_null();
  if (kind == 1) return values.intern_boolean(random.chance(0.5));
  if (kind == 2) return values.intern_text(std::array{"a", "ab", "abc", "b", ""}[random.below(5)]);
  if (kind == 3) return values.intern_real(std::array{2.5, 3.0, -0.5, 1e300}[random.below(4)]);
  if (random.chance(0.05)) return values.intern_integer(random.chance(0.5) ? kLeastInteger : kMostInteger);
  return values.intern_integer(random.between(-2, 9));
}

ValueId drawn_version(Random& random, HistoryBuilder& builder, bool integers_only) {
  if (random.chance(0.1)) return kInitial;
  if (random.chance(0.2)) return ValueId(drawn_cell(random, builder.values(), integers_only));
  const std::array<std::uint32_t, 4> pairs = {
      builder.columns().intern_text("a"), drawn_cell(random, builder.values(), integers_only),
      builder.columns().intern_text("b"), drawn_cell(random, builder.values(), integers_only)};
  return ValueId(builder.values().intern_row(pairs));
}

// Initial values, writes of the same keys, and predicates that nobody has to run.
History drawn_history(Random& random, bool integers_only) {
  HistoryBuilder builder;
  std::vector<KeyId> keys;
  for (int i = 0; i < 10; ++i) keys.push_back(builder.key(i));
  for (const char* name : {"a", "ab", "abc"}) keys.push_back(builder.key(name));
  for (const KeyId key : keys)
    if (random.chance(0.7)) builder.set_initial_value(key, drawn_version(random, builder, integers_only));
  builder.begin_transaction({});
  for (int i = 0; i < 30; ++i)
    builder.add(OpKind::kWrite, random.pick(keys), drawn_version(random, builder, integers_only));
  static const std::vector<ColumnDrawn> columns = columns_of_any_type();
  for (int i = 0; i < 15; ++i)
    EXPECT_TRUE(
        builder.predicate(sql_of(random_condition(random, columns, static_cast<int>(random.below(4))))));
  for (int i = 0; i < 15; ++i) {
    const std::int64_t low = random.between(-3, 9);
    EXPECT_TRUE(builder.predicate(fmt::format("a between {} and {}", low, low + random.between(-1, 5))));
    EXPECT_TRUE(builder.predicate(fmt::format("b = {}", low)));
  }
  EXPECT_TRUE(builder.predicate(fmt::format("a between {} and {}", kLeastInteger, kMostInteger)));
  builder.end_transaction();
  return *std::move(builder).finish();
}

struct Looked {
  std::size_t candidates = 0;
  std::size_t rows = 0;
  std::size_t runs = 0;
};

void expect_finds_all(LiveRows& live, const History& history, const std::vector<ValueId>& held,
                      Looked& looked) {
  for (std::size_t i = 0; i < history.predicate_count(); ++i) {
    const Predicate& predicate = history.predicate(PredicateId(i));
    SCOPED_TRACE(predicate.text());
    const auto matches = [&](std::size_t key) {
      return held[key] != kInitial &&
             predicate.matches(history.keys(), KeyId(key), history.values(), held[key]);
    };
    std::vector<int> times(history.key_count());
    live.for_each_candidate(predicate, [&](KeyId key) {
      ++times[key.index()];
      ++looked.candidates;
    });
    std::size_t matching = 0;
    for (std::size_t key = 0; key < times.size(); ++key) {
      ASSERT_LE(times[key], 1);
      if (!matches(key)) continue;
      ASSERT_EQ(times[key], 1) << "key " << key;
      ++matching;
    }
    looked.rows += times.size();
    const auto run = live.run_of(predicate);
    if (!run) continue;
    ++looked.runs;
    for (std::size_t key = 0; key < times.size(); ++key)
      ASSERT_EQ(live.is_in(*run, KeyId(key)), matches(key));
    ASSERT_FALSE(LiveRows::has_more(*run, matching));
    ASSERT_TRUE(matching == 0 || LiveRows::has_more(*run, matching - 1));
  }
}

TEST(LiveRows, LeaveNoMatchOutWhileRowsComeAndGo) {
  for (const std::uint64_t seed : both_seeds()) {
    SCOPED_TRACE("ISOLDE_SEED=" + std::to_string(seed));
    Random random(seed);
    Looked looked;
    for (std::uint64_t round = how_many("ISOLDE_HISTORIES", 300); round > 0; --round) {
      const History history = drawn_history(random, round % 2 == 0);
      LiveRows live(history);
      std::vector<ValueId> held;
      for (std::size_t key = 0; key < history.key_count(); ++key)
        held.push_back(history.initial_value(KeyId(key)));
      // Columns are sorted when they are first asked for: at once, or when half of it has happened.
      if (random.chance(0.5)) {
        ASSERT_NO_FATAL_FAILURE(expect_finds_all(live, history, held, looked));
      }
      for (std::size_t op = 0; op < history.operation_count(); ++op) {
        live.put(history.key(OpId(op)), live.version_of(OpId(op)));
        held[history.key(OpId(op)).index()] = history.value(OpId(op));
        if (op % 10 == 4) {
          ASSERT_NO_FATAL_FAILURE(expect_finds_all(live, history, held, looked));
        }
      }
    }
    EXPECT_LT(looked.candidates, looked.rows / 2);
    EXPECT_GT(looked.runs, 1000U);
  }
}

}  // namespace
}  // namespace isolde
