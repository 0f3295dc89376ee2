// Errors that carry others, and how places are spelled.
#include "base/result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isolde {
namespace {

using testing::ElementsAre;

TEST(Place, SpellsLinesColumnsAndBytes) {
  EXPECT_EQ((Place{"h", PlaceUnit::kLine, 12}).to_string(), "h:12");
  EXPECT_EQ((Place{"h", PlaceUnit::kByte, 12}).to_string(), "h, byte 12");
  const Place both{"h", PlaceUnit::kLineColumn, line_column(12, 7)};
  EXPECT_EQ(both.to_string(), "h:12:7");
  EXPECT_EQ(both.line(), 12U);
  EXPECT_EQ(both.column(), 7U);
  EXPECT_EQ((Place{"h", PlaceUnit::kByte, 12}).line(), 0U);
  EXPECT_EQ((Place{"h", PlaceUnit::kLineColumn, line_column(3, std::uint64_t{1} << 40)}).line(), 3U);
}

Error numbered(int number) {
  return input_error({"h", PlaceUnit::kLine, static_cast<std::uint64_t>(number)}, "wrong").value();
}

TEST(ErrorList, TheFirstCarriesTheOthers) {
  ErrorList errors;
  EXPECT_TRUE(errors.is_empty());
  errors.add(numbered(1));
  errors.add(numbered(2));
  ErrorList outer;
  outer.add(numbered(0));
  outer.add(std::move(errors).take());
  const Error all = std::move(outer).take();
  EXPECT_EQ(all.to_string(), "h:0: wrong");
  EXPECT_THAT(all.sentences(), ElementsAre("h:0: wrong", "h:1: wrong", "h:2: wrong"));
  EXPECT_FALSE(all.has_more);
  EXPECT_TRUE(all.further[0].further.empty());
}

TEST(ErrorList, KeepsTenAndSaysThatThereWereMore) {
  ErrorList errors;
  for (int i = 1; i <= 10; ++i) errors.add(numbered(i));
  EXPECT_FALSE(errors.is_over());
  errors.add(numbered(11));
  EXPECT_TRUE(errors.is_over());
  const Error all = std::move(errors).take();
  EXPECT_EQ(all.sentences().size(), 10U);
  EXPECT_EQ(all.sentences().back(), "h:10: wrong");
  EXPECT_TRUE(all.has_more);
}

}  // namespace
}  // namespace isolde
