#include "frontends/formats/peers/viper.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing_support::describe;

std::string viper(std::string_view text) {
  const Result<History> history = read_viper_bytes(text, "log/J1.log");
  return history ? describe(*history) : history.error().to_string();
}

TEST(Viper, ReadsItemsAndTheAbsentVersion) {
  EXPECT_EQ(
      viper("{\"value\":[[\"w\",1,5,true],[\"r\",1,5,false],[\"r\",2,\"nil\",false],[\"r\",3,null,false]]}\n"
            "\n"
            "{\"value\":[[\"r\",\"k\",7,true],[\"append\",4,8]],\"other\":1}\n"),
      "1 s'J1.log' committed w(1,5) r(1,5) r(2,nil) r(3,nil)\n"
      "2 s'J1.log' committed r('k',nil) append(4,8)\n");
}

TEST(Viper, InsertsAndDeletesReadWhatWasThere) {
  EXPECT_EQ(viper("{\"value\":[[\"i\",1,5,9,true,true,true,0],[\"d\",1,6,5,false,true]]}\n"),
            "1 s'J1.log' committed r(1,nil) insert(1,5) r(1,5) delete(1,nil)\n");
}

TEST(Viper, RangesArePredicatesOverKeys) {
  EXPECT_EQ(
      viper("{\"value\":[[\"w\",3,1,true],[\"range\",3,9,[{\"id\":3,\"val\":1}],[{\"id\":4,\"val\":2}]],"
            "[\"range\",\"nil\",\"it's\",[],[]],[\"range\",\"nil\",null,[],[],true]]}\n"),
      "1 s'J1.log' committed w(3,1) pr(key >= 3 and key <= 9: 3=1) pr(key <= 'it''s':) pr(true:)\n");
}

TEST(Viper, KeepsFailedWritesInAnAbortedTransaction) {
  EXPECT_EQ(viper("{\"value\":[[\"w\",1,5,false],[\"w\",1,6,true]]}\n{\"value\":[[\"r\",1,5,false]]}\n"),
            "1 s'J1.log' committed w(1,6)\n"
            "3 s'J1.log' aborted w(1,5)\n"
            "2 s'J1.log' committed r(1,5)\n");
}

TEST(Viper, TheFirstValueNobodyWroteIsInitial) {
  EXPECT_EQ(viper("{\"value\":[[\"r\",1,5,false],[\"r\",1,6,false],[\"r\",2,7,false]]}\n"
                  "{\"value\":[[\"w\",2,7,true],[\"range\",\"nil\",\"nil\",[{\"id\":3,\"val\":8}],[]]]}\n"),
            "1 s'J1.log' committed r(1,5) r(1,6) r(2,7)\n"
            "2 s'J1.log' committed w(2,7) pr(true: 3=8)\n"
            "initial 1=5\n"
            "initial 3=8\n");
}

TEST(Viper, AnInitialTransactionSettlesTheInitialState) {
  EXPECT_EQ(viper("{\"isInitial\":true,\"value\":[[\"w\",1,5,true],[\"w\",\"a\",6,true]]}\n"),
            "initial 1=5\ninitial 'a'=6\n");
  EXPECT_EQ(viper("{\"isInitial\":true,\"value\":[[\"range\",\"nil\",\"nil\",[{\"id\":1,\"val\":5}],[]]]}\n"),
            "initial 1=5\n");
}

TEST(Viper, RefusesMalformedLines) {
  const std::string good = "{\"value\":[]}\n";
  EXPECT_THAT(viper(good + "{\"value\":"), HasSubstr("log/J1.log:2:10: malformed JSON"));
  EXPECT_EQ(viper(good + "[]"), "log/J1.log:2: expected a JSON object");
  EXPECT_EQ(viper(good + "{}"), "log/J1.log:2: expected an object whose \"value\" is an array of operations");
  EXPECT_EQ(viper("{\"value\":[7]}"),
            "log/J1.log:1: expected an operation such as [\"r\",key,value,false], got 7");
  EXPECT_EQ(viper("{\"value\":[[\"q\",1]]}"),
            "log/J1.log:1: the operation \"q\" is none of r, w, i, d, range and append");
  EXPECT_EQ(viper("{\"value\":[[\"r\",1,2]]}"), "log/J1.log:1: the operation r has 3 elements; expected 4");
  EXPECT_EQ(viper("{\"value\":[[\"r\",1,2,3]]}"),
            "log/J1.log:1: expected true or false as the tombstone flag, got 3");
  EXPECT_EQ(viper("{\"value\":[[\"w\",1,2,null]]}"),
            "log/J1.log:1: expected true or false as the success flag, got nil");
  EXPECT_EQ(viper("{\"value\":[[\"w\",[],2,true]]}"),
            "log/J1.log:1: expected an integer or a text as key, got an empty vector");
  EXPECT_EQ(viper("{\"value\":[[\"w\",1,1.5,true]]}"),
            "log/J1.log:1: expected an integer, a text or null as value, got 1.5");
  EXPECT_EQ(viper("{\"value\":[[\"range\",1,2,[]]]}"),
            "log/J1.log:1: expected [\"range\",first,last,[live rows],[tombstones]]");
  EXPECT_EQ(viper("{\"value\":[[\"range\",1,2,[7],[]]]}"),
            "log/J1.log:1: expected a row such as {\"id\":key,\"val\":value}, got 7");
  EXPECT_EQ(viper("{\"isInitial\":true,\"value\":[]}\n" + good),
            "log/J1.log:2: the initial transaction must be alone in its file");
  EXPECT_EQ(viper("{\"value\":[[\"w\",1,9223372036854775808,true]]}"),
            "log/J1.log:1: the integer 9223372036854775808 is not below 2^63");
  EXPECT_EQ(viper("{\"value\":[[\"w\",\"\xff\",1,true]]}"), "log/J1.log:1: the text is not UTF-8");
}

class ViperDirectory : public testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("isolde_viper_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(directory_ / name) << text; }

  std::filesystem::path directory_;
};

TEST_F(ViperDirectory, EveryFileIsASession) {
  write("J10.log", "{\"value\":[[\"r\",1,5,false]]}\n");
  write("J2.log", "{\"value\":[[\"w\",2,6,true]]}\n");
  write("J1.log", "{\"isInitial\":true,\"value\":[[\"w\",1,5,true]]}\n");
  write("notes.txt", "not a log");
  const auto history = read_viper(directory_.string(), {});
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(describe(*history),
            "1 s'J2.log' committed w(2,6)\n"
            "2 s'J10.log' committed r(1,5)\n"
            "initial 1=5\n");
}

TEST_F(ViperDirectory, SaysWhatIsMissing) {
  EXPECT_THAT(read_viper(directory_.string(), {}).error().to_string(),
              HasSubstr("the directory holds no Viper log, a file whose name begins with J"));
  EXPECT_THAT(read_viper((directory_ / "absent").string(), {}).error().to_string(),
              HasSubstr("cannot be read: No such file or directory"));
  write("J1.log", "{\"isInitial\":true,\"value\":[]}\n");
  write("J2.log", "{\"isInitial\":true,\"value\":[]}\n");
  EXPECT_THAT(read_viper(directory_.string(), {}).error().to_string(),
              HasSubstr("J2.log:1: there is a second initial transaction"));
}

}  // namespace
}  // namespace isolde
