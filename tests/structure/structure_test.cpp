// The guards on this repository. What they find is printed with file and line.
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/structure/guards.hpp"
#include "tests/structure/helper_names.hpp"
#include "tests/structure/type_names.hpp"

namespace isolde::structure {
namespace {

using testing::Contains;
using testing::IsEmpty;

const SourceTree& repository() {
  static const SourceTree tree = SourceTree::read(ISOLDE_SOURCE_DIR);
  return tree;
}

const FolderTable& table() {
  static const FolderTable parsed = [] {
    std::stringstream text;
    text << std::ifstream(ISOLDE_SOURCE_DIR "/docs/architecture.md").rdbuf();
    return FolderTable::parse(text.str());
  }();
  return parsed;
}

TEST(Structure, TheTableIsUnderstood) {
  EXPECT_THAT(table().problems(), IsEmpty());
  for (const char* folder : {"base", "history", "solver", "certify", "check", "frontends", "tests"})
    EXPECT_THAT(table().folders(), Contains(folder));
}

// If the reader of sources broke, all other guards would hold trivially.
TEST(Structure, TheRepositoryIsSeen) {
  const SourceFile* history = repository().find("history/history.hpp");
  ASSERT_NE(history, nullptr);
  bool includes_ids = false;
  for (const Include& include : history->includes)
    includes_ids |= include.name == "base/ids.hpp" && include.quoted;
  EXPECT_TRUE(includes_ids);
  EXPECT_NE(repository().find("scripts/test"), nullptr);
  EXPECT_NE(repository().find("CMakeLists.txt"), nullptr);
}

TEST(Structure, EveryIncludeIsAStepTheTableAllows) {
  EXPECT_THAT(forbidden_steps(repository(), table()), IsEmpty());
}
TEST(Structure, TheVerifierSharesTheDataModelAndThePredicateEvaluatorOnly) {
  const Rule* rule = table().rule_of("certify/verify.cpp");
  ASSERT_NE(rule, nullptr);
  EXPECT_TRUE(rule->binds_ways_round);
  EXPECT_FALSE(table().allows("certify/schedule/live_rows.cpp", "history/predicates/predicate_index.hpp"));
  EXPECT_THAT(forbidden_ways_round(repository(), table()), IsEmpty());
}
TEST(Structure, NoFileIncludesItself) { EXPECT_THAT(include_cycles(repository()), IsEmpty()); }
TEST(Structure, SolversAndDevicesStayInOneFileEach) {
  EXPECT_THAT(scattered_libraries(repository()), IsEmpty());
}
TEST(Structure, LowFoldersUseOnlyTheLibrariesOfTheirRow) {
  EXPECT_THAT(foreign_libraries(repository(), table()), IsEmpty());
}
TEST(Structure, PublicHeadersShowNoOtherLibrary) {
  EXPECT_THAT(leaky_public_headers(repository()), IsEmpty());
}
TEST(Structure, FilesStayShort) { EXPECT_THAT(long_files(repository()), IsEmpty()); }
TEST(Structure, HelpersHaveNamesOfTheirOwn) { EXPECT_THAT(repeated_helpers(repository()), IsEmpty()); }
TEST(Structure, TypesHaveOneDefinition) { EXPECT_THAT(repeated_types(repository()), IsEmpty()); }
TEST(Structure, NothingIsLeftUndone) { EXPECT_THAT(unfinished_marks(repository()), IsEmpty()); }

}  // namespace
}  // namespace isolde::structure
