#include "frontends/formats/told_initials.hpp"

#include <gtest/gtest.h>

#include "frontends/formats/jepsen/jepsen_edn.hpp"
#include "frontends/formats/native/native.hpp"
#include "history/spelling.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

// "x=7 y=nothing" for all keys, or the error.
std::string told(Result<History> history, const std::vector<std::string>& arguments) {
  if (!history) return history.error().to_string();
  if (const Result<void> done = tell_initial_values(*history, arguments); !done)
    return done.error().to_string();
  std::string out;
  for (std::size_t i = 0; i < history->key_count(); ++i) {
    const KeyId key(i);
    out += (out.empty() ? "" : " ") + spell_key(*history, key) + "=" +
           (history->is_initial_assumed(key) ? "?" : spell_value(*history, history->initial_value(key)));
  }
  return out;
}

constexpr const char* kNumbers =
    "{\"initial\":{\"x\":1}}\n"
    "{\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":1},{\"op\":\"r\",\"key\":17,\"value\":1},"
    "{\"op\":\"r\",\"key\":\"17\",\"value\":1},{\"op\":\"r\",\"key\":\"a=b\",\"value\":1}]}\n";

Result<History> numbers() { return read_native_text(kNumbers, "h"); }

TEST(ToldInitials, KeysAreSpelledAsInReports) {
  EXPECT_EQ(told(numbers(), {}), "x=1 17=nothing \"17\"=nothing \"a=b\"=nothing");
  EXPECT_EQ(told(numbers(), {"17=5"}), "x=1 17=5 \"17\"=nothing \"a=b\"=nothing");
  EXPECT_EQ(told(numbers(), {"\"17\"=5", "\"a=b\"=6"}), "x=1 17=nothing \"17\"=5 \"a=b\"=6");
}

TEST(ToldInitials, TheLastOneWins) {
  EXPECT_EQ(told(numbers(), {"x=2"}), "x=2 17=nothing \"17\"=nothing \"a=b\"=nothing");
  EXPECT_EQ(told(numbers(), {"x=2", "x=null"}), "x=nothing 17=nothing \"17\"=nothing \"a=b\"=nothing");
  EXPECT_EQ(told(numbers(), {"x=?", "17=?", "x=3"}), "x=3 17=? \"17\"=nothing \"a=b\"=nothing");
}

TEST(ToldInitials, ValuesAreJsonOrTexts) {
  EXPECT_EQ(told(numbers(), {"x=\"7\"", "17=word", "\"17\"=[1,\"a\"]", "\"a=b\"=-1.5"}),
            "x=\"7\" 17=\"word\" \"17\"=[1 \"a\"] \"a=b\"=-1.5");
  EXPECT_EQ(told(numbers(), {"x=:k", "17={\"v\":1,\"1\":2}"}),
            "x=:k 17={v: 1, \"1\": 2} \"17\"=nothing \"a=b\"=nothing");
}

TEST(ToldInitials, AKeywordNeedsNoColon) {
  const auto edn = [] {
    return read_jepsen_edn_bytes("{:type :ok :process 0 :f :txn :value [[:w :x 1] [:w \"y\" 1]]}", "h");
  };
  EXPECT_EQ(told(edn(), {":x=1", "y=2"}), ":x=1 y=2");
  EXPECT_EQ(told(edn(), {"x=1"}), ":x=1 y=nothing");
}

TEST(ToldInitials, AKeyThatDoesNotOccurIsOneForPredicatesOnly) {
  EXPECT_EQ(told(numbers(), {"k2=4"}), "--initial k2=4: the history has no key k2");
  const auto predicates = read_native_text(
      "{\"ops\":[{\"op\":\"pr\",\"where\":\"v1 > 3\",\"rows\":[{\"key\":\"k1\",\"row\":{\"v1\":4}}]}]}\n",
      "h");
  EXPECT_EQ(told(predicates, {"k2={\"v1\":2}", "3={\"v1\":2}"}), "k1=nothing k2={v1: 2} 3={v1: 2}");
}

TEST(ToldInitials, FilesNameTheLineOfAMistake) {
  const TemporaryDirectory directory;
  EXPECT_EQ(told(numbers(), {directory.write("a", "{\"x\":2,\"elsewhere\":3}\n\n{\"17\":4}\n")}),
            "x=2 17=4 \"17\"=nothing \"a=b\"=nothing");
  const std::string file = directory.write("b", "{\"x\":2}\n{\"17\":[{}]}\n");
  EXPECT_EQ(told(numbers(), {file}), file + ":2: a row stands inside of a value");
}

}  // namespace
}  // namespace isolde
