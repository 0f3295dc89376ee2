// -q: nothing is printed but errors, whatever the command and whatever it was asked to print.
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Quiet : public ProgramFixture {
 protected:
  // The commands that --help lists.
  std::vector<std::string> commands() {
    std::istringstream help(isolde("--help").out);
    std::vector<std::string> names;
    bool is_listing = false;
    for (std::string line; std::getline(help, line);) {
      if (is_listing && !line.starts_with("  ")) break;
      std::istringstream words(line);
      std::string name;
      if (is_listing && words >> name) names.push_back(name);
      is_listing = is_listing || line == "Subcommands:";
    }
    return names;
  }
};

// One command line of each command, and what else it can print. Histories with warnings are among them: those
// are remarks.
TEST_F(Quiet, NoCommandPrintsAnything) {
  const std::string skew = example("write-skew.jsonl");
  ASSERT_EQ(isolde("check " + skew + " --prune none --dump p.json --certificate c.json").exit_code, 1);
  ASSERT_EQ(isolde("generate heavy-write --transactions 20 -o plain.jsonl").exit_code, 0);
  write("sessionless.edn", "{:type :ok, :f :txn, :value [[:append 1 1]], :process 0}\n");
  const std::vector<std::string> lines = {"check " + skew,
                                          "check " + skew + " --json",
                                          "check " + skew + " -v --prune cuda",
                                          "levels " + skew,
                                          "levels " + skew + " --json",
                                          "verify " + skew + " c.json",
                                          "verify " + skew + " c.json --json",
                                          "stats " + skew,
                                          "stats sessionless.edn",
                                          "stats " + skew + " --json",
                                          "convert sessionless.edn out.jsonl",
                                          "compare plain.jsonl --solvers cdcl --use vo",
                                          "compare plain.jsonl --solvers cdcl --json",
                                          "compare plain.jsonl --solvers cdcl --csv",
                                          "solve p.json",
                                          "ablate plain.jsonl --orders vo",
                                          "ablate plain.jsonl --orders none --json",
                                          "generate blindw-wr --transactions 10 -o out.jsonl -v",
                                          "generate --list"};
  for (const std::string& line : lines) {
    const Finished loud = isolde(line);
    const Finished quiet = isolde(line + " -q");
    EXPECT_EQ(quiet.exit_code, loud.exit_code) << line;
    EXPECT_EQ(quiet.out, "") << line;
    EXPECT_EQ(quiet.err, "") << line;
    EXPECT_TRUE(line.starts_with("convert") || !(loud.out + loud.err).empty()) << line;
  }
  for (const std::string& name : commands()) {
    const bool is_tried =
        std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(name + " "); });
    EXPECT_TRUE(is_tried || name == "help") << name;
  }
  EXPECT_GT(commands().size(), 8U);
}

TEST_F(Quiet, ErrorsAreTold) {
  const Finished run = isolde("-q check nowhere.jsonl");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, StartsWith("isolde: nowhere.jsonl: "));
}

TEST_F(Quiet, FilesAreWritten) {
  EXPECT_EQ(isolde("check -q " + example("write-skew.jsonl") + " --certificate c.json").exit_code, 1);
  EXPECT_THAT(content_of("c.json"), HasSubstr("serializable"));
  // Also where the file is standard output.
  EXPECT_THAT(isolde("generate -q blindw-wr --transactions 10").out, StartsWith("{\"isolde\":1}\n"));
}

TEST_F(Quiet, HelpSaysWhatItMeans) {
  EXPECT_THAT(isolde("--help").out, HasSubstr("Print nothing but errors, not even with --json"));
}

}  // namespace
}  // namespace isolde
