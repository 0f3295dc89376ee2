// Completion scripts are judged by the shells they are for: each test asks what the shell offers for a line.
#include "frontends/cli/shell/completion.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/cli/sample_app.hpp"

namespace isolde {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

std::vector<std::string> output_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

class BashCompletion : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_installed("bash")) GTEST_SKIP() << "bash is not installed";
  }
  // What bash offers with the cursor at the end of these words; the last may be empty.
  std::vector<std::string> offers(const std::vector<std::string>& words) {
    std::string quoted = "sample";
    for (const std::string& word : words) quoted += " '" + word + "'";
    const TemporaryFile driver(
        "driver.bash", fmt::format("set -u\nsource '{}'\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_sample\n"
                                   "[ ${{#COMPREPLY[@]}} -eq 0 ] || printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
                                   script_.path(), quoted, words.size()));
    const CommandOutput output = run("bash --norc '" + driver.path() + "'");
    EXPECT_EQ(output.status, 0) << output.text;
    return output_lines(output.text);
  }

  SampleApp sample_;
  TemporaryFile script_{"completion.bash", completion(sample_.app(), Shell::kBash)};
};

TEST_F(BashCompletion, Subcommands) {
  EXPECT_THAT(offers({""}), ElementsAre("check", "make"));
  EXPECT_THAT(offers({"ch"}), ElementsAre("check"));
  EXPECT_THAT(offers({"make", "de"}), ElementsAre("deep"));
}
TEST_F(BashCompletion, Options) {
  EXPECT_THAT(offers({"-"}), IsSupersetOf({"-q", "--quiet", "--help"}));
  EXPECT_THAT(offers({"check", "--"}), IsSupersetOf({"--level", "--use", "--json", "--help"}));
  EXPECT_THAT(offers({"check", "--"}), Not(Contains("--internal")));
  EXPECT_THAT(offers({"check", "--j"}), ElementsAre("--json"));
  EXPECT_THAT(offers({"verify", "--j"}), ElementsAre("--json"));
  EXPECT_THAT(offers({"make", "--j"}), IsEmpty());
}
TEST_F(BashCompletion, ValuesOfOptions) {
  EXPECT_THAT(offers({"check", "--level", ""}), ElementsAre("serializable", "snapshot", "strict"));
  EXPECT_THAT(offers({"check", "-l", "s"}), ElementsAre("serializable", "snapshot", "strict"));
  EXPECT_THAT(offers({"check", "--level", "=", "st"}), ElementsAre("strict"));
  EXPECT_THAT(offers({"check", "--level", "="}), ElementsAre("serializable", "snapshot", "strict"));
  EXPECT_THAT(offers({"check", "--seed", ""}), IsEmpty());
  EXPECT_THAT(offers({"make", "deep", "--depth", "t"}), ElementsAre("two"));
}
TEST_F(BashCompletion, TheLastOfAList) {
  EXPECT_THAT(offers({"check", "--use", "so,"}), UnorderedElementsAre("so,so", "so,rt", "so,vo"));
  EXPECT_THAT(offers({"check", "--use", "so,r"}), ElementsAre("so,rt"));
}
TEST_F(BashCompletion, AValueIsNoSubcommand) {
  EXPECT_THAT(offers({"check", "--seed", "make", "--j"}), ElementsAre("--json"));
}
TEST_F(BashCompletion, FilesAndWordsOfPositionals) {
  const TemporaryFile file("with space.jsonl", "");
  EXPECT_THAT(offers({"check", file.path().substr(0, file.path().size() - 4)}), ElementsAre(file.path()));
  EXPECT_THAT(offers({"make", "r"}), ElementsAre("round"));
}

TEST(FishCompletion, OffersWhatBashOffers) {
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  const SampleApp sample;
  const TemporaryFile script("completion.fish", completion(sample.app(), Shell::kFish));
  const auto offers = [&](const std::string& line) {
    const CommandOutput output = run(fmt::format(
        "HOME=/nonexistent fish --no-config -c 'source {}; complete -C \"sample {}\" | string split -f1 \\t'",
        script.path(), line));
    return output_lines(output.text);
  };
  EXPECT_THAT(offers(""), ElementsAre("check", "make"));
  EXPECT_THAT(offers("check --j"), ElementsAre("--json"));
  EXPECT_THAT(offers("verify --j"), ElementsAre("--json"));
  EXPECT_THAT(offers("make --j"), IsEmpty());
  EXPECT_THAT(offers("check --level s"), ElementsAre("serializable", "snapshot", "strict"));
  EXPECT_THAT(offers("check --use so,r"), Contains("so,rt"));
  EXPECT_THAT(offers("make r"), ElementsAre("round"));
  EXPECT_THAT(offers("make deep --depth t"), ElementsAre("two"));
}

TEST(ZshCompletion, IsAcceptedByZsh) {
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  const SampleApp sample;
  const TemporaryFile script("completion.zsh", completion(sample.app(), Shell::kZsh));
  const CommandOutput output = run("zsh -f -n '" + script.path() + "'");
  EXPECT_EQ(output.status, 0) << output.text;
}

TEST(ZshCompletion, NamesCommandsOptionsAndValues) {
  const SampleApp sample;
  const std::string script = completion(sample.app(), Shell::kZsh);
  EXPECT_THAT(script, testing::StartsWith("#compdef sample\n"));
  for (const char* part :
       {"'check:Check a history'", "(check|verify) _sample_check",
        "'--level=[The level\\: it'\\''s \\[exact\\]]:TEXT:(serializable snapshot strict)'",
        "'--json[Print one object]'", ":_files'", ":_files -/'", "_sample_make_deep()"})
    EXPECT_THAT(script, testing::HasSubstr(part));
}

TEST(Completion, IsTheSameEachTime) {
  const SampleApp one;
  const SampleApp two;
  for (const Shell shell : {Shell::kBash, Shell::kZsh, Shell::kFish})
    EXPECT_EQ(completion(one.app(), shell), completion(two.app(), shell));
}

TEST(Completion, WordsThatNeedQuotingAreLeftOut) {
  SampleApp sample("");
  sample.add_words({"fine", "$(rm x)", "it's"});
  for (const Shell shell : {Shell::kBash, Shell::kZsh, Shell::kFish}) {
    EXPECT_THAT(completion(sample.app(), shell), testing::HasSubstr("fine"));
    EXPECT_THAT(completion(sample.app(), shell), Not(testing::HasSubstr("rm x")));
  }
}

TEST(Completion, ShellsAreFoundByName) {
  EXPECT_EQ(shell_named("zsh"), Shell::kZsh);
  EXPECT_EQ(shell_named("tcsh"), std::nullopt);
}

}  // namespace
}  // namespace isolde
