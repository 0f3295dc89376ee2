// The two calls everything else uses, on files.
#include "frontends/formats/formats.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/builder.hpp"
#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing_support::describe;

class Formats : public testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("isolde_formats_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  [[nodiscard]] std::string in(const std::string& name) const { return (directory_ / name).string(); }

  std::filesystem::path directory_;
};

History small_history() {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  for (std::int64_t i = 1; i <= 3; ++i) {
    builder.begin_transaction({.id = i, .session = builder.session(i % 2)});
    builder.add(OpKind::kRead, builder.key(1), i == 1 ? kInitial : builder.value(i - 1));
    builder.add(OpKind::kWrite, builder.key(1), builder.value(i));
    builder.end_transaction();
  }
  return *std::move(builder).finish();
}

TEST_F(Formats, WhatIsWrittenIsRecognisedAndReadBack) {
  const History history = small_history();
  const testing_support::Wanted wanted{.ids = false, .session_names = false, .times = false};
  for (const Format format : {Format::kPlume, Format::kJepsenEdn}) {
    const auto written = write_history(history, in("h"), format);
    ASSERT_TRUE(written) << written.error().to_string();
    const auto again = read_history(in("h"));
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(*detect_format(in("h")), format);
    EXPECT_EQ(describe(*again, wanted), describe(history, wanted));
  }
  ASSERT_TRUE(write_history(history, in("h"), Format::kDbcop));
  EXPECT_EQ(describe(*read_history(in("h"))),
            "1 s0 committed r(1,nil) w(1,1)\n"
            "2 s0 committed r(1,2) w(1,3)\n"
            "3 s1 committed r(1,1) w(1,2)\n");
}

TEST_F(Formats, AForcedFormatIsNotSecondGuessed) {
  std::ofstream(in("h")) << "w(1,5,0,1)\n";
  const auto history = read_history(in("h"), {.format = Format::kJepsenEdn, .progress = {}});
  ASSERT_FALSE(history);
  EXPECT_THAT(history.error().to_string(), HasSubstr("h:1: expected the map of an operation"));
}

TEST_F(Formats, RefusesToWriteOverADirectoryOrInAReadOnlyFormat) {
  const auto over = write_history(small_history(), directory_.string(), Format::kPlume);
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, ErrorCode::kUsage);
  EXPECT_EQ(over.error().to_string(),
            directory_.string() + " is a directory; a history is written to a file");
  const auto cobra = write_history(small_history(), in("h"), Format::kCobra);
  ASSERT_FALSE(cobra);
  EXPECT_EQ(cobra.error().to_string(),
            "the format cobra can be read but not written; these can: native, dbcop, plume, jepsen-edn");
}

TEST_F(Formats, AnUnheldHistoryLeavesNoFile) {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  builder.begin_transaction({.id = 17});
  builder.add(OpKind::kDelete, builder.key(1), kInitial);
  builder.end_transaction();
  const auto written = write_history(*std::move(builder).finish(), in("h"), Format::kPlume);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().to_string(), "Plume text cannot hold a delete (transaction 17)");
  EXPECT_FALSE(std::filesystem::exists(in("h")));
}

TEST_F(Formats, SaysWhyAFileCannotBeWritten) {
  const auto written = write_history(small_history(), in("absent/h"), Format::kPlume);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().to_string(), in("absent/h") + ": cannot be written: No such file or directory");
}

}  // namespace
}  // namespace isolde
