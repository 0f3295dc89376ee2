// Which names are near, and which are not.
#include "base/suggest.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isolde {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kCommands = {"check", "levels", "verify", "stats", "solve"};
const std::vector<std::string> kLevels = {"serializable", "strict-serializable", "snapshot-isolation",
                                          "prefix-consistency"};

TEST(Suggest, FindsWhatDiffersByASlip) {
  EXPECT_THAT(nearest_names("chekc", kCommands), ElementsAre("check"));   // swapped
  EXPECT_THAT(nearest_names("chck", kCommands), ElementsAre("check"));    // missing
  EXPECT_THAT(nearest_names("checkk", kCommands), ElementsAre("check"));  // too many
  EXPECT_THAT(nearest_names("serialisable", kLevels), ElementsAre("serializable"));
}

TEST(Suggest, CaseAndHyphensDoNotMatter) {
  EXPECT_THAT(nearest_names("Snapshot_Isolation", kLevels), ElementsAre("snapshot-isolation"));
  EXPECT_THAT(nearest_names("CHECK", kCommands), ElementsAre("check"));
}

TEST(Suggest, KnowsInitialsAndBeginnings) {
  EXPECT_THAT(nearest_names("SI", kLevels), ElementsAre("snapshot-isolation"));
  EXPECT_THAT(nearest_names("strict", kLevels), ElementsAre("strict-serializable"));
}

TEST(Suggest, TheNearestCount) {
  const std::vector<std::string> names = {"abcd", "abce", "abxx"};
  EXPECT_THAT(nearest_names("abcf", names), ElementsAre("abcd", "abce"));
  EXPECT_EQ(did_you_mean("abcf", names), "did you mean abcd or abce?");
  EXPECT_EQ(did_you_mean("abcd", names, "--"), "did you mean --abcd?");
}

TEST(Suggest, SaysNothingWhereAllAreFar) {
  EXPECT_THAT(nearest_names("wishful", kLevels), IsEmpty());
  EXPECT_THAT(nearest_names("f", kCommands), IsEmpty());
  EXPECT_THAT(nearest_names("", kCommands), IsEmpty());
  EXPECT_EQ(did_you_mean("wishful", kLevels), "");
}

}  // namespace
}  // namespace isolde
