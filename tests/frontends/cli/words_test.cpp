// What every command prints: the same words for the same verdict, and nothing that a terminal would obey.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CliWords : public ProgramFixture {
 protected:
  // Escapes, line breaks aside, and marks of direction.
  static void expect_harmless(const Finished& run) {
    for (const std::string& text : {run.out, run.err}) {
      EXPECT_TRUE(std::ranges::none_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
      })) << text;
      EXPECT_THAT(text, Not(HasSubstr("\u202e")));
      EXPECT_THAT(text, Not(HasSubstr("\xff")));
    }
  }
};

TEST_F(CliWords, KeysThatLookAlikeAreToldApart) {
  const std::string file = write("h.jsonl", R"({"id":1,"session":1,"ops":[{"op":"w","key":1,"value":1}]}
{"id":2,"session":2,"ops":[{"op":"r","key":"1","value":1}]}
)");
  EXPECT_THAT(isolde("check " + file).out, HasSubstr("T2 reads \"1\" = 1, which no transaction wrote"));
}

TEST_F(CliWords, NoCommandSendsTheInputRawToATerminal) {
  const std::string file = write("h.jsonl",
                                 "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"r\",\"key\":\"k\\u001b["
                                 "31m\\u202e\",\"value\":\"\\u0007v\"}]}\n"
                                 "{\"id\":2,\"session\":2,\"ops\":[{\"op\":\"pr\",\"where\":\"value = "
                                 "'\\u001b[2J\\u202e'\",\"rows\":[]}]}\n");
  for (const char* arguments :
       {"check h.jsonl", "check h.jsonl --json", "levels h.jsonl", "levels h.jsonl --json", "stats h.jsonl",
        "stats h.jsonl --json", "check h.jsonl --dot h.dot",
        "check h.jsonl --certificate-mode version-order"})
    expect_harmless(isolde(arguments));
  const std::string dot = content_of("h.dot");
  EXPECT_THAT(dot, HasSubstr("k\\\\u001b[31m\\\\u202e"));
  EXPECT_THAT(dot, Not(HasSubstr("\x1b")));
  EXPECT_THAT(isolde("check h.jsonl").out, HasSubstr("T1 reads \"k\\u001b[31m\\u202e\" = \"\\u0007v\""));
}

TEST_F(CliWords, ErrorsQuoteInputAndFileNamesVisibly) {
  write("bad\x1b[31m\u202e\xff.jsonl",
        "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"\\u001b[2J\",\"key\":1}]}\n");
  const Finished refused = isolde("check 'bad\x1b[31m\u202e\xff.jsonl'");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("bad\\u001b[31m\\u202e\\xff.jsonl:1: "));
  expect_harmless(refused);
  for (const char* arguments : {"check 'no\x1b[31m\u202esuch'", "check h --level '\x1b[31m'",
                                "compare 'no\xffsuch\x1b'", "verify a '\x1b'", "solve '\x1b'",
                                "convert 'a\x1b' 'b\x1b' --to native", "generate blindw-wr -o '/\x1b/\xff/x'",
                                "generate blindw-wr --manifest '/\x1b/x' -o h", "ablate '\x1b'"}) {
    const Finished run = isolde(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_FALSE(run.err.empty());
    expect_harmless(run);
  }
}

TEST_F(CliWords, FilesWithOddNamesAreToldInEveryReport) {
  const std::string name = "h\x1b[31m\u202e\xff.jsonl";
  write(name, content_of(example("lost-update.jsonl")));
  for (const char* options :
       {"check", "check --json", "compare --solvers cdcl", "compare --solvers cdcl --json",
        "compare --solvers cdcl --csv", "ablate --orders none", "ablate --orders none --json"}) {
    const std::string arguments = options;
    const std::size_t space = arguments.find(' ');
    const std::string rest = space == std::string::npos ? "" : arguments.substr(space);
    expect_harmless(isolde(arguments.substr(0, space) + " '" + name + "'" + rest));
  }
  const auto out = nlohmann::json::parse(isolde("check --json '" + name + "'").out);
  EXPECT_THAT(out["anomalies"][0]["places"][0].get<std::string>(),
              HasSubstr("h\\u001b[31m\\u202e\\xff.jsonl:"));
}

TEST_F(CliWords, EveryCommandSaysOkOrViolation) {
  const std::string good = example("lost-update-ok.jsonl");
  const std::string bad = example("write-skew.jsonl");
  EXPECT_THAT(isolde("check " + good).out, StartsWith("OK  serializable holds\n"));
  EXPECT_THAT(isolde("check " + bad).out, StartsWith("VIOLATION  serializable is violated: write skew\n"));
  EXPECT_THAT(isolde("levels " + bad).out,
              HasSubstr("serializable                        VIOLATION  write skew: T1 and T2\n"));
  EXPECT_THAT(isolde("levels " + bad).out, HasSubstr("\nsnapshot-isolation                  OK\n"));
  EXPECT_THAT(isolde("compare --solvers cdcl " + bad).out, HasSubstr("cdcl                 VIOLATION "));
  EXPECT_THAT(isolde("ablate " + good + " --orders none").out, HasSubstr("  OK "));
  EXPECT_THAT(isolde("check --prune none --dump p.json " + bad).out, StartsWith("VIOLATION"));
  EXPECT_EQ(isolde("solve p.json").out, "VIOLATION  p.json has no model\n");
  EXPECT_THAT(isolde("check --dot p.dot " + bad).out, StartsWith("VIOLATION"));
  EXPECT_THAT(content_of("p.dot"), HasSubstr("label=\"serializable: VIOLATION\""));
}

TEST_F(CliWords, MachinesReadAcceptAndReject) {
  const std::string bad = example("write-skew.jsonl");
  for (const auto& row : nlohmann::json::parse(isolde("levels --json " + bad).out)) {
    const std::string verdict = row["verdict"];
    EXPECT_TRUE(verdict == "accept" || verdict == "reject");
    EXPECT_EQ(row["meaning"].get<std::string>().empty(), verdict == "accept");
  }
  EXPECT_THAT(isolde("compare --solvers cdcl --json " + bad).out, HasSubstr("\"verdict\": \"reject\""));
  EXPECT_THAT(isolde("ablate " + bad + " --orders none --json").out, HasSubstr("\"verdict\": \"reject\""));
}

TEST_F(CliWords, AClockSkewHasAUnit) {
  const std::string file = example("write-skew.jsonl");
  for (const std::string& command :
       {"check " + file, "levels " + file, std::string("generate blindw-wr -o h")}) {
    const Finished run = isolde(command + " --clock-skew 20");
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_THAT(run.err, HasSubstr("'20' has no unit; write 20ns, 20us, 20ms or 20s"));
    EXPECT_NE(isolde(command + " --clock-skew 0").exit_code, 2) << command;
    EXPECT_NE(isolde(command + " --clock-skew 20ms").exit_code, 2) << command;
  }
}

TEST_F(CliWords, LevelsSayWhatRestsOnATie) {
  const std::string file =
      write("h.jsonl", R"({"id":1,"session":1,"start":0,"end":10,"ops":[{"op":"w","key":"x","value":1}]}
{"id":2,"session":2,"start":10,"end":20,"ops":[{"op":"r","key":"x","value":null}]}
)");
  EXPECT_THAT(isolde("check --level strict-serializable " + file).out,
              HasSubstr("rt   T1 ended at 10, when T2 started, so T1 comes before T2\n"));
  EXPECT_THAT(isolde("levels " + file).out, HasSubstr("(rests on a tie: see --clock-skew)\n"));
  EXPECT_EQ(isolde("check --level strict-serializable --clock-skew 1ns " + file).exit_code, 0);
}

}  // namespace
}  // namespace isolde
