// What aggregates say: totals over the versions that they may have found
// (encode/choices/aggregate_clauses.hpp).
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "encode/choices/choice_encoder.hpp"
#include "history/spelling.hpp"

namespace isolde {

void ChoiceEncoder::add_aggregates(Member member) {
  const std::vector<AggregateLook> looks =
      aggregate_looks(touches_, touch_begins_[member], touch_begins_[member + 1]);
  for (const OpId op : history_.operations(items_.txn(member))) {
    if (history_.kind(op) != OpKind::kAggregate || gives_up()) continue;
    const auto [first, last] = std::ranges::equal_range(looks, op, {}, &AggregateLook::op);
    add_aggregate(member, op, {first, last});
  }
}

void ChoiceEncoder::add_aggregate(Member member, OpId op, std::span<const AggregateLook> looks) {
  if (!demands_.rows_bind) return;
  const AggregateRule rule(history_, op);
  const Literal counts = effect(member);
  AggregateProblem problem{rule, {}, {}, counts};
  for (const AggregateLook& look : looks) {
    std::vector<AggregateOption> options = aggregate_options(look);
    if (options.size() > 1) {
      std::vector<Literal> clause{~counts};
      for (const AggregateOption& option : options) clause.push_back(option.literal);
      add_clause(std::move(clause));
      problem.keys.push_back(std::move(options));
    } else if (options.empty() || (options.front().row && options.front().row->refutes)) {
      return add_clause({~counts});
    } else if (options.front().row) {
      problem.known = rule.with(problem.known, *options.front().row);
    }
  }
  if (!problem.keys.empty()) ++result_.choices;
  const bool is_whole = add_aggregate_clauses(
      std::move(problem), [&] { return auxiliary(); },
      [&](std::vector<Literal> clause) { add_clause(std::move(clause)); });
  if (!is_whole)
    aggregate_left_out_ = fmt::format("the sum that {} shows has too many possible parts",
                                      spell_transaction(history_, items_.txn(member)));
}

// What the key may add, each with a literal that a source which makes it so is there; of a single one nobody
// asks for the literal.
std::vector<AggregateOption> ChoiceEncoder::aggregate_options(const AggregateLook& look) {
  const bool has_values = (*views_)[look.touch].values.has_value();
  const std::vector<AggregateFind> found = aggregate_finds(look, touches_, values_, *views_);
  std::vector<AggregateOption> options;
  for (std::size_t first = 0, last = 0; first < found.size(); first = last) {
    while (last < found.size() && found[last].row == found[first].row) ++last;
    options.push_back({found[first].row, Literal()});
    if (first == 0 && last == found.size()) return options;
    std::vector<Literal> ways;
    for (std::size_t i = first; i < last; ++i) {
      const Literal read = from(look.touch, found[i].source);
      if (touches_.is_constant(found[i].source) || !has_values) {
        ways.push_back(read);
        continue;
      }
      ways.push_back(auxiliary());
      add_clause({~ways.back(), read});
      add_clause({~ways.back(), holds(found[i].source, found[i].value)});
    }
    options.back().literal = ways.size() == 1 ? ways.front() : auxiliary();
    if (ways.size() == 1) continue;
    ways.push_back(~options.back().literal);
    add_clause(std::move(ways));
  }
  return options;
}

}  // namespace isolde
