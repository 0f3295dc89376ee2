// Which columns a condition may name, by what the history holds. What it says about types is tested with the
// program (tests/frontends/cli/program_test.cpp).
#include "history/predicates/predicate_types.hpp"

#include <gtest/gtest.h>

#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

bool is_taken(std::string_view history) { return check_predicate_types(history_of(history)).has_value(); }

TEST(PredicateTypes, RowsNameTheColumns) {
  EXPECT_TRUE(is_taken("a: insert k (v=1); b: pr 'v > 1' {}"));
  EXPECT_TRUE(is_taken("init k (v=1); a: pr 'v > 1 and key <> ''q''' {}"));
  EXPECT_FALSE(is_taken("a: insert k (v=1); b: pr 'w > 1' {}"));
}

TEST(PredicateTypes, PlainValuesHaveNoColumns) {
  for (const char* versions : {"a: w k 4", "a: append k 4", "a: inc k 4", "a: r k [1]",
                               "init k 4; a: r k nil", "a: pr 'true' {k=4}"}) {
    SCOPED_TRACE(versions);
    EXPECT_FALSE(is_taken(std::string(versions) + "; b: pr 'vale > 1' {}"));
    EXPECT_TRUE(is_taken(std::string(versions) + "; b: pr 'value > 1 or key = ''q''' {}"));
  }
  EXPECT_FALSE(is_taken("a: w k 4; b: agg vale 'true' {min=1}"));
}

// Nobody ever saw a row: the table may have any columns.
TEST(PredicateTypes, EmptyTablesMayHaveAnyColumn) {
  EXPECT_TRUE(is_taken("a: pr 'v > 1' {}; b: delete k, r k nil"));
  EXPECT_TRUE(is_taken("a: agg v 'w > 1 and value = ''x''' {count=0 sum=nil}"));
}

}  // namespace
}  // namespace isolde
