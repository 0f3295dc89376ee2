// What a yes is worth: nothing about nothing, less with a warning; and what is told about bad input.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Worth : public ProgramFixture {
 protected:
  nlohmann::json json_of(const std::string& arguments) {
    return nlohmann::json::parse(isolde(arguments).out);
  }

  // In text and JSON, of check and of levels.
  void expect_unknown(const std::string& arguments, const std::string& reason) {
    SCOPED_TRACE(arguments);
    const Finished text = isolde("check " + arguments);
    EXPECT_EQ(text.exit_code, 3) << text.err;
    EXPECT_THAT(text.out, StartsWith("UNKNOWN  serializable could not be decided: " + reason + "\n"));
    const nlohmann::json report = json_of("check --json " + arguments);
    EXPECT_EQ(report["verdict"], "unknown");
    EXPECT_EQ(report["reason"], reason);
    const Finished levels = isolde("levels " + arguments);
    EXPECT_EQ(levels.exit_code, 3);
    EXPECT_THAT(levels.out, HasSubstr("\nserializable                        UNKNOWN    " + reason + "\n"));
    const nlohmann::json rows = json_of("levels --json " + arguments);
    for (const nlohmann::json& row : rows) {
      EXPECT_EQ(row["verdict"], "unknown");
      EXPECT_EQ(row["reason"], reason);
    }
  }
};

TEST_F(Worth, NothingIsUnknownInEveryFormat) {
  const std::string nothing = "the history has no transactions, so there is nothing to check";
  expect_unknown(write("native.jsonl", "{\"isolde\":1}\n"), nothing);
  expect_unknown(write("comments.jsonl", "# nothing\n"), nothing);
  expect_unknown(write("initial.jsonl", "{\"initial\":{\"x\":1}}\n"), nothing);
  expect_unknown(write("a.json", "[]"), nothing);
  expect_unknown(write("b.json", "{\"history\":[]}"), nothing);
  expect_unknown(write("nemesis.json", R"([{"type":"info","process":"nemesis","f":"kill","value":null}])"),
                 nothing);
  expect_unknown(write("nemesis.edn", "{:type :info, :process :nemesis, :f :kill, :value nil}\n"), nothing);
  expect_unknown(write("x.hist", "---\n") + " --format dbcop-text", nothing);
  expect_unknown(write("x.txt", "====\n") + " --format awdit", nothing);
  isolde("convert " + write("n.jsonl", "{\"isolde\":1}\n") + " n.bincode --to dbcop");
  expect_unknown("n.bincode", nothing);
  std::filesystem::create_directory(dir_ / "cobra");
  write("cobra/T1.log", "");
  expect_unknown("cobra", nothing);
  std::filesystem::create_directory(dir_ / "viper");
  write("viper/J1", "");
  expect_unknown("viper", nothing);
}

TEST_F(Worth, WithoutACommittedTransactionNothingIsShown) {
  expect_unknown(
      write("h.jsonl", R"({"status":"aborted","ops":[{"op":"w","key":"x","value":1}]}
{"status":"unknown","ops":[{"op":"w","key":"x","value":2}]}
{"status":"unknown","ops":[]}
)"),
      "the history has no committed transaction (1 aborted, 2 indeterminate), so there is nothing to "
      "check");
  expect_unknown(
      write("h.txt", "w(1,2,3,-1)\n"),
      "the history has no committed transaction (1 aborted, 0 indeterminate), so there is nothing to "
      "check");
  expect_unknown(
      write("h.edn", "{:type :invoke, :process 0, :f :txn, :value [[:w 1 1]]}\n"),
      "the history has no committed transaction (0 aborted, 1 indeterminate), so there is nothing to "
      "check");
}

TEST_F(Worth, TheLeastNumberOfTransactionsCanBeChosen) {
  const std::string two = example("lost-update-ok.jsonl");
  EXPECT_EQ(isolde("check --min-transactions 2 " + two).exit_code, 0);
  expect_unknown("--min-transactions 3 " + two,
                 "the history has 2 committed transactions, fewer than the 3 asked for");
  EXPECT_EQ(isolde("check --min-transactions 3 " + example("lost-update.jsonl")).exit_code, 1);
  const std::string none = write("none.json", "[]");
  EXPECT_EQ(isolde("check --min-transactions 0 " + none).exit_code, 0);
  EXPECT_EQ(isolde("levels --min-transactions 0 " + none).exit_code, 0);
  EXPECT_EQ(isolde("check --min-transactions -1 " + none).exit_code, 2);
  EXPECT_EQ(isolde("check --min-transactions some " + none).exit_code, 2);
}

constexpr const char* kUntimed = R"({"id":1,"session":1,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"session":2,"ops":[{"op":"r","key":"x","value":1}]}
)";
constexpr const char* kPartlyTimed = R"({"id":1,"session":1,"start":1,"end":2,"ops":[]}
{"id":2,"session":2,"start":3,"ops":[]}
{"id":3,"session":3,"ops":[]}
{"id":4,"session":4,"status":"unknown","start":3,"ops":[]}
)";

TEST_F(Worth, RealTimeWithoutTimesIsWarnedOf) {
  const std::string sentence = "the history has no times, so real time orders nothing";
  const std::string file = write("h.jsonl", kUntimed);
  const Finished text = isolde("check --level strict-serializable " + file);
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, StartsWith("OK  strict-serializable holds\n  warning: " + sentence + "\n"));
  const nlohmann::json report = json_of("check --json --level strict-serializable " + file);
  EXPECT_EQ(report["warnings"], nlohmann::json::array({sentence}));
  EXPECT_EQ(report["warning_details"][0]["kind"], "no-times");
  EXPECT_EQ(report["warning_details"][0]["sentence"], sentence);
  EXPECT_EQ(report["warning_details"][0]["count"], 2);
  EXPECT_EQ(json_of("check --json " + file)["warnings"], nlohmann::json::array());
  EXPECT_EQ(isolde("levels " + file).exit_code, 0);
  EXPECT_THAT(isolde("levels " + file).out,
              HasSubstr("\nwarning: " + sentence + " (strict-serializable, strong-snapshot-isolation)\n"));
  for (const nlohmann::json& row : json_of("levels --json " + file)) {
    const bool is_strict =
        row["level"] == "strict-serializable" || row["level"] == "strong-snapshot-isolation";
    EXPECT_EQ(row["warnings"].size(), is_strict ? 1U : 0U) << row;
  }
}

TEST_F(Worth, TimesOfSomeTransactionsAreWarnedOf) {
  const std::string file = write("h.jsonl", kPartlyTimed);
  const nlohmann::json report = json_of("check --json --level strong-snapshot-isolation " + file);
  EXPECT_EQ(
      report["warnings"][0],
      "2 of 3 committed transactions have no start or no end, so real time orders them in part or not at "
      "all");
  EXPECT_EQ(report["warning_details"][0]["kind"], "partial-times");
  EXPECT_EQ(report["warning_details"][0]["count"], 2);
}

TEST_F(Worth, WarningsFailWhereAsked) {
  const std::string strict = "--level strict-serializable --fail-on-warning ";
  const std::string file = write("h.jsonl", kUntimed);
  const Finished text = isolde("check " + strict + file);
  EXPECT_EQ(text.exit_code, 3);
  EXPECT_THAT(text.out,
              StartsWith("UNKNOWN  strict-serializable could not be decided: it holds as far as it was "
                         "checked, but the history has no times"));
  EXPECT_EQ(json_of("check --json " + strict + file)["verdict"], "unknown");
  EXPECT_EQ(isolde("check --fail-on-warning " + file).exit_code, 0);
  // A weaker level that the doubtful one implies holds all the same.
  const nlohmann::json rows = json_of("levels --json --fail-on-warning " + file);
  EXPECT_EQ(rows[0]["verdict"], "unknown");
  EXPECT_THAT(rows[0]["reason"].get<std::string>(), HasSubstr("no times"));
  EXPECT_EQ(rows[1]["verdict"], "accept");
  EXPECT_EQ(isolde("levels --fail-on-warning " + file).exit_code, 3);
  const std::string violated =
      write("v.jsonl", R"({"id":1,"session":1,"ops":[{"op":"r","key":"x","value":7}]})");
  EXPECT_EQ(isolde("check " + strict + violated).exit_code, 1);
}

TEST_F(Worth, SeveralErrorsAreLinesAndAList) {
  const std::string file = write("h.jsonl", "{\"id\":1,\"ops\":[],}\n{\"id\":2}\n{\"id\":-3}\n");
  const Finished run = isolde("check " + file);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "isolde: " + file +
                         ":1:17: the line is not valid JSON: a comma before the closing }\n"
                         "isolde: " +
                         file + ":3: expected an integer from 0 up for \"id\", got a negative integer\n");
  for (const std::string command : {"check", "levels", "stats"}) {
    const Finished machine = isolde(command + " --json " + file);
    EXPECT_EQ(machine.exit_code, 2);
    EXPECT_EQ(machine.err, run.err);
    const nlohmann::json report = nlohmann::json::parse(machine.out);
    EXPECT_THAT(report["error"].get<std::string>(), StartsWith(file + ":1:17: "));
    ASSERT_EQ(report["errors"].size(), 2U);
    EXPECT_EQ(report["errors"][0]["file"], file);
    EXPECT_EQ(report["errors"][0]["line"], 1);
    EXPECT_EQ(report["errors"][0]["column"], 17);
    EXPECT_EQ(report["errors"][1]["line"], 3);
    EXPECT_EQ(report["errors"][1]["message"],
              "expected an integer from 0 up for \"id\", got a negative integer");
    EXPECT_EQ(report["more_errors"], false);
  }
}

TEST_F(Worth, MoreThanTenErrorsAreMore) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "{\"id\":-1}\n";
  const Finished run = isolde("check --json " + write("h.jsonl", text));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 11) << run.err;
  EXPECT_THAT(run.err, HasSubstr("\nisolde: and more\n"));
  EXPECT_EQ(nlohmann::json::parse(run.out)["more_errors"], true);
}

TEST_F(Worth, AByteOrderMarkIsSkipped) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(isolde("check " + write("h.jsonl", mark + kUntimed)).exit_code, 0);
  EXPECT_EQ(isolde("check " + write("h.txt", mark + "w(1,2,3,4)\n")).exit_code, 0);
  EXPECT_EQ(isolde("check " + write("h.edn", mark + "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n"))
                .exit_code,
            0);
  EXPECT_EQ(isolde("check " +
                   write("h.json", mark + R"([{"type":"ok","process":0,"f":"txn","value":[["w",1,1]]}])"))
                .exit_code,
            0);
  EXPECT_EQ(isolde("check " + write("h.hist", mark + "[x:=1]\n")).exit_code, 0);
  EXPECT_EQ(isolde("check " + write("a.txt", mark + "w 1 1\n")).exit_code, 0);
}

TEST_F(Worth, HelpNamesWhatIsDemanded) {
  for (const std::string command : {"check", "levels"}) {
    EXPECT_THAT(isolde(command + " --help").out, HasSubstr("--min-transactions"));
    EXPECT_THAT(isolde(command + " --help").out, HasSubstr("--fail-on-warning"));
  }
  EXPECT_THAT(isolde("stats --help").out, Not(HasSubstr("--fail-on-warning")));
}

}  // namespace
}  // namespace isolde
