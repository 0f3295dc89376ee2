#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/dbcop.hpp"
#include "frontends/formats/formats.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

class Detect : public testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("isolde_detect_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::string in(const std::string& name) const { return (directory_ / name).string(); }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(in(name), std::ios::binary) << text;
  }
  // The name of the format, or the error without the path.
  [[nodiscard]] std::string detect(std::string_view text) const {
    write("history", text);
    const auto format = detect_format(in("history"));
    return format ? std::string(name_of(*format)) : format.error().message;
  }

  std::filesystem::path directory_;
};

TEST_F(Detect, Native) {
  EXPECT_EQ(detect("{\"isolde\":1}\n"), "native");
  EXPECT_EQ(detect("# a comment\n// another\n\n {\"isolde\":1}\n"), "native");
  EXPECT_EQ(detect("#{:a 1}\n{\"id\":1,\"session\":2,\"ops\":[]}\n"), "native");
  EXPECT_EQ(detect("{\"status\":\"committed\",\"ops\":[{\"op\":\"w\",\"type\":1}]}"), "native");
  EXPECT_EQ(detect("{\"version_order\":{\"key\":\"x\",\"values\":[1]}}"), "native");
  EXPECT_EQ(detect("\x28\xb5\x2f\xfd rest"), "native");
}

TEST_F(Detect, Jepsen) {
  EXPECT_EQ(detect("{:type :ok}"), "jepsen-edn");
  EXPECT_EQ(detect("{ :type :ok}"), "jepsen-edn");
  EXPECT_EQ(detect("[{:type :ok}]"), "jepsen-edn");
  EXPECT_EQ(detect("({:type :ok})"), "jepsen-edn");
  EXPECT_EQ(detect("; comment\n{:type :ok}"), "jepsen-edn");
  EXPECT_EQ(detect("#_{:a 1}\n{:type :ok}"), "jepsen-edn");
  EXPECT_EQ(detect("#jepsen.history.Op{:type :ok}"), "jepsen-edn");
  EXPECT_EQ(detect("[{\"type\":\"ok\"}]"), "jepsen-json");
  EXPECT_EQ(detect("{\"index\":0,\"type\":\"ok\"}\n"), "jepsen-json");
  EXPECT_EQ(detect("{\"name\":\"a\\\"ops\",\"x\":{\"ops\":1},\"history\":[]}"), "jepsen-json");
  EXPECT_EQ(detect("{\n  \"value\": [],\n  \"process\": 0}"), "jepsen-json");
}

TEST_F(Detect, PlumeAndDbcop) {
  EXPECT_EQ(detect("r(1,2,3,4)\n"), "plume");
  EXPECT_EQ(detect("w(1,2,3,4)\n"), "plume");
  HistoryBuilder builder;
  EXPECT_EQ(detect(*dbcop_bytes(*std::move(builder).finish())), "dbcop");
}

TEST_F(Detect, HandWrittenTexts) {
  EXPECT_EQ(detect("[x:=1 y==2]\n"), "dbcop-text");
  EXPECT_EQ(detect("// comment\n[x==?]\n"), "dbcop-text");
  EXPECT_EQ(detect("r 1 2\n"), "awdit");
  EXPECT_EQ(detect("====\n w 1 2\n"), "awdit");
}

TEST_F(Detect, SaysWhatItCannotRecognise) {
  const std::string unknown =
      "unknown format; force one with --format: native, cobra, dbcop, plume, jepsen-edn, jepsen-json, viper, "
      "dbcop-text, awdit";
  EXPECT_THAT(detect("hello"), HasSubstr(unknown));
  EXPECT_THAT(detect("{\"value\":[]}"), HasSubstr(unknown));
  EXPECT_THAT(detect("{\"a"), HasSubstr(unknown));
  EXPECT_THAT(detect(std::string(100, '\xff')), HasSubstr(unknown));
  EXPECT_THAT(detect("   \n"), HasSubstr(unknown));
  EXPECT_EQ(detect(""), "the file is empty");
  EXPECT_EQ(detect_format(in("absent")).error().to_string(),
            in("absent") + ": cannot be opened: No such file or directory");
}

TEST_F(Detect, Directories) {
  EXPECT_EQ(detect_format(directory_.string()).error().to_string(),
            directory_.string() + ": the directory holds neither Cobra logs (*.log) nor Viper logs (J*)");
  write("notes.txt", "S");
  EXPECT_FALSE(detect_format(directory_.string()));
  write("J1.log", "{\"value\":[]}\n");
  EXPECT_EQ(*detect_format(directory_.string()), Format::kViper);
  std::filesystem::remove(in("J1.log"));
  write("T1.log", std::string("S\0\0\0\0\0\0\0\1", 9));
  EXPECT_EQ(*detect_format(directory_.string()), Format::kCobra);
}

}  // namespace
}  // namespace isolde
