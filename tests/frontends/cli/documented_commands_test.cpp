// Every command line that README, docs and --help show does what it says: it runs, and prints what is shown.
//
// A document's lines run one after the other in a directory of their own, in which the files are that no line
// makes itself; /tmp is a directory in it.
#include "tests/frontends/cli/documented_commands.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/cli/program_fixture.hpp"

namespace isolde {
namespace {

using testing::ElementsAre;

struct Exclusion {
  std::string begin;  // of command lines
  std::string reason;
};

// Each must be the beginning of a line that some document shows.
const std::vector<Exclusion>& exclusions() {
  static const std::vector<Exclusion> kExclusions = {
      {"cmake --preset ", "configures, and often builds, all of it"},
      {"cmake --build ", "builds"},
      {"ctest ", "runs this test, too"},
      {"scripts/demo", "installs packages and builds"},
      {"scripts/test", "builds, and runs this test, too"},
      {"scripts/soak ", "takes as long as it is told"},
      {"build/release/benchmarks/",
       "measures for minutes; benchmarks.reproduce runs all of it at a small size"},
      {"ISOLDE_HISTORIES=2100 ", "takes minutes; the same tests run with fewer histories"},
      {"ISOLDE_BACKEND_HISTORIES=358 ", "takes minutes; the same tests run with fewer histories"},
      {"isolde generate blindw-wr --transactions 1000000 ", "a million transactions, to be timed"},
  };
  return kExclusions;
}

bool is_excluded(const std::string& command) {
  return std::ranges::any_of(exclusions(),
                             [&](const Exclusion& each) { return command.starts_with(each.begin); });
}

std::vector<std::string> documents() {
  std::vector<std::string> paths = {"README.md", "CONTRIBUTING.md", "examples/README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(ISOLDE_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md") paths.push_back("docs/" + entry.path().filename().string());
  std::ranges::sort(paths);
  return paths;
}

std::string text_of_document(const std::string& path) {
  std::ifstream in(std::string(ISOLDE_SOURCE_DIR) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Exit codes that tell of success: a violation that is found is one.
std::set<int> good_codes(const std::string& call) {
  const bool decides = call == "check" || call == "solve" || call.find_first_of("./") != std::string::npos;
  return decides ? std::set<int>{0, 1} : std::set<int>{0};
}

// One log of Cobra's: a transaction that writes.
std::string cobra_log() {
  std::string bytes;
  for (const auto& [opcode, numbers] :
       std::vector<std::pair<char, std::vector<int>>>{{'S', {1}}, {'W', {100, 5, 55}}, {'C', {1}}}) {
    bytes.push_back(opcode);
    for (const int number : numbers) bytes += std::string(7, '\0') + static_cast<char>(number);
  }
  return bytes;
}

class Documented : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    std::filesystem::create_directory_symlink(ISOLDE_SOURCE_DIR "/examples", dir_ / "examples");
    for (const char* name : {"tmp", "cobra-logs"}) std::filesystem::create_directory(dir_ / name);
    write("cobra-logs/T1.log", cobra_log());
    write("bank.edn", "{:type :ok, :process 0, :f :read, :value {:a 10, :b 10}}\n");
    write("accounts.json", "{\"a\": 10, \"b\": 10}\n");
    for (const std::string arguments :
         {"generate blindw-wr --transactions 100 --truth -o history.jsonl",
          "generate list-append --transactions 100 --to jepsen-edn -o history.edn",
          "generate blindw-wr --transactions 100 --no-times -o h.jsonl",
          "check history.jsonl --certificate history.certificate",
          "check h.jsonl --prune none --dump polygraph.json"})
      ASSERT_EQ(isolde(arguments).exit_code, 0) << arguments << content_of("err");
    ASSERT_EQ(std::system(("gzip -k '" + (dir_ / "history.edn").string() + "'").c_str()), 0);
  }

  void expect_to_run(const DocumentedCommand& command) {
    SCOPED_TRACE("line " + std::to_string(command.line) + ": " + command.text);
    if (is_excluded(command.text)) return;
    const Finished run = shell(command.text);
    if (run.err.find(" is not available: ") != std::string::npos) return;  // a solver that this build lacks
    const std::vector<std::string> calls = lines_of(content_of("calls"));
    EXPECT_EQ(calls.size(), calls_in(command.text)) << run.err;
    EXPECT_FALSE(calls.empty());
    for (const std::string& call : calls) {
      const std::size_t space = call.find(' ');
      const int code = std::stoi(call);
      EXPECT_TRUE(good_codes(call.substr(space + 1)).contains(code)) << call << "\n" << run.err;
    }
    if (command.has_output) {
      std::string shown;
      for (const std::string& line : command.printed) shown += line + "\n";
      EXPECT_TRUE(is_as_shown(command.printed, lines_of(run.out))) << run.out << "instead of\n" << shown;
    }
  }

 private:
  // As a shell runs it; the file "calls" has a line for each call of the program: its exit code and its first
  // argument.
  Finished shell(std::string command) {
    for (std::size_t at = command.find("/tmp/"); at != std::string::npos; at = command.find("/tmp/", at + 4))
      command.replace(at, 1, "./");
    write("calls", "");
    write("line.sh", "isolde() { " ISOLDE_PROGRAM
                     " \"$@\"; set -- $? \"$1\"; echo \"$1 $2\" >> calls; return $1; }\n" +
                         command + "\n");
    const std::string line = "cd " + dir_.string() + " && sh line.sh >out 2>err";
    const int status = std::system(line.c_str());  // NOLINT(concurrency-mt-unsafe)
    return {WEXITSTATUS(status), content_of("out"), content_of("err")};
  }
};

class DocumentedIn : public Documented, public testing::WithParamInterface<std::string> {};

TEST_P(DocumentedIn, CommandLinesRun) {
  for (const DocumentedCommand& command : commands_in_markdown(text_of_document(GetParam())))
    expect_to_run(command);
}

// What is mentioned in passing has options that there are.
TEST_P(DocumentedIn, MentionsNameWhatThereIs) {
  std::map<std::string, std::string> helps;
  static const std::regex kOption("--[a-z-]+");
  for (const DocumentedCommand& mention : mentions_in_markdown(text_of_document(GetParam()))) {
    SCOPED_TRACE("line " + std::to_string(mention.line) + ": " + mention.text);
    std::istringstream words(mention.text);
    std::string program;
    std::string command;
    words >> program >> command;
    if (!std::islower(static_cast<unsigned char>(command.front()))) command = "check";
    if (!helps.contains(command)) {
      const Finished help = isolde("help " + command);
      EXPECT_EQ(help.exit_code, 0) << help.err;
      helps[command] = help.out + isolde("--help").out;
    }
    const std::string& text = mention.text;
    for (std::sregex_iterator found(text.begin(), text.end(), kOption), end; found != end; ++found)
      EXPECT_NE(helps[command].find(found->str()), std::string::npos) << found->str();
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, DocumentedIn, testing::ValuesIn(documents()), [](const auto& test) {
  std::string name = test.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST_F(Documented, ExamplesOfHelpRun) {
  std::size_t examples = 0;
  std::vector<std::string> helps = {"--help"};
  bool is_listing = false;
  for (const std::string& line : lines_of(isolde("--help").out)) {
    std::istringstream words(line);
    std::string name;
    if (is_listing && line.starts_with("  ") && words >> name) helps.push_back("help " + name);
    is_listing = line == "Subcommands:" || (is_listing && line.starts_with("  "));
  }
  EXPECT_GT(helps.size(), 9U);
  for (const std::string& help : helps) {
    SCOPED_TRACE("isolde " + help);
    const std::vector<DocumentedCommand> commands = commands_in_help(isolde(help).out);
    EXPECT_FALSE(commands.empty());
    examples += commands.size();
    for (const DocumentedCommand& command : commands) expect_to_run(command);
  }
  EXPECT_GT(examples, 25U);
}

TEST_F(Documented, ExclusionsAreNeeded) {
  std::vector<std::string> lines;
  for (const std::string& path : documents())
    for (const DocumentedCommand& command : commands_in_markdown(text_of_document(path)))
      lines.push_back(command.text);
  for (const Exclusion& each : exclusions())
    EXPECT_TRUE(std::ranges::any_of(lines, [&](const std::string& line) {
      return line.starts_with(each.begin);
    })) << each.begin;
  const auto run = std::ranges::count_if(lines, [](const std::string& line) { return !is_excluded(line); });
  EXPECT_GT(run, 50);
}

TEST(DocumentedCommands, AreFoundInMarkdown) {
  const auto commands = commands_in_markdown(
      "isolde check a\n```\nisolde check b \\\n  --json\nscripts/test\nA=1 build/x\nno command\n```\n"
      "```\n$ isolde stats c\none\n\ntwo\n$ isolde stats d\n```\nsay `isolde levels\ne`\n");
  ASSERT_EQ(commands.size(), 5U);
  EXPECT_EQ(commands[0].text, "isolde check b    --json");
  EXPECT_EQ(commands[0].line, 3U);
  EXPECT_EQ(commands[1].text, "scripts/test");
  EXPECT_EQ(commands[2].text, "A=1 build/x");
  EXPECT_EQ(commands[3].text, "isolde stats c");
  EXPECT_THAT(commands[3].printed, ElementsAre("one", "", "two"));
  EXPECT_TRUE(commands[4].has_output);
  const auto mentions = mentions_in_markdown("```\n`isolde x`\n```\nsay `isolde levels\ne` or `other`\n");
  ASSERT_EQ(mentions.size(), 1U);
  EXPECT_EQ(mentions[0].text, "isolde levels e");
  EXPECT_EQ(mentions[0].line, 4U);
}

TEST(DocumentedCommands, AreFoundInHelp) {
  const auto commands =
      commands_in_help("Start with: isolde check a\n  isolde stats b\nthe isolde program\n");
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0].text, "isolde check a");
  EXPECT_EQ(commands[1].text, "isolde stats b");
  EXPECT_EQ(calls_in("isolde a && isolde b; isolde c  # isolde d"), 3U);
}

TEST(DocumentedCommands, OutputIsComparedWithWhatIsShown) {
  EXPECT_TRUE(is_as_shown({"a", "...", "d 1.25 ms"}, {"a", "b", "c", "d 3.5 ms"}));
  EXPECT_TRUE(is_as_shown({"..."}, {}));
  EXPECT_FALSE(is_as_shown({"a"}, {"a", "b"}));
  EXPECT_FALSE(is_as_shown({"a", "..."}, {"b"}));
  EXPECT_FALSE(is_as_shown({"a 1"}, {"a 2"}));
}

}  // namespace
}  // namespace isolde
