#include "history/dictionary.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace isolde {
namespace {

TEST(Dictionary, NumbersByFirstAppearance) {
  Dictionary dictionary;
  EXPECT_EQ(dictionary.intern_text("x"), 0U);
  EXPECT_EQ(dictionary.intern_integer(7), 1U);
  EXPECT_EQ(dictionary.intern_text("x"), 0U);
  EXPECT_EQ(dictionary.intern_integer(7), 1U);
  EXPECT_EQ(dictionary.size(), 2U);
}

TEST(Dictionary, KeepsKindsApart) {
  Dictionary dictionary;
  const std::vector<std::uint32_t> ids = {
      dictionary.intern_null(),         dictionary.intern_integer(1), dictionary.intern_integer(0),
      dictionary.intern_real(1.0),      dictionary.intern_real(0.0),  dictionary.intern_boolean(true),
      dictionary.intern_boolean(false), dictionary.intern_text("1"),  dictionary.intern_text(""),
      dictionary.intern_keyword("1"),   dictionary.intern_list({}),   dictionary.intern_row({})};
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], i);
}

TEST(Dictionary, ListsAndRowsByContent) {
  Dictionary dictionary;
  const std::array<std::uint32_t, 2> ab = {dictionary.intern_integer(1), dictionary.intern_integer(2)};
  const std::array<std::uint32_t, 2> ba = {ab[1], ab[0]};
  const std::uint32_t list = dictionary.intern_list(ab);
  EXPECT_NE(list, dictionary.intern_list(ba));
  EXPECT_NE(list, dictionary.intern_row(ab));
  EXPECT_EQ(list, dictionary.intern_list(ab));
  EXPECT_EQ(dictionary.elements(list)[1], ab[1]);
}

TEST(Dictionary, SurvivesGrowth) {
  Dictionary dictionary;
  Random random(1);
  std::vector<std::int64_t> numbers;
  std::vector<std::uint32_t> ids;
  for (int i = 0; i < 20000; ++i) {
    numbers.push_back(static_cast<std::int64_t>(random.next()) >> random.below(64));
    ids.push_back(dictionary.intern_integer(numbers.back()));
    ids.push_back(dictionary.intern_text(std::to_string(numbers.back())));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(dictionary.integer(ids[2 * i]), numbers[i]);
    EXPECT_EQ(dictionary.intern_integer(numbers[i]), ids[2 * i]);
    EXPECT_EQ(dictionary.text(ids[2 * i + 1]), std::to_string(numbers[i]));
    EXPECT_EQ(dictionary.intern_text(std::to_string(numbers[i])), ids[2 * i + 1]);
  }
}

}  // namespace
}  // namespace isolde
