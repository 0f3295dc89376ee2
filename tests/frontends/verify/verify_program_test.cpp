// isolde-verify says what isolde verify says, about every example and both verdicts, and what else a sceptic
// asks.
#include <filesystem>
#include <regex>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class VerifyProgram : public ProgramFixture {
 protected:
  // As isolde().
  Finished verify(const std::string& arguments) {
    const std::string command =
        fmt::format("cd {} && {} {} >out 2>err", dir_.string(), ISOLDE_VERIFY_PROGRAM, arguments);
    const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
    return {WEXITSTATUS(status), content_of("out"), content_of("err")};
  }
  // Both programs, with the same arguments.
  void expect_same(const std::string& arguments, int exit_code) {
    SCOPED_TRACE(arguments);
    const Finished theirs = isolde("verify " + arguments);
    const Finished ours = verify(arguments);
    EXPECT_EQ(ours.out, theirs.out);
    EXPECT_EQ(ours.exit_code, theirs.exit_code);
    EXPECT_EQ(ours.exit_code, exit_code) << ours.out << ours.err;
    EXPECT_EQ(ours.err, std::regex_replace(theirs.err, std::regex("^isolde:"), "isolde-verify:"));
  }
};

TEST_F(VerifyProgram, SaysWhatIsoldeVerifySays) {
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ISOLDE_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".jsonl") continue;
    const std::string history = entry.path().string();
    ASSERT_LT(isolde("check " + history + " --certificate proof.json").exit_code, 2);
    expect_same(history + " proof.json", 0);
    expect_same(history + " proof.json --json", 0);
    ++examples;
  }
  EXPECT_GT(examples, 10U);
}

TEST_F(VerifyProgram, ACertificateOfAnotherHistoryDoesNotHold) {
  write("h.jsonl", "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"w\",\"key\":\"x\",\"value\":1}]}\n");
  ASSERT_EQ(isolde("check h.jsonl --certificate other.json").exit_code, 0);
  const Finished theirs = isolde("verify " + example("write-skew-ok.jsonl") + " other.json");
  expect_same(example("write-skew-ok.jsonl") + " other.json", theirs.exit_code);
  EXPECT_NE(theirs.exit_code, 0);
}

TEST_F(VerifyProgram, AProofIsVerifiedToo) {
  ASSERT_EQ(isolde("check " + example("long-fork.jsonl") + " --proof fork.proof").exit_code, 1);
  expect_same(example("long-fork.jsonl") + " fork.proof", 0);
}

TEST_F(VerifyProgram, TheLevelAskedForMustBeTheOneProved) {
  const std::string history = example("lost-update-ok.jsonl");
  ASSERT_EQ(isolde("check " + history + " --certificate proof.json").exit_code, 0);
  EXPECT_EQ(verify(history + " proof.json --level serializable").exit_code, 0);
  const Finished other = verify(history + " proof.json --level=snapshot-isolation");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_EQ(other.out,
            "INVALID  the certificate does not prove its verdict, OK: snapshot-isolation holds: it is about "
            "serializable\n");
}

TEST_F(VerifyProgram, StandardStreamsAreUsedOnceAndMustNotLoseAnything) {
  const std::string history = example("lost-update-ok.jsonl");
  ASSERT_EQ(isolde("check " + history + " --certificate proof.json").exit_code, 0);
  expect_same("- proof.json <" + history, 0);
  expect_same(history + " - <proof.json", 0);
  expect_same("- - <proof.json", 2);
  const Finished full = verify(history + " proof.json >/dev/full 2>err #");
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_EQ(full.err, "isolde-verify: standard output: cannot be written: No space left on device\n");
}

TEST_F(VerifyProgram, BadInputIsTwoAndOneSentence) {
  const std::string history = example("lost-update-ok.jsonl");
  expect_same("nowhere.jsonl nothing.json", 2);
  expect_same(history + " nothing.json", 2);
  write("bad.json", "{\"certificate\":");
  expect_same(history + " bad.json", 2);
  for (const std::string& arguments :
       {std::string(), history, history + " a b", history + " a --level wishful", history + " a --level",
        history + " a --format wishful", history + " a --wish"}) {
    SCOPED_TRACE(arguments);
    const Finished run = verify(arguments);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("isolde-verify: "));
  }
}

TEST_F(VerifyProgram, QuietlyTheExitCodeTellsAndHelpHelps) {
  const std::string history = example("lost-update.jsonl");
  ASSERT_EQ(isolde("check " + history + " --certificate proof.json").exit_code, 1);
  const Finished quiet = verify(history + " proof.json --quiet");
  EXPECT_EQ(quiet.exit_code, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
  EXPECT_THAT(verify("--help").out, HasSubstr("Usage: isolde-verify HISTORY CERTIFICATE"));
  EXPECT_THAT(verify("--version").out, StartsWith("isolde-verify "));
}

}  // namespace
}  // namespace isolde
