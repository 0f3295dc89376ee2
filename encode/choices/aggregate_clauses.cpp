#include "encode/choices/aggregate_clauses.hpp"

#include <algorithm>
#include <functional>

#include "encode/choices/total_clauses.hpp"

namespace isolde {
namespace {

using WideTotal = AggregateTotal::Wide;

// How much the sum depends on the key.
WideTotal spread(const std::vector<AggregateOption>& options) {
  WideTotal low = 0;
  WideTotal high = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const WideTotal number = options[i].row ? options[i].row->integer : 0;
    low = i == 0 ? number : std::min(low, number);
    high = i == 0 ? number : std::max(high, number);
  }
  return high - low;
}

class AggregateSum {
 public:
  explicit AggregateSum(const AggregateProblem& problem) : problem_(problem) { note_reach(); }

  // What is known already; none if that leads nowhere.
  [[nodiscard]] std::optional<AggregateTotal> first() const {
    return is_hopeless(problem_.known, 0) ? std::nullopt : std::optional(problem_.known);
  }

  [[nodiscard]] TotalProblem<AggregateTotal> totals() const {
    TotalProblem<AggregateTotal> totals;
    for (const std::vector<AggregateOption>& options : problem_.keys) {
      totals.parts.emplace_back();
      for (const AggregateOption& option : options) totals.parts.back().push_back(option.literal);
    }
    totals.after = [this](const AggregateTotal& total, std::size_t key, std::size_t option) {
      return after(total, problem_.keys[key][option], key + 1);
    };
    totals.is_met = [this](const AggregateTotal& total) { return problem_.rule.is_met(total); };
    return totals;
  }

 private:
  struct Reach {
    WideTotal low = 0;
    WideTotal high = 0;
    bool has_reals = false;
  };

  // How much the keys from each on can change the sum.
  void note_reach() {
    reach_.resize(problem_.keys.size() + 1);
    for (std::size_t key = problem_.keys.size(); key-- > 0;) {
      Reach& reach = reach_[key];
      reach = reach_[key + 1];
      WideTotal low = 0;
      WideTotal high = 0;
      bool is_first = true;
      for (const AggregateOption& option : problem_.keys[key]) {
        const WideTotal number = option.row ? option.row->integer : 0;
        low = is_first ? number : std::min(low, number);
        high = is_first ? number : std::max(high, number);
        is_first = false;
        reach.has_reals |= option.row && option.row->real != 0;
      }
      reach.low += low;
      reach.high += high;
    }
  }

  [[nodiscard]] bool is_hopeless(const AggregateTotal& total, std::size_t key) const {
    if (!problem_.rule.may_be_met(total)) return true;
    const std::optional<std::int64_t> shown = problem_.rule.integer_sum();
    const Reach& reach = reach_[key];
    if (!shown || total.has_real || reach.has_reals) return false;
    return total.integers + reach.low > *shown || total.integers + reach.high < *shown;
  }

  [[nodiscard]] std::optional<AggregateTotal> after(const AggregateTotal& total,
                                                    const AggregateOption& option, std::size_t key) const {
    if (!option.row) return is_hopeless(total, key) ? std::nullopt : std::optional(total);
    if (option.row->refutes) return std::nullopt;
    const AggregateTotal next = problem_.rule.with(total, *option.row);
    return is_hopeless(next, key) ? std::nullopt : std::optional(next);
  }

  const AggregateProblem& problem_;
  std::vector<Reach> reach_;
};

}  // namespace

bool add_aggregate_clauses(AggregateProblem problem, const std::function<Literal()>& new_literal,
                           const std::function<void(std::vector<Literal>)>& add_clause,
                           std::size_t most_nodes) {
  std::ranges::stable_sort(problem.keys, std::greater{}, spread);
  const AggregateSum sum(problem);
  TotalClauses<AggregateTotal> clauses(sum.totals());
  if (!clauses.lay_out(sum.first(), most_nodes)) return false;
  clauses.add(problem.counts, new_literal, add_clause);
  return true;
}

}  // namespace isolde
