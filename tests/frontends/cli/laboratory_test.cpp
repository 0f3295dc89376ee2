// isolde compare and isolde solve as a user meets them; a clasp that lies shows what a disagreement does.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

using LaboratoryProgram = ProgramFixture;

TEST_F(LaboratoryProgram, CompareAgrees) {
  const Finished run = isolde("compare " + example("write-skew.jsonl") + " --csv");
  EXPECT_THAT(run.out, HasSubstr(",seconds,times_fastest,peak_mb,"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(",cdcl,reject,"));
  EXPECT_EQ(run.err, "");
}

TEST_F(LaboratoryProgram, ADisagreementIsLoud) {
  {
    std::ofstream liar(dir_ / "clasp");
    liar << "#!/bin/sh\necho '{\"Result\": \"UNSATISFIABLE\"}'\n";
  }
  std::filesystem::permissions(dir_ / "clasp", std::filesystem::perms::owner_all);
  const Finished run = isolde("compare " + example("lost-update-ok.jsonl") + " --solvers cdcl,clasp");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("THE SOLVERS DISAGREE"));
  EXPECT_THAT(run.err, HasSubstr("cdcl says accept; clasp says reject;"));
  EXPECT_EQ(isolde("solve lost-update-ok.disagreement.json").exit_code, 0);
}

TEST_F(LaboratoryProgram, AModelIsNotTakenForGranted) {
  {
    std::ofstream liar(dir_ / "clasp");
    liar << "#!/bin/sh\necho '{\"Result\": \"SATISFIABLE\", \"Call\": [{\"Witnesses\": [{\"Value\": "
            "[\"7\"]}]}]}'\n";
  }
  std::filesystem::permissions(dir_ / "clasp", std::filesystem::perms::owner_all);
  const Finished run = isolde("compare " + example("lost-update-ok.jsonl") + " --solvers clasp");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, HasSubstr("clasp gave no answer"));
}

TEST_F(LaboratoryProgram, DumpAndSolve) {
  for (const char* name : {"a.json", "a.cnf", "a.smt2", "a.gnf"}) {
    EXPECT_EQ(isolde("check " + example("write-skew.jsonl") + " --dump " + name).exit_code, 1);
    EXPECT_GT(content_of(name).size(), 20U);
  }
  EXPECT_EQ(isolde("solve a.json").exit_code, 1);
  EXPECT_EQ(isolde("compare a.json").exit_code, 0);
  const Finished hostile = isolde("solve a.cnf");
  EXPECT_EQ(hostile.exit_code, 2);
  EXPECT_EQ(hostile.err, "isolde: a.cnf, byte 1: this is no JSON\n");
  EXPECT_EQ(isolde("check " + example("write-skew.jsonl") + " --dump a.txt").exit_code, 2);
  EXPECT_EQ(isolde("compare a.json --solvers nobody").exit_code, 2);
}

// With orders that the level does not ask for, too: what is dumped and compared is what is solved first.
TEST_F(LaboratoryProgram, DumpAndCompareHaveTheOrdersThatAreUsed) {
  ASSERT_EQ(isolde("generate heavy-write --transactions 120 --truth -o h.jsonl").exit_code, 0);
  std::vector<std::size_t> sizes;
  for (const std::string use : {"none", "so", "vo", "so,vo", "vo --vo-fraction 0.5"}) {
    const Finished run = isolde("check h.jsonl --no-guess --json --dump d.json --use " + use);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto solved = nlohmann::json::parse(run.out).at("encoding").at("constraints_after_pruning");
    const auto dumped = nlohmann::json::parse(content_of("d.json"));
    EXPECT_EQ(dumped.at("variables").size(), solved) << use;
    const auto compared =
        nlohmann::json::parse(isolde("compare h.jsonl --solvers cdcl --json --use " + use).out).at(0);
    EXPECT_EQ(compared.at("variables"), solved) << use;
    EXPECT_EQ(compared.at("known_edges"), dumped.at("known").size()) << use;
    sizes.push_back(solved);
  }
  EXPECT_GT(sizes[0], sizes[1]);
  EXPECT_GT(sizes[4], sizes[3]);
  EXPECT_EQ(isolde("compare h.jsonl --vo-fraction 0.5").exit_code, 2);
  EXPECT_THAT(isolde("compare " + example("long-fork-ok.jsonl") + " --use vo --solvers cdcl").err,
              HasSubstr("the history lists no version order, so none is used"));
}

TEST_F(LaboratoryProgram, DirectoriesAreNoFiles) {
  const std::string sentence = "isolde: .: the file cannot be read\n";
  EXPECT_EQ(isolde("solve .").err, sentence);
  EXPECT_EQ(isolde("verify " + example("write-skew.jsonl") + " .").err, sentence);
  EXPECT_EQ(isolde("ablate " + example("write-skew.jsonl") + " --csv .").exit_code, 2);
}

TEST_F(LaboratoryProgram, SearchIsNoSolverOfPolygraphs) {
  const Finished run = isolde("compare " + example("write-skew.jsonl") + " --solvers search");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("search tries the commit orders of a history"));
}

TEST_F(LaboratoryProgram, ProofsAreWrittenVerifiedAndExported) {
  const std::string history = example("long-fork.jsonl");
  EXPECT_EQ(isolde("check " + history + " --proof a.proof").exit_code, 1);
  const Finished verified = isolde("verify " + history + " a.proof --export b");
  EXPECT_EQ(verified.exit_code, 0);
  EXPECT_EQ(verified.out, "OK  the proof holds: serializable is violated\n");
  EXPECT_THAT(content_of("b.cnf"), HasSubstr("p cnf "));
  EXPECT_THAT(content_of("b.lrat"), HasSubstr(" 0\n"));
  EXPECT_THAT(content_of("b.drat"), HasSubstr("0\n"));

  // Another history, and a proof without its lemma.
  EXPECT_EQ(isolde("verify " + example("write-skew.jsonl") + " a.proof").exit_code, 2);
  std::ofstream(dir_ / "c.proof") << "p isolde-proof 1 serializable 0\na 1 0\n";
  const Finished refused = isolde("verify " + history + " c.proof");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("INVALID  the proof does not prove that serializable is violated: "));
  std::ofstream(dir_ / "d.proof") << "p isolde-proof 1 serializable 0\nnonsense\n";
  const Finished hostile = isolde("verify " + history + " d.proof");
  EXPECT_EQ(hostile.exit_code, 2);
  EXPECT_EQ(hostile.err,
            "isolde: d.proof:2: expected a line that begins with n, v, e, a, l, s, c or a number\n");
}

TEST_F(LaboratoryProgram, WhereThereIsNoProofItSaysSo) {
  const Finished holds = isolde("check " + example("long-fork-ok.jsonl") + " --proof a.proof");
  EXPECT_EQ(holds.exit_code, 0);
  EXPECT_EQ(holds.err, "isolde: there is no proof to write: the level holds\n");
  const Finished found = isolde("check " + example("dirty-read.jsonl") + " --proof a.proof");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_EQ(found.err, "isolde: there is no proof to write: no clauses are needed, see --certificate\n");
}

TEST_F(LaboratoryProgram, SolversDecidePredicatesAndLists) {
  for (const std::string name : {"phantom", "list-append"}) {
    for (const std::string options : {" --no-guess", " --prune none", " --formulation cobra"}) {
      EXPECT_EQ(isolde("check " + example(name + ".jsonl") + options).exit_code, 1);
      EXPECT_EQ(isolde("check " + example(name + "-ok.jsonl") + options).exit_code, 0);
    }
    EXPECT_EQ(isolde("compare " + example(name + "-ok.jsonl")).exit_code, 0);
  }
  EXPECT_EQ(isolde("compare " + example("phantom.jsonl")).exit_code, 0);
}

}  // namespace
}  // namespace isolde
