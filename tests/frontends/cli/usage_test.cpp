// Command lines as people type them: files without a command, mistyped names, questions for help.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Usage : public ProgramFixture {
 protected:
  void expect_refused(const std::string& arguments, const std::string& sentence) {
    const Finished run = isolde(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_THAT(run.err, AllOf(StartsWith("isolde: "), HasSubstr(sentence), EndsWith("\n"))) << arguments;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
};

TEST_F(Usage, AFileAloneIsChecked) {
  const std::string file = example("lost-update.jsonl");
  const Finished run = isolde(file);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, isolde("check " + file).out);
  EXPECT_EQ(isolde("--level snapshot-isolation " + file).out,
            isolde("check --level snapshot-isolation " + file).out);
  EXPECT_EQ(isolde("-q " + file + " --level=prefix-consistency").exit_code,
            isolde("check -q " + file + " --level=prefix-consistency").exit_code);
  EXPECT_EQ(isolde("--color never --json " + file).exit_code, 1);
  // Whatever it is called, if it is there.
  ASSERT_EQ(isolde("convert " + file + " chekc").exit_code, 0);
  EXPECT_EQ(isolde("chekc").exit_code, 1);
}

TEST_F(Usage, AFileThatIsNotThereIsNamed) {
  const Finished run = isolde("nowhere.edn");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.err, isolde("check nowhere.edn").err);
  EXPECT_THAT(run.err, StartsWith("isolde: nowhere.edn: "));
}

TEST_F(Usage, CommandsAreSuggested) {
  expect_refused("chekc h.jsonl", "'chekc' is neither a command nor a file; did you mean check?");
  expect_refused("--color never stat h.jsonl", "did you mean stats?");
  expect_refused("wishful", "'wishful' is neither a command nor a file; isolde --help tells more");
}

TEST_F(Usage, OptionsAreSuggested) {
  expect_refused("check --levl serializable h.jsonl", "check has no option --levl; did you mean --level?");
  expect_refused("check h.jsonl --jsno", "check has no option --jsno; did you mean --json?");
  expect_refused("check --certificat=x h.jsonl", "did you mean --certificate?");
  expect_refused("check --quite h.jsonl", "did you mean --quiet?");  // one of the program's
  expect_refused("stats --json --wishful h.jsonl", "stats has no option --wishful; isolde --help tells more");
  expect_refused("h.jsonl --levl x", "check has no option --levl; did you mean --level?");
  expect_refused("--json check h.jsonl", "--json goes behind the command check");
}

TEST_F(Usage, ValuesAreSuggested) {
  const std::string file = example("lost-update.jsonl");
  for (const auto& [arguments, name] : std::vector<std::pair<std::string, std::string>>{
           {"check --level serialisable " + file, "serializable"},
           {"check --level SI " + file, "snapshot-isolation"},
           {"check --level Serializable " + file, "serializable"},
           {"compare --level snapshot-isolatoin " + file, "snapshot-isolation"},
           {"check --solver cadcial " + file, "cadical"},
           {"compare --solvers cdcl,minsat " + file, "minisat"},
           {"ablate --solvers minsat " + file, "minisat"},
           {"check --format jepsen_edn " + file, "jepsen-edn"},
           {"convert --to natvie " + file + " out", "native"},
           {"generate smalbank", "smallbank"},
           {"generate blindw-wr --engine s2p", "s2pl"},
           {"generate blindw-wr --plant lostupdate", "lost-update"},
           {"check --use s0 " + file, "so"},
           {"help chekc", "check"}})
    expect_refused(arguments, "did you mean " + name);
}

TEST_F(Usage, WhatIsFarFromAllIsToldAll) {
  expect_refused("check --level wishful " + example("lost-update.jsonl"),
                 "--level: 'wishful' is none of serializable, ");
}

TEST_F(Usage, HelpIsACommand) {
  const Finished all = isolde("help");
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_EQ(all.out, isolde("--help").out);
  EXPECT_THAT(all.out, HasSubstr("isolde FILE is short for isolde check FILE"));
  EXPECT_EQ(isolde("help check").out, isolde("check --help").out);
  EXPECT_EQ(isolde("help check").exit_code, 0);
}

}  // namespace
}  // namespace isolde
