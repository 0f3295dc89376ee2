// The clauses of an aggregate allow exactly those combinations of options whose total is what was shown.
#include "encode/choices/aggregate_clauses.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "tests/oracle/dsl.hpp"

namespace isolde {
namespace {

struct ClauseTable {
  std::vector<std::vector<Literal>> all;
  Variable variables = 0;

  Literal fresh() { return {variables++, true}; }
  // Whether unit propagation from these literals finds no conflict: nodes only ever follow.
  [[nodiscard]] bool allow(const std::vector<Literal>& assumed) const {
    std::vector<int> value(variables);
    const auto set = [&](Literal literal) { value[literal.variable()] = literal.is_positive() ? 1 : -1; };
    const auto is = [&](Literal literal, int truth) {
      return value[literal.variable()] == (literal.is_positive() ? truth : -truth);
    };
    for (const Literal literal : assumed) set(literal);
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::vector<Literal>& clause : all) {
        std::vector<Literal> open;
        bool is_met = false;
        for (const Literal literal : clause) {
          is_met |= is(literal, 1);
          if (!is(literal, 1) && !is(literal, -1)) open.push_back(literal);
        }
        if (is_met || open.size() > 1) continue;
        if (open.empty()) return false;
        set(open.front());
        changed = true;
      }
    }
    return true;
  }
};

std::string random_results(Random& random) {
  std::string results;
  for (const std::string_view name : kAggregateNames) {
    if (!random.chance(0.5)) continue;
    const bool is_null = name != "count" && random.chance(0.15);
    const std::int64_t number = name == "sum" ? random.between(-2, 8) : random.between(0, 4);
    results += is_null ? fmt::format("{}=nil ", name) : fmt::format("{}={} ", name, number);
  }
  return results.empty() ? "count=2" : results;
}

TEST(AggregateClauses, AllowWhatAddsUp) {
  Random random(5);
  std::size_t allowed = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 400; ++round) {
    const std::string text = fmt::format(
        "a: agg value 'true' {{{}}}; b: w x -2, w x -1, w x 0, w x 1, w x 2, w x 3", random_results(random));
    SCOPED_TRACE(text);
    const History history = history_of(text);
    const AggregateRule rule(history, OpId(0));
    const auto random_row = [&] {
      return rule.row(history.key(OpId(1)), history.values(), history.value(OpId(1 + random.below(6))));
    };
    ClauseTable clauses;
    AggregateProblem problem{rule, {}, {}, clauses.fresh()};
    AggregateRow known = random_row();
    if (random.chance(0.5) && !known.refutes) problem.known = rule.with({}, known);
    for (std::uint64_t key = random.below(5); key-- > 0;) {
      std::vector<AggregateOption>& options = problem.keys.emplace_back();
      if (random.chance(0.7)) options.push_back({std::nullopt, clauses.fresh()});
      for (std::uint64_t row = 1 + random.below(2); row-- > 0;)
        options.push_back({random_row(), clauses.fresh()});
    }
    ASSERT_TRUE(add_aggregate_clauses(
        problem, [&] { return clauses.fresh(); },
        [&](std::vector<Literal> clause) { clauses.all.push_back(std::move(clause)); }));

    std::size_t combinations = 1;
    for (const auto& options : problem.keys) combinations *= options.size();
    for (std::size_t number = 0; number < combinations; ++number) {
      std::size_t left = number;
      AggregateTotal total = problem.known;
      bool is_refuted = false;
      std::vector<Literal> assumed{problem.counts};
      for (const auto& options : problem.keys) {
        for (std::size_t i = 0; i < options.size(); ++i)
          assumed.push_back(i == left % options.size() ? options[i].literal : ~options[i].literal);
        if (const auto& row = options[left % options.size()].row) {
          is_refuted |= row->refutes;
          total = rule.with(total, *row);
        }
        left /= options.size();
      }
      const bool expected = !is_refuted && rule.is_met(total);
      ASSERT_EQ(clauses.allow(assumed), expected) << number;
      ++(expected ? allowed : refused);
      assumed.front() = ~problem.counts;
      ASSERT_TRUE(clauses.allow(assumed));
    }
  }
  EXPECT_GT(allowed, 100U);
  EXPECT_GT(refused, 100U);
}

TEST(AggregateClauses, GiveUpBeyondTheLimitWithoutAClause) {
  const History history = history_of("a: agg value 'true' {sum=15}; b: w x 1, w x 2, w x 4, w x 8, w x 16");
  const AggregateRule rule(history, OpId(0));
  ClauseTable clauses;
  AggregateProblem problem{rule, {}, {}, clauses.fresh()};
  for (std::size_t op = 1; op <= 5; ++op)
    problem.keys.push_back(
        {{std::nullopt, clauses.fresh()},
         {rule.row(history.key(OpId(op)), history.values(), history.value(OpId(op))), clauses.fresh()}});
  const auto add = [&](std::size_t most) {
    return add_aggregate_clauses(
        problem, [&] { return clauses.fresh(); },
        [&](std::vector<Literal> clause) { clauses.all.push_back(std::move(clause)); }, most);
  };
  EXPECT_FALSE(add(2));
  EXPECT_TRUE(clauses.all.empty());
  EXPECT_TRUE(add(1000));
  EXPECT_FALSE(clauses.all.empty());
}

}  // namespace
}  // namespace isolde
