#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/formats.hpp"
#include "frontends/formats/peers/dbcop.hpp"
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

// The number of a DBCop history comes first in its file, so that its first bytes may look like anything: #
// and ; and brackets, r( and w(, or the magic numbers of compressed files.
TEST_F(Detect, DbcopWhateverItsNumber) {
  HistoryBuilder builder;
  builder.begin_transaction({.id = 1, .session = builder.session(1)});
  builder.add(OpKind::kWrite, builder.key(0x3d3d), builder.value(0x3d3a));  // == and :=
  builder.add(OpKind::kWrite, builder.key('\n'), builder.value(']'));
  builder.end_transaction();
  std::string bytes = *dbcop_bytes(*std::move(builder).finish());
  std::vector<std::uint64_t> numbers = {0x2872,   0x2877,     0x2072,     0x5f23,
                                        0x088b1f, 0xfd2fb528, 0x184d2a50, 0x3a7b};
  for (std::uint64_t first = 0; first < 256; ++first) numbers.push_back(first);
  for (const std::uint64_t number : numbers) {
    std::memcpy(bytes.data(), &number, sizeof number);
    EXPECT_EQ(detect(bytes), "dbcop") << number;
    EXPECT_TRUE(read_history(in("history"))) << number;
  }
}

TEST_F(Detect, ZerosBehindATextAreNoBincode) {
  const std::string zeros(1000, '\0');
  EXPECT_EQ(detect("{\"ops\":[]}\n" + zeros), "native");
  EXPECT_EQ(detect("w(1,2,3,4)\n" + zeros), "plume");
}

TEST_F(Detect, NoTextWinsByOneByte) {
  for (const std::string text :
       {"#", ")", "]", ";", "; none", "#{", ") {:a 1}", "{", "[", "(", "[[", "r", "w", "-"})
    EXPECT_THAT(detect(text), HasSubstr("unknown format")) << text;
  EXPECT_EQ(detect("# "), "native");  // nothing but a comment: a history of nothing
  EXPECT_EQ(detect("[]"), "jepsen-edn");
  EXPECT_EQ(detect("( )"), "jepsen-edn");
  EXPECT_EQ(detect("[ ; none\n #jepsen.history.Op{:type :ok}]"), "jepsen-edn");
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

TEST_F(Detect, SkipsAByteOrderMark) {
  for (const std::string text :
       {"{\"isolde\":1}\n", "r(1,2,3,4)\n", "{:type :ok}", "[{\"type\":\"ok\"}]", "[x:=1 y==2]\n", "r 1 2\n"})
    EXPECT_EQ(detect("\xEF\xBB\xBF" + text), detect(text));
  EXPECT_EQ(detect("\xEF\xBB\xBF{\"isolde\":1}\n"), "native");
}

TEST_F(Detect, NamesWhatIsNearlyRight) {
  const std::string utf16 = "the text is UTF-16; expected UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)";
  EXPECT_EQ(detect(std::string("\xFF\xFE{\0\"\0i\0", 8)), utf16);
  EXPECT_EQ(detect(std::string("\xFE\xFF\0{\0\"\0i", 8)), utf16);
  EXPECT_EQ(detect(std::string("{\0\"\0i\0d\0", 8)), utf16);
  EXPECT_EQ(detect(std::string("\0{\0\"\0i\0d", 8)), utf16);
  EXPECT_THAT(detect("{'id':1,'ops':[]}\n"), HasSubstr("single quotes"));
  EXPECT_THAT(detect("[{'id':1,'ops':[]}]\n"), HasSubstr("single quotes"));
  const std::string array =
      "this is a JSON array; in the native format each transaction is one line (jq -c "
      "'.[]' '" +
      in("history") + "' > history.jsonl makes them)";
  EXPECT_EQ(detect("[{\"id\":1,\"session\":1,\"ops\":[]}]"), array);
  EXPECT_EQ(detect("[\n  {\n  \"id\": 1,\n \"ops\": []}\n]"), array);
  EXPECT_EQ(detect("[{\"id\":1,\"type\":\"ok\"}]"), "jepsen-json");
  EXPECT_EQ(detect("[{\"ops\":1,\"type\":\"ok\"}]"), "jepsen-json");
}

TEST_F(Detect, HistoriesOfNothing) {
  EXPECT_EQ(detect("# nothing\n\n// at all\n"), "native");
  EXPECT_EQ(detect("# "), "native");  // nothing but a comment: a history of nothing
  EXPECT_EQ(detect("[]"), "jepsen-edn");
  EXPECT_EQ(detect("{\"history\":[]}"), "jepsen-json");
  write("J1.log", "");
  std::filesystem::remove(in("history"));
  EXPECT_EQ(*detect_format(directory_.string()), Format::kCobra);  // any .log may be one of its
  std::filesystem::rename(in("J1.log"), in("J1"));
  EXPECT_EQ(*detect_format(directory_.string()), Format::kViper);
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
  // What a server says about itself is no log of Cobra's; but alone it is taken for a broken one.
  write("T1.log", "Starting the server\n");
  EXPECT_EQ(*detect_format(directory_.string()), Format::kCobra);
  write("J1", "{\"value\":[]}\n");
  EXPECT_EQ(*detect_format(directory_.string()), Format::kViper);
}

}  // namespace
}  // namespace isolde
