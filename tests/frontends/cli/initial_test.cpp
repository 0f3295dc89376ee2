// --initial, and what the program says where initial values are unknown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Initial : public ProgramFixture {
 protected:
  std::string seven() {
    return write("seven.jsonl",
                 "{\"id\":4,\"session\":1,\"ops\":[{\"op\":\"w\",\"key\":\"x\",\"value\":8}]}\n"
                 "{\"id\":5,\"session\":2,\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":7}]}\n");
  }
  std::string bank(int last = 8) {
    return write("bank.edn",
                 "{:type :invoke :process 0 :f :transfer :value {:from 0 :to 1 :amount 2}}\n"
                 "{:type :ok :process 0 :f :transfer :value {:from 0 :to 1 :amount 2}}\n"
                 "{:type :invoke :process 1 :f :read :value nil}\n"
                 "{:type :ok :process 1 :f :read :value {0 8, 1 12}}\n"
                 "{:type :invoke :process 1 :f :read :value nil}\n"
                 "{:type :ok :process 1 :f :read :value {0 " +
                     std::to_string(last) + ", 1 12}}\n");
  }
};

TEST_F(Initial, AFindingThatAnotherInitialValueExplainsSaysWhich) {
  const Finished checked = isolde("check " + seven());
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out,
              HasSubstr("T5 reads x = 7, which no transaction wrote; if 7 was x's initial value, say "
                        "--initial x=7\n"));
  const Json report = Json::parse(isolde("check --json " + seven()).out);
  EXPECT_EQ(report["anomalies"][0]["initial_hint"],
            Json::parse(R"({"key":"x","value":7,"option":"--initial x=7"})"));
  EXPECT_EQ(isolde("check --initial x=7 " + seven()).exit_code, 0);
}

TEST_F(Initial, ThereIsNoHintWhereNoInitialValueHelps) {
  const std::string file = write("two.jsonl",
                                 "{\"id\":4,\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":8}]}\n"
                                 "{\"id\":5,\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":7}]}\n");
  const Finished checked = isolde("check " + file);
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out, Not(HasSubstr("--initial")));
}

TEST_F(Initial, ACounterHasAHintToo) {
  const std::string file =
      write("counter.jsonl",
            "{\"id\":4,\"start\":1,\"end\":2,\"ops\":[{\"op\":\"inc\",\"key\":\"my c\",\"value\":3}]}\n"
            "{\"id\":5,\"start\":3,\"end\":4,\"ops\":[{\"op\":\"r\",\"key\":\"my c\",\"value\":103}]}\n");
  EXPECT_THAT(isolde("check " + file).out, HasSubstr("say --initial '\"my c\"=100'\n"));
  EXPECT_EQ(isolde("check --initial '\"my c\"=100' --level strict-serializable " + file).exit_code, 0);
  EXPECT_EQ(isolde("check --initial 'my c=100' --level strict-serializable " + file).exit_code, 0);
}

TEST_F(Initial, ABankWithoutInitHoldsAndSaysWhatWasAssumed) {
  const Finished checked = isolde("check --level strict-serializable " + bank());
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_THAT(checked.out,
              HasSubstr("  assuming that initial values, which the history does not tell, are those "
                        "that its reads suggest: 0=10, 1=10\n"));
  const Json report = Json::parse(isolde("check --json " + bank()).out);
  EXPECT_THAT(report["assumptions"][0], HasSubstr("0=10, 1=10"));
  EXPECT_EQ(report["assumed_initial_values"],
            Json::parse(R"([{"key":"0","value":10},{"key":"1","value":10}])"));
  EXPECT_EQ(report["rests_on_assumed_initial_values"], false);
}

TEST_F(Initial, WhatIsToldIsNotAssumed) {
  Finished checked = isolde("check --initial 0=10 --initial 1=10 --level strict-serializable " + bank());
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_THAT(checked.out, Not(HasSubstr("assuming")));
  checked = isolde("check --initial 0=11 --level strict-serializable " + bank());
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out, HasSubstr("suggest: 1=10\n"));
}

TEST_F(Initial, LostMoneyIsLostWhateverWasThere) {
  const Finished checked = isolde("check " + bank(7));
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out,
              HasSubstr("no initial values help: T3 sees a total of 20 and T5 one of 19, and every "
                        "transaction keeps the total\n"));
}

TEST_F(Initial, FilesAreObjectsOrLinesOfThem) {
  for (const char* content : {"{\"0\": 10,\n \"1\": 10, \"77\": 5}\n", "{\"0\":10}\n{\"1\":10}\n"}) {
    const std::string file = write("initial.json", content);
    const Finished checked = isolde("check --initial " + file + " " + bank());
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
    EXPECT_THAT(checked.out, Not(HasSubstr("assuming")));
  }
}

TEST_F(Initial, MistakesAreOneSentence) {
  EXPECT_EQ(isolde("check --initial z=10 " + bank()).err,
            "isolde: --initial z=10: the history has no key z\n");
  EXPECT_EQ(isolde("check --initial nowhere.json " + bank()).exit_code, 2);
  EXPECT_THAT(isolde("check --initial nowhere.json " + bank()).err,
              HasSubstr("--initial nowhere.json: expected KEY=VALUE, or a file, but "));
  const std::string list = write("list.json", "[1]");
  EXPECT_THAT(isolde("check --initial " + list + " " + bank()).err,
              HasSubstr("list.json: expected a JSON object of keys and their initial values"));
}

TEST_F(Initial, ValuesAreJsonKeywordsOrTexts) {
  const std::string file = write("kinds.edn",
                                 "{:type :ok :process 0 :f :txn :value [[:r :a :red] [:r :b \"two words\"] "
                                 "[:r :c 1.5] [:r :d [1 2]] [:r "
                                 ":e true]]}\n");
  EXPECT_EQ(isolde("check " + file).exit_code, 1);
  EXPECT_EQ(
      isolde("check --initial :a=:red --initial 'b=two words' --initial c=1.5 --initial d=[1,2] --initial "
             "e=true " +
             file)
          .exit_code,
      0);
}

TEST_F(Initial, ACertificateNamesTheValuesThatItIsAbout) {
  ASSERT_EQ(isolde("check --certificate proof.json " + bank()).exit_code, 0);
  const Finished verified = isolde("verify bank.edn proof.json");
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.err, HasSubstr("0=10, 1=10"));
  EXPECT_EQ(Json::parse(content_of("proof.json"))["initial"],
            Json::parse(R"([{"key":0,"value":10},{"key":1,"value":10}])"));
  EXPECT_EQ(isolde("verify --initial 0=11 bank.edn proof.json").exit_code, 1);
}

TEST_F(Initial, EveryCommandThatReadsAHistoryTakesIt) {
  bank();
  for (const char* command : {"levels bank.edn", "stats bank.edn", "convert bank.edn out.jsonl",
                              "compare bank.edn --solvers cdcl", "ablate bank.edn --orders none"}) {
    const Finished told = isolde(std::string(command) + " --initial 0=10 --initial 1=10");
    EXPECT_EQ(told.exit_code, 0) << command << told.err;
    EXPECT_THAT(told.err, Not(HasSubstr("assuming"))) << command;
    const Finished assumed = isolde(command);
    EXPECT_THAT(assumed.err, HasSubstr("assuming that initial values")) << command;
  }
  EXPECT_THAT(content_of("out.jsonl"), HasSubstr("\"initial\":"));
}

TEST_F(Initial, NobodyNeedKnow) {
  EXPECT_EQ(isolde("check --initial x=? " + seven()).exit_code, 0);
  EXPECT_THAT(isolde("check --initial x=? " + seven()).out, HasSubstr("suggest: x=7\n"));
}

TEST_F(Initial, TheExampleOfConvertWorks) {
  const Finished converted =
      isolde("convert " + example("lost-update.jsonl") + " lost-update.edn --to jepsen-edn");
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_THAT(isolde("check lost-update.edn").out, HasSubstr("serializable is violated: lost update"));
}

}  // namespace
}  // namespace isolde
