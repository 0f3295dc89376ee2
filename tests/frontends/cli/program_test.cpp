// The program as a user meets it: exit codes, what goes where, and one clear sentence for every bad input.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Program : public ProgramFixture {
 protected:
  // Bad input: exit code 2, nothing on standard output, one line that names the place and the trouble.
  void expect_refused(const std::string& path, const std::string& place, const std::string& trouble) {
    const Finished run = isolde("check " + path);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("isolde: " + path + place));
    EXPECT_THAT(run.err, HasSubstr(trouble));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
};

constexpr const char* kGood = R"({"id":1,"session":1,"ops":[{"op":"w","key":"x","value":1}]})";

TEST_F(Program, HoldsIsZero) {
  const Finished run = isolde("check " + example("lost-update-ok.jsonl"));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, StartsWith("OK  serializable holds\n"));
  EXPECT_EQ(run.err, "");
}

TEST_F(Program, ViolatedIsOneAndSaysWhy) {
  const Finished run = isolde("check " + example("lost-update.jsonl"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("VIOLATION  serializable is violated: lost update\n"));
  EXPECT_THAT(run.out, HasSubstr("T1 reads the initial balance = 100, which T2 replaces by 120"));
  EXPECT_THAT(run.out, HasSubstr("lost-update.jsonl:5"));
}

TEST_F(Program, UnknownIsThree) {
  const Finished run =
      isolde("check " + example("write-skew.jsonl") + " --solver search --level snapshot-isolation");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, StartsWith("UNKNOWN  snapshot-isolation could not be decided"));
}

TEST_F(Program, LevelsTellsWhatSeparatesThem) {
  const Finished run = isolde("levels " + example("write-skew.jsonl"));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("serializable                        VIOLATION  write skew: T1 and T2\n"));
  EXPECT_THAT(run.out, HasSubstr("\nsnapshot-isolation                  OK\n"));
  EXPECT_EQ(isolde("levels " + example("write-skew.jsonl") + " --json").exit_code, 0);
  EXPECT_EQ(isolde("levels nowhere.jsonl").exit_code, 2);
}

TEST_F(Program, BadUsageIsTwo) {
  EXPECT_EQ(isolde("").exit_code, 2);
  EXPECT_EQ(isolde("chekc").exit_code, 2);
  EXPECT_EQ(isolde("check").exit_code, 2);
  EXPECT_EQ(isolde("check --level wishful " + example("lost-update.jsonl")).exit_code, 2);
  EXPECT_EQ(
      isolde("check --assume real-time --level prefix-consistency " + example("lost-update.jsonl")).exit_code,
      2);
  EXPECT_EQ(isolde("check --timeout soon " + example("lost-update.jsonl")).exit_code, 2);
  EXPECT_EQ(isolde("check --format wishful " + example("lost-update.jsonl")).exit_code, 2);
}

TEST_F(Program, BadUsageIsOneSentence) {
  EXPECT_EQ(isolde("check --timeout soon " + example("lost-update.jsonl")).err,
            "isolde: --timeout: 'soon' is no duration; write 60s, 250ms or 2m; isolde --help tells more\n");
}

TEST_F(Program, HelpAndVersionAreZero) {
  EXPECT_EQ(isolde("--help").exit_code, 0);
  EXPECT_THAT(isolde("check --help").out, HasSubstr("strict-serializable"));
  EXPECT_THAT(isolde("--version").out, StartsWith("isolde "));
}

TEST_F(Program, JsonIsOneObjectWithTheContractsKeys) {
  const Finished run = isolde("check --json " + example("write-skew.jsonl"));
  EXPECT_EQ(run.exit_code, 1);
  const nlohmann::json report = nlohmann::json::parse(run.out);
  EXPECT_EQ(report["verdict"], "reject");
  EXPECT_EQ(report["level"], "serializable");
  EXPECT_EQ(report["history"]["transactions"], 2);
  EXPECT_EQ(report["solver"]["name"], "cdcl");
  EXPECT_TRUE(report["phases"].contains("read"));
  EXPECT_GT(report["peak_memory_bytes"], 0);
  const nlohmann::json& anomaly = report["anomalies"][0];
  EXPECT_EQ(anomaly["name"], "write skew");
  EXPECT_EQ(anomaly["transactions"], nlohmann::json::parse("[1,2]"));
  EXPECT_EQ(anomaly["edges"].size(), 2U);
  EXPECT_EQ(anomaly["edges"][0]["kind"], "rw");
}

TEST_F(Program, JsonCarriesTheOrderThatWasFound) {
  const nlohmann::json report =
      nlohmann::json::parse(isolde("check --json " + example("lost-update-ok.jsonl")).out);
  EXPECT_EQ(report["verdict"], "accept");
  EXPECT_EQ(report["certificate"]["order"], nlohmann::json::parse("[1,2]"));
}

TEST_F(Program, CertificatesAreWrittenAndVerified) {
  const std::string file = (dir_ / "certificate.json").string();
  for (const std::string name : {"lost-update", "lost-update-ok", "dirty-read", "long-fork", "phantom-ok"}) {
    isolde("check " + example(name + ".jsonl") + " --certificate " + file);
    const Finished run = isolde("verify " + example(name + ".jsonl") + " " + file);
    EXPECT_EQ(run.exit_code, 0) << name;
    EXPECT_THAT(run.out, StartsWith("VALID  the certificate proves its verdict, ")) << name;
  }
  isolde("check " + example("lost-update-ok.jsonl") + " --certificate " + file);
  const Finished wrong = isolde("verify " + example("lost-update.jsonl") + " " + file);
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out,
              HasSubstr("does not prove its verdict, OK: serializable holds: T2 reads balance = 100"));
}

TEST_F(Program, WhatWasVerifiedIsJsonForMachines) {
  const std::string file = (dir_ / "certificate.json").string();
  isolde("check " + example("lost-update-ok.jsonl") + " --certificate " + file);
  const auto verified = [&](const std::string& name) {
    return nlohmann::json::parse(isolde("verify --json " + example(name) + " " + file).out);
  };
  const nlohmann::json right = verified("lost-update-ok.jsonl");
  EXPECT_EQ(right, nlohmann::json::parse(R"({"kind": "certificate", "level": "serializable",
    "verdict": "accept", "holds": true, "reason": "", "trusted": {"clauses": 0, "edges": 0}})"));
  const nlohmann::json wrong = verified("lost-update.jsonl");
  EXPECT_EQ(wrong["holds"], false);
  EXPECT_THAT(wrong["reason"].get<std::string>(), StartsWith("T2 reads balance = 100"));
}

TEST_F(Program, LevelsKnowTheSkewOfClocks) {
  const std::string file =
      write("stale.jsonl",
            "{\"id\":1,\"start\":0,\"end\":10,\"ops\":[{\"op\":\"w\",\"key\":\"x\",\"value\":1}]}\n"
            "{\"id\":2,\"start\":20,\"end\":30,\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":null}]}\n");
  const auto verdict = [&](const std::string& options) {
    return nlohmann::json::parse(isolde("levels --json " + file + options).out)[0]["verdict"];
  };
  EXPECT_EQ(verdict(""), "reject");
  EXPECT_EQ(verdict(" --clock-skew 10ns"), "reject");
  EXPECT_EQ(verdict(" --clock-skew 11ns"), "accept");
  EXPECT_EQ(isolde("levels " + file + " --clock-skew soon").exit_code, 2);
}

TEST_F(Program, BadCertificatesAreRefused) {
  const std::string file = write("certificate.json", "{\"isolde_certificate\":1}");
  const Finished run = isolde("verify " + example("lost-update.jsonl") + " " + file);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "isolde: " + file + ": the member 'level' is missing\n");
  EXPECT_EQ(isolde("verify " + example("lost-update.jsonl") + " /nowhere").exit_code, 2);
  EXPECT_EQ(isolde("check " + example("lost-update.jsonl") + " --certificate /nowhere/at/all").exit_code, 2);
}

TEST_F(Program, VerdictsAreCertifiedUnlessToldOtherwise) {
  const std::string check = "check --json " + example("lost-update-ok.jsonl");
  const nlohmann::json with = nlohmann::json::parse(isolde(check).out);
  EXPECT_TRUE(with["phases"].contains("certify"));
  EXPECT_EQ(with["certificate"]["verified"], true);
  const nlohmann::json without = nlohmann::json::parse(isolde(check + " --no-certify").out);
  EXPECT_FALSE(without["phases"].contains("certify"));
  EXPECT_EQ(without["certificate"]["verified"], false);
}

TEST_F(Program, DrawsAnomalies) {
  const std::string file = (dir_ / "cycle.dot").string();
  isolde("check " + example("write-skew.jsonl") + " --dot " + file);
  EXPECT_THAT(content_of(file), StartsWith("digraph anomaly {"));
  EXPECT_THAT(content_of(file), HasSubstr("rw bob"));
}

TEST_F(Program, NoColourInAFile) {
  EXPECT_EQ(isolde("check " + example("write-skew.jsonl")).out.find('\x1b'), std::string::npos);
  EXPECT_NE(isolde("check --color always " + example("write-skew.jsonl")).out.find('\x1b'),
            std::string::npos);
}

TEST_F(Program, QuietSaysNothing) {
  const Finished run = isolde("check -q " + example("write-skew.jsonl"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "");
}

TEST_F(Program, StatsCounts) {
  const nlohmann::json stats =
      nlohmann::json::parse(isolde("stats --json " + example("long-fork.jsonl")).out);
  EXPECT_EQ(stats["transactions"], 4);
  EXPECT_EQ(stats["sessions"], 4);
  EXPECT_EQ(stats["reads"], 4);
  EXPECT_EQ(stats["writes"], 2);
}

TEST_F(Program, ConvertsToEveryWritableFormatAndBack) {
  const std::string source =
      write("h.jsonl", std::string(kGood) + "\n" +
                           R"({"id":2,"session":2,"ops":[{"op":"r","key":1,"value":2}]})" + "\n");
  const std::string numbers = write("n.jsonl", R"({"id":1,"session":1,"ops":[{"op":"w","key":7,"value":1}]})"
                                               "\n"
                                               R"({"id":2,"session":2,"ops":[{"op":"r","key":7,"value":1}]})"
                                               "\n");
  for (const std::string format : {"native", "dbcop", "plume", "jepsen-edn"}) {
    SCOPED_TRACE(format);
    const std::string there = (dir_ / ("to-" + format)).string();
    const std::string back = (dir_ / "back.jsonl").string();
    EXPECT_EQ(isolde("convert " + numbers + " " + there + " --to " + format).exit_code, 0);
    EXPECT_EQ(isolde("convert " + there + " " + back).exit_code, 0);
    EXPECT_EQ(isolde("check " + back).exit_code, 0);
    const nlohmann::json stats = nlohmann::json::parse(isolde("stats --json " + back).out);
    EXPECT_EQ(stats["reads"], 1);
    EXPECT_EQ(stats["writes"], 1);
  }
  const Finished refused = isolde("convert " + source + " " + (dir_ / "p").string() + " --to plume");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
}

TEST_F(Program, ConvertForgetsTimesAndSessions) {
  const std::string source = write(
      "h.jsonl",
      R"({"id":1,"session":1,"start":3,"end":9,"ops":[{"op":"w","key":"x","value":1,"start":4,"end":5}]})"
      "\n");
  const std::string target = (dir_ / "less.jsonl").string();
  EXPECT_EQ(isolde("convert --no-times " + source + " " + target).exit_code, 0);
  EXPECT_EQ(content_of(target),
            "{\"isolde\":1}\n"
            R"({"id":1,"session":1,"status":"committed","ops":[{"op":"w","key":"x","value":1}]})"
            "\n");
  EXPECT_EQ(isolde("convert --no-times --no-sessions " + source + " " + target).exit_code, 0);
  EXPECT_THAT(content_of(target), HasSubstr(R"({"id":1,"status":"committed","ops")"));
}

TEST_F(Program, RefusesTruncatedFile) {
  expect_refused(write("h", std::string(kGood) + "\n{\"id\":2,\"session\":1,\"ops\":[{\"op\":\"w\""),
                 ":2: ", "cut off");
}
TEST_F(Program, RefusesUnknownFormat) {
  expect_refused(write("h", "hello, world\n"), ": ", "unknown format");
}
TEST_F(Program, RefusesWrongType) {
  expect_refused(write("h", R"({"id":"one","session":1,"ops":[]})"
                            "\n"),
                 ":1: ", "id");
}
std::string predicate_history(const std::string& where) {
  return R"({"id":1,"ops":[{"op":"insert","key":"k","row":{"v1":4,"name":"ab"}}]}
{"id":2,"ops":[{"op":"pr","where":)" +
         where + R"(,"rows":[]}]}
)";
}

TEST_F(Program, RefusesBadPredicates) {
  const auto refuses = [&](const std::string& where, const std::string& trouble) {
    SCOPED_TRACE(where.substr(0, 60));
    expect_refused(write("h", predicate_history(where)), ":2: ", trouble);
  };
  refuses(R"("v1 > ")", "expected a column, a literal or '(' at character 6 of the predicate, got the end");
  refuses(R"("v9 > 3")", "no row of the history has the column v9 at character 1");
  refuses(R"("v1 = 'a'")", "cannot compare a number with a text at character 6");
  refuses("\"v1 in (1, 'a')\"", "cannot compare a number with a text at character 11");
  refuses(R"("v1 + name > 3")", "expected a number, got a text at character 6");
  refuses(R"("v1 > 3 and name")", "expected a condition, got a text at character 12");
  refuses(R"("v1 like 'a%'")", "expected a text, got a number");
  refuses('"' + std::string(10'000, '(') + "v1 > 3" + std::string(10'000, ')') + '"', "nested too deeply");
  refuses(R"({"foo":[1,2]})", "unknown operator \"foo\" in \"where\"");
  refuses(R"({"=":[{"column":"v9"},2]})", "no row of the history has the column v9");
  refuses("3", "expected a condition, got a number");
  refuses(R"({"=":[{"column":"a\n\u001b[2Jb\u0000"},2]})", "has the column a??[2Jb? at character 2");
  refuses('"' + std::string(100'000, 'c') + " > 3\"", "has the column " + std::string(30, 'c') + "... at");
}

TEST_F(Program, RefusesBadPredicatesOfEveryFormat) {
  expect_refused(write("h", R"({:type :ok, :process 0, :f :txn, :value [[:w 1 4]]}
{:type :ok, :process 0, :f :txn, :value [[:rp [:= "x"] {}]]}
)"),
                 ":2: ", "cannot compare a number with a text");
}

TEST_F(Program, RefusesBadAggregates) {
  const auto refuses = [&](const std::string& fields, const std::string& trouble) {
    expect_refused(write("h", R"({"id":1,"ops":[{"op":"insert","key":"k","row":{"v1":4,"name":"ab"}}]}
{"id":2,"ops":[{"op":"agg",)" + fields +
                                  "}]}\n"),
                   ":2: ", trouble);
  };
  refuses(R"("where":"v1 >","count":1)", "expected a column, a literal or '('");
  refuses(R"("where":"v9 > 1","count":1)", "no row of the history has the column v9");
  refuses(R"("where":"v1 > 1","column":"v9","sum":1)",
          "no row has the column v9, which an aggregate asks for");
  refuses(R"("where":"v1 > 1","column":"name","sum":1)", "the column name has no sum");
  refuses(R"("where":"v1 > 1","column":"v\n9","sum":1)", "no row has the column v?9, which");
}

TEST_F(Program, DecidesAggregates) {
  const std::string skew = write(
      "h",
      R"({"id":1,"ops":[{"op":"agg","where":"v1 > 0","count":0},{"op":"insert","key":"a","row":{"v1":5}}]}
{"id":2,"ops":[{"op":"agg","where":"v1 > 0","count":0,"column":"v1","sum":null},{"op":"insert","key":"b","row":{"v1":5}}]}
)");
  EXPECT_EQ(isolde("check --level snapshot-isolation " + skew).exit_code, 0);
  EXPECT_EQ(isolde("check --level repeatable-read " + skew).exit_code, 0);
  EXPECT_EQ(isolde("check --solver search " + skew).exit_code, 1);
  const Finished run = isolde("check " + skew);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("T1"));
  EXPECT_THAT(run.out, HasSubstr("T2"));
  EXPECT_THAT(isolde("stats " + skew).out, HasSubstr("aggregates                       2"));
}

// PostgreSQL's repeatable read, after a delete and an insert of the same key.
TEST_F(Program, NamesAKeyThatIsReturnedTwice) {
  const std::string twice = write("h", R"({"initial":{"k":{"v":1}}}
{"id":1,"ops":[{"op":"pr","where":"v > 0","rows":[{"key":"k","row":{"v":1}}]},{"op":"insert","key":"k","row":{"v":2}},{"op":"pr","where":"v > 0","rows":[{"key":"k","row":{"v":1}},{"key":"k","row":{"v":2}}]}]}
{"id":2,"ops":[{"op":"delete","key":"k"}]}
)");
  for (const std::string level : {"serializable", "snapshot-isolation", "repeatable-read"}) {
    const Finished run = isolde("check --level " + level + " " + twice);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.out, HasSubstr("repeated key"));
    EXPECT_THAT(run.out, HasSubstr("T1 asks for rows where v > 0 and is shown k twice"));
  }
  const Finished run = isolde("check --reinsert new-object " + twice);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("new object"));
  EXPECT_EQ(isolde("check --reinsert new-object --certificate c " + twice).exit_code, 2);
}

TEST_F(Program, HoldsDatabasesToTheirPromises) {
  const std::string order = write("h", R"({"id":1,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"ops":[{"op":"r","key":"x","value":1},{"op":"w","key":"x","value":2}]}
{"serialization_order":[2,1]}
{"version_order":{"key":"x","values":[1,2]}}
)");
  EXPECT_EQ(isolde("check " + order).exit_code, 0);
  EXPECT_EQ(isolde("check " + order + " --certificate-mode version-order").exit_code, 0);
  const Finished run = isolde("check " + order + " --certificate-mode serialization-order");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("the database broke its own promise"));
  EXPECT_THAT(run.out, HasSubstr("T2 reads x = 1, but the schedule shows it nothing"));
}

TEST_F(Program, RefusesHistoriesWithoutThePromise) {
  const Finished run =
      isolde("check " + example("lost-update.jsonl") + " --certificate-mode serialization-order");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("has no serialization_order line"));
  EXPECT_EQ(isolde("check " + example("lost-update.jsonl") + " --certificate-mode version-order").exit_code,
            2);
}

TEST_F(Program, RefusesDuplicateId) {
  expect_refused(write("h", std::string(kGood) + "\n" + kGood + "\n"),
                 ":2: ", "transaction id 1 is used twice");
}
TEST_F(Program, RefusesEndBeforeStart) {
  expect_refused(write("h", R"({"id":1,"session":1,"start":5,"end":3,"ops":[]})"
                            "\n"),
                 ":1: ", "before it starts");
}
TEST_F(Program, RefusesOverlapInASession) {
  expect_refused(write("h", R"({"id":1,"session":1,"start":0,"end":10,"ops":[]})"
                            "\n"
                            R"({"id":2,"session":1,"start":5,"end":15,"ops":[]})"
                            "\n"),
                 ":2: ", "one transaction at a time");
}
TEST_F(Program, RefusesNegativeTime) {
  expect_refused(write("h", R"({"id":1,"session":1,"start":-5,"end":3,"ops":[]})"
                            "\n"),
                 ":1: ", "start");
}
TEST_F(Program, RefusesNumbersBeyond63Bits) {
  expect_refused(write("h", R"({"id":1,"session":1,"ops":[{"op":"w","key":"x","value":9223372036854775808}]})"
                            "\n"),
                 ":1: ", "9223372036854775808");
}
TEST_F(Program, RefusesInvalidUtf8) {
  expect_refused(
      write("h", "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"w\",\"key\":\"\xff\xfe\",\"value\":1}]}\n"),
      ":1:45: ", "UTF-8");
}
TEST_F(Program, RefusesAnEndlessLine) {
  expect_refused(
      write("h", std::string(kGood) + "\n{\"id\":2,\"x\":\"" + std::string(100'000'000, 'x') + "\"}\n"),
      ":2: ", "MiB");
}
TEST_F(Program, RefusesAnEmptyFile) { expect_refused(write("h", ""), ": ", "empty"); }
TEST_F(Program, RefusesADirectoryWithoutLogs) {
  std::filesystem::create_directory(dir_ / "d");
  expect_refused((dir_ / "d").string(), ": ", "log");
}
TEST_F(Program, RefusesAMissingFile) { expect_refused((dir_ / "none").string(), ": ", "No such file"); }
TEST_F(Program, RefusesAnUnreadableFile) {
  if (::geteuid() == 0) {
    // Root reads everything; a directory where a file is wanted is the nearest unreadable thing.
    const Finished run = isolde("check --format native " + dir_.string());
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr("irectory"));
    return;
  }
  const std::string path = write("h", kGood);
  ::chmod(path.c_str(), 0);
  expect_refused(path, ": ", "Permission denied");
}

}  // namespace
}  // namespace isolde
