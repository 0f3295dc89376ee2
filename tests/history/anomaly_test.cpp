// One table of names: each is a row of docs/anomalies.md, in one style, and means something.
#include "history/anomaly.hpp"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "history/findings/validation.hpp"
#include "history/level.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;

std::string page() {
  std::ifstream in(ISOLDE_SOURCE_DIR "/docs/anomalies.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(AnomalyNames, EveryNameHasItsRowInTheDocuments) {
  const std::string text = page();
  for (const AnomalyInfo& row : anomalies())
    EXPECT_THAT(text, HasSubstr("\n| " + std::string(row.name) + " | " + std::string(row.meaning) + " |\n"));
}

TEST(AnomalyNames, SymbolsOfTheLiteratureOrWordsWithSpaces) {
  for (const AnomalyInfo& row : anomalies()) {
    const bool is_symbol = row.name.starts_with("G") && row.name.find(' ') == std::string_view::npos;
    const bool is_word =
        row.name.starts_with("non-repeatable") || row.name.find('-') == std::string_view::npos;
    EXPECT_TRUE(is_symbol || is_word) << row.name;
    EXPECT_FALSE(row.meaning.ends_with('.')) << row.name;
    EXPECT_LT(row.meaning.size(), 110U) << row.name;
  }
}

TEST(AnomalyNames, CyclesThatNeedAnOrderSaySo) {
  EXPECT_EQ(name_of(AnomalyKind::kGSingle, CycleOrder::kRealTime), "G-single-realtime");
  EXPECT_THAT(meaning_of("G-single-realtime"), HasSubstr("one overwritten read"));
  EXPECT_THAT(meaning_of("G-single-realtime"), HasSubstr("real time"));
  EXPECT_THAT(meaning_of("G0-process"), HasSubstr("order of a session"));
}

TEST(AnomalyNames, WhatHasNoNameHasAMeaning) {
  for (const LevelInfo& level : levels())
    EXPECT_THAT(meaning_of(name_of_unexplained(level.name)), HasSubstr(std::string(level.name)));
  EXPECT_EQ(meaning_of("nonsense"), "");
}

TEST(AnomalyNames, EveryFindingIsAnAnomaly) {
  for (int i = 0; i <= static_cast<int>(FindingKind::kDuplicateWrite); ++i) {
    std::string name(name_of(anomaly_of(static_cast<FindingKind>(i))));
    std::ranges::replace(name, ' ', '-');
    EXPECT_EQ(name, name_of(static_cast<FindingKind>(i)));
  }
}

}  // namespace
}  // namespace isolde
