// isolde compare and isolde solve as a user meets them; a clasp that lies shows what a disagreement does.
#include <csignal>
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

// A clasp that gives the same answer to everything.
class LyingClasp : public ProgramFixture {
 protected:
  void answer(const std::string& shell) {
    write("clasp", "#!/bin/sh\n" + shell + "\n");
    std::filesystem::permissions(dir_ / "clasp", std::filesystem::perms::owner_all);
  }
  void answer_reject() { answer("echo '{\"Result\": \"UNSATISFIABLE\"}'"); }
  void answer_accept(const std::string& atoms) {
    answer(R"(echo '{"Result": "SATISFIABLE", "Call": [{"Witnesses": [{"Value": [)" + atoms + "]}]}]}'");
  }
};

TEST_F(LyingClasp, ADisagreementIsLoud) {
  answer_reject();
  const Finished run = isolde("compare " + example("lost-update-ok.jsonl") + " --solvers cdcl,clasp");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("THE SOLVERS DISAGREE"));
  EXPECT_THAT(run.err, HasSubstr("cdcl says OK; clasp says VIOLATION;"));
  EXPECT_EQ(isolde("solve lost-update-ok.disagreement.json").exit_code, 0);
}

TEST_F(LyingClasp, SearchHasAVoiceAndNothingIsOverwritten) {
  answer_reject();
  std::filesystem::create_directories(dir_ / "b");
  std::filesystem::copy(example("lost-update-ok.jsonl"), dir_ / "h.jsonl");
  std::filesystem::copy(example("long-fork-ok.jsonl"), dir_ / "b/h.jsonl");
  const Finished run = isolde("compare h.jsonl b/h.jsonl --solvers search,clasp");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err,
              HasSubstr("search says OK; clasp says VIOLATION; the polygraph is in h.disagreement.json"));
  EXPECT_THAT(run.err, HasSubstr("the polygraph is in h-2.disagreement.json"));
  EXPECT_NE(content_of("h.disagreement.json"), content_of("h-2.disagreement.json"));
}

TEST_F(LyingClasp, DirectoriesGiveTheirNameToWhatIsSaved) {
  answer_reject();
  std::filesystem::create_directories(dir_ / "logs.d");
  write("logs.d/J1.log", "{\"isInitial\":true,\"value\":[[\"w\",1,5,true]]}\n");
  write("logs.d/J2.log", "{\"value\":[[\"r\",1,5,false]]}\n");
  for (const std::string path : {"logs.d/", "logs.d/.", "logs.d"}) {
    const Finished run = isolde("compare " + path + " --solvers cdcl,clasp");
    EXPECT_THAT(run.err, HasSubstr("the polygraph is in logs.disagreement.json")) << path;
  }
}

TEST_F(LyingClasp, AModelIsNotTakenForGranted) {
  answer_accept("\"7\"");  // no such variable
  const Finished run = isolde("compare " + example("lost-update-ok.jsonl") + " --solvers clasp");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, HasSubstr("clasp gave no answer"));
}

// That is nobody's limit but a mistake.
TEST_F(LyingClasp, AWrongModelIsLoud) {
  answer_accept("");  // all false
  write("p.json",
        R"({"format": "isolde-polygraph", "version": 1, "nodes": [null, null], "known": [[0, 1]],
            "variables": [["order", 0, 0, 1]], "edges": [[-1, 1, 0]], "clauses": []})");
  const Finished run = isolde("compare p.json --solvers cdcl,clasp");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, HasSubstr("clasp gave a model with a cycle"));
  EXPECT_THAT(run.err, HasSubstr("cdcl says OK; clasp says OK, which is wrong; the polygraph is in "
                                 "p.disagreement.json"));
  EXPECT_EQ(isolde("solve p.json --solver clasp").exit_code, 2);
  EXPECT_EQ(isolde("solve p.disagreement.json").exit_code, 0);
}

TEST_F(LyingClasp, ItsComplaintsAreNotOurs) {
  answer("echo 'something is odd' >&2");
  EXPECT_EQ(isolde("compare " + example("lost-update-ok.jsonl") + " --solvers clasp").err, "");
}

// Who starts processes in groups of their own has to end them, however it ends itself.
TEST_F(LyingClasp, NobodyStaysBehind) {
  answer("echo $$ >pid.tmp; mv pid.tmp pid; exec sleep 60");
  const std::string command = "cd " + dir_.string() + " && export PATH=" + dir_.string() + ":$PATH && exec " +
                              ISOLDE_PROGRAM + " compare " + example("lost-update-ok.jsonl") +
                              " --solvers clasp >out 2>err";
  const pid_t program = ::fork();
  if (program == 0) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  const auto wait_until = [](const auto& condition) {
    for (int i = 0; i < 400 && !condition(); ++i) ::usleep(50'000);
    return condition();
  };
  ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(dir_ / "pid"); }));
  const pid_t clasp = std::stoi(content_of("pid"));
  EXPECT_EQ(::kill(clasp, 0), 0);
  ::kill(program, SIGINT);
  ::waitpid(program, nullptr, 0);
  EXPECT_TRUE(wait_until([&] { return ::kill(clasp, 0) != 0; }));
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
  const std::string sentence = "isolde: .: cannot be read: Is a directory\n";
  EXPECT_EQ(isolde("solve .").err, sentence);
  EXPECT_EQ(isolde("verify " + example("write-skew.jsonl") + " .").err, sentence);
  EXPECT_EQ(isolde("ablate " + example("write-skew.jsonl") + " --csv .").exit_code, 2);
}

TEST_F(LaboratoryProgram, SearchDecidesHistoriesAndNoPolygraphs) {
  const Finished run = isolde("compare " + example("write-skew.jsonl") + " --solvers cdcl,search --csv");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(",search,reject,"));
  const Finished two_nodes =
      isolde("compare " + example("long-fork-ok.jsonl") + " --solvers search --level snapshot-isolation");
  EXPECT_EQ(two_nodes.exit_code, 3);
  EXPECT_THAT(two_nodes.out, HasSubstr("search does not decide snapshot-isolation"));
  EXPECT_EQ(isolde("check " + example("write-skew.jsonl") + " --dump a.json").exit_code, 1);
  const Finished refused = isolde("compare a.json --solvers cdcl,search");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err,
            "isolde: a.json: search tries the commit orders of a history, and this is a polygraph: name the "
            "history\n");
  EXPECT_EQ(isolde("solve a.json --solver search").exit_code, 2);
}

TEST_F(LaboratoryProgram, CompareSaysWhereThereIsNothingToSolve) {
  const Finished run = isolde("compare " + example("write-skew.jsonl") + " --solvers cdcl");
  EXPECT_THAT(run.out, HasSubstr("decided before solving: "));
  const auto out =
      nlohmann::json::parse(isolde("compare " + example("write-skew.jsonl") + " --solvers cdcl --json").out);
  EXPECT_EQ(out.at(0).at("decided_before_solving"), true);
}

// A solver that is not there has a row that says so.
TEST_F(LaboratoryProgram, CompareDropsNobody) {
  const std::string compare = "compare " + example("lost-update-ok.jsonl");
  const std::string without_path = "--version >/dev/null; PATH=/nowhere " + std::string(ISOLDE_PROGRAM) + " ";
  for (const std::string solvers : {"", " --solvers cdcl,clasp"}) {
    const Finished run = isolde(without_path + compare + solvers);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_THAT(run.out, HasSubstr("the solver clasp is not available: the program clasp is not in PATH"));
  }
}

TEST_F(LaboratoryProgram, ProofsAreWrittenVerifiedAndExported) {
  const std::string history = example("long-fork.jsonl");
  EXPECT_EQ(isolde("check " + history + " --proof a.proof").exit_code, 1);
  const Finished verified = isolde("verify " + history + " a.proof --export b");
  EXPECT_EQ(verified.exit_code, 0);
  EXPECT_EQ(verified.out, "VALID  the proof proves its verdict, VIOLATION: serializable is violated\n");
  EXPECT_THAT(content_of("b.cnf"), HasSubstr("p cnf "));
  EXPECT_THAT(content_of("b.lrat"), HasSubstr(" 0\n"));
  EXPECT_THAT(content_of("b.drat"), HasSubstr("0\n"));

  // Another history, and a proof without its lemma.
  EXPECT_EQ(isolde("verify " + example("write-skew.jsonl") + " a.proof").exit_code, 2);
  std::ofstream(dir_ / "c.proof") << "p isolde-proof 1 serializable 0\na 1 0\n";
  const Finished refused = isolde("verify " + history + " c.proof");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(
      refused.out,
      HasSubstr("INVALID  the proof does not prove its verdict, VIOLATION: serializable is violated: "));
  std::ofstream(dir_ / "d.proof") << "p isolde-proof 1 serializable 0\nnonsense\n";
  const Finished hostile = isolde("verify " + history + " d.proof");
  EXPECT_EQ(hostile.exit_code, 2);
  EXPECT_EQ(hostile.err,
            "isolde: d.proof:2: expected a line that begins with n, v, e, a, l, s, c or a number\n");
}

TEST_F(LaboratoryProgram, ForgedProofsAreRefusedAndTrustIsDeclared) {
  const auto verify = [&](const std::string& write) {
    std::ofstream(dir_ / "a.jsonl") << "{\"id\":1,\"ops\":[{\"op\":\"" << write
                                    << "\",\"key\":\"x\",\"value\":1}]}\n"
                                       "{\"id\":2,\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":1}]}\n";
    std::ofstream(dir_ / "a.proof") << "p isolde-proof 1 serializable 0\n"
                                       "v 1 auxiliary\na 1 1 0\na 2 -1 0\n3 0 1 2 0\n";
    return isolde("verify a.jsonl a.proof");
  };
  const Finished forged = verify("w");
  EXPECT_EQ(forged.exit_code, 1);
  EXPECT_EQ(forged.out,
            "INVALID  the proof does not prove its verdict, VIOLATION: serializable is violated: clause 1 "
            "does not follow from the "
            "history\n");
  const Finished trusting = verify("inc");
  EXPECT_EQ(trusting.exit_code, 3);
  EXPECT_EQ(trusting.out,
            "VALID  the proof proves its verdict, given 2 clauses that it takes on trust, VIOLATION: "
            "serializable is violated\n");
}

TEST_F(LaboratoryProgram, WhereThereIsNoProofItSaysSo) {
  const Finished holds = isolde("check " + example("long-fork-ok.jsonl") + " --proof a.proof");
  EXPECT_EQ(holds.exit_code, 0);
  EXPECT_EQ(holds.err, "isolde: there is no proof to write: the level holds\n");
  const Finished found = isolde("check " + example("dirty-read.jsonl") + " --proof a.proof");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_EQ(found.err, "isolde: there is no proof to write: no clauses are needed, see --certificate\n");
}

TEST_F(LaboratoryProgram, WhereThereIsNoPolygraphTheVerdictStands) {
  const Finished run = isolde("check " + example("dirty-read.jsonl") + " --dump a.json");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("VIOLATION"));
  EXPECT_THAT(run.err, HasSubstr("isolde: nothing was dumped: there is no polygraph: "));
}

TEST_F(LaboratoryProgram, FilesAreRefusedBeforeTheWork) {
  for (const std::string option : {"--dump no/a.json", "--dump a.txt", "--proof no/p", "--dot no/d",
                                   "--certificate no/c", "--proof ."}) {
    const Finished run = isolde("check " + example("write-skew.jsonl") + " " + option);
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_EQ(run.out, "") << option;
  }
  EXPECT_EQ(isolde("ablate " + example("write-skew.jsonl") + " --plot no/p.svg").out, "");
  EXPECT_EQ(isolde("check " + example("write-skew.jsonl") + " --reinsert new-object --proof p").exit_code, 2);
}

TEST_F(LaboratoryProgram, EncodingsAreForThoseWhoHaveThem) {
  const std::string check = "check " + example("long-fork.jsonl");
  EXPECT_THAT(isolde(check + " --encoding eager").out, HasSubstr("--encoding has no effect on cdcl"));
  EXPECT_THAT(isolde(check + " --solver minisat --encoding eager").out,
              testing::Not(HasSubstr("--encoding")));
  EXPECT_THAT(isolde(check + " --solver minisat:eager --json").out, HasSubstr("\"name\": \"minisat\""));
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
