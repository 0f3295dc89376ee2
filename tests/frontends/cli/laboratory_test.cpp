// isolde compare and isolde solve as a user meets them; a clasp that lies shows what a disagreement does.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace isolde {
namespace {

using testing::HasSubstr;

struct Finished {
  int exit_code;
  std::string out;
  std::string err;
};

class LaboratoryProgram : public testing::Test {
 protected:
  void SetUp() override {
    std::string form = (std::filesystem::temp_directory_path() / "isolde-XXXXXX").string();
    ASSERT_NE(::mkdtemp(form.data()), nullptr);
    dir_ = form;
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  [[nodiscard]] std::string content_of(const std::string& name) const {
    std::ifstream in(dir_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // In a directory of its own, which comes first in PATH.
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

TEST_F(LaboratoryProgram, CompareAgrees) {
  const Finished run = isolde("compare " + example("write-skew.jsonl") + " --csv");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(",cdcl,reject,"));
  EXPECT_EQ(run.err, "");
}

TEST_F(LaboratoryProgram, ADisagreementIsLoud) {
  {
    std::ofstream liar(dir_ / "clasp");
    liar << "#!/bin/sh\necho '{\"Result\": \"UNSATISFIABLE\"}'\n";
  }
  std::filesystem::permissions(dir_ / "clasp", std::filesystem::perms::owner_all);
  const Finished run = isolde("compare " + example("lost-update-ok.jsonl") + " --solvers cdcl,clasp");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("THE SOLVERS DISAGREE"));
  EXPECT_THAT(run.err, HasSubstr("cdcl says accept; clasp says reject;"));
  EXPECT_EQ(isolde("solve lost-update-ok.disagreement.json").exit_code, 0);
}

TEST_F(LaboratoryProgram, AModelIsNotTakenForGranted) {
  {
    std::ofstream liar(dir_ / "clasp");
    liar << "#!/bin/sh\necho '{\"Result\": \"SATISFIABLE\", \"Call\": [{\"Witnesses\": [{\"Value\": "
            "[\"7\"]}]}]}'\n";
  }
  std::filesystem::permissions(dir_ / "clasp", std::filesystem::perms::owner_all);
  const Finished run = isolde("compare " + example("lost-update-ok.jsonl") + " --solvers clasp");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, HasSubstr("clasp gave no answer"));
}

TEST_F(LaboratoryProgram, DumpAndSolve) {
  for (const char* name : {"a.json", "a.cnf", "a.smt2", "a.gnf"}) {
    EXPECT_EQ(isolde("check " + example("write-skew.jsonl") + " --dump " + name).exit_code, 1);
    EXPECT_GT(content_of(name).size(), 20U);
  }
  EXPECT_EQ(isolde("solve a.json").exit_code, 1);
  EXPECT_EQ(isolde("compare a.json").exit_code, 0);
  const Finished hostile = isolde("solve a.cnf");
  EXPECT_EQ(hostile.exit_code, 2);
  EXPECT_EQ(hostile.err, "isolde: a.cnf, byte 1: this is no JSON\n");
  EXPECT_EQ(isolde("check " + example("write-skew.jsonl") + " --dump a.txt").exit_code, 2);
  EXPECT_EQ(isolde("compare a.json --solvers nobody").exit_code, 2);
}

}  // namespace
}  // namespace isolde
