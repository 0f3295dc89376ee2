#include "history/dictionary.hpp"

#include <array>
#include <map>
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

// Counters of many clients, (client << 32) | counter, and multiples of a large power of two: patterns that a
// table which keeps neighbours together must still take apart.
TEST(Dictionary, TellsPatternedIntegersApart) {
  Dictionary dictionary;
  dictionary.reserve(1000, 100);
  const auto number = [](std::uint32_t i) {
    const std::int64_t n = i;
    return i % 2 == 0 ? ((n % 37) << 32) | (n / 37) : -(n << 20);
  };
  constexpr std::uint32_t kCount = 50'000;
  for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(dictionary.intern_integer(number(i)), i);
  dictionary.reserve(4 * kCount, kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(dictionary.intern_integer(number(i)), i);
    ASSERT_EQ(dictionary.integer(i), number(i));
  }
  EXPECT_EQ(dictionary.integer_count(), kCount);
}

// Runs with an element that was never in one are not looked for; all are found later, whatever came between.
TEST(Dictionary, FindsRunsThatWereNewForCertain) {
  Dictionary dictionary;
  Random random(3);
  std::map<std::vector<std::uint32_t>, std::uint32_t> rows;
  std::map<std::vector<std::uint32_t>, std::uint32_t> lists;
  for (int i = 0; i < 20000; ++i) {
    const auto cell = [&] {
      const bool is_new = random.chance(0.2);
      return dictionary.intern_integer(is_new ? 1000 + i : static_cast<std::int64_t>(random.below(60)));
    };
    const std::vector<std::uint32_t> run = {static_cast<std::uint32_t>(random.below(3)), cell(), 7, cell()};
    const bool is_row = random.chance(0.5);
    const std::size_t size = dictionary.size();
    const std::uint32_t id = is_row ? dictionary.intern_row(run) : dictionary.intern_list(run);
    const auto [known, is_first] = (is_row ? rows : lists).try_emplace(run, id);
    ASSERT_EQ(known->second, id);
    ASSERT_EQ(dictionary.size(), size + (is_first ? 1 : 0));
  }
  EXPECT_EQ(dictionary.other_count(), rows.size() + lists.size());
}

// Texts of every length around the eight bytes that are compared at once.
TEST(Dictionary, TellsTextsOfAllLengthsApart) {
  Dictionary dictionary;
  std::string text;
  for (std::uint32_t length = 0; length < 40; ++length, text += 'a') {
    ASSERT_EQ(dictionary.intern_text(text), length);
    ASSERT_EQ(dictionary.text(length), text);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = 'b';
    const std::size_t next = dictionary.size();
    ASSERT_EQ(dictionary.intern_text(other), next) << i;
  }
}

}  // namespace
}  // namespace isolde
