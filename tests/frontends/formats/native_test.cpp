// What the native reader makes of good input, and that reading, writing and reading again changes nothing.
#include "frontends/formats/native/native.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/builder.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

History read(std::string_view text) {
  Result<History> history = read_native_text(text, "h.jsonl");
  EXPECT_TRUE(history) << history.error().to_string();
  return history ? std::move(*history) : History();
}

std::string write(const History& history) {
  const Result<std::string> text = write_native_text(history);
  EXPECT_TRUE(text) << text.error().to_string();
  return text.value_or("");
}

// Every kind of line and operation, in the writer's own spelling.
constexpr std::string_view kEverything =
    R"({"isolde":1}
{"initial":[{"key":"x","value":1},{"key":7,"value":{"v1":4,"v2":null}}]}
{"id":17,"session":3,"status":"committed","start":120,"end":450,"ops":[{"op":"r","key":"x","value":1},{"op":"w","key":"x","value":2},{"op":"r","key":"y","value":null},{"op":"w","key":-5,"value":-9223372036854775808}]}
{"id":18,"session":"s \"q\" ü\n","status":"aborted","ops":[{"op":"append","key":"l","value":3},{"op":"r","key":"l","value":[1,2.5,"a",true]},{"op":"add","key":"s","value":false},{"op":"inc","key":"c","value":-2}]}
{"id":19,"status":"unknown","start":9,"ops":[{"op":"insert","key":"k1","row":{"v1":4,"v2":7}},{"op":"delete","key":"k2"},{"op":"w","key":"k3","row":{}},{"op":"insert","key":"k4","value":"\u0001","start":1,"end":2}]}
{"id":20,"status":"committed","ops":[{"op":"pr","where":"v1 >= 3","rows":[{"key":"k1","row":{"v1":4,"v2":7}},{"key":7,"value":1}]},{"op":"pw","where":"v2 = 7","rows":[{"key":"k1","old":{"v1":4,"v2":7},"new":{"v1":5,"v2":7}},{"key":"k5","old":1,"new":null}],"versions":[{"key":"k1","row":{"v1":4,"v2":7}},{"key":7,"value":1}],"start":4}]}
{"id":21,"status":"committed","ops":[]}
{"version_order":{"key":"x","values":[1,2,null,{"v1":1}]}}
{"serialization_order":[18,17]}
)";

TEST(NativeFormat, WritesWhatItRead) { EXPECT_EQ(write(read(kEverything)), kEverything); }

// A row that is absent may be told as a value or as a row.
TEST(NativeFormat, NullIsNoSuchRow) {
  const auto told = [](std::string_view name) {
    return write(read(fmt::format(
        R"({{"id":1,"ops":[{{"op":"r","key":"k","{0}":null}},{{"op":"w","key":"k","{0}":null}},{{"op":"insert","key":"k","{0}":null}},{{"op":"pr","where":"true","rows":[{{"key":"k","{0}":null}}],"versions":[{{"key":"k","{0}":null}}]}}]}}
)",
        name)));
  };
  EXPECT_EQ(told("row"), told("value"));
  const History history = read(
      R"({"ops":[{"op":"r","key":"k","row":null},{"op":"pw","where":"true","rows":[{"key":"k","old":null,"new":null}]}]})");
  EXPECT_EQ(history.value(OpId(0)), kInitial);
  EXPECT_EQ(history.rows(OpId(1))[0].value, kInitial);
  EXPECT_EQ(history.rows(OpId(1))[0].after, kInitial);
}

TEST(NativeFormat, WithoutOpsThereAreNone) {
  const History history = read("{\"id\":3,\"session\":1,\"start\":1,\"end\":2}\n{}\n");
  ASSERT_EQ(history.transaction_count(), 2U);
  EXPECT_EQ(history.external_id(TxnId(0)), 3);
  EXPECT_EQ(history.operation_count(), 0U);
}

TEST(NativeFormat, AFileMayHoldNoTransaction) {
  for (const std::string text : {"# nothing\n\n", "{\"isolde\":1}\n", "{\"initial\":{\"x\":1}}\n"})
    EXPECT_EQ(read(text).transaction_count(), 0U) << text;
}

TEST(NativeFormat, KeepsTransactions) {
  const History history = read(kEverything);
  ASSERT_EQ(history.transaction_count(), 5U);
  EXPECT_EQ(history.session_count(), 2U);
  const TxnId first(0);
  EXPECT_EQ(history.external_id(first), 17);
  EXPECT_EQ(history.sessions().integer(history.session(first).value), 3);
  EXPECT_EQ(history.start(first), 120);
  EXPECT_EQ(history.end(first), 450);
  EXPECT_EQ(history.place(first).to_string(), "h.jsonl:3");
  EXPECT_EQ(history.sessions().text(history.session(TxnId(1)).value), "s \"q\" ü\n");
  EXPECT_EQ(history.status(TxnId(1)), TxnStatus::kAborted);
  EXPECT_EQ(history.status(TxnId(2)), TxnStatus::kIndeterminate);
  EXPECT_EQ(history.end(TxnId(2)), kNoTime);
  EXPECT_FALSE(history.session(TxnId(2)).is_valid());
  EXPECT_TRUE(history.operations(TxnId(4)).empty());
}

TEST(NativeFormat, KeepsItemOperations) {
  const History history = read(kEverything);
  const Dictionary& values = history.values();
  EXPECT_EQ(history.kind(OpId(0)), OpKind::kRead);
  EXPECT_EQ(history.value(OpId(2)), kInitial);
  EXPECT_EQ(history.keys().integer(history.key(OpId(3)).value), -5);
  EXPECT_EQ(history.kind(OpId(4)), OpKind::kAppend);
  const auto list = values.elements(history.value(OpId(5)).value);
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(values.real(list[1]), 2.5);
  EXPECT_TRUE(values.boolean(list[3]));
  EXPECT_EQ(history.kind(OpId(6)), OpKind::kAdd);
  EXPECT_EQ(history.kind(OpId(7)), OpKind::kIncrement);
  EXPECT_EQ(values.kind(history.value(OpId(8)).value), ValueKind::kRow);
  EXPECT_EQ(history.kind(OpId(9)), OpKind::kDelete);
  EXPECT_EQ(history.value(OpId(9)), kInitial);
  EXPECT_EQ(history.op_start(OpId(11)), 1);
  EXPECT_EQ(history.op_end(OpId(11)), 2);
}

TEST(NativeFormat, KeepsPredicatesOrdersAndInitialValues) {
  const History history = read(kEverything);
  const auto read_rows = history.rows(OpId(12));
  ASSERT_EQ(read_rows.size(), 2U);
  EXPECT_EQ(read_rows[0].value, history.value(OpId(8)));
  EXPECT_FALSE(read_rows[0].after.is_valid());
  EXPECT_EQ(history.predicate(history.predicate(OpId(12))).text(), "v1 >= 3");
  EXPECT_EQ(history.rows(OpId(13))[1].after, kInitial);
  EXPECT_FALSE(history.version_set(OpId(12)));
  ASSERT_TRUE(history.version_set(OpId(13)));
  ASSERT_EQ(history.version_set(OpId(13))->size(), 2U);
  EXPECT_EQ((*history.version_set(OpId(13)))[0].value, history.value(OpId(8)));
  EXPECT_EQ(history.initial_value(history.key(OpId(0))), history.value(OpId(0)));
  EXPECT_EQ(history.initial_value(history.key(OpId(2))), kInitial);
  ASSERT_EQ(history.version_orders().size(), 1U);
  EXPECT_EQ(history.version_orders()[0].values.size(), 4U);
  EXPECT_EQ(history.serialization_order(), (std::vector{TxnId(1), TxnId(0)}));
}

TEST(NativeFormat, FieldOrderDoesNotMatter) {
  EXPECT_EQ(
      write(read(
          R"({"ops":[{"value":1,"key":"x","op":"w"}],"end":2,"start":1,"status":"aborted","session":"a","id":5})")),
      write(read(
          R"({"id":5,"session":"a","status":"aborted","start":1,"end":2,"ops":[{"op":"w","key":"x","value":1}]})")));
}

TEST(NativeFormat, RowsAreEqualWhateverTheOrderOfTheirColumns) {
  const History history =
      read(R"({"ops":[{"op":"w","key":"x","row":{"b":1,"a":2}},{"op":"r","key":"x","row":{"a":2,"b":1}}]})");
  EXPECT_EQ(history.value(OpId(0)), history.value(OpId(1)));
}

TEST(NativeFormat, InitialValuesAlsoAsAnObject) {
  const History history =
      read("{\"initial\":{\"x\":1,\"k\":{\"v\":4}}}\n{\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":1}]}\n");
  EXPECT_EQ(history.initial_value(history.key(OpId(0))), history.value(OpId(0)));
}

TEST(NativeFormat, EmptyListIsInitial) {
  EXPECT_EQ(read(R"({"ops":[{"op":"r","key":"l","value":[]}]})").value(OpId(0)), kInitial);
}

TEST(NativeFormat, LineNumbersCountCommentsAndBlankLines) {
  const History history = read(
      "\xEF\xBB\xBF# a comment\r\n\r\n  // another\n \t\n{\"ops\":[]}\r\n{\"ops\":[] } \r\n{\"ops\":[]}");
  ASSERT_EQ(history.transaction_count(), 3U);
  EXPECT_EQ(history.place(TxnId(0)).to_string(), "h.jsonl:5");
  EXPECT_EQ(history.place(TxnId(2)).to_string(), "h.jsonl:7");
}

TEST(NativeFormat, KeepsThatTimesArePositions) {
  const History history = read("{\"isolde\":1,\"times\":\"positions\"}\n{\"start\":1,\"end\":2,\"ops\":[]}");
  EXPECT_TRUE(history.times_are_positions());
  EXPECT_TRUE(read(write(history)).times_are_positions());
}

TEST(NativeFormat, NumbersTransactionsWithoutId) {
  const History history = read("{\"ops\":[]}\n{\"id\":4,\"ops\":[]}\n");
  EXPECT_EQ(history.external_id(TxnId(0)), 5);
}

TEST(NativeFormat, WriterRefusesWhatItCannotSpell) {
  const auto refusal = [](auto&& fill) {
    HistoryBuilder builder;
    builder.begin_transaction({.id = 1});
    fill(builder);
    builder.end_transaction();
    const Result<History> history = std::move(builder).finish();
    const Result<std::string> text = write_native_text(*history);
    return text ? "" : text.error().to_string();
  };
  const auto write_value = [](HistoryBuilder& builder, std::uint32_t value) {
    builder.add(OpKind::kWrite, builder.key("x"), ValueId(value));
  };
  EXPECT_EQ(refusal([&](HistoryBuilder& b) { write_value(b, b.values().intern_text("\xFF")); }),
            "the native format cannot hold a value that is not UTF-8");
  EXPECT_EQ(refusal([&](HistoryBuilder& b) { write_value(b, b.values().intern_real(HUGE_VAL)); }),
            "the native format cannot hold a value that is no finite number");
  EXPECT_EQ(refusal([&](HistoryBuilder& b) {
              write_value(b, b.values().intern_keyword("a"));
              write_value(b, b.values().intern_text(":a"));
            }),
            "the native format cannot hold both the keyword and the text \":a\" as a value");
  EXPECT_EQ(refusal([&](HistoryBuilder& b) { b.set_session(b.session(-1)); }),
            "the native format cannot hold the negative session -1");
  EXPECT_EQ(refusal([&](HistoryBuilder& b) { b.set_times(-7, 3); }),
            "the native format cannot hold the negative time of transaction 1");
}

TEST(NativeFormat, WholeRealsStayReals) {
  const History history =
      read(R"({"ops":[{"op":"w","key":"x","value":1.0},{"op":"w","key":"x","value":1e300}]})");
  EXPECT_THAT(write(history), testing::HasSubstr("\"value\":1.0}"));
  EXPECT_EQ(write(read(write(history))), write(history));
}

TEST(NativeFormat, ReadsPlainAndCompressedFiles) {
  const TemporaryDirectory directory;
  const History history = read(kEverything);
  for (const std::string name : {"h.jsonl", "h.jsonl.zst"}) {
    const std::string path = directory.file(name);
    ASSERT_TRUE(write_native(history, path));
    const Result<History> again = read_native(path, {});
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(write(*again), kEverything);
  }
  EXPECT_EQ(directory.read("h.jsonl"), kEverything);
  EXPECT_EQ(directory.read("h.jsonl.zst").substr(0, 4), "\x28\xB5\x2F\xFD");
}

// Frames one after another are one stream, as `cat a.zst b.zst` makes them.
TEST(NativeFormat, ReadsConcatenatedFrames) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_native(read("{\"id\":1,\"ops\":[]}"), directory.file("a.zst")));
  std::string frames = directory.read("a.zst");
  directory.write("b.zst", frames);
  ASSERT_TRUE(read_native(directory.file("b.zst"), {}));
  const Result<History> twice = read_native(directory.write("c.zst", frames + frames), {});
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().message, testing::HasSubstr("the version line must be the first"));
}

TEST(NativeFormat, ReportsProgress) {
  const TemporaryDirectory directory;
  std::string text;
  while (text.size() < (std::size_t{9} << 20))
    text += "{\"ops\":[]}                                        \n";
  const std::string path = directory.write("h.jsonl", text);
  std::vector<std::uint64_t> seen;
  ReadOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, text.size());
    seen.push_back(done);
  };
  ASSERT_TRUE(read_native(path, options));
  EXPECT_GE(seen.size(), 2U);
  EXPECT_TRUE(std::ranges::is_sorted(seen));
}

}  // namespace
}  // namespace isolde
