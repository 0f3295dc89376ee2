// The quick scanner and the full parser must make the same history of the same bytes, and lines must not
// depend on where chunks end. Random lines are damaged in random places: a damaged line is what the two could
// differ on.
#include "frontends/formats/native/native_scan.hpp"

#include <array>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/formats/native/native_read.hpp"

namespace isolde {
namespace {

std::string outcome(std::string_view text, const native::Tuning& tuning) {
  const auto bytes = bytes_of(text);
  const Result<History> history = native::read_lines(*bytes, "h.jsonl", {}, tuning);
  return history ? write_native_text(*history).value() : history.error().to_string();
}

bool is_scanned(std::string line) {
  HistoryBuilder builder;
  const std::size_t size = line.size();
  line.append(LineReader::kPadding, '\0');
  return native::LineScanner(builder).add(std::string_view(line).substr(0, size), 1);
}

std::string random_scalar(Random& random, bool allow_null) {
  switch (random.below(allow_null ? 6 : 5)) {
    case 0:
      return std::to_string(random.below(1000));
    case 1:
      return std::to_string(static_cast<std::int64_t>(random.next()));
    case 2:
      return std::to_string(random.next() >> random.below(64));
    case 3:
      return fmt::format("\"{:k>{}}\"", random.below(10), random.below(20));
    case 4:
      return R"("ab\"c\u00e9ü")";
    default:
      return "null";
  }
}

std::string random_line(Random& random, std::size_t id) {
  const std::string colon = random.chance(0.2) ? ": " : ":";
  const std::string comma = random.chance(0.2) ? ", " : ",";
  std::string line = "{";
  const auto field = [&](std::string_view name, const std::string& value) {
    line += fmt::format("\"{}\"{}{}", name, colon, value);
  };
  if (random.chance(0.9)) field("id", std::to_string(id)), line += comma;
  if (random.chance(0.5)) field("session", std::to_string(random.below(3))), line += comma;
  if (random.chance(0.2)) field("status", random.chance(0.5) ? "\"aborted\"" : "\"unknown\""), line += comma;
  if (random.chance(0.1)) field("start", std::to_string(id)), line += comma;
  field("ops", "[");
  // Often one that other lines show, too, or that begins like it.
  const auto row = [&]() -> std::string {
    constexpr std::array<std::string_view, 7> kUsual = {
        "null",
        R"({"a":1,"b":2})",
        R"({"a":1,"b":23})",
        R"({"a":1})",
        R"({"a":1,"b":"}"})",
        R"({"b":1, "a":2})",
        R"({"a":"twenty-eight letters and more","b":"as long again: sixty bytes and two"})"};
    if (random.chance(0.5)) return std::string(kUsual[random.below(kUsual.size())]);
    const std::string names = random.chance(0.9) ? "ab" : random.chance(0.5) ? "ba" : "aa";
    return fmt::format("{{\"{}\"{}{}{}\"{}\":{}}}", names[0], colon, random_scalar(random, true), comma,
                       names[1], random_scalar(random, true));
  };
  const auto version = [&] { return random.chance(0.8) ? row() : random_scalar(random, true); };
  for (std::size_t i = random.below(4); i > 0; --i) {
    line += "{";
    if (random.chance(0.5)) {
      field("op", random.chance(0.5) ? "\"r\"" : "\"w\""), line += comma;
      field("key", random_scalar(random, false)), line += comma;
      field("value", random_scalar(random, true));
    } else if (random.chance(0.3)) {
      const bool deletes = random.chance(0.3);
      field("op", deletes ? "\"delete\"" : "\"insert\""), line += comma;
      field("key", random_scalar(random, false));
      if (!deletes) line += comma, field("row", row());
    } else {
      const bool writes = random.chance(0.5);
      field("op", writes ? "\"pw\"" : "\"pr\""), line += comma;
      field("where", random.chance(0.95) ? fmt::format("\"key = {}\"", random.below(5)) : "\"key = \"");
      line += comma;
      field("rows", "[");
      for (std::size_t j = random.below(3); j > 0; --j) {
        line += "{";
        field("key", random.chance(0.7) ? "\"k\"" : random_scalar(random, false)), line += comma;
        if (writes) {
          field("old", version()), line += comma;
          field("new", version());
        } else if (random.chance(0.2)) {
          field("value", random_scalar(random, true));
        } else {
          field("row", row());
        }
        line += fmt::format("}}{}", j > 1 ? comma : "");
      }
      line += "]";
    }
    line += fmt::format("}}{}", i > 1 ? comma : "");
  }
  return line + (random.chance(0.1) ? "] }\r\n" : "]}\n");
}

std::string random_initial_values(Random& random) {
  std::string line = R"({"initial":[)";
  for (std::size_t i = random.below(4); i > 0; --i) {
    const std::string value = random.chance(0.5) ? random_scalar(random, true)
                                                 : fmt::format(R"({{"a":{}}})", random_scalar(random, true));
    line +=
        fmt::format(R"({{"key":{},"value":{}}}{})", random_scalar(random, false), value, i > 1 ? "," : "");
  }
  return line + "]}\n";
}

void damage(Random& random, std::string& text) {
  constexpr std::string_view kPool = "{}[]\",:0-9e.\\ \n\xC3ur";
  const std::size_t at = random.below(text.size());
  switch (random.below(3)) {
    case 0:
      text[at] = kPool[random.below(kPool.size())];
      break;
    case 1:
      text.erase(at, 1 + random.below(3));
      break;
    default:
      text.insert(at, 1, kPool[random.below(kPool.size())]);
  }
}

TEST(NativeScan, AgreesWithTheFullParser) {
  Random random(7);
  std::size_t accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    if (random.chance(0.2)) text += random_initial_values(random);
    for (std::size_t id = 0; id < 4; ++id) text += random_line(random, id);
    if (random.chance(0.6)) damage(random, text);
    const std::string expected = outcome(text, {.use_scanner = false});
    EXPECT_EQ(outcome(text, {}), expected) << text;
    EXPECT_EQ(outcome(text, {.chunk = 1 + random.below(100)}), expected) << text;
    accepted += expected.starts_with("{\"isolde\"") ? 1 : 0;
  }
  EXPECT_GT(accepted, 1000U);  // or the test compares little but errors
  EXPECT_LT(accepted, 3500U);
}

TEST(NativeScan, TakesTheCommonShape) {
  EXPECT_TRUE(is_scanned(
      R"({"id":1,"session":2,"status":"committed","start":3,"end":4,"ops":[{"op":"r","key":"k","value":5}]})"));
  EXPECT_TRUE(is_scanned(
      R"({"session": "a", "ops": [{"op": "w", "key": 1, "value": null}, {"op": "r", "key": "", "value": "v"}]})"));
  EXPECT_TRUE(is_scanned(R"({"ops":[]})"));
  EXPECT_TRUE(is_scanned(R"({"id":9223372036854775807,"ops":[]})"));
  EXPECT_TRUE(is_scanned(
      R"({"ops":[{"op":"pr","where":"v > 1","rows":[{"key":"k","row":{"v":2,"w":null}},{"key":1,"value":3}]}]})"));
  EXPECT_TRUE(is_scanned(
      R"({"ops":[{"op":"pw","where":"v > 1","rows":[{"key":"k","old":{"v":2},"new":null}]},{"op":"delete","key":"k"}]})"));
  EXPECT_TRUE(is_scanned(
      R"({"ops":[{"op":"insert","key":"k","row":{"v":2}},{"op":"pr","where":"v > 1","rows":[]}]})"));
  EXPECT_TRUE(is_scanned(
      R"({"ops":[{"op":"r","key":"k","row":null},{"op":"pr","where":"v > 1","rows":[{"key":"k","row":null}]}]})"));
  EXPECT_TRUE(is_scanned(
      R"({"initial":[{"key":"k","value":{"a long name":123456789}},{"key":1,"value":null},{"key":"","value":-2}]})"));
}

TEST(NativeScan, LeavesTheRestToTheFullParser) {
  EXPECT_FALSE(is_scanned(R"({"id":9223372036854775808,"ops":[]})"));
  EXPECT_FALSE(is_scanned(R"({"id":01,"ops":[]})"));
  EXPECT_FALSE(is_scanned(R"({"id":,"ops":[]})"));
  EXPECT_FALSE(is_scanned(R"({"id":-1,"ops":[]})"));
  EXPECT_FALSE(is_scanned(R"({"session":"ü","ops":[]})"));
  EXPECT_FALSE(is_scanned(R"({"session":"\n","ops":[]})"));
  EXPECT_FALSE(is_scanned(R"({"ops":[]} x)"));
  EXPECT_FALSE(is_scanned(R"({"initial":[]})"));
  EXPECT_FALSE(is_scanned(R"({"initial":[{"key":"k","value":-null}]})"));
  EXPECT_FALSE(is_scanned(R"({"initial":[{"key":"k","value":{"a":01}}]})"));
  EXPECT_FALSE(is_scanned(R"({"initial":[{"key":"k","value":1}]} x)"));
  EXPECT_FALSE(is_scanned(R"({"ops":[{"op":"r","key":"k","value":1.5}]})"));
  EXPECT_FALSE(is_scanned(R"({"ops":[{"op":"r","key":"k","value":1}])"));
  EXPECT_FALSE(is_scanned(R"({"ops":[{"op":"insert","key":"k","row":{"v":2,"v":3}}]})"));
  EXPECT_FALSE(is_scanned(R"({"ops":[{"op":"insert","key":"k","row":{}}]})"));
  EXPECT_FALSE(is_scanned(R"({"ops":[{"op":"pr","where":"v = 'a\"'","rows":[]}]})"));
  EXPECT_FALSE(is_scanned(R"({"ops":[{"op":"pr","where":"v = 1","rows":[],"versions":[]}]})"));
}

// More keys and cells than the scanner remembers by their spelling, each met again later.
TEST(NativeScan, ForgetsWithoutHarm) {
  constexpr int kKeys = 60'000;
  std::string text;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < kKeys; ++i)
      text +=
          fmt::format("{{\"ops\":[{{\"op\":\"insert\",\"key\":\"k{}\",\"row\":{{\"a\":{},\"b\":{}}}}}]}}\n",
                      i, i, kKeys - i);
  const Result<History> history = read_native_text(text, "h");
  ASSERT_TRUE(history);
  EXPECT_EQ(history->key_count(), kKeys);
  EXPECT_EQ(history->value_count(), 1U + kKeys + 1U + kKeys);  // null, 0 to kKeys, rows
  for (std::size_t i = 0; i < kKeys; ++i) {
    ASSERT_EQ(history->key(OpId(i)), history->key(OpId(kKeys + i)));
    ASSERT_EQ(history->value(OpId(i)), history->value(OpId(kKeys + i)));
  }
}

TEST(NativeScan, ReadsNumbersOfEveryLength) {
  std::string digits;
  for (const char digit : std::string_view("9123456789012345678")) {
    digits += digit;
    const Result<History> history =
        read_native_text(fmt::format(R"({{"ops":[{{"op":"w","key":-{0},"value":{0}}}]}})", digits), "h");
    ASSERT_TRUE(history);
    EXPECT_EQ(history->values().integer(history->value(OpId(0)).value), std::stoll(digits));
    EXPECT_EQ(history->keys().integer(history->key(OpId(0)).value), -std::stoll(digits));
  }
}

}  // namespace
}  // namespace isolde
