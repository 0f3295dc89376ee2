// The public library on a file: answers, demands, warnings and errors.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isolde/isolde.hpp"

namespace isolde {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class CheckFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string form = (std::filesystem::temp_directory_path() / "isolde-XXXXXX").string();
    ASSERT_NE(::mkdtemp(form.data()), nullptr);
    directory_ = form;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] FileCheck check(const std::string& text, const FileCheckOptions& options = {}) const {
    const std::string path = (directory_ / "h.jsonl").string();
    std::ofstream(path, std::ios::binary) << text;
    return check_file(path, options);
  }

  std::filesystem::path directory_;
};

constexpr const char* kOne = "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"w\",\"key\":\"x\",\"value\":1}]}\n";

TEST_F(CheckFile, DemandsOfAYes) {
  EXPECT_EQ(check(kOne).answer, Answer::kHolds);
  const FileCheck few = check(kOne, {.min_transactions = 2});
  EXPECT_EQ(few.answer, Answer::kUnknown);
  EXPECT_EQ(few.reason, "the history has 1 committed transaction, fewer than the 2 asked for");
  EXPECT_EQ(check("{\"isolde\":1}\n").answer, Answer::kUnknown);
  EXPECT_EQ(check("{\"isolde\":1}\n", {.min_transactions = 0}).answer, Answer::kHolds);
}

TEST_F(CheckFile, Warnings) {
  EXPECT_THAT(check(kOne).warnings, IsEmpty());
  const FileCheck warned = check(kOne, {.level = "strict-serializable"});
  EXPECT_EQ(warned.answer, Answer::kHolds);
  ASSERT_THAT(warned.warnings, SizeIs(1));
  EXPECT_EQ(warned.warnings[0].kind, "no-times");
  EXPECT_EQ(warned.warnings[0].sentence, "the history has no times, so real time orders nothing");
  EXPECT_EQ(warned.warnings[0].count, 1U);
  EXPECT_EQ(check(kOne, {.level = "strict-serializable", .fail_on_warning = true}).answer, Answer::kUnknown);
}

TEST_F(CheckFile, SeveralErrors) {
  const FileCheck bad = check("{\"id\":-1}\n{\"id\":-2}\n");
  EXPECT_EQ(bad.answer, Answer::kBadInput);
  ASSERT_THAT(bad.errors, SizeIs(2));
  EXPECT_EQ(bad.errors[0], bad.error);
  EXPECT_FALSE(bad.has_more_errors);
  EXPECT_THAT(check_file("h", {.level = "wishful"}).errors, SizeIs(1));
}

}  // namespace
}  // namespace isolde
