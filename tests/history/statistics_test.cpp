#include "history/statistics.hpp"

#include <gtest/gtest.h>

#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

TEST(Statistics, CountsKindsAndStatuses) {
  const HistoryStatistics counts = statistics_of(history_of(
      "a: r x nil, w x 1; a aborted: delete x; b unknown: append l 2, r l [2]; b: pr 'value > 0' {x=1}; -:"));
  EXPECT_EQ(counts.transactions, 5U);
  EXPECT_EQ(counts.committed, 3U);
  EXPECT_EQ(counts.aborted, 1U);
  EXPECT_EQ(counts.indeterminate, 1U);
  EXPECT_EQ(counts.sessions, 2U);
  EXPECT_EQ(counts.operations, 6U);
  EXPECT_EQ(counts.reads(), 2U);
  EXPECT_EQ(counts.item_writes(), 3U);
  EXPECT_EQ(counts.count(OpKind::kDelete), 1U);
  EXPECT_EQ(counts.count(OpKind::kPredicateRead), 1U);
  EXPECT_EQ(counts.rows_returned, 1U);
  EXPECT_EQ(counts.read_only, 1U);
  EXPECT_EQ(counts.write_only, 1U);
  EXPECT_EQ(counts.empty, 1U);
  EXPECT_EQ(counts.keys, 2U);
  EXPECT_EQ(counts.hottest_accesses, 3U);
  EXPECT_FALSE(counts.has_times);
}

TEST(Statistics, CountsConcurrency) {
  const HistoryStatistics counts =
      statistics_of(history_of("a [0,10]: w x 1; b [5,15]: w x 2; c [10,20]: w x 3; d [2,3]: w x 4"));
  EXPECT_EQ(counts.max_concurrent, 2U);  // d ends before b starts, a ends as c starts
  EXPECT_DOUBLE_EQ(counts.mean_concurrent, 31.0 / 20);
  EXPECT_EQ(counts.first_start, 0);
  EXPECT_EQ(counts.last_end, 20);
}

}  // namespace
}  // namespace isolde
