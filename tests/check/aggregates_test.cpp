// count, min, max and sum over a predicate, by name: where they decide, where they do not bind, and where
// nobody can tell. Random histories with aggregates are a mix of the differential tests.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "frontends/formats/native/native.hpp"
#include "tests/oracle/dsl.hpp"
#include "tests/oracle/oracle.hpp"

namespace isolde {
namespace {

Verdict verdict_by(const History& history, Level level, Solver solver = Solver::kCdcl) {
  CheckOptions options;
  options.level = level;
  options.solver = solver;
  const ReportData report = check(history, options);
  if (report.decision.verdict == Verdict::kAccept) {
    EXPECT_TRUE(report.is_certified);
  }
  return report.decision.verdict;
}

// At every level as the oracle says, and the search, too.
void expect_oracle(std::string_view text) {
  const History history = history_of(text);
  SCOPED_TRACE(std::string(text));
  for (const LevelInfo& level : levels()) {
    const bool holds = satisfies(history, static_cast<OracleLevel>(level.level));
    const Verdict expected = holds ? Verdict::kAccept : Verdict::kReject;
    EXPECT_EQ(verdict_by(history, level.level), expected) << level.name;
    if (level.one_node) {
      EXPECT_EQ(verdict_by(history, level.level, Solver::kSearch), expected) << level.name;
    }
  }
}

bool holds(std::string_view text, Level level) {
  expect_oracle(text);
  return verdict_by(history_of(text), level) == Verdict::kAccept;
}

TEST(Aggregates, TwoCountsBeforeTwoInsertsAreAWriteSkew) {
  const char* text =
      "a: agg - 'v > 0' {count=0}, insert k1 (v=5); b: agg - 'v > 0' {count=0}, insert k2 (v=5)";
  EXPECT_FALSE(holds(text, Level::kSerializable));
  EXPECT_TRUE(holds(text, Level::kSnapshotIsolation));
  EXPECT_TRUE(holds(text, Level::kRepeatableRead));
}

TEST(Aggregates, OwnWritesCount) {
  EXPECT_TRUE(holds("a: insert k1 (v=5), agg v 'v > 0' {count=1 sum=5}, delete k1, agg - 'v > 0' {count=0}",
                    Level::kSerializable));
  EXPECT_FALSE(holds("a: insert k1 (v=5), agg - 'v > 0' {count=0}", Level::kSnapshotIsolation));
}

TEST(Aggregates, UnbornAndDeletedMatchNothing) {
  EXPECT_TRUE(
      holds("init k 3; a [0,1]: delete k; b [2,3]: agg value 'true' {count=0 min=nil max=nil sum=nil}",
            Level::kStrictSerializable));
  EXPECT_FALSE(
      holds("init k 3; a [0,1]: delete k; b [2,3]: agg - 'true' {count=1}", Level::kStrictSerializable));
}

TEST(Aggregates, NullColumnsAreCountedAndPassedOver) {
  EXPECT_TRUE(holds("init k (v=1 w=nil); init l (v=2 w=7); a: agg w 'v > 0' {count=2 min=7 max=7 sum=7}",
                    Level::kSerializable));
  EXPECT_TRUE(holds("init k (v=1 w=nil); a: agg w 'v > 0' {count=1 min=nil sum=nil}", Level::kSerializable));
  EXPECT_FALSE(holds("init k (v=1 w=nil); a: agg w 'v > 0' {sum=0}", Level::kSerializable));
}

TEST(Aggregates, AMinimumExcludesWhatIsBelow) {
  EXPECT_FALSE(
      holds("init k 5; a [0,1]: w k 2; b [2,3]: agg value 'true' {min=5}", Level::kStrictSerializable));
  EXPECT_TRUE(
      holds("init k 5; a [0,4]: w k 2; b [2,3]: agg value 'true' {min=5}", Level::kStrictSerializable));
}

TEST(Aggregates, ASumTellsWhichVersionsWereSeen) {
  // 1+20: y is new and x is old; the other reader sees it the other way round.
  const char* fork =
      "init x 1; init y 2; a: w x 10; b: w y 20; c: agg value 'true' {sum=21}; d: agg value 'true' {sum=12}";
  EXPECT_FALSE(holds(fork, Level::kSerializable));
  EXPECT_FALSE(holds(fork, Level::kSnapshotIsolation));
  EXPECT_TRUE(
      holds("init x 1; init y 2; a: w x 10; b: w y 20; c: agg value 'true' {sum=21}; d: r x 10, r y 20",
            Level::kSerializable));
}

TEST(Aggregates, CountersAreAddedUpAsTheyWere) {
  EXPECT_TRUE(
      holds("a: inc c 2; b: inc c 3; d: agg value 'value > 0' {sum=3}; e: r c 5", Level::kSerializable));
  EXPECT_FALSE(holds("a: inc c 2; b: inc c 3; d: agg value 'value > 0' {sum=4}", Level::kSerializable));
}

TEST(Aggregates, ListsAndSetsCountButHaveNoSum) {
  EXPECT_TRUE(holds("a: append l 1; b: add s 2; c: agg value 'key <> ''x''' {count=2 sum=nil}",
                    Level::kSerializable));
  EXPECT_FALSE(holds("a [0,1]: add s 2; c [2,3]: agg - 'key = ''s''' {count=0}", Level::kStrictSerializable));
}

TEST(Aggregates, AnIndeterminateWriterMayHaveBeenCounted) {
  EXPECT_TRUE(holds("a unknown: insert k1 4; b: agg - 'true' {count=1}", Level::kSerializable));
  EXPECT_TRUE(holds("a unknown: insert k1 4; b: agg - 'true' {count=0}", Level::kSerializable));
  EXPECT_FALSE(holds("a aborted: insert k1 4; b: agg - 'true' {count=1}", Level::kSerializable));
}

// The maximum of texts and of reals, sums of reals in any order, sums beyond 64 bits.
TEST(Aggregates, OtherTypes) {
  const auto verdict = [](std::string_view lines) {
    const Result<History> history = read_native_text(lines, "h");
    EXPECT_TRUE(history) << history.error().to_string();
    return verdict_by(*history, Level::kSerializable);
  };
  EXPECT_EQ(verdict(R"({"initial":{"k":{"v":"ab"},"l":{"v":"b"}}}
{"ops":[{"op":"agg","where":"true","column":"v","min":"ab","max":"b"},{"op":"agg","where":"v > 'b'","count":0}]}
)"),
            Verdict::kAccept);
  EXPECT_EQ(verdict(R"({"initial":{"k":{"v":0.1},"l":{"v":0.2},"m":{"v":3}}}
{"ops":[{"op":"agg","where":"v > 0","column":"v","sum":3.3000000000000003,"max":3}]}
)"),
            Verdict::kAccept);
  EXPECT_EQ(verdict(R"({"initial":{"k":{"v":0.1},"l":{"v":0.2}}}
{"ops":[{"op":"agg","where":"v > 0","column":"v","sum":0.31}]}
)"),
            Verdict::kReject);
  EXPECT_EQ(
      verdict(
          R"({"initial":{"k":{"v":9223372036854775807},"l":{"v":9223372036854775807},"m":{"v":-9223372036854775807}}}
{"ops":[{"op":"agg","where":"true","column":"v","sum":9223372036854775807}]}
)"),
      Verdict::kAccept);
  EXPECT_EQ(verdict(R"({"initial":{"k":1,"l":2}}
{"ops":[{"op":"agg","where":"true","column":"key","min":"k","max":"l","count":2}]}
)"),
            Verdict::kAccept);
}

// 60 keys of each of which an old or a new version may have been seen: too many sums to list.
std::string many_sums(std::int64_t sum_of_last) {
  std::string text;
  std::int64_t number = 1;
  for (int key = 0; key < 60; ++key) text += fmt::format("init k{} 0; ", key);
  for (int key = 0; key < 60; ++key) {
    number = number * 48271 % 2147483647;
    text += fmt::format("w{}: w k{} {}; ", key, key, number);
    sum_of_last += key % 2 == 0 ? number : 0;
  }
  return text + fmt::format("s: agg value 'value >= 0' {{sum={}}}", sum_of_last);
}

TEST(Aggregates, TooManySumsAreUnknownNotWrong) {
  CheckOptions options;
  options.limits.seconds = 0.3;
  for (const Level level : {Level::kSerializable, Level::kSnapshotIsolation}) {
    options.level = level;
    const Decision decision = check(history_of(many_sums(0)), options).decision;
    EXPECT_EQ(decision.verdict, Verdict::kUnknown);
    EXPECT_FALSE(decision.reason.empty());
  }
}

// Of all sums, that of a snapshot which the solver tries by itself needs no list.
TEST(Aggregates, AGuessThatReplaysDecidesWhatCannotBeListed) {
  std::string text;
  std::int64_t sum = 0;
  std::int64_t number = 1;
  for (int key = 0; key < 60; ++key) {
    number = number * 48271 % 2147483647;
    text += fmt::format("init k{} {}; ", key, number);
    sum += number;
  }
  for (int key = 0; key < 60; ++key) text += fmt::format("w{}: w k{} {}; ", key, key, 1 + key);
  for (const Level level : {Level::kSerializable, Level::kSnapshotIsolation}) {
    const History history =
        history_of(text + fmt::format("s: agg value 'value >= 0' {{sum={} count=60}}", sum));
    CheckOptions options;
    options.level = level;
    options.limits.seconds = 5;
    const Verdict verdict = check(history, options).decision.verdict;
    EXPECT_NE(verdict, Verdict::kReject);
  }
}

std::string claimed(std::string_view aggregate) {
  return fmt::format(R"({{"initial":{{"k":{{"v":1}},"l":{{"v":2}}}}}}
{{"id":1,"ops":[{{"op":"w","key":"k","row":{{"v":5}}}}]}}
{{"id":2,"ops":[{{"op":"agg","where":"v > 0",{},"versions":[{{"key":"k","row":{{"v":1}}}},{{"key":"l","row":{{"v":2}}}}]}}]}}
{{"version_order":{{"key":"k","values":[{{"v":5}}]}}}}
{{"serialization_order":[2,1]}}
)",
                     aggregate);
}

TEST(Aggregates, ArePromisesToo) {
  const auto run = [](std::string_view aggregate, CertificateMode mode) {
    const Result<History> history = read_native_text(claimed(aggregate), "h");
    EXPECT_TRUE(history) << history.error().to_string();
    CheckOptions options;
    options.mode = mode;
    return check(*history, options).decision;
  };
  for (const CertificateMode mode : {CertificateMode::kVersionOrder, CertificateMode::kSerializationOrder}) {
    EXPECT_EQ(run(R"("column":"v","sum":3,"count":2)", mode).verdict, Verdict::kAccept);
    // Right in another order, but not in the one that was promised.
    const Decision broken = run(R"("column":"v","sum":7,"count":2)", mode);
    EXPECT_EQ(broken.verdict, Verdict::kReject);
    ASSERT_FALSE(broken.anomalies.empty());
    EXPECT_EQ(broken.anomalies.front().name, "result set mismatch");
  }
}

}  // namespace
}  // namespace isolde
