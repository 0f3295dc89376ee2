// The guards can fail: each meets a made-up tree with the fault it is there for, beside one without.
#include "tests/structure/guards.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/structure/helper_names.hpp"
#include "tests/structure/type_names.hpp"

namespace isolde::structure {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTable =
    "Some text | with a bar\n"
    "| folder | room for | may include |\n"
    "|---|---|---|\n"
    "| `base/` | ids | std, {fmt} |\n"
    "| `history/` | data | base |\n"
    "| `encode/` | polygraph | history, base |\n"
    "| `solver/` | backends | encode, certificate types, base |\n"
    "| `certify/` | verifier | history, base — **never** encode, solver |\n"
    "| `check/` | pipeline | everything above |\n"
    "| `frontends/` | `formats/`, `cli/` | history, base; `cli/` also check |\n"
    "| `tests/`, `benchmarks/` | tests | everything; the test oracle only history and base |\n"
    "\n"
    "| folder | another table | may include |\n"
    "| `never/` | | base |\n";

class GuardsTest : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(root_); }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  // A file that includes another, which is created empty if it is not there.
  void include(const std::string& from, const std::string& to) {
    if (!fs::exists(root_ / to)) write(to, "");
    fs::create_directories((root_ / from).parent_path());
    std::ofstream(root_ / from, std::ios::app) << "  #  include \"" << to << "\"\n";
  }
  [[nodiscard]] SourceTree tree() const { return SourceTree::read(root_); }
  [[nodiscard]] Findings steps() const { return forbidden_steps(tree(), FolderTable::parse(kTable)); }

  // The process is part of the name: several builds may be tested at once.
  fs::path root_ =
      fs::path(testing::TempDir()) /
      fmt::format("isolde_{}_{}", testing::UnitTest::GetInstance()->current_test_info()->name(), getpid());
};

TEST_F(GuardsTest, AllowedStepsAreNoFinding) {
  include("history/a.cpp", "base/b.hpp");
  include("history/a.cpp", "history/a.hpp");
  include("certify/v.cpp", "history/a.hpp");
  include("solver/s.cpp", "certify/certificate.hpp");
  include("check/c.cpp", "solver/s.hpp");
  include("frontends/cli/main.cpp", "check/c.hpp");
  include("frontends/cli/main.cpp", "frontends/formats/f.hpp");
  include("frontends/formats/f.cpp", "history/a.hpp");
  include("tests/x_test.cpp", "solver/s.hpp");
  include("tests/x_test.cpp", "tests/oracle/o.hpp");
  include("tests/oracle/o.cpp", "history/a.hpp");
  include("tests/oracle/o.cpp", "tests/oracle/o.hpp");
  include("tests/oracle/o_test.cpp", "solver/s.hpp");
  write("base/version.cpp", "#include <vector>\n#include \"isolde/version.hpp\"\n");
  write("include/isolde/version.hpp", "");
  EXPECT_THAT(steps(), IsEmpty());
}

TEST_F(GuardsTest, AStepBackIsFoundWithItsLine) {
  write("base/b.cpp", "// first\n#include \"history/h.hpp\"\n");
  write("history/h.hpp", "");
  EXPECT_THAT(steps(), ElementsAre("base/b.cpp:2: the table does not allow history/h.hpp"));
}

TEST_F(GuardsTest, ForbiddenStepsAreFound) {
  include("certify/v.cpp", "encode/e.hpp");
  include("frontends/formats/f.cpp", "check/c.hpp");
  include("frontends/formats/g.cpp", "frontends/cli/c.hpp");
  include("solver/s.cpp", "certify/verifier.hpp");
  include("tests/oracle/o.cpp", "encode/e.hpp");
  EXPECT_THAT(steps(), ElementsAre(HasSubstr("certify/v.cpp:1"), HasSubstr("frontends/formats/f.cpp:1"),
                                   HasSubstr("frontends/formats/g.cpp:1"), HasSubstr("solver/s.cpp:1"),
                                   HasSubstr("tests/oracle/o.cpp:1")));
}

TEST_F(GuardsTest, APartOfAFolderIsNotTheWholeAlsoByWaysRound) {
  std::string text = kTable;
  text.replace(text.find("history, base — **never**"), 7, "the data model of history");
  const FolderTable table = FolderTable::parse(text);
  ASSERT_THAT(table.problems(), IsEmpty());
  include("certify/v.cpp", "history/history.hpp");
  include("certify/v.cpp", "base/b.hpp");
  include("history/history.hpp", "history/dictionary.hpp");
  include("history/findings/validation.cpp", "history/predicates/predicate_index.hpp");
  EXPECT_THAT(forbidden_steps(tree(), table), IsEmpty());
  EXPECT_THAT(forbidden_ways_round(tree(), table), IsEmpty());
  include("certify/w.cpp", "history/predicates/predicate_index.hpp");
  EXPECT_THAT(forbidden_steps(tree(), table), ElementsAre(HasSubstr("certify/w.cpp:1")));
  include("history/dictionary.hpp", "history/predicates/predicate_ranges.hpp");
  EXPECT_THAT(
      forbidden_ways_round(tree(), table),
      ElementsAre(
          "certify/v.cpp: by way of history/dictionary.hpp:1, history/predicates/predicate_ranges.hpp"));
}

TEST_F(GuardsTest, ThePublicHeadersBelongToCheck) {
  write("history/a.cpp", "#include <isolde/isolde.hpp>\n");
  write("include/isolde/isolde.hpp", "");
  EXPECT_THAT(steps(), ElementsAre(HasSubstr("does not allow include/isolde/isolde.hpp")));
}

TEST_F(GuardsTest, FoldersOutsideTheTableAndMissingFilesAreFound) {
  write("misc/m.cpp", "");
  write("base/b.cpp", "#include \"b.hpp\"\n");
  write("base/b.hpp", "");
  EXPECT_THAT(steps(), ElementsAre(HasSubstr("\"b.hpp\" is no file"), HasSubstr("not in the table")));
}

TEST_F(GuardsTest, UnknownPhrasesInTheTableAreProblems) {
  const std::string head = "| folder | room for | may include |\n|---|---|---|\n";
  EXPECT_THAT(FolderTable::parse(head + "| `a/` | | whatever it likes |\n").problems(),
              ElementsAre(HasSubstr("whatever it likes")));
  EXPECT_THAT(FolderTable::parse(head + "| `a/` | | std; `b/` sometimes |\n").problems(),
              ElementsAre(HasSubstr("sometimes")));
  EXPECT_THAT(FolderTable::parse("no table").problems(), ElementsAre(HasSubstr("no table with")));
  EXPECT_THAT(FolderTable::parse(kTable).problems(), IsEmpty());
  EXPECT_EQ(FolderTable::parse(kTable).rule_of("never/x.cpp"), nullptr);
}

TEST_F(GuardsTest, CyclesAreFoundAsTheWayRound) {
  include("base/a.hpp", "base/b.hpp");
  include("base/b.hpp", "base/c.hpp");
  EXPECT_THAT(include_cycles(tree()), IsEmpty());
  include("base/c.hpp", "base/a.hpp");
  EXPECT_THAT(include_cycles(tree()), ElementsAre("base/a.hpp -> base/b.hpp -> base/c.hpp -> base/a.hpp"));
}

TEST_F(GuardsTest, ALibraryInTwoFilesOrInAHeaderIsFound) {
  write("solver/one.cpp", "#include <z3++.h>\n#include <z3.h>\n");
  write("tests/second_opinion_test.cpp", "#include <z3.h>\n");
  EXPECT_THAT(scattered_libraries(tree()), IsEmpty());
  write("solver/two.cpp", "#include <z3++.h>\n");
  write("solver/head.hpp", "#include <cadical.hpp>\n");
  EXPECT_THAT(scattered_libraries(tree()), ElementsAre("solver/head.hpp:1: CaDiCaL in a header",
                                                       HasSubstr("Z3 already appears in solver/one.cpp")));
}

TEST_F(GuardsTest, AForeignLibraryInBaseIsFound) {
  write("base/good.cpp", "#include <fmt/format.h>\n#include <sys/mman.h>\n#include <vector>\n");
  write("history/free.cpp", "#include <boost/x.hpp>\n");
  write("base/bad.cpp", "#include <boost/x.hpp>\n");
  EXPECT_THAT(foreign_libraries(tree(), FolderTable::parse(kTable)),
              ElementsAre(HasSubstr("base/bad.cpp:1")));
}

TEST_F(GuardsTest, APublicHeaderThatLeaksIsFound) {
  write("include/isolde/good.hpp", "#include <string>\n#include <isolde/bad.hpp>\n");
  write("include/isolde/bad.hpp", "#include <fmt/format.h>\n#include \"base/ids.hpp\"\n");
  EXPECT_THAT(
      leaky_public_headers(tree()),
      ElementsAre(HasSubstr("bad.hpp:1: a public header includes fmt/format.h"), HasSubstr("bad.hpp:2")));
}

TEST_F(GuardsTest, LongFilesAndMarksAreFound) {
  std::string text;
  for (std::size_t i = 0; i < kMaxLines; ++i) text += "x\n";
  write("base/fits.cpp", text);
  EXPECT_THAT(long_files(tree()), IsEmpty());
  EXPECT_THAT(unfinished_marks(tree()), IsEmpty());
  write("base/long.cpp", text + "x\n");
  write("scripts/run",
        "a\n# FIX"
        "ME later\n");
  write("build/generated.cpp", text + text);
  EXPECT_THAT(long_files(tree()), ElementsAre("base/long.cpp: 801 lines, more than 800"));
  EXPECT_THAT(unfinished_marks(tree()), ElementsAre("scripts/run:2: a mark for work left undone"));
}

TEST_F(GuardsTest, AHelperOfTwoNeighboursIsFound) {
  const auto unnamed = [](const std::string& text) {
    return "namespace isolde {\nnamespace {\n\n" + text + "\n}  // namespace\n\nint shared(int a) {\n";
  };
  write("base/a.cpp",
        unnamed("int half(int a) {\n  int local(a);\n}\nconstexpr int kMost = 3;\nusing Id = int;\n"
                "struct Row : Base {\n};\nvoid PrintTo(const Row& row) {}\n"));
  write("base/b.cpp",
        unnamed("int Row::half(int a) {\n  int local(a);\n}\nusing Id = int;\nvoid PrintTo(int) {}\n"));
  write("history/a.cpp", unnamed("bool half(double a) {\n"));
  write("benchmarks/a.cpp", unnamed("int half(int a) {\n"));
  write("benchmarks/b.cpp", unnamed("int half(int a) {\n"));
  EXPECT_THAT(repeated_helpers(tree()), IsEmpty());
  write("base/c.cpp",
        unnamed("bool half(double a) {\n}\nconstexpr int kMost[] = {4};\nusing Id = long;\nclass Row {\n"));
  EXPECT_THAT(repeated_helpers(tree()), ElementsAre("base/c.cpp:4: base/a.cpp has a helper half, too",
                                                    HasSubstr("kMost"), HasSubstr("Id"), HasSubstr("Row")));
}

TEST_F(GuardsTest, ATypeOfTwoFilesIsFound) {
  const auto named = [](const std::string& text) {
    return "namespace isolde {\n\n" + text + "\n}  // namespace isolde\n";
  };
  write("encode/a.hpp",
        named("class Graph {\n  struct Row {\n  };\n};\ntemplate <class T>\nstruct Pair : T {\n};\n"
              "enum class Kind : std::uint8_t { kOne };\nusing Id = int;\nclass Whole::Part final {\n};\n"));
  // Declared, specialised, in other namespaces, or in one without a name.
  write("solver/a.hpp",
        named("class Graph;\nstruct Row {\n};\nstruct Pair<int> {\n};\nGraph kind(Kind kind) {\n}\n"
              "enum class Kind : std::uint8_t;\nstruct Part {\n};\nusing Whole::Part;\n"));
  write("solver/b.hpp", "namespace isolde::other {\n\nclass Graph {\n};\n\n}  // namespace isolde::other\n");
  write("solver/c.cpp", named("namespace {\n\nclass Graph {\n};\n\n}  // namespace\n"));
  EXPECT_THAT(repeated_types(tree()), IsEmpty());
  write("solver/d.hpp",
        named("namespace {\n\n}  // namespace\n\nclass Graph final : public Base {\n};\nstruct Pair {\n};\n"
              "enum Kind {\n};\nusing Id = long;\nclass Whole::Part {\n};\n"));
  EXPECT_THAT(repeated_types(tree()), ElementsAre("solver/d.hpp:7: encode/a.hpp defines isolde::Graph, too",
                                                  HasSubstr("isolde::Pair"), HasSubstr("isolde::Kind"),
                                                  HasSubstr("isolde::Id"), HasSubstr("isolde::Whole::Part")));
}

}  // namespace
}  // namespace isolde::structure
