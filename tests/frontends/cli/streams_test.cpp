// Standard input and output, pipes and full devices, as a shell's user meets them.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Streams : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    std::filesystem::copy(example("lost-update.jsonl"), dir_ / "bad.jsonl");
    std::filesystem::copy(example("lost-update-ok.jsonl"), dir_ / "good.jsonl");
    write("plain.jsonl", "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"w\",\"key\":1,\"value\":1}]}\n");
  }

  // Lines for bash, in the directory, where `isolde` is the program.
  Finished bash(const std::string& lines) {
    const std::string script =
        write("script", "isolde() { " + std::string(ISOLDE_PROGRAM) + " \"$@\"; }\n" + lines + "\n");
    const int status =  // NOLINTNEXTLINE(concurrency-mt-unsafe)
        std::system(("cd " + dir_.string() + " && bash " + script + " >out 2>err").c_str());
    return {WEXITSTATUS(status), content_of("out"), content_of("err")};
  }

  // Exit code 2 and this one sentence.
  void expect_sentence(const std::string& lines, const std::string& sentence) {
    const Finished run = bash(lines);
    EXPECT_EQ(run.exit_code, 2) << lines;
    EXPECT_EQ(run.err, "isolde: " + sentence + "\n") << lines;
  }
};

TEST_F(Streams, LostOutputIsNoticed) {
  bash("isolde check bad.jsonl --prune none --dump p.json; isolde check bad.jsonl --certificate c.json");
  for (const std::string command : {"check good.jsonl",
                                    "check bad.jsonl",
                                    "check --json good.jsonl",
                                    "levels bad.jsonl",
                                    "levels --json bad.jsonl",
                                    "stats good.jsonl",
                                    "stats --json good.jsonl",
                                    "verify bad.jsonl c.json",
                                    "compare p.json --solvers cdcl",
                                    "solve p.json",
                                    "ablate good.jsonl",
                                    "generate blindw-wr",
                                    "generate blindw-wr --transactions 20000",
                                    "generate --list",
                                    "convert good.jsonl -",
                                    "convert plain.jsonl - --to plume",
                                    "check good.jsonl --certificate -",
                                    "check bad.jsonl --dot -",
                                    "ablate good.jsonl --csv - -q",
                                    "--help",
                                    "check --help",
                                    "--help-all",
                                    "--version",
                                    "--print-man",
                                    "--print-completion bash"}) {
    const Finished run = bash("isolde " + command + " >/dev/full");
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_THAT(run.err, EndsWith("isolde: standard output: cannot be written: No space left on device\n"))
        << command;
  }
  expect_sentence("isolde check good.jsonl >&-", "standard output: cannot be written: Bad file descriptor");
  EXPECT_EQ(bash("isolde check -q good.jsonl >/dev/full").exit_code, 0);
}

TEST_F(Streams, LostFilesAreNoticed) {
  const std::string full = "/dev/full: cannot be written: No space left on device";
  for (const std::string command :
       {"check -q good.jsonl --certificate /dev/full", "check -q bad.jsonl --dot /dev/full",
        "generate blindw-wr -o /dev/full", "generate blindw-wr --to jepsen-edn -o /dev/full",
        "generate blindw-wr --manifest /dev/full -o h.jsonl", "convert good.jsonl /dev/full",
        "convert plain.jsonl /dev/full --to dbcop", "ablate -q good.jsonl --orders so --csv /dev/full",
        "ablate -q good.jsonl --orders so --plot /dev/full"})
    expect_sentence("isolde " + command, full);
  const std::string fork = example("long-fork.jsonl");
  expect_sentence("ln -s /dev/full p.json; isolde check -q " + fork + " --prune none --dump p.json",
                  "p.json: cannot be written: No space left on device");
  expect_sentence("isolde check -q " + fork + " --proof /dev/full", full);
  expect_sentence("isolde check -q " + fork + " --proof f; ln -s /dev/full x.cnf; isolde verify -q " + fork +
                      " f --export x",
                  "x.cnf: cannot be written: No space left on device");
}

TEST_F(Streams, MessagesThatCannotBeShownDoNoHarm) {
  EXPECT_EQ(bash("isolde check nowhere 2>/dev/full").exit_code, 2);
  EXPECT_EQ(bash("isolde check nowhere 2>&-").exit_code, 2);
  EXPECT_EQ(bash("isolde generate blindw-wr -v -o h.jsonl 2>/dev/full").exit_code, 0);
}

// The reader of a pipe that has seen enough is no failure, and what is long ends early.
TEST_F(Streams, ClosedPipesAreQuiet) {
  const std::string statuses = "echo ${PIPESTATUS[0]} >&2";
  for (const std::string command :
       {"levels bad.jsonl", "check bad.jsonl --certificate -", "convert bad.jsonl -"}) {
    // The reader is gone before anything is written.
    const Finished run = bash("(sleep 0.2; isolde " + command + " -q) | true; " + statuses);
    EXPECT_EQ(run.err, command.starts_with("check") ? "1\n" : "0\n") << command;
  }
  EXPECT_EQ(bash("(sleep 0.2; isolde check bad.jsonl) | true; " + statuses).err, "1\n");
  EXPECT_EQ(bash("isolde generate blindw-wr --transactions 1000000000000 | head -1; " + statuses).err, "0\n");
}

TEST_F(Streams, HistoriesComeFromStandardInputAndPipes) {
  for (const std::string input : {"cat bad.jsonl | isolde check -", "isolde check - < bad.jsonl",
                                  "cat bad.jsonl | isolde check /dev/stdin", "isolde check <(cat bad.jsonl)",
                                  "gzip < bad.jsonl | isolde check -", "isolde check <(gzip < bad.jsonl)",
                                  "isolde convert bad.jsonl - --no-times | isolde check - --format native",
                                  "mkfifo fifo; cat bad.jsonl > fifo & isolde check fifo"}) {
    const Finished run = bash(input);
    EXPECT_EQ(run.exit_code, 1) << input;
    EXPECT_THAT(run.out, StartsWith("VIOLATION")) << input << run.err;
  }
  EXPECT_THAT(bash("isolde check - < bad.jsonl").out, HasSubstr("(standard input:5)"));
  expect_sentence(
      "echo '{\"id\":1,\"ops\":[}' | isolde check - --format native 2>&1 | cut -c1-25 >&2; exit 2",
      "standard input:1:");
  expect_sentence("isolde check - < /dev/null", "standard input: the file is empty");
  expect_sentence("isolde check - <&-", "standard input: cannot be read: Bad file descriptor");
  expect_sentence("isolde check - < .", "standard input: cannot be read: Is a directory");
}

TEST_F(Streams, EveryCommandKnowsTheDash) {
  EXPECT_EQ(bash("isolde levels - < bad.jsonl").exit_code, 0);
  EXPECT_EQ(bash("isolde stats - < bad.jsonl").exit_code, 0);
  EXPECT_EQ(bash("isolde check bad.jsonl --certificate - 2>/dev/null | isolde verify bad.jsonl -").exit_code,
            0);
  EXPECT_EQ(bash("isolde check -q bad.jsonl --certificate c; isolde verify - c < bad.jsonl").exit_code, 0);
  const std::string fork = example("long-fork.jsonl");
  EXPECT_EQ(bash("isolde check -q " + fork + " --proof - | isolde verify " + fork + " -").exit_code, 0);
  EXPECT_EQ(bash("isolde check -q bad.jsonl --prune none --dump - | isolde solve -").out,
            "VIOLATION  standard input has no model\n");
  EXPECT_THAT(bash("isolde compare - --solvers cdcl < bad.jsonl").out, StartsWith("standard input"));
  EXPECT_EQ(
      bash("isolde check -q bad.jsonl --prune none --dump - | isolde compare - --solvers cdcl").exit_code, 0);
  EXPECT_THAT(bash("isolde ablate - --csv - < good.jsonl").out, HasSubstr("\nstandard input,2,"));
  EXPECT_THAT(bash("isolde ablate good.jsonl --plot -").out, HasSubstr("</svg>"));
  EXPECT_THAT(bash("isolde check bad.jsonl --dot -").out, StartsWith("digraph"));
  EXPECT_EQ(bash("isolde convert plain.jsonl - --to dbcop | isolde check -").exit_code, 0);
  EXPECT_TRUE(nlohmann::json::accept(bash("isolde generate blindw-wr -o h.jsonl --manifest -").out));
  EXPECT_EQ(
      bash("isolde generate blindw-wr --to jepsen-edn -o - | isolde convert - - | isolde check -").exit_code,
      0);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "-"));
}

// What is for people makes way for what was asked for.
TEST_F(Streams, ReportsMakeWayOnStandardOutput) {
  const Finished run = bash("isolde check bad.jsonl --certificate -");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(nlohmann::json::accept(run.out));
  EXPECT_THAT(run.err, StartsWith("VIOLATION"));
}

TEST_F(Streams, OneStreamIsForOneUse) {
  expect_sentence("isolde verify - - < bad.jsonl",
                  "HISTORY and CERTIFICATE both ask for standard input; name a file for one of them");
  expect_sentence("isolde compare - - < bad.jsonl",
                  "two histories both ask for standard input; name a file for one of them");
  expect_sentence("isolde ablate - - < bad.jsonl",
                  "two histories both ask for standard input; name a file for one of them");
  expect_sentence("isolde check bad.jsonl --dot - --certificate -",
                  "--dot and --certificate both ask for standard output; name a file for one of them");
  expect_sentence("isolde check bad.jsonl --dot - --json",
                  "--dot and --json both ask for standard output; name a file for one of them");
  expect_sentence("isolde ablate bad.jsonl --csv - --plot -",
                  "--csv and --plot both ask for standard output; name a file for one of them");
  expect_sentence("isolde generate blindw-wr --manifest -",
                  "--output and --manifest both ask for standard output; name a file for one of them");
  expect_sentence("isolde ablate bad.jsonl --csv - --resume",
                  "--resume needs a file of --csv, and standard output is none");
  expect_sentence("isolde check -q " + example("long-fork.jsonl") + " --proof f; isolde verify " +
                      example("long-fork.jsonl") + " f --export -",
                  "--export writes three files, which cannot all go to standard output");
}

}  // namespace
}  // namespace isolde
