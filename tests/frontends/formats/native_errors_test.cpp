// Every kind of bad native input, and the one sentence it gets.
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontends/formats/native/native.hpp"
#include "frontends/formats/native/native_read.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

std::string error_of(std::string_view text) {
  const Result<History> history = read_native_text(text, "h.jsonl");
  return history ? "no error" : history.error().to_string();
}

struct BadInput {
  std::string name;
  std::string text;
  std::string sentence;
};
void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

class NativeErrors : public testing::TestWithParam<BadInput> {};

TEST_P(NativeErrors, OneSentence) { EXPECT_EQ(error_of(GetParam().text), GetParam().sentence); }

std::string op(std::string_view fields) { return "{\"ops\":[{" + std::string(fields) + "}]}\n"; }

const BadInput kFileErrors[] = {
    {"Empty", "", "h.jsonl: the file is empty; expected a transaction per line"},
    {"NotJson", "hello\n", "h.jsonl:1:1: the line is not valid JSON: expected a value, got \"hello\""},
    {"Truncated", "{\"ops\":[]}\n{\"id\":1,\"ops\":[{\"op\":\"r\",\"key\"",
     "h.jsonl:2: the line is not complete JSON; the file seems to be cut off here"},
    {"TruncatedString", "{\"ops\":[]}\n{\"id\":1,\"sess",
     "h.jsonl:2: the line is not complete JSON; the file seems to be cut off here"},
    {"TwoOnALine", "{\"ops\":[]}{\"ops\":[]}\n",
     "h.jsonl:1:11: the line is not valid JSON: something follows the end of the value"},
    {"NotAnObject", "{\"ops\":[]}\n\n[1]\n", "h.jsonl:3: expected a transaction (an object), got an array"},
    {"TrailingComma", "{\"ops\":[],}\n",
     "h.jsonl:1:10: the line is not valid JSON: a comma before the closing }"},
    {"Comment", "{\"ops\":[]} // empty\n",
     "h.jsonl:1:12: the line is not valid JSON: a comment, which JSON does not have"},
    {"NotANumber", op(R"("op":"w","key":"x","value":NaN)"),
     "h.jsonl:1:37: the line is not valid JSON: NaN, which is no value of JSON"},
    {"SingleQuotes", "{'ops':[]}\n",
     "h.jsonl:1:2: the line is not valid JSON: single quotes, where JSON has double quotes"},
    {"Utf16", std::string("\xFF\xFE{\0}\0\n\0", 8),
     "h.jsonl: the text is UTF-16; expected UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)"},
    {"Array", "[{\"id\":1,\"ops\":[]},{\"id\":2,\"ops\":[]}]\n",
     "h.jsonl:1: this is a JSON array; in the native format each transaction is one line (jq -c '.[]' "
     "'h.jsonl' > history.jsonl makes them)"},
    {"ArrayOverLines", "[\n {\"id\":1,\"ops\":[]},\n {\"id\":2,\"ops\":[]}]\n",
     "h.jsonl:1: this is a JSON array; in the native format each transaction is one line (jq -c '.[]' "
     "'h.jsonl' > history.jsonl makes them)"},
    {"ObjectsOverLines", "{\n \"id\":1,\n \"ops\":[]\n}\n",
     "h.jsonl:1: this is JSON that goes over several lines; in the native format each transaction is one "
     "line (jq -c '.' 'h.jsonl' > history.jsonl makes them)"},
    {"CutInTheMiddle", "{\"ops\":[]}\n{\"ops\":[\n",
     "h.jsonl:2:9: the line is not valid JSON: the [ that opens an array is not closed"},
    {"Utf8", "# c\n{\"session\":\"\xFF\",\"ops\":[]}\n", "h.jsonl:2:13: the line is not valid UTF-8"},
    {"Escape", "{\"session\":\"\\q\",\"ops\":[]}\n",
     "h.jsonl:1:13: the line is not valid JSON: the malformed escape \"\\\\q\" in a string"},
    {"ControlCharacter", "{\"session\":\"\x01\",\"ops\":[]}\n",
     "h.jsonl:1:13: the line is not valid JSON: the control character \"\\x01\" in a string, which JSON "
     "wants escaped"},
    {"Version", "{\"isolde\":2}\n", "h.jsonl:1: this is version 2 of the format; expected version 1"},
    {"LateVersion", "{\"ops\":[]}\n{\"isolde\":1}\n",
     "h.jsonl:2: the version line must be the first of the file"},
    {"VersionField", "{\"isolde\":1,\"by\":2}\n",
     "h.jsonl:1: unknown field \"by\" in the version line; expected isolde, times"},
    {"VersionTimes", "{\"isolde\":1,\"times\":\"ms\"}\n",
     "h.jsonl:1: unknown \"times\" \"ms\"; expected nanoseconds or positions"},
    {"DuplicateId", "{\"id\":1,\"ops\":[]}\n\n{\"id\":1,\"ops\":[]}\n",
     "h.jsonl:3: transaction id 1 is used twice; it was first used at h.jsonl:1"},
    {"TwoTypes",
     "{\"id\":1,\"ops\":[{\"op\":\"add\",\"key\":\"s\",\"value\":1}]}\n"
     "{\"id\":2,\"ops\":[{\"op\":\"append\",\"key\":\"s\",\"value\":2}]}\n",
     "h.jsonl:2: transaction 2 appends to s, which transaction 1 adds to; a key is a list, a set or a "
     "counter, not "
     "two of them"},
    {"TwoTypesInOneTransaction",
     "{\"id\":1,\"ops\":[{\"op\":\"append\",\"key\":\"s\",\"value\":1},{\"op\":\"inc\",\"key\":\"s\","
     "\"value\":1}]}\n",
     "h.jsonl:1: transaction 1 increments s, which transaction 1 appends to; a key is a list, a set or a "
     "counter, "
     "not two of them"},
    {"EndBeforeStart", "{\"id\":1,\"start\":5,\"end\":4,\"ops\":[]}\n",
     "h.jsonl:1: transaction 1 ends at 4, before it starts at 5"},
    {"NoNumberLeft", "{\"ops\":[]}\n{\"id\":9223372036854775807,\"ops\":[]}\n",
     "h.jsonl:1: no number is left for a transaction without an id, since id 9223372036854775807 is used"},
    {"Overlap",
     "{\"id\":1,\"session\":1,\"start\":5,\"end\":9,\"ops\":[]}\n"
     "{\"id\":2,\"session\":1,\"start\":8,\"end\":10,\"ops\":[]}\n",
     "h.jsonl:2: transaction 2 starts at 8, while transaction 1 of the same session runs until 9; a session "
     "runs "
     "one transaction at a time"},
};

const BadInput kTransactionErrors[] = {
    {"UnknownField", "{\"opss\":[]}\n",
     "h.jsonl:1: unknown field \"opss\" in a transaction; expected id, session, status, start, end, ops"},
    {"NastyField", fmt::format("{{\"a\\nb{}\":1}}\n", std::string(100, 'x')),
     fmt::format("h.jsonl:1: unknown field \"a\\nb{}\"... in a transaction; expected id, session, status, "
                 "start, end, ops",
                 std::string(57, 'x'))},
    {"TwoIds", "{\"id\":1,\"id\":2,\"ops\":[]}\n",
     "h.jsonl:1: the field \"id\" appears twice in a transaction"},
    {"TwoOps", "{\"ops\":[],\"ops\":[]}\n", "h.jsonl:1: the field \"ops\" appears twice in a transaction"},
    {"NegativeId", "{\"id\":-1,\"ops\":[]}\n",
     "h.jsonl:1: expected an integer from 0 up for \"id\", got a negative integer"},
    {"HugeId", "{\"id\":9223372036854775808,\"ops\":[]}\n",
     "h.jsonl:1: the number 9223372036854775808 of \"id\" is larger than 9223372036854775807"},
    {"VastId", "{\"id\":99999999999999999999999,\"ops\":[]}\n",
     "h.jsonl:1:7: the line is not valid JSON: the integer \"99999999999999999999999\", which does not fit "
     "64 "
     "bits"},
    {"LeadingZero", "{\"id\":01,\"ops\":[]}\n",
     "h.jsonl:1:7: the line is not valid JSON: the number \"01\" begins with a zero"},
    {"TextId", "{\"id\":\"1\",\"ops\":[]}\n",
     "h.jsonl:1: expected an integer from 0 up for \"id\", got a string"},
    {"RealId", "{\"id\":1.5,\"ops\":[]}\n",
     "h.jsonl:1: expected an integer from 0 up for \"id\", got a number with a fraction or exponent"},
    {"NegativeSession", "{\"session\":-1,\"ops\":[]}\n",
     "h.jsonl:1: expected an integer from 0 up for \"session\", got a negative integer"},
    {"NullSession", "{\"session\":null,\"ops\":[]}\n",
     "h.jsonl:1: expected an integer from 0 up or a string for \"session\", got null"},
    {"NegativeStart", "{\"start\":-1,\"ops\":[]}\n",
     "h.jsonl:1: expected integer nanoseconds from 0 up for \"start\", got a negative integer"},
    {"RealStart", "{\"start\":1.5,\"ops\":[]}\n",
     "h.jsonl:1: expected integer nanoseconds from 0 up for \"start\", got a number with a fraction or "
     "exponent"},
    {"TextEnd", "{\"end\":\"2026-01-01T00:00:00Z\",\"ops\":[]}\n",
     "h.jsonl:1: expected integer nanoseconds from 0 up for \"end\", got a string"},
    {"BooleanEnd", "{\"end\":true,\"ops\":[]}\n",
     "h.jsonl:1: expected integer nanoseconds from 0 up for \"end\", got a boolean"},
    {"Status", "{\"status\":\"done\",\"ops\":[]}\n",
     "h.jsonl:1: unknown status \"done\"; expected committed, aborted or unknown"},
    {"OpsObject", "{\"ops\":{}}\n", "h.jsonl:1: expected an array for \"ops\", got an object"},
    {"VersionOrder", "{\"version_order\":{\"key\":1}}\n",
     "h.jsonl:1: a version order needs \"key\" and \"values\""},
    {"VersionOrderType", "{\"version_order\":[]}\n",
     "h.jsonl:1: expected a version order (an object), got an array"},
    {"VersionOrderExtra", "{\"version_order\":{\"key\":1,\"values\":[]},\"id\":1}\n",
     "h.jsonl:1: unknown field \"id\" in a version order line; expected version_order"},
    {"SerializationOrder", "{\"serialization_order\":[-1]}\n",
     "h.jsonl:1: expected an integer from 0 up for \"serialization_order\", got a negative integer"},
    {"SerializationOrderId", "{\"id\":1,\"ops\":[]}\n{\"serialization_order\":[1,2]}\n",
     "h.jsonl:2: serialization_order names transaction 2, which the history does not contain"},
    {"Initial", "{\"initial\":3}\n",
     "h.jsonl:1: expected an object of keys and values for \"initial\", got an integer"},
    {"InitialEntry", "{\"initial\":[{\"key\":3}]}\n",
     "h.jsonl:1: an initial value needs \"key\" and \"value\""},
};

const BadInput kOperationErrors[] = {
    {"NotAnObject", "{\"ops\":[1]}\n", "h.jsonl:1: expected an operation (an object), got an integer"},
    {"NoOp", op(R"("key":1,"value":1)"), "h.jsonl:1: an operation needs the field \"op\""},
    {"UnknownOp", op(R"("op":"x")"),
     "h.jsonl:1: unknown operation \"x\"; expected r, w, insert, delete, append, add, inc, pr, pw or agg"},
    {"UnknownField", op(R"("op":"r","key":1,"vlaue":1)"),
     "h.jsonl:1: unknown field \"vlaue\" in an operation; expected op, key, value, row, where, rows, "
     "versions, start, end, column, count, min, max, sum"},
    {"AggregateOfNothing", op(R"("op":"agg","where":"value > 1")"),
     "h.jsonl:1: the operation \"agg\" needs at least one of \"count\", \"min\", \"max\" and \"sum\""},
    {"AggregateWithoutColumn", op(R"("op":"agg","where":"value > 1","sum":3)"),
     "h.jsonl:1: the operation \"agg\" has \"column\" if and only if it has \"min\", \"max\" or \"sum\""},
    {"AggregateIdleColumn", op(R"("op":"agg","where":"value > 1","count":3,"column":"v1")"),
     "h.jsonl:1: the operation \"agg\" has \"column\" if and only if it has \"min\", \"max\" or \"sum\""},
    {"AggregateCount", op(R"("op":"agg","where":"value > 1","count":-1)"),
     "h.jsonl:1: expected an integer from 0 up for \"count\", got a negative integer"},
    {"AggregateNullCount", op(R"("op":"agg","where":"value > 1","count":null)"),
     "h.jsonl:1: expected an integer from 0 up for \"count\", got null"},
    {"AggregateSum", op(R"("op":"agg","where":"value > 1","column":"value","sum":"a")"),
     "h.jsonl:1: expected a number or null for \"sum\", got a string"},
    {"AggregateRows", op(R"("op":"agg","where":"value > 1","count":0,"rows":[])"),
     "h.jsonl:1: the operation \"agg\" has no field \"rows\""},
    {"AggregateWhere", op(R"("op":"agg","count":1)"),
     "h.jsonl:1: the operation \"agg\" needs the field \"where\""},
    {"CountOfARead", op(R"("op":"r","key":1,"value":1,"count":1)"),
     "h.jsonl:1: the operation \"r\" has no field \"count\""},
    {"NoKey", op(R"("op":"w","value":1)"), "h.jsonl:1: the operation \"w\" needs the field \"key\""},
    {"NoValue", op(R"("op":"r","key":"x")"),
     "h.jsonl:1: the operation \"r\" needs either \"value\" or \"row\", and not both"},
    {"BothValues", op(R"("op":"r","key":"x","value":1,"row":{})"),
     "h.jsonl:1: the operation \"r\" needs either \"value\" or \"row\", and not both"},
    {"DeleteValue", op(R"("op":"delete","key":"x","value":1)"),
     "h.jsonl:1: the operation \"delete\" has no field \"value\""},
    {"TwoValues", op(R"("op":"w","key":"x","value":1,"value":1)"),
     "h.jsonl:1: the field \"value\" appears twice in an operation"},
    {"NullKey", op(R"("op":"w","key":null,"value":1)"),
     "h.jsonl:1: expected a string or an integer for \"key\", got null"},
    {"HugeKey", op(R"("op":"w","key":9223372036854775808,"value":1)"),
     "h.jsonl:1: the number 9223372036854775808 of \"key\" is larger than 9223372036854775807"},
    {"HugeValue", op(R"("op":"w","key":"x","value":9223372036854775808)"),
     "h.jsonl:1: the number 9223372036854775808 of \"value\" is larger than 9223372036854775807"},
    {"ObjectValue", op(R"("op":"w","key":"x","value":{})"),
     "h.jsonl:1: expected a scalar or a list for \"value\", got an object; rows go into \"row\""},
    {"NestedList", op(R"("op":"r","key":"x","value":[[1]])"),
     "h.jsonl:1: expected a number, string or boolean for \"value\", got an array"},
    {"AppendNull", op(R"("op":"append","key":"x","value":null)"),
     "h.jsonl:1: expected a number, string or boolean for \"value\", got null"},
    {"IncrementText", op(R"("op":"inc","key":"x","value":"1")"),
     "h.jsonl:1: expected an integer for \"value\", got a string"},
    {"RowType", op(R"("op":"w","key":"x","row":1)"),
     "h.jsonl:1: expected an object of columns or null for \"row\", got an integer"},
    {"NestedRow", op(R"("op":"w","key":"x","row":{"a":{}})"),
     "h.jsonl:1: expected a number, string or boolean for \"a\", got an object"},
    {"DuplicateColumn", op(R"("op":"w","key":"x","row":{"a":1,"b":1,"a":2})"),
     "h.jsonl:1: the column \"a\" appears twice in \"row\""},
    {"PredicateRows", op(R"("op":"pr","where":"a = 1")"),
     "h.jsonl:1: the operation \"pr\" needs the field \"rows\""},
    {"PredicateRow", op(R"("op":"pr","where":"a = 1","rows":[{"key":1}])"),
     "h.jsonl:1: a row of \"pr\" needs \"key\" and either \"value\" or \"row\""},
    {"PredicateWriteRow", op(R"("op":"pw","where":"a = 1","rows":[{"key":1,"old":1}])"),
     "h.jsonl:1: a row of \"pw\" needs \"key\", \"old\" and \"new\""},
    {"RowsType", op(R"("op":"pr","where":"a = 1","rows":{})"),
     "h.jsonl:1: expected an array of rows for \"rows\", got an object"},
    {"VersionsType", op(R"("op":"pr","where":"a = 1","rows":[],"versions":3)"),
     "h.jsonl:1: expected an array of rows for \"versions\", got an integer"},
    {"VersionsOfAnItem", op(R"("op":"r","key":1,"value":1,"versions":[])"),
     "h.jsonl:1: the operation \"r\" has no field \"versions\""},
    {"OperationTimeType", op(R"("op":"r","key":1,"value":1,"start":0.5)"),
     "h.jsonl:1: expected integer nanoseconds from 0 up for \"start\", got a number with a fraction or "
     "exponent"},
    {"OperationTimes", op(R"("op":"r","key":1,"value":1,"start":2,"end":1)"),
     "h.jsonl:1: an operation ends at 1, before it starts at 2"},
};

const auto kNamed = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(File, NativeErrors, testing::ValuesIn(kFileErrors), kNamed);
INSTANTIATE_TEST_SUITE_P(Transaction, NativeErrors, testing::ValuesIn(kTransactionErrors), kNamed);
INSTANTIATE_TEST_SUITE_P(Operation, NativeErrors, testing::ValuesIn(kOperationErrors), kNamed);

TEST(NativeBadFile, DeepNesting) {
  const std::string open(100'000, '[');
  const std::string close(100'000, ']');
  EXPECT_EQ(error_of(fmt::format("{{\"ops\":{}{}}}", open, close)),
            "h.jsonl:1: the line is nested too deeply");
}

TEST(NativeBadFile, MissingFileAndDirectory) {
  const TemporaryDirectory directory;
  const std::string missing = directory.file("none.jsonl");
  EXPECT_EQ(read_native(missing, {}).error().to_string(),
            missing + ": cannot be opened: No such file or directory");
  EXPECT_EQ(read_native(directory.path(), {}).error().to_string(),
            directory.path() + ": cannot be read: Is a directory");
}

TEST(NativeBadFile, UnwritableFile) {
  const TemporaryDirectory directory;
  const Result<History> history = read_native_text("{\"ops\":[]}", "h.jsonl");
  const std::string path = directory.file("no/such/place.jsonl");
  EXPECT_EQ(write_native(*history, path).error().to_string(),
            path + ": cannot be written: No such file or directory");
}

TEST(NativeBadFile, DamagedZstd) {
  const TemporaryDirectory directory;
  const Result<History> history = read_native_text("{\"ops\":[]}\n{\"ops\":[]}", "h.jsonl");
  ASSERT_TRUE(write_native(*history, directory.file("a.zst")));
  const std::string whole = directory.read("a.zst");
  const std::string cut = directory.write("cut.zst", whole.substr(0, whole.size() - 3));
  EXPECT_EQ(read_native(cut, {}).error().to_string(),
            cut + ": the zstd data stops in the middle; the file is truncated");
  const std::string trash = directory.write("trash.zst", whole + "trash");
  EXPECT_THAT(read_native(trash, {}).error().to_string(),
              testing::StartsWith(trash + ": the zstd data is damaged: "));
  const std::string head = directory.write("head.zst", whole.substr(0, 4));
  EXPECT_EQ(read_native(head, {}).error().to_string(),
            head + ": the zstd data stops in the middle; the file is truncated");
}

// The limit itself, on small lines: exactly at it is fine, one byte more is not.
TEST(NativeBadFile, LineLimit) {
  const std::string text = "{\"ops\":[]}\n{\"ops\":[]     }\n";
  for (const std::size_t limit : {15U, 14U}) {
    const auto bytes = bytes_of(text);
    const Result<History> history =
        native::read_lines(*bytes, "h.jsonl", {}, {.chunk = 3, .max_line = limit});
    EXPECT_EQ(history.has_value(), limit == 15);
    if (!history) {
      EXPECT_EQ(history.error().to_string(), "h.jsonl:2: the line is longer than 0 MiB");
    }
  }
}

// A hole of 100 MB is one line of zero bytes.
TEST(NativeBadFile, HugeLineStaysSmall) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("h.jsonl", "{\"ops\":[]}\n");
  std::filesystem::resize_file(path, 100'000'000);
  EXPECT_EQ(read_native(path, {}).error().to_string(), path + ":2: the line is longer than 64 MiB");
}

}  // namespace
}  // namespace isolde
