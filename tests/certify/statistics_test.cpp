// One table of statistics and one of phases: docs/statistics.md has their rows, all of them and no others.
#include "certify/statistics.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "certify/phase.hpp"

namespace isolde {
namespace {

// The lines of the page that are rows about something with a name.
std::vector<std::string> rows_of_page() {
  std::ifstream in(ISOLDE_SOURCE_DIR "/docs/statistics.md");
  std::vector<std::string> rows;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("| `")) rows.push_back(line);
  return rows;
}

std::string row_of_page(const StatisticInfo& row) {
  return fmt::format("| `{}` | `{}` | {} | {} |",
                     row.group == StatisticGroup::kEncoding ? "encoding" : "solver", row.name,
                     row.key == StatisticKey::kAlways ? "always" : "some ways", row.meaning);
}

TEST(Statistics, AndPhasesAreTheRowsOfTheirPage) {
  std::vector<std::string> expected;
  for (const PhaseInfo& row : kPhases)
    expected.push_back(fmt::format("| `phases` | `{}` | {} |", row.name, row.meaning));
  for (const StatisticInfo& row : kStatistics) expected.push_back(row_of_page(row));
  EXPECT_EQ(rows_of_page(), expected);
}

TEST(Statistics, MeanSomethingInOneLine) {
  for (const StatisticInfo& row : kStatistics) {
    EXPECT_FALSE(row.meaning.empty() || row.meaning.ends_with('.')) << row.name;
    EXPECT_LT(row.meaning.size(), 110U) << row.name;
  }
}

TEST(Statistics, ThatNobodyCountedAreNotZero) {
  Statistics statistics;
  EXPECT_TRUE(statistics.lists(Statistic::kConflicts));
  EXPECT_FALSE(statistics.lists(Statistic::kSteps));
  statistics.set(Statistic::kSteps, {});
  EXPECT_TRUE(statistics.lists(Statistic::kSteps));
  EXPECT_EQ(statistics[Statistic::kSteps], std::nullopt);
  statistics.add(Statistic::kConflicts, 2);
  statistics.add(Statistic::kConflicts, 3);
  EXPECT_EQ(statistics[Statistic::kConflicts], 5U);
  EXPECT_EQ(statistics[Statistic::kDecisions], std::nullopt);
}

TEST(PhaseSeconds, AreAddedByPhase) {
  PhaseSeconds parts;
  parts.add(Phase::kPrune, 1);
  parts.add(Phase::kPrune, 0.5);
  PhaseSeconds all;
  all.add(Phase::kRead, 2);
  all.add(parts);
  EXPECT_EQ(all[Phase::kPrune], 1.5);
  EXPECT_EQ(all[Phase::kSolve], std::nullopt);
  EXPECT_EQ(all.sum(), 3.5);
}

}  // namespace
}  // namespace isolde
