// Databases held to their own promises: the figures of the Emme paper, and every way in which a promise can
// be wrong by itself.
#include "promise/promise.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "frontends/formats/native/native.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "tests/check/first_anomaly.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

History read(const std::string& text) {
  Result<History> history = read_native_text(text, "h.jsonl");
  EXPECT_TRUE(history) << history.error().to_string();
  return history ? std::move(*history) : History();
}

ReportData run(const History& history, CertificateMode mode, Level level = Level::kSerializable) {
  CheckOptions options;
  options.mode = mode;
  options.level = level;
  return check(history, options);
}

Decision versions(const std::string& text, Level level = Level::kSerializable) {
  return run(read(text), CertificateMode::kVersionOrder, level).decision;
}
Decision order(const std::string& text, Level level = Level::kSerializable) {
  return run(read(text), CertificateMode::kSerializationOrder, level).decision;
}

const std::string kTwoWrites = R"({"id":1,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"ops":[{"op":"w","key":"y","value":2}]}
)";
std::string rows(const std::string& text) {
  std::string out;
  for (const char key : text)
    out += std::string(out.empty() ? "" : ",") + R"({"key":")" + key + R"(","value":)" +
           (key == 'x' ? "1" : "2") + "}";
  return "[" + out + "]";
}
std::string predicate_read(const std::string& where, const std::string& returned, const std::string& seen) {
  return R"({"op":"pr","where":")" + where + R"(","rows":)" + rows(returned) + R"(,"versions":)" +
         rows(seen) + "}";
}
std::string third(const std::string& operations) { return R"({"id":3,"ops":[)" + operations + "]}\n"; }
const std::string kInOrder = R"({"serialization_order":[1,2,3]})";

std::string order_of_x(const std::string& values) {
  return R"({"version_order":{"key":"x","values":[)" + values + "]}}\n";
}

// T3 reads the objects below five twice, and y appears in between.
TEST(EmmePaper, Figure1PhantomRead) {
  const std::string history = kTwoWrites + third(predicate_read("value < 5", "x", "x") + "," +
                                                 predicate_read("value < 5", "xy", "xy"));
  EXPECT_EQ(versions(history).verdict, Verdict::kReject);
  EXPECT_EQ(versions(history, Level::kRepeatableRead).verdict, Verdict::kAccept);
  EXPECT_EQ(order(history + kInOrder).verdict, Verdict::kReject);
  EXPECT_EQ(first_name(order(history + kInOrder)), "result set mismatch");
}

TEST(EmmePaper, Figure2SerializableInTimestampOrder) {
  const std::string history = kTwoWrites + third(predicate_read("value > 0", "xy", "xy"));
  EXPECT_EQ(versions(history).verdict, Verdict::kAccept);
  EXPECT_EQ(order(history + kInOrder).verdict, Verdict::kAccept);
}

// Another order would do, but that is not the order of timestamps.
TEST(EmmePaper, Figure3SerializableInAnotherOrderOnly) {
  const std::string history = kTwoWrites + third(predicate_read("value > 0", "x", "xy"));
  EXPECT_EQ(versions(history).verdict, Verdict::kReject);
  EXPECT_EQ(first_name(versions(history)), "result set mismatch");
  EXPECT_THAT(first_sentence(versions(history)), HasSubstr("y = 2, which matches, and did not return it"));
  EXPECT_EQ(order(history + kInOrder).verdict, Verdict::kReject);
  EXPECT_EQ(first_name(order(history + kInOrder)), "result set mismatch");
  EXPECT_THAT(first_sentence(order(history + kInOrder)), HasSubstr("y = 2, which matches"));
  EXPECT_EQ(order(history + R"({"serialization_order":[1,3,2]})").verdict, Verdict::kAccept);
  EXPECT_EQ(run(read(history), CertificateMode::kNoPromise).decision.verdict, Verdict::kAccept);
}

std::string figure4(const std::string& seen) {
  return R"({"id":1,"ops":[{"op":"w","key":"x","value":4}]}
{"id":2,"ops":[{"op":"w","key":"x","value":6}]}
{"id":3,"ops":[{"op":"pr","where":"value < 5","rows":[],"versions":[{"key":"x","value":)" +
         seen + R"(}]},{"op":"r","key":"x","value":4}]}
{"version_order":{"key":"x","values":[4,6]}}
)";
}

TEST(EmmePaper, Figure4NotSerializable) { EXPECT_EQ(versions(figure4("6")).verdict, Verdict::kReject); }

// Without predicate dependencies there is no cycle: that is what repeatable read asks.
TEST(EmmePaper, Figure5ItemsOnlyAreAcyclic) {
  EXPECT_EQ(versions(figure4("6"), Level::kRepeatableRead).verdict, Verdict::kAccept);
}

TEST(EmmePaper, Figure6PredicateDependencyClosesTheCycle) {
  const Decision decision = versions(figure4("6"));
  ASSERT_EQ(decision.anomalies.size(), 1U);
  const std::vector<Dependency>& cycle = decision.anomalies.front().cycle;
  ASSERT_EQ(cycle.size(), 2U);
  const bool wr_first = cycle[0].kind == DependencyKind::kWr;
  EXPECT_EQ(cycle[wr_first ? 0 : 1].reason, DependencyReason::kRowGone);
  EXPECT_EQ(cycle[wr_first ? 1 : 0].kind, DependencyKind::kRw);
}

// The graph has no cycle, but x = 4 matches and was not returned. Whatever the level, that is not what the
// operation says it was evaluated on.
TEST(EmmePaper, Figure7ResultSetMismatch) {
  for (const LevelInfo& level : levels()) {
    const Decision decision = versions(figure4("4"), level.level);
    EXPECT_EQ(decision.verdict, Verdict::kReject) << level.name;
    EXPECT_EQ(first_name(decision), "result set mismatch") << level.name;
    EXPECT_THAT(first_sentence(decision), HasSubstr("x = 4")) << level.name;
  }
}

// Before it wrote x itself T2 saw a version that only follows its own.
TEST(VersionSets, DoNotFollowTheOwnVersion) {
  const auto text = [](const std::string& values) {
    return R"({"initial":{"x":9}}
{"id":1,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"ops":[{"op":"pr","where":"value > 5","rows":[],"versions":[{"key":"x","value":1}]},{"op":"w","key":"x","value":2}]}
)" + order_of_x(values);
  };
  for (const LevelInfo& level : levels()) {
    EXPECT_EQ(versions(text("1,2"), level.level).verdict, Verdict::kAccept) << level.name;
    if (level.level == Level::kRepeatableRead) continue;
    EXPECT_EQ(first_name(versions(text("2,1"), level.level)), "broken version set") << level.name;
    EXPECT_THAT(first_sentence(versions(text("2,1"), level.level)),
                HasSubstr("was evaluated on x as it was only after the transaction itself changed it"));
  }
}

TEST(VersionSets, OfAggregatesGiveTheResultAtEveryLevel) {
  for (const LevelInfo& level : levels()) {
    const auto counted = [&](const std::string& count) {
      return versions(kTwoWrites + third(R"({"op":"agg","where":"value > 0","count":)" + count +
                                         R"(,"versions":)" + rows("xy") + "}"),
                      level.level);
    };
    EXPECT_EQ(counted("2").verdict, Verdict::kAccept) << level.name;
    EXPECT_EQ(first_name(counted("1")), "result set mismatch") << level.name;
  }
}

const std::string kLines = R"({"id":1,"session":1,"start":1,"end":2,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"session":1,"start":3,"end":4,"ops":[{"op":"r","key":"x","value":1},{"op":"w","key":"x","value":2}]}
{"id":3,"session":2,"start":5,"end":6,"ops":[{"op":"r","key":"x","value":2}]}
{"id":4,"session":2,"status":"aborted","ops":[{"op":"w","key":"x","value":9}]}
{"id":5,"session":3,"status":"unknown","ops":[{"op":"w","key":"x","value":7}]}
)";

TEST(VersionOrders, HoldAtEveryLevel) {
  for (const LevelInfo& level : levels()) {
    const ReportData report =
        run(read(kLines + order_of_x("1,2")), CertificateMode::kVersionOrder, level.level);
    EXPECT_EQ(report.decision.verdict, Verdict::kAccept) << level.name << report.decision.reason;
    EXPECT_TRUE(report.is_certified) << level.name;
    EXPECT_EQ(versions(kLines + order_of_x("1,2,7"), level.level).verdict, Verdict::kAccept) << level.name;
    EXPECT_EQ(versions(kLines + order_of_x("null,1,2"), level.level).verdict, Verdict::kAccept) << level.name;
  }
}

TEST(VersionOrders, TheWrongWayRoundAreACycle) {
  for (const LevelInfo& level : levels()) {
    const Decision decision = versions(kLines + order_of_x("2,1"), level.level);
    EXPECT_EQ(decision.verdict, Verdict::kReject) << level.name;
    EXPECT_EQ(first_name(decision), "G1c") << level.name;
  }
}

TEST(VersionOrders, RealTimeAndSessionsCloseCycles) {
  const auto late = [](const std::string& session) {
    return kLines + R"({"id":6,"session":)" + session +
           R"(,"start":7,"end":8,"ops":[{"op":"w","key":"x","value":3}]}
)" + order_of_x("3,1,2");
  };
  EXPECT_EQ(versions(late("2")).verdict, Verdict::kAccept);
  EXPECT_EQ(versions(late("2"), Level::kSnapshotIsolation).verdict, Verdict::kAccept);
  EXPECT_EQ(first_name(versions(late("2"), Level::kStrongSessionSerializable)), "G1c-process");
  EXPECT_EQ(versions(late("2"), Level::kPrefixConsistency).verdict, Verdict::kReject);
  EXPECT_EQ(versions(late("4"), Level::kStrongSessionSerializable).verdict, Verdict::kAccept);
  EXPECT_EQ(first_name(versions(late("4"), Level::kStrictSerializable)), "G0-realtime");
  EXPECT_EQ(versions(late("4"), Level::kStrongSnapshotIsolation).verdict, Verdict::kReject);
}

class BadOrder : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(BadOrder, IsOneSentence) {
  const Decision decision = versions(kLines + GetParam().first);
  EXPECT_EQ(decision.verdict, Verdict::kReject);
  EXPECT_EQ(first_name(decision), "broken version order");
  EXPECT_EQ(first_sentence(decision), GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(
    Promises, BadOrder,
    testing::Values(std::pair{R"({"version_order":{"key":"x","values":[1,2,3]}})",
                              "the version order of x names 3, which nobody wrote"},
                    std::pair{R"({"version_order":{"key":"x","values":[1]}})",
                              "T2 installs x = 2, which the version order of x does not name"},
                    std::pair{R"({"version_order":{"key":"x","values":[1,2,9]}})",
                              "the version order of x names 9, which T4 wrote, and T4 aborted"},
                    std::pair{R"({"version_order":{"key":"x","values":[1,2,1]}})",
                              "the version order of x names 1 more often than it was installed"},
                    std::pair{"{\"version_order\":{\"key\":\"x\",\"values\":[1,2]}}\n{\"version_order\":{"
                              "\"key\":\"x\",\"values\":[1,2]}}",
                              "the version order of x is given twice"},
                    std::pair{R"({"version_order":{"key":"y","values":[]}})",
                              "there is no version order of x, which 2 transactions write"},
                    std::pair{
                        R"({"id":8,"ops":[{"op":"w","key":"y","value":1},{"op":"w","key":"y","value":2}]}
{"version_order":{"key":"x","values":[1,2]}}
{"version_order":{"key":"y","values":[1,2]}})",
                        "the version order of y names 1, which T8 overwrote itself before it ended"}));

TEST(VersionSets, ThatContradictTheOrdersAreBroken) {
  const std::string base = R"({"initial":{"z":5}}
)" + kTwoWrites;
  const auto with = [&](const std::string& versions_seen, const std::string& returned = "[]") {
    return versions(base + third(R"({"op":"pr","where":"value > 3","rows":)" + returned + R"(,"versions":)" +
                                 versions_seen + "}"));
  };
  EXPECT_EQ(with(R"([{"key":"z","value":5}])", R"([{"key":"z","value":5}])").verdict, Verdict::kAccept);
  EXPECT_THAT(first_sentence(with(R"([{"key":"x","value":1},{"key":"x","value":1}])")), HasSubstr("x twice"));
  EXPECT_THAT(first_sentence(with(R"([{"key":"x","value":3}])")),
              HasSubstr("x = 3, which the version order does not name"));
  EXPECT_THAT(first_sentence(with(R"([{"key":"x","value":1}])")),
              HasSubstr("not evaluated on z, which was never absent"));
  EXPECT_THAT(first_sentence(with("[]", R"([{"key":"z","value":5}])")), HasSubstr("not among the versions"));
}

TEST(VersionSets, HaveWhatTheTransactionWroteItself) {
  const auto with = [](const std::string& before, const std::string& after = "") {
    return versions(third(before + R"(,{"op":"pr","where":"v > 0","rows":[],"versions":[]})" + after));
  };
  const auto insert = [](const std::string& v) {
    return R"({"op":"insert","key":"k","row":{"v":)" + v + "}}";
  };
  const std::string remove = R"({"op":"delete","key":"k"})";
  for (const Decision& decision : {with(insert("1")), with(insert("1"), "," + insert("0"))}) {
    EXPECT_EQ(first_name(decision), "broken version set") << first_sentence(decision);
    EXPECT_THAT(first_sentence(decision),
                HasSubstr("not evaluated on k, where the transaction had left {v: 1} itself"));
  }
  EXPECT_EQ(with(insert("0")).verdict, Verdict::kAccept);
  EXPECT_EQ(with(insert("0"), "," + insert("1")).verdict, Verdict::kAccept);
  EXPECT_EQ(with(insert("1") + "," + remove).verdict, Verdict::kAccept);
  EXPECT_EQ(with(insert("1") + "," + remove, "," + insert("1")).verdict, Verdict::kAccept);
}

TEST(VersionOrders, OpenQuestionsAreUnknownUnlessAScheduleAnswersThem) {
  // Two deletes: which one T4 saw is open, but one answer works.
  const std::string deletes = R"({"id":1,"ops":[{"op":"insert","key":"x","value":1}]}
{"id":2,"ops":[{"op":"delete","key":"x"}]}
{"id":3,"ops":[{"op":"insert","key":"x","value":3}]}
{"id":4,"ops":[{"op":"r","key":"x","value":null},{"op":"w","key":"y","value":1}]}
)";
  EXPECT_EQ(versions(deletes + order_of_x("1,null,3")).verdict, Verdict::kAccept);
  EXPECT_EQ(versions(deletes + order_of_x("null,1,null,3")).verdict, Verdict::kAccept);
  // No version set, and the order alone does not tell.
  EXPECT_EQ(versions(kTwoWrites + third(R"({"op":"pr","where":"value > 0","rows":[{"key":"x","value":1}]})"))
                .verdict,
            Verdict::kUnknown);
  EXPECT_EQ(versions(R"({"id":1,"ops":[{"op":"inc","key":"c","value":1}]})").verdict, Verdict::kUnknown);
}

TEST(SerializationOrder, HoldsOrSaysWhy) {
  EXPECT_EQ(order(kLines + R"({"serialization_order":[1,2,3]})", Level::kStrictSerializable).verdict,
            Verdict::kAccept);
  EXPECT_EQ(order(kLines + R"({"serialization_order":[1,5,2,3]})").verdict, Verdict::kReject);
  EXPECT_EQ(order(kLines + R"({"serialization_order":[1,2,3,5]})").verdict, Verdict::kAccept);
  EXPECT_THAT(first_sentence(order(kLines + R"({"serialization_order":[1,2]})")),
              HasSubstr("T3 committed, but is not in"));
  EXPECT_THAT(first_sentence(order(kLines + R"({"serialization_order":[1,2,3,4]})")),
              HasSubstr("T4 is in the schedule, but it aborted"));
  EXPECT_THAT(first_sentence(order(kLines + R"({"serialization_order":[2,1,3]})")),
              HasSubstr("T2 reads x = 1, but the schedule shows it nothing"));
}

TEST(SerializationOrder, KeepsSessionsAndRealTime) {
  const std::string text = R"({"id":1,"session":1,"start":1,"end":2,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"session":1,"start":3,"end":4,"ops":[{"op":"w","key":"y","value":1}]}
{"serialization_order":[2,1]}
)";
  EXPECT_EQ(order(text).verdict, Verdict::kAccept);
  EXPECT_EQ(order(text, Level::kStrongSessionSerializable).verdict, Verdict::kReject);
  EXPECT_EQ(order(text, Level::kStrictSerializable).verdict, Verdict::kReject);
  EXPECT_EQ(order(text, Level::kStrongSnapshotIsolation).verdict, Verdict::kReject);
}

TEST(Reports, SayThatThePromiseIsBroken) {
  const History history = read(kLines + R"({"serialization_order":[2,1,3]})");
  const ReportData report = run(history, CertificateMode::kSerializationOrder);
  const std::string text = text_report(history, report, {});
  EXPECT_THAT(text, HasSubstr("the database broke its own promise"));
  EXPECT_THAT(text, HasSubstr("another order may do"));
  const auto json = nlohmann::json::parse(json_report(history, report));
  EXPECT_EQ(json["verdict"], "reject");
  EXPECT_EQ(json["certificate_mode"], "serialization-order");
  EXPECT_EQ(json["broken_promise"], true);
}

// Not a certificate that failed: the cycle leans on the orders claimed, and says so.
TEST(Reports, OfBrokenPromisesHaveNoCertificate) {
  const History history = read(kLines + order_of_x("2,1"));
  const ReportData report = run(history, CertificateMode::kVersionOrder);
  EXPECT_THAT(text_report(history, report, {}),
              HasSubstr("the version order of x puts T2's version before T1's"));
  const auto json = nlohmann::json::parse(json_report(history, report));
  EXPECT_TRUE(json["certificate"]["verified"].is_null());
  EXPECT_THAT(json["certificate"]["reason"], HasSubstr("the orders that the history claims"));
  EXPECT_THAT(json["anomalies"][0].dump(), HasSubstr("the version order of x"));
}

// What validation found is proved, whatever order is claimed.
TEST(Reports, OfWhatNoOrderExplainsAreVerified) {
  const std::string text = R"({"id":1,"ops":[{"op":"r","key":"x","value":1}]}
{"serialization_order":[1]}
{"version_order":{"key":"x","values":[]}})";
  for (const CertificateMode mode : {CertificateMode::kVersionOrder, CertificateMode::kSerializationOrder}) {
    const History history = read(text);
    const auto json = nlohmann::json::parse(json_report(history, run(history, mode)));
    EXPECT_EQ(json["verdict"], "reject");
    EXPECT_EQ(json["certificate"]["verified"], true);
  }
}

TEST(Reports, SayThatNoOrderWouldDo) {
  const History history = read(R"({"id":1,"ops":[{"op":"r","key":"x","value":1}]}
{"serialization_order":[1]})");
  const ReportData report = run(history, CertificateMode::kSerializationOrder);
  EXPECT_THAT(text_report(history, report, {}), HasSubstr("nor does it with another"));
  EXPECT_EQ(report.decision.anomalies.back().name, "garbage read");
}

}  // namespace
}  // namespace isolde
