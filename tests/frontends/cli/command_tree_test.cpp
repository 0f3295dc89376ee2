#include "frontends/cli/shell/command_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/cli/sample_app.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;

// Points into `command`, which must not be a temporary.
const Argument* find_option(const Command&& command, const std::string& name) = delete;
const Argument* find_option(const Command& command, const std::string& name) {
  for (const Argument& option : command.options)
    for (const std::string& spelled : option.names)
      if (spelled == name) return &option;
  return nullptr;
}

TEST(CommandTree, HasVisibleCommandsInOrder) {
  const SampleApp sample;
  const Command program = describe(sample.app());
  EXPECT_EQ(program.name, "sample");
  ASSERT_EQ(program.children.size(), 2U);
  EXPECT_EQ(program.children[0].name, "check");
  EXPECT_THAT(program.children[0].aliases, ElementsAre("verify"));
  EXPECT_EQ(program.children[1].name, "make");
  ASSERT_EQ(program.children[1].children.size(), 1U);
}

TEST(CommandTree, KnowsWhatAnOptionTakes) {
  const SampleApp sample;
  const Command check = describe(sample.app()).children[0];
  const Argument* level = find_option(check, "-l");
  ASSERT_NE(level, nullptr);
  EXPECT_THAT(level->names, ElementsAre("-l", "--level"));
  EXPECT_EQ(level->hint, ValueHint::kWords);
  EXPECT_THAT(level->words, ElementsAre("serializable", "snapshot", "strict"));
  EXPECT_EQ(level->default_value, "strict");
  EXPECT_FALSE(level->is_list);
  EXPECT_TRUE(find_option(check, "--use")->is_list);
  EXPECT_EQ(find_option(check, "--out")->hint, ValueHint::kDirectory);
  EXPECT_EQ(find_option(check, "--seed")->hint, ValueHint::kNone);
  EXPECT_TRUE(find_option(check, "--seed")->takes_value);
  EXPECT_FALSE(find_option(check, "--json")->takes_value);
  ASSERT_EQ(check.positionals.size(), 1U);
  EXPECT_EQ(check.positionals[0].hint, ValueHint::kFile);
  EXPECT_TRUE(check.positionals[0].required);
}

TEST(CommandTree, LeavesOutWhatIsHidden) {
  const SampleApp sample;
  const Command program = describe(sample.app());
  EXPECT_EQ(find_option(program.children[0], "--internal"), nullptr);
}

TEST(CommandTree, LooksIntoOptionGroups) {
  const SampleApp sample;
  const Command program = describe(sample.app());
  const Argument* depth = find_option(program.children[1].children[0], "--depth");
  ASSERT_NE(depth, nullptr);
  EXPECT_THAT(depth->words, ElementsAre("one", "two"));
}

TEST(CommandTree, TakesTheLeftSidesOfAMapping) {
  const SampleApp sample;
  const Command program = describe(sample.app());
  const Argument* number = find_option(program.children[1], "--number");
  ASSERT_NE(number, nullptr);
  EXPECT_THAT(number->words, ElementsAre("few", "many"));
}

}  // namespace
}  // namespace isolde
