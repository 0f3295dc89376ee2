// Cells, their processes and their journal.
#include "laboratory/ablation.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "laboratory/ablation_journal.hpp"
#include "laboratory/ablation_plot.hpp"
#include "laboratory/own_process.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

AblationRow row_of(const std::string& history, const AblationCell& cell, const std::string& verdict) {
  AblationRow row;
  row.history = history;
  row.transactions = 3;
  row.digest = "d";
  row.settings = settings_of(cell);
  row.verdict = verdict;
  row.seconds = 0.25;
  row.timeout_seconds = 5;
  row.memory_megabytes = 100;
  return row;
}

TEST(Ablation, CellsThatComeToTheSameRunOnce) {
  AblationFactors factors;
  factors.orders = {{}, {.versions = true}};
  factors.version_fractions = {0, 0.5, 1};
  factors.guess = {true, false};
  factors.prune = {true, false};
  const auto cells = grid(factors);
  ASSERT_TRUE(cells);
  // One with a guess (it prunes), two without, each with no version order or one of three fractions.
  EXPECT_EQ(cells->size(), 3U * 4U);
  factors.levels = {Level::kStrictSerializable};
  EXPECT_FALSE(grid(factors));
}

TEST(Ablation, HeuristicsAreThoseOfOurSolver) {
  AblationFactors factors;
  factors.solvers = {Contestant{}, Contestant{Solver::kSearch}};
  factors.heuristics = {{}, *heuristics_named("no-restarts"), *heuristics_named("none")};
  const auto cells = grid(factors);
  ASSERT_TRUE(cells);
  EXPECT_EQ(cells->size(), 3U + 1U);
  EXPECT_EQ((*cells)[1].options({}).heuristics, *heuristics_named("no-restarts"));
}

TEST(Ablation, ACellHasItsOwnProcess) {
  const History history = history_of("a: w x 1; b: r x 1, w x 2; c: r x 2");
  const AblationRow row = run_cell({"h", history}, AblationCell{}, Limits{});
  EXPECT_EQ(row.verdict, "accept");
  EXPECT_EQ(row.transactions, 3U);
  EXPECT_GT(row.peak_megabytes, 0.5);
}

TEST(Ablation, AProcessThatDiesOrThrowsOrHangsIsAReason) {
  Limits limits;
  limits.seconds = 0.1;
  const ProcessRun dead = run_in_own_process(limits, []() -> std::string { std::abort(); });
  EXPECT_EQ(dead.reason, "its process was ended by signal 6");
  const ProcessRun thrown =
      run_in_own_process(limits, []() -> std::string { throw std::runtime_error("no luck"); });
  EXPECT_FALSE(thrown.message);
  EXPECT_EQ(thrown.reason, "no luck");
  const ProcessRun late = run_in_own_process(limits, []() -> std::string {
    ::sleep(60);
    return "";
  });
  EXPECT_EQ(late.reason, "the time limit of 0.1 s was reached");
  EXPECT_EQ(late.seconds, 0.1);  // the limit, not the grace
  const ProcessRun good = run_in_own_process({}, [] { return std::string(100'000, 'x'); });
  ASSERT_TRUE(good.message);
  EXPECT_EQ(good.message->size(), 100'000U);
}

TEST(Ablation, ADisagreementIsSeen) {
  AblationCell with;
  with.use.sessions = true;
  std::vector<AblationRow> rows{row_of("h", {}, "accept"), row_of("h", with, "unknown"),
                                row_of("other", with, "reject")};
  EXPECT_TRUE(disagreements(rows).empty());
  AblationRow elsewhere = row_of("h", with, "reject");
  elsewhere.digest = "e";  // another history of that name
  rows.push_back(elsewhere);
  EXPECT_TRUE(disagreements(rows).empty());
  rows.push_back(row_of("h", with, "reject"));
  ASSERT_EQ(disagreements(rows).size(), 1U);
  EXPECT_NE(disagreements(rows).front().find("VIOLATION with orders so"), std::string::npos);
}

TEST(Ablation, RowsSurviveTheFile) {
  AblationRow row = row_of("a \"quoted\", name", {}, "unknown");
  row.reason = "the time limit,\nas they say";
  const auto again = row_in(csv_line(row));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->history, row.history);
  EXPECT_EQ(again->settings, row.settings);
  EXPECT_EQ(again->seconds, row.seconds);
  EXPECT_EQ(again->reason, "the time limit, as they say");
  EXPECT_FALSE(row_in("a,b,c"));
}

TEST(Ablation, WhatNobodyCountedIsEmpty) {
  AblationRow row = row_of("h", {}, "accept");
  row.constraints = 7;
  EXPECT_NE(csv_line(row).find(",,7,,,,5,100,"), std::string::npos) << csv_line(row);
  const auto again = row_in(csv_line(row));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->constraints, 7U);
  EXPECT_FALSE(again->constraints_after_pruning);
  // Executing decides this one alone; search has no constraints at all.
  const History history = history_of("a: w x 1; b: r x 1, w x 2; c: r x 2");
  EXPECT_FALSE(run_cell({"h", history}, AblationCell{}, Limits{}).constraints_after_pruning);
  AblationCell cell;
  cell.solver.solver = Solver::kSearch;
  EXPECT_FALSE(run_cell({"h", history}, cell.normalised(), Limits{}).constraints);
  cell = {};
  cell.guess = false;
  EXPECT_TRUE(run_cell({"h", history}, cell, Limits{}).constraints_after_pruning);
}

TEST(Ablation, TheJournalGoesOnWhereItStopped) {
  std::string form = (std::filesystem::temp_directory_path() / "isolde-XXXXXX").string();
  ASSERT_NE(::mkdtemp(form.data()), nullptr);
  const std::string path = form + "/j.csv";
  AblationCell with;
  with.use.sessions = true;
  {
    auto journal = AblationJournal::open(path, false);
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->add(row_of("h", {}, "accept")));
    ASSERT_TRUE(journal->add(row_of("h", with, "unknown")));
  }
  std::ofstream(path, std::ios::app) << "h,3,d,serializ";  // the machine went down here
  EXPECT_FALSE(AblationJournal::open(path, false));
  auto journal = AblationJournal::open(path, true);
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->rows().size(), 2U);
  Limits limits;
  limits.seconds = 5;
  EXPECT_NE(journal->find("h", "d", settings_of({}), limits), nullptr);
  EXPECT_EQ(journal->find("h", "e", settings_of({}), limits), nullptr);  // another history of that name
  EXPECT_NE(journal->find("h", std::nullopt, settings_of({}), limits), nullptr);
  EXPECT_NE(journal->find("h", "d", settings_of(with), limits), nullptr);
  limits.seconds = 50;  // more time: what was not decided is tried again
  EXPECT_EQ(journal->find("h", "d", settings_of(with), limits), nullptr);
  EXPECT_NE(journal->find("h", "d", settings_of({}), limits), nullptr);
  ASSERT_TRUE(journal->add(row_of("i", {}, "reject")));
  EXPECT_EQ(AblationJournal::open(path, true)->rows().size(), 3U);
  std::ofstream(path) << "something else\n";
  EXPECT_FALSE(AblationJournal::open(path, true));
  std::filesystem::remove_all(form);
}

TEST(Ablation, APlotHasTheSweptSettingAsItsAxis) {
  std::vector<AblationRow> rows;
  for (const double fraction : {0.0, 0.5, 1.0}) {
    AblationCell cell;
    cell.use.versions = true;
    cell.version_fraction = fraction;
    rows.push_back(row_of("h", cell, fraction == 0 ? "unknown" : "accept"));
  }
  const Plot sweep = plot_of(rows, "t");
  EXPECT_TRUE(sweep.categories.empty());
  ASSERT_EQ(sweep.series.size(), 1U);
  EXPECT_EQ(sweep.series[0].points.size(), 3U);
  EXPECT_TRUE(sweep.series[0].points[0].is_limit);
  AblationCell with;
  with.use.sessions = true;
  rows = {row_of("h", {}, "accept"), row_of("h", with, "accept")};
  EXPECT_EQ(plot_of(rows, "t").categories, (std::vector<std::string>{"none", "so"}));
  rows = {row_of("rmw-10", {}, "accept"), row_of("rmw-20", {}, "accept")};
  rows[0].transactions = 10;
  rows[1].transactions = 20;
  EXPECT_EQ(plot_of(rows, "t").x_label, "transactions");
  EXPECT_EQ(plot_of(rows, "t").series.size(), 1U);
  // One fraction beside none is no sweep: the orders tell.
  AblationCell versions;
  versions.use.versions = true;
  rows.push_back(row_of("rmw-10", versions, "accept"));
  rows.back().transactions = 10;
  ASSERT_EQ(plot_of(rows, "t").series.size(), 2U);
  EXPECT_EQ(plot_of(rows, "t").series[1].name, "vo");
  rows.pop_back();
  // Unlike histories are not one history that grows.
  rows[0].history = "a.jsonl";
  rows[1].history = "b.jsonl";
  EXPECT_EQ(plot_of(rows, "t").categories, (std::vector<std::string>{"a.jsonl", "b.jsonl"}));
}

}  // namespace
}  // namespace isolde
