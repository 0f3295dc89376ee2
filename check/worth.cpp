#include "check/worth.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace isolde {
namespace {

// Those that real time cannot place: without a start, or an end.
std::size_t without_times(const History& history) {
  std::size_t count = 0;
  for (const TxnId txn : history.transactions())
    if (history.status(txn) == TxnStatus::kCommitted &&
        (history.start(txn) == kNoTime || history.end(txn) == kNoTime))
      ++count;
  return count;
}

std::size_t committed_count(const History& history) {
  std::size_t count = 0;
  for (const TxnId txn : history.transactions())
    count += history.status(txn) == TxnStatus::kCommitted ? 1 : 0;
  return count;
}

void warn_of_times(const History& history, std::vector<Warning>& warnings) {
  const std::size_t committed = committed_count(history);
  const std::size_t untimed = without_times(history);
  if (untimed == 0) return;
  if (!history.has_times())
    warnings.push_back(
        {WarningKind::kNoTimes, "the history has no times, so real time orders nothing", untimed});
  else
    warnings.push_back({WarningKind::kPartialTimes,
                        fmt::format("{} of {} committed transactions have no start or no end, so real time "
                                    "orders them in part or not at all",
                                    untimed, committed),
                        untimed});
}

std::string too_few(std::size_t wanted, const HistoryStatistics& history) {
  if (history.transactions == 0) return "the history has no transactions, so there is nothing to check";
  if (history.committed == 0)
    return fmt::format(
        "the history has no committed transaction ({} aborted, {} indeterminate), so there is nothing to "
        "check",
        history.aborted, history.indeterminate);
  return fmt::format("the history has {} committed transaction{}, fewer than the {} asked for",
                     history.committed, history.committed == 1 ? "" : "s", wanted);
}

}  // namespace

std::vector<Warning> warnings_about(const History& history, Level level) {
  std::vector<Warning> warnings;
  for (const std::string& sentence : history.warnings()) warnings.push_back({WarningKind::kInput, sentence});
  if (info(level).real_time) warn_of_times(history, warnings);
  if (info(level).session_order && history.session_count() == 0 && history.transaction_count() > 0)
    warnings.push_back(
        {WarningKind::kNoSessions, "the history names no sessions, so session order orders nothing"});
  return warnings;
}

void hold_to(const LeastWorth& least, const HistoryStatistics& history, const std::vector<Warning>& warnings,
             Decision& decision) {
  if (decision.verdict != Verdict::kAccept) return;
  std::string reason;
  if (history.committed < least.min_transactions)
    reason = too_few(least.min_transactions, history);
  else if (least.fail_on_warning && !warnings.empty())
    reason = fmt::format("it holds as far as it was checked, but {}", warnings.front().sentence);
  else
    return;
  decision.verdict = Verdict::kUnknown;
  decision.reason = std::move(reason);
  decision.schedule.clear();
}

}  // namespace isolde
