#include "check/decide.hpp"

#include <algorithm>
#include <iterator>

#include "check/used_orders.hpp"
#include "solver/execute/observations.hpp"
#include "solver/watch.hpp"

namespace isolde {
namespace {

struct Question {
  const History& history;
  const Validated& validated;
  const CheckOptions& options;

  [[nodiscard]] bool asks_for(Solver solver) const { return options.solver == solver; }
};

// The ladder: the first way that suits the question decides it, and the next one if that gives up.
struct Way {
  bool (*suits)(const Question& question);
  DecideWay* decide;
  bool may_give_up = false;  // unknown is no answer then, as long as there is time
};
constexpr Way kWays[] = {
    // Commit-order search, where it was asked for: exact where a transaction is one node, and says so where
    // it is not.
    {[](const Question& question) { return question.asks_for(Solver::kSearch); }, solve_by_search},
    // The papers' way, where it or the solver of somebody else was asked for: exact.
    {[](const Question& question) { return !question.options.guess || !question.asks_for(Solver::kCdcl); },
     solve_by_polygraph},
    // Every read has one possible writer: exact, since a polygraph decides what executing does not.
    {[](const Question& question) { return question.validated.items.has_value(); }, solve_items_by_executing},
    // Anything that can be executed: a yes is an execution, a no rests on items alone; most end in neither
    // when something is wrong.
    {[](const Question& question) { return Observations::can_check(question.history); }, solve_by_observing,
     true},
    // Anything: exact, but for values that can have come about in too many ways.
    {[](const Question&) { return true; }, solve_by_choices},
};

Solved solve_by_first_way_that_concludes(const Question& question) {
  const Watch watch(question.options.limits);
  CheckOptions rest = question.options;
  bool has_given_up = false;
  for (const Way& way : kWays) {
    if (!way.suits(question)) continue;
    Solved solved = way.decide(question.history, question.validated, rest);
    auto* unknown = std::get_if<Unknown>(&solved.outcome);
    if (unknown == nullptr || !way.may_give_up) {
      // In terms of the whole limit, not of what an earlier way left of it.
      if (unknown != nullptr && has_given_up && watch.is_over()) unknown->reason = watch.reason().reason;
      return solved;
    }
    has_given_up = true;
    rest.limits = watch.rest();
  }
  return {Unknown{"no way to decide suits the history"}};
}

}  // namespace

Solved solve(const History& history, const Validated& validated, const CheckOptions& options) {
  Solved solved = solve_by_first_way_that_concludes({history, validated, options});
  std::ranges::move(unused_orders(history, options, validated.items.has_value()),
                    std::back_inserter(solved.warnings));
  return solved;
}

}  // namespace isolde
