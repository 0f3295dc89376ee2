// What nobody counted is not zero: it is left out of texts, null in JSON, and an empty cell of CSV.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Counts : public ProgramFixture {
 protected:
  json report(const std::string& arguments) {
    const Finished run = isolde("check --json " + arguments);
    EXPECT_NE(run.exit_code, 2) << run.err;
    return json::parse(run.out);
  }
};

constexpr const char* kEncoding[] = {"writer_pairs", "constraints", "constraints_after_pruning",
                                     "choices",      "components",  "variables",
                                     "clauses",      "known_edges"};
constexpr const char* kSolver[] = {"decisions", "conflicts", "propagations", "theory_conflicts"};

// Two who read the same version and overwrite it need no pairs: the first look at chains refutes them.
TEST_F(Counts, AreLeftOutWhereTheSolverStoppedEarly) {
  const std::string file = example("lost-update.jsonl");
  EXPECT_THAT(isolde("check -v " + file).out, Not(HasSubstr("writer_pairs")));
  const json early = report(file);
  for (const char* name : kEncoding)
    EXPECT_TRUE(early.at("encoding").at(name).is_null() || std::string(name) == "choices") << name;
  for (const char* name : {"decisions", "conflicts", "propagations", "theory_conflicts", "steps"})
    EXPECT_TRUE(early.at("solver").at(name).is_null()) << name;
}

TEST_F(Counts, AreThereWhereSomebodyCounted) {
  ASSERT_EQ(isolde("generate blindw-wr --no-times --transactions 200 --keys 100 -o h.jsonl").exit_code, 0);
  const json whole = report("h.jsonl --no-guess");
  for (const char* name : kEncoding) EXPECT_TRUE(whole.at("encoding").at(name).is_number()) << name;
  for (const char* name : kSolver) EXPECT_TRUE(whole.at("solver").at(name).is_number()) << name;
  EXPECT_GT(whole.at("encoding").at("writer_pairs"), 0);
  EXPECT_THAT(isolde("check -v h.jsonl --no-guess").out, HasSubstr("\n  writer_pairs "));
  // Executing counts its own steps, and needs neither polygraph nor pruning here.
  const json executed = report("h.jsonl");
  EXPECT_GT(executed.at("encoding").at("writer_pairs"), 0);
  EXPECT_GT(executed.at("solver").at("steps"), 0);
  EXPECT_TRUE(executed.at("encoding").at("constraints_after_pruning").is_null());
  EXPECT_TRUE(executed.at("encoding").at("variables").is_null());
  EXPECT_TRUE(report("h.jsonl --prune none").at("encoding").at("constraints_after_pruning").is_null());
}

TEST_F(Counts, HaveTheirKeysWhoeverDecided) {
  for (const std::string& arguments :
       {example("dirty-read.jsonl"), example("phantom.jsonl"),
        example("write-skew.jsonl") + " --solver search",
        example("write-skew.jsonl") + " --solver search --level snapshot-isolation"}) {
    const json all = report(arguments);
    for (const char* name : kEncoding) EXPECT_TRUE(all.at("encoding").contains(name)) << arguments << name;
    for (const char* name : kSolver) EXPECT_TRUE(all.at("solver").contains(name)) << arguments << name;
  }
  EXPECT_TRUE(report(example("dirty-read.jsonl")).at("encoding").at("constraints").is_null());
}

TEST_F(Counts, OfComparedSolversAreThoseThatTheyTell) {
  ASSERT_EQ(isolde("generate blindw-wr --no-times --transactions 60 --keys 20 -o h.jsonl").exit_code, 0);
  const std::string compare = "compare h.jsonl --prune none --solvers cdcl,minisat:eager,cadical,search ";
  const json results = json::parse(isolde(compare + "--use vo,so --json").out).at(0).at("results");
  EXPECT_TRUE(results.at(0).at("conflicts").is_number());
  EXPECT_TRUE(results.at(0).at("cycles").is_number());
  if (results.at(1).at("verdict") != "unknown") {
    EXPECT_TRUE(results.at(1).at("conflicts").is_number());
    EXPECT_TRUE(results.at(1).at("cycles").is_null());  // it has no theory
  }
  EXPECT_TRUE(results.at(2).at("conflicts").is_null());  // it does not tell
  for (const char* name : {"seconds", "times_fastest", "peak_memory_bytes", "conflicts", "cycles"})
    EXPECT_TRUE(results.at(3).at(name).is_null()) << name;  // it does not take part
  const std::string csv = isolde(compare + "--use so --csv").out;
  EXPECT_THAT(csv, testing::ContainsRegex("\n\"h.jsonl\",[^\n]*,search,unknown,,,,,,\"search uses no"));
}

}  // namespace
}  // namespace isolde
