// Different things of the input are spelled differently, and what is long is cut where people read.
#include "history/spelling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/builder.hpp"

namespace isolde {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class Spelling : public testing::Test {
 protected:
  [[nodiscard]] const History& history() {
    if (!history_) {
      Result<History> made = std::move(builder_).finish();
      EXPECT_TRUE(made);
      history_ = std::make_unique<History>(std::move(*made));
    }
    return *history_;
  }
  [[nodiscard]] std::string key(std::uint32_t id, Detail detail = Detail::kBounded) {
    return spell_key(history(), KeyId(id), detail);
  }
  [[nodiscard]] std::string value(std::uint32_t id, Detail detail = Detail::kBounded) {
    return spell_value(history(), ValueId(id), detail);
  }

  HistoryBuilder builder_;
  std::unique_ptr<History> history_;
};

TEST_F(Spelling, KeysThatLookAlikeAreToldApart) {
  const std::uint32_t number = builder_.keys().intern_integer(1);
  const std::uint32_t text = builder_.keys().intern_text("1");
  const std::uint32_t name = builder_.keys().intern_text("x");
  EXPECT_EQ(key(number), "1");
  EXPECT_EQ(key(text), "\"1\"");
  EXPECT_EQ(key(name), "x");
}

TEST_F(Spelling, ValuesThatLookAlikeAreToldApart) {
  const std::uint32_t whole = builder_.values().intern_integer(1);
  const std::uint32_t real = builder_.values().intern_real(1.0);
  const std::uint32_t text = builder_.values().intern_text("1");
  EXPECT_EQ(value(whole), "1");
  EXPECT_EQ(value(real), "1.0");
  EXPECT_EQ(value(text), "\"1\"");
}

TEST_F(Spelling, NothingOfTheInputReachesATerminalRaw) {
  const std::uint32_t id = builder_.keys().intern_text("a\x1b[2J\u202e");
  const std::uint32_t text = builder_.values().intern_text("\x1b]0;title\x07\"");
  EXPECT_EQ(key(id), "\"a\\u001b[2J\\u202e\"");
  EXPECT_EQ(value(text), "\"\\u001b]0;title\\u0007\\\"\"");
}

TEST_F(Spelling, LongTextsAreCutForPeopleOnly) {
  const std::string text(25'000, 'y');
  const std::uint32_t id = builder_.keys().intern_text(text);
  const std::uint32_t value_id = builder_.values().intern_text(text);
  EXPECT_LT(key(id).size(), 200U);
  EXPECT_THAT(key(id), EndsWith("… (24920 more characters)"));
  EXPECT_LT(value(value_id).size(), 200U);
  EXPECT_EQ(key(id, Detail::kWhole), text);
  EXPECT_EQ(value(value_id, Detail::kWhole), "\"" + text + "\"");
}

TEST_F(Spelling, LongListsAreCutForPeopleOnly) {
  std::vector<std::uint32_t> elements;
  for (int i = 0; i < 1000; ++i) elements.push_back(builder_.values().intern_integer(i));
  const std::uint32_t list = builder_.values().intern_list(elements);
  EXPECT_THAT(value(list), HasSubstr(" … 984 more … "));
  EXPECT_THAT(value(list, Detail::kWhole), Not(HasSubstr("more")));
}

}  // namespace
}  // namespace isolde
