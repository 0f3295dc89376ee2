// A small command line with one of everything, for the tests of what is generated from a CLI::App; and a way
// to ask real programs for their opinion of it.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace isolde {

struct SampleApp {
  CLI::App app{"Decides things.\n\nA second paragraph: it's about 100% of [all] things.", "sample"};
  std::string level = "strict";
  std::string file;
  std::string folder;
  std::string shape;
  std::vector<std::string> use;
  std::vector<std::string> files;
  bool json = false;
  bool quiet = false;
  int hidden = 0;
  int seed = 0;

  SampleApp() {
    app.footer("See also the moon.");
    app.add_flag("--quiet,-q", quiet, "Say nothing");
    CLI::App* check = app.add_subcommand("check", "Check a history.");
    check->alias("verify");
    check->add_option("HISTORY", file, "The history to check")->check(CLI::ExistingFile)->required();
    check->add_option("-l,--level", level, "The level: it's [exact]")
        ->check(CLI::IsMember({"serializable", "snapshot", "strict"}))
        ->capture_default_str();
    check->add_option("--use", use, "Orders to use")
        ->delimiter(',')
        ->check(CLI::IsMember({"so", "rt", "vo"}));
    check->add_option("--out", folder, "Where to put it")->type_name("DIR");
    check->add_option("--seed", seed, "A number");
    check->add_flag("--json", json, "Print one object");
    check->add_option("--internal", hidden, "Not for users")->group("");
    CLI::App* make = app.add_subcommand("make", "Make something");
    make->add_option("SHAPE", shape, "What to make")->type_name("{round,square}");
    CLI::App* deep = make->add_subcommand("deep", "Make it deep");
    deep->add_option_group("depth")->add_option("--depth", seed, "How deep")->type_name("{one,two}");
    app.add_subcommand("secret", "Not for users")->group("");
  }
};

// A file for one test, gone afterwards. The process is part of its name: several builds may be tested at
// once.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / fmt::format("isolde_{}_{}", getpid(), name)) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

struct CommandOutput {
  std::string text;
  int status;  // 0 if the command ran and was content
};

inline CommandOutput run(const std::string& command) {
  CommandOutput output;
  // NOLINTNEXTLINE(bugprone-command-processor): the shell is what is being tested
  std::FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.text.append(buffer.data(), count);
  output.status = pclose(pipe);
  return output;
}

inline bool is_installed(const std::string& program) { return run("command -v " + program).status == 0; }

}  // namespace isolde
