#include "encode/aggregate_clauses.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace isolde {
namespace {

using Wide = AggregateTotal::Wide;

// How much the sum depends on the key.
Wide spread(const std::vector<AggregateOption>& options) {
  Wide low = 0;
  Wide high = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Wide number = options[i].row ? options[i].row->integer : 0;
    low = i == 0 ? number : std::min(low, number);
    high = i == 0 ? number : std::max(high, number);
  }
  return high - low;
}

class AggregateSum {
 public:
  explicit AggregateSum(const AggregateProblem& problem)
      : problem_(problem), layers_(problem.keys.size() + 1) {
    note_reach();
  }

  // Forward: what totals are there. False if they are too many.
  [[nodiscard]] bool lay_out(std::size_t most_nodes) {
    if (!is_hopeless(problem_.known, 0)) layers_[0].try_emplace(problem_.known);
    std::size_t nodes = 0;
    for (std::size_t key = 0; key < problem_.keys.size(); ++key) {
      nodes += layers_[key].size();
      if (nodes > most_nodes) return false;
      for (const auto& [total, node] : layers_[key])
        for (const AggregateOption& option : problem_.keys[key])
          if (const auto next = after(total, option, key + 1)) layers_[key + 1].try_emplace(*next);
    }
    std::erase_if(layers_.back(), [&](const auto& entry) { return !problem_.rule.is_met(entry.first); });
    drop_dead_ends();
    return true;
  }

  void add(const std::function<Literal()>& new_literal,
           const std::function<void(std::vector<Literal>)>& add_clause) {
    if (layers_[0].empty()) return add_clause({~problem_.counts});
    layers_[0].begin()->second = problem_.counts;
    for (std::size_t key = 0; key < problem_.keys.size(); ++key) {
      const bool is_last = key + 1 == problem_.keys.size();
      if (!is_last)
        for (auto& [total, node] : layers_[key + 1]) node = new_literal();
      for (const auto& [total, node] : layers_[key]) {
        for (const AggregateOption& option : problem_.keys[key]) {
          std::vector<Literal> clause{~node, ~option.literal};
          if (const Literal* next = find(total, option, key + 1)) {
            if (is_last) continue;
            clause.push_back(*next);
          }
          add_clause(std::move(clause));
        }
      }
    }
  }

 private:
  using Layer = std::map<AggregateTotal, Literal>;
  struct Reach {
    Wide low = 0;
    Wide high = 0;
    bool has_reals = false;
  };

  // How much the keys from each on can change the sum.
  void note_reach() {
    reach_.resize(problem_.keys.size() + 1);
    for (std::size_t key = problem_.keys.size(); key-- > 0;) {
      Reach& reach = reach_[key];
      reach = reach_[key + 1];
      Wide low = 0;
      Wide high = 0;
      bool is_first = true;
      for (const AggregateOption& option : problem_.keys[key]) {
        const Wide number = option.row ? option.row->integer : 0;
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

  [[nodiscard]] const Literal* find(const AggregateTotal& total, const AggregateOption& option,
                                    std::size_t key) const {
    const auto next = after(total, option, key);
    if (!next) return nullptr;
    const auto found = layers_[key].find(*next);
    return found == layers_[key].end() ? nullptr : &found->second;
  }

  // Backward: only what leads to the end.
  void drop_dead_ends() {
    for (std::size_t key = problem_.keys.size(); key-- > 0;)
      std::erase_if(layers_[key], [&](const auto& entry) {
        return std::ranges::none_of(problem_.keys[key], [&](const AggregateOption& option) {
          return find(entry.first, option, key + 1) != nullptr;
        });
      });
  }

  const AggregateProblem& problem_;
  std::vector<Layer> layers_;  // by how many keys were added up
  std::vector<Reach> reach_;
};

}  // namespace

bool add_aggregate_clauses(AggregateProblem problem, const std::function<Literal()>& new_literal,
                           const std::function<void(std::vector<Literal>)>& add_clause,
                           std::size_t most_nodes) {
  std::ranges::stable_sort(problem.keys, std::greater{}, spread);
  AggregateSum sum(problem);
  if (!sum.lay_out(most_nodes)) return false;
  sum.add(new_literal, add_clause);
  return true;
}

}  // namespace isolde
