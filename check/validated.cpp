#include "check/validated.hpp"

#include <algorithm>

#include "history/findings/list_findings.hpp"
#include "history/level.hpp"

namespace isolde {
namespace {

// Neither predicates nor values that are computed from earlier ones.
bool is_item_story(const History& history) {
  for (const TxnId txn : history.transactions())
    for (const OpId op : history.operations(txn))
      if (history.kind(op) > OpKind::kDelete) return false;
  return true;
}

}  // namespace

Validated validate_history(const History& history, const CheckOptions& options) {
  Validated result;
  if (options.solver != Solver::kSearch) {
    const bool is_whole = is_item_story(history);
    (is_whole ? result.items : result.item_part) = Items::of_plain(history);
    if (result.items || result.item_part) return result;
  }
  result.writers.emplace(history);
  result.findings = validate(history, *result.writers);
  if (info(options.level).first_committer_wins) {
    const std::vector<bool> counts = counting_transactions(history, *result.writers);
    for (const Finding& finding : incompatible_orders(history, counts)) result.findings.push_back(finding);
  }
  const bool is_violated =
      std::ranges::any_of(result.findings, [](const Finding& finding) { return is_violation(finding.kind); });
  if (is_violated || options.solver == Solver::kSearch || !is_item_story(history)) return result;
  result.items.emplace(history, *result.writers, counting_transactions(history, *result.writers));
  if (!result.items->open_reads().empty()) result.items.reset();
  return result;
}

}  // namespace isolde
