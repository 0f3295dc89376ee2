// isolde ablate, and check --use, as a user meets them.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"
#include "tests/report/well_formed.hpp"

namespace isolde {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using AblateProgram = ProgramFixture;

constexpr const char* kHeader =
    "history,transactions,digest,level,orders,vo_fraction,guess,hints,prune,formulation,closure,solver,"
    "heuristics,seed,"
    "verdict,"
    "seconds,encode_seconds,prune_seconds,solve_seconds,peak_mb,writer_pairs,constraints,"
    "constraints_after_pruning,conflicts,decisions,timeout_seconds,memory_limit_mb,reason\n";

TEST_F(AblateProgram, WritesCsvAndSvg) {
  const std::string what =
      "ablate --workload heavy-write --transactions 60 --vo-fractions 0.5,1 --guess on,off ";
  const Finished run = isolde(what + "--csv a.csv --plot a.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string csv = content_of("a.csv");
  EXPECT_THAT(csv, StartsWith(kHeader));
  // None, so, and two fractions each of vo and so+vo; with and without a guess.
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 12);
  EXPECT_THAT(csv, ContainsRegex("heavy-write-60,60,[0-9a-f]{16},serializable,so[+]vo,0[.]5,off,on,on,"
                                 "simplified,auto,cdcl,all,0,accept,"));
  EXPECT_TRUE(is_well_formed(content_of("a.svg")));
  EXPECT_THAT(isolde(what + "--json").out, HasSubstr("\"orders\": \"so+vo\""));
}

// Numbers are numbers; what means nothing in a cell, or was not counted, is null or an empty cell.
TEST_F(AblateProgram, NumbersAreNumbersAndTheMissingIsMissing) {
  const std::string what =
      "ablate --workload heavy-write --transactions 60 --orders none,vo --vo-fractions 0.5 ";
  const Finished run = isolde(what + "--csv a.csv --json --seeds 7");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json rows = nlohmann::json::parse(run.out);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0].at("vo_fraction").is_null());
  EXPECT_EQ(rows[1].at("vo_fraction"), nlohmann::json(0.5));
  for (const nlohmann::json& row : rows) {
    EXPECT_EQ(row.at("seed"), nlohmann::json(7));
    for (const auto& [name, value] : row.items()) EXPECT_NE(value, nlohmann::json("-")) << name;
  }
  EXPECT_THAT(content_of("a.csv"), HasSubstr(",serializable,none,,on,"));
  EXPECT_THAT(content_of("a.csv"), Not(HasSubstr(",-,")));
  EXPECT_THAT(isolde(what).out, ContainsRegex("\n[^\n]* none +- +OK"));
}

// Journals that have dashes where nothing belongs are gone on with.
TEST_F(AblateProgram, ResumeReadsDashes) {
  const std::string what = "ablate --workload rmw --transactions 40 --orders none,vo --csv a.csv";
  ASSERT_EQ(isolde(what).exit_code, 0);
  std::string csv = content_of("a.csv");
  const std::size_t at = csv.find(",none,,");
  ASSERT_NE(at, std::string::npos);
  csv.insert(at + 6, "-");
  write("a.csv", csv);
  EXPECT_EQ(isolde(what + " --resume --plot a.svg").exit_code, 0);
  EXPECT_EQ(content_of("a.csv"), csv);
}

// A list ends with its commas; what stands behind it is a history.
TEST_F(AblateProgram, ListsDoNotSwallowHistories) {
  const std::string file = example("write-skew.jsonl");
  EXPECT_EQ(isolde("ablate --orders none --solvers cdcl,search " + file).exit_code, 0);
  EXPECT_EQ(isolde("compare --solvers cdcl " + file).exit_code, 0);
  EXPECT_EQ(isolde("check --use so,rt " + file).exit_code, 1);
  EXPECT_THAT(isolde("ablate --seeds 1,2 --seeds 3 --orders none --json " + file).out,
              HasSubstr("\"seed\": 3"));
}

TEST_F(AblateProgram, ResumeSkipsWhatIsDone) {
  const std::string what = "ablate --workload rmw --transactions 40 --orders none,so --csv a.csv";
  EXPECT_EQ(isolde(what).exit_code, 0);
  const std::string first = content_of("a.csv");
  const Finished again = isolde(what);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_EQ(again.err, "isolde: a.csv: the file is there already: go on with --resume, or name another\n");
  EXPECT_EQ(isolde(what + " --resume").exit_code, 0);
  EXPECT_EQ(content_of("a.csv"), first);
  EXPECT_EQ(
      isolde("ablate --workload rmw --transactions 40 --orders none,so,so+vo --csv a.csv --resume").exit_code,
      0);
  EXPECT_THAT(content_of("a.csv"), StartsWith(first));
  EXPECT_GT(content_of("a.csv").size(), first.size());
}

TEST_F(AblateProgram, ResumeTakesNoRowsOfOtherHistories) {
  const std::string what = "ablate --workload rmw --transactions 40 --orders none --csv a.csv --resume ";
  const auto rows_after = [&](const std::string& more) {
    EXPECT_EQ(isolde(what + more).exit_code, 0);
    const std::string csv = content_of("a.csv");
    return std::count(csv.begin(), csv.end(), '\n') - 1;
  };
  EXPECT_EQ(rows_after(""), 1);
  EXPECT_EQ(rows_after(""), 1);
  EXPECT_EQ(rows_after("--workload-seed 2"), 2);
  EXPECT_EQ(rows_after("--keys 7"), 3);
  EXPECT_EQ(rows_after("--sessions 3"), 4);
  EXPECT_EQ(rows_after("--keys 7 --engine ssi"), 5);
  EXPECT_EQ(rows_after("--no-times"), 6);
  EXPECT_EQ(rows_after("--shuffle-ids"), 7);
  EXPECT_EQ(rows_after("--shuffle-ids"), 7);
}

TEST_F(AblateProgram, ADisagreementIsLoud) {
  const std::string what = "ablate --workload rmw --transactions 40 --orders none,so --csv a.csv";
  EXPECT_EQ(isolde(what).exit_code, 0);
  std::string csv = content_of("a.csv");
  csv.replace(csv.rfind("accept"), 6, "reject");
  std::ofstream(dir_ / "a.csv", std::ios::binary) << csv;
  const Finished run = isolde(what + " --resume");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("THE CELLS DISAGREE about rmw-40 (serializable): OK with orders none"));
  EXPECT_THAT(run.err, HasSubstr("VIOLATION with orders so"));
}

TEST_F(AblateProgram, HeuristicsAreAFactor) {
  const Finished run = isolde(
      "ablate --workload blindw-wh --transactions 60 --keys 5 --orders none --guess off --prune off "
      "--heuristics all,none,no-first-model+no-restarts --no-times");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("no-first-model+no-restarts  OK "));
}

TEST_F(AblateProgram, RefusesWhatMakesNoSense) {
  EXPECT_EQ(isolde("ablate").exit_code, 2);
  EXPECT_EQ(isolde("ablate --workload rmw --orders so+so").exit_code, 2);
  EXPECT_EQ(isolde("ablate --workload rmw --resume").exit_code, 2);
  EXPECT_EQ(isolde("ablate --workload rmw --solvers nobody").exit_code, 2);
  EXPECT_THAT(isolde("ablate --workload rmw --heuristics no-luck").err,
              HasSubstr("'no-luck' is no choice of heuristics; write all, none, or no- before first-model"));
  EXPECT_EQ(isolde("ablate --workload rmw --level strict-serializable").err,
            "isolde: strict-serializable asks for session order: add so to --orders\n");
  EXPECT_THAT(isolde("ablate --workload rmw --solvers nobody").err, HasSubstr(", clasp, search\n"));
  for (const char* seeds : {"--seeds -1", "--seeds=1,-1", "--workload-seed -1"})
    EXPECT_EQ(isolde(std::string("ablate --workload rmw --transactions 20 ") + seeds).exit_code, 2) << seeds;
}

TEST_F(AblateProgram, CheckUsesTheOrdersItIsTold) {
  ASSERT_EQ(isolde("generate heavy-write --transactions 200 --truth -o h.jsonl").exit_code, 0);
  for (const char* use : {"none", "so", "rt", "vo", "so,vo", "so,rt,vo"})
    EXPECT_EQ(isolde(std::string("check h.jsonl --use ") + use).exit_code, 0) << use;
  EXPECT_EQ(isolde("check h.jsonl --use vo --vo-fraction 0.5 --no-guess --seed 3").exit_code, 0);
  EXPECT_EQ(isolde("check h.jsonl --use vo --vo-fraction 1.5").exit_code, 2);
  EXPECT_EQ(isolde("check h.jsonl --vo-fraction 0.5").exit_code, 2);
  const Finished refused = isolde("check h.jsonl --level strict-serializable --use so,vo");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err, "isolde: strict-serializable asks for real time: add rt to --use\n");
  ASSERT_EQ(isolde("generate heavy-write --transactions 20 -o plain.jsonl").exit_code, 0);
  EXPECT_THAT(isolde("check plain.jsonl --use vo").out + isolde("check plain.jsonl --use vo").err,
              HasSubstr("lists no version order"));
}

}  // namespace
}  // namespace isolde
