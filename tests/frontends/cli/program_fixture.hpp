// Runs the program in a directory of its own, as a user would.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace isolde {

struct Finished {
  int exit_code;
  std::string out;
  std::string err;
};

class ProgramFixture : public testing::Test {
 protected:
  void SetUp() override {
    std::string form = (std::filesystem::temp_directory_path() / "isolde-XXXXXX").string();
    ASSERT_NE(::mkdtemp(form.data()), nullptr);
    dir_ = form;
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  // Gives the path.
  std::string write(const std::string& name, const std::string& content) {
    std::ofstream(dir_ / name, std::ios::binary) << content;
    return (dir_ / name).string();
  }
  [[nodiscard]] std::string content_of(const std::string& name) const {
    std::ifstream in(dir_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // Arguments are passed to the shell as they are. The directory is the current one, and comes first in PATH.
  Finished isolde(const std::string& arguments) {
    const std::string command = "cd " + dir_.string() + " && PATH=" + dir_.string() + ":$PATH " +
                                ISOLDE_PROGRAM + " " + arguments + " >out 2>err";
    const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
    return {WEXITSTATUS(status), content_of("out"), content_of("err")};
  }

  static std::string example(const std::string& name) {
    return std::string(ISOLDE_SOURCE_DIR) + "/examples/" + name;
  }

  std::filesystem::path dir_;
};

}  // namespace isolde
