#include "frontends/formats/peers/dbcop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/builder.hpp"
#include "tests/frontends/formats/describe.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing_support::describe;

// Spells such a file byte by byte, independently of the writer under test.
class Bytes {
 public:
  Bytes& word(std::uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) text_ += static_cast<char>((value >> shift) & 0xff);
    return *this;
  }
  Bytes& byte(int value) {
    text_ += static_cast<char>(value);
    return *this;
  }
  Bytes& text(std::string_view value) {
    word(value.size());
    text_ += value;
    return *this;
  }
  Bytes& header() {
    for (const std::uint64_t number : {7U, 2U, 3U, 4U, 5U}) word(number);
    return text("PostgreSQL").text("2024-10-30T09:03:02+08:00").text("");
  }
  Bytes& event(bool write, std::uint64_t key, std::uint64_t value, bool success = true) {
    return byte(write ? 1 : 0).word(key).word(value).byte(success ? 1 : 0);
  }
  [[nodiscard]] const std::string& str() const { return text_; }

 private:
  std::string text_;
};

std::string bincode_error(std::string_view bytes) {
  const Result<History> history = read_dbcop_bytes(bytes, "h.bincode");
  return history ? "read without error" : history.error().to_string();
}

TEST(Dbcop, ReadsSessionsTransactionsAndTheInitialValue) {
  Bytes bytes;
  bytes.header().word(2);
  bytes.word(1).word(2).event(true, 5, 9).event(false, 6, 0).byte(1);
  bytes.word(2).word(1).event(false, 5, 9).byte(1).word(1).event(true, 6, 0).byte(0);
  const auto history = read_dbcop_bytes(bytes.str(), "h");
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(describe(*history),
            "1 s0 committed w(5,9) r(6,nil)\n"
            "2 s1 committed r(5,9)\n"
            "3 s1 aborted w(6,nil)\n");
  EXPECT_FALSE(history->has_times());
}

TEST(Dbcop, KeepsFailedWritesInAnAbortedTransaction) {
  Bytes bytes;
  bytes.header().word(1).word(2);
  bytes.word(3).event(true, 1, 2).event(true, 1, 3, false).event(false, 1, 4, false).byte(1);
  bytes.word(2).event(true, 1, 5, false).event(false, 1, 6, false).byte(0);
  const auto history = read_dbcop_bytes(bytes.str(), "h");
  ASSERT_TRUE(history);
  EXPECT_EQ(describe(*history),
            "1 s0 committed w(1,2)\n"
            "3 s0 aborted w(1,3)\n"
            "2 s0 aborted w(1,5)\n");
}

TEST(Dbcop, NamesTheByteOfATransaction) {
  Bytes bytes;
  bytes.header().word(1).word(1);
  const std::size_t begin = bytes.str().size();
  bytes.word(0).byte(1);
  const auto history = read_dbcop_bytes(bytes.str(), "h");
  ASSERT_TRUE(history);
  EXPECT_EQ(history->place(TxnId(0)).to_string(), fmt::format("h, byte {}", begin));
}

TEST(Dbcop, EveryTruncationIsALocatedError) {
  Bytes bytes;
  bytes.header().word(2).word(1).word(1).event(true, 5, 9).byte(1).word(1).word(0).byte(0);
  ASSERT_TRUE(read_dbcop_bytes(bytes.str(), "h"));
  for (std::size_t size = 1; size < bytes.str().size(); ++size)
    EXPECT_THAT(bincode_error(std::string_view(bytes.str()).substr(0, size)), HasSubstr("h.bincode, byte "))
        << size;
  EXPECT_EQ(bincode_error(""), "h.bincode: the file is empty");
}

TEST(Dbcop, RefusesLengthsBeyondTheFile) {
  Bytes sessions;
  sessions.header().word(std::uint64_t{1} << 60);
  EXPECT_EQ(bincode_error(sessions.str()),
            "h.bincode, byte 99: 1152921504606846976 sessions are announced, but only 0 bytes follow");
  Bytes text;
  for (int i = 0; i < 5; ++i) text.word(0);
  text.word(~std::uint64_t{0});
  EXPECT_EQ(
      bincode_error(text.str()),
      "h.bincode, byte 40: 18446744073709551615 bytes of a text of the header are announced, but only 0 "
      "bytes follow");
}

TEST(Dbcop, RefusesBadFlagsNumbersTextsAndTrailingBytes) {
  Bytes flag;
  flag.header().word(1).word(1).word(0).byte(2);
  EXPECT_THAT(bincode_error(flag.str()),
              HasSubstr("the success flag of the transaction is 2; expected 0 or 1"));
  Bytes kind;
  kind.header().word(1).word(1).word(1).byte(7).word(0).word(0).byte(1).byte(1);
  EXPECT_THAT(bincode_error(kind.str()), HasSubstr("the kind of an event is 7; expected 0 or 1"));
  Bytes large;
  large.header().word(1).word(1).word(1).event(true, 1, std::uint64_t{1} << 63).byte(1);
  EXPECT_THAT(bincode_error(large.str()), HasSubstr("the value 9223372036854775808 is not below 2^63"));
  Bytes utf8;
  for (int i = 0; i < 5; ++i) utf8.word(0);
  utf8.text("ab\xff").text("").text("").word(0);
  EXPECT_EQ(bincode_error(utf8.str()), "h.bincode, byte 50: a text of the header is not UTF-8");
  Bytes trailing;
  trailing.header().word(0).byte(0).byte(0);
  EXPECT_EQ(bincode_error(trailing.str()),
            "h.bincode, byte 107: 2 bytes follow the last session, where the file should end");
}

TEST(Dbcop, WritesWhatItReads) {
  Bytes bytes;
  bytes.header().word(2);
  bytes.word(1).word(2).event(true, 5, 9).event(false, 6, 0).byte(1);
  bytes.word(2).word(0).byte(1).word(1).event(true, 6, 8).byte(0);
  const auto history = read_dbcop_bytes(bytes.str(), "h");
  ASSERT_TRUE(history);
  const auto written = dbcop_bytes(*history);
  ASSERT_TRUE(written) << written.error().to_string();
  const auto again = read_dbcop_bytes(*written, "h");
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(describe(*again), describe(*history));
  EXPECT_TRUE(looks_like_dbcop(*written));
}

TEST(Dbcop, WritesTransactionsWithoutASessionAsSessions) {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  for (int i = 1; i <= 2; ++i) {
    builder.begin_transaction({});
    builder.add(OpKind::kWrite, builder.key(1), builder.value(i));
    builder.end_transaction();
  }
  const auto written = dbcop_bytes(*std::move(builder).finish());
  ASSERT_TRUE(written);
  EXPECT_EQ(describe(*read_dbcop_bytes(*written, "h")), "1 s0 committed w(1,1)\n2 s1 committed w(1,2)\n");
}

// One history with one operation, and why it cannot be written.
template <class Add>
std::string refusal(Add&& add) {
  HistoryBuilder builder;
  builder.begin_source("x", PlaceUnit::kNone);
  builder.begin_transaction({.id = 17});
  add(builder);
  builder.end_transaction();
  const auto written = dbcop_bytes(*std::move(builder).finish());
  return written ? "written" : written.error().to_string();
}

TEST(Dbcop, RefusesToWriteWhatItCannotHold) {
  EXPECT_EQ(refusal([](auto& b) { b.add_predicate(OpKind::kPredicateRead, *b.predicate("true"), {}); }),
            "DBCop bincode cannot hold a predicate read (transaction 17)");
  EXPECT_EQ(refusal([](auto& b) { b.add(OpKind::kAppend, b.key(1), b.value(1)); }),
            "DBCop bincode cannot hold an append (transaction 17)");
  EXPECT_EQ(refusal([](auto& b) { b.add(OpKind::kRead, b.key("x"), kInitial); }),
            "DBCop bincode cannot hold the key \"x\", only integers from 0 (transaction 17)");
  EXPECT_EQ(refusal([](auto& b) { b.add(OpKind::kWrite, b.key(1), b.value(0)); }),
            "DBCop bincode cannot hold the value 0, only integers from 1, and 0 as the initial value "
            "(transaction 17)");
  EXPECT_EQ(refusal([](auto& b) { b.set_status(TxnStatus::kIndeterminate); }),
            "DBCop bincode cannot hold an indeterminate transaction (transaction 17)");
  EXPECT_EQ(refusal([](auto& b) { b.set_initial_value(b.key(4), b.value(1)); }),
            "DBCop bincode cannot hold the initial value of key 4");
  EXPECT_EQ(refusal([](auto& b) {
              b.add_version_order({b.key(1), {b.value(1)}});
            }),
            "DBCop bincode cannot hold a version order");
}

}  // namespace
}  // namespace isolde
