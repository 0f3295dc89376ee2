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

#include <fmt/format.h>

namespace CLI {
class App;
}

namespace isolde {

// CLI11 takes ten seconds to compile, so only sample_app.cpp sees it.
class SampleApp {
 public:
  SampleApp();
  // An app without commands.
  explicit SampleApp(const std::string& description);
  ~SampleApp();
  SampleApp(const SampleApp&) = delete;
  SampleApp& operator=(const SampleApp&) = delete;

  [[nodiscard]] CLI::App& app() const;
  // Adds an option --x whose values are checked to be among these.
  void add_words(const std::vector<std::string>& words);
  void require_subcommand();
  // The name of what parsing the line threw; empty if nothing.
  [[nodiscard]] std::string parse(const std::string& line) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
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
