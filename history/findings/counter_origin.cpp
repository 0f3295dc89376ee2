#include "history/findings/counter_origin.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace isolde {
namespace {

Wide common_divisor(Wide a, Wide b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

std::int64_t saturated(Wide time) {
  constexpr Wide kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(time, kLeast, kMost));
}

// Narrows the first to what both allow.
void narrow(CounterOrigin& origin, Wide low, Wide high) {
  origin.low = std::max(origin.low, low);
  origin.high = std::min(origin.high, high);
}

}  // namespace

void CounterLog::Sum::add(std::int64_t total) {
  down += std::min<std::int64_t>(total, 0);
  up += std::max<std::int64_t>(total, 0);
  ++count;
}

void CounterLog::Timeline::fill(std::vector<std::pair<std::int64_t, std::int64_t>>& totals) {
  std::ranges::sort(totals);
  sums.resize(totals.size() + 1);
  for (std::size_t i = 0; i < totals.size(); ++i) {
    times.push_back(totals[i].first);
    sums[i + 1] = sums[i];
    sums[i + 1].add(totals[i].second);
  }
}

const CounterLog::Sum& CounterLog::Timeline::before(std::int64_t time) const {
  return sums[static_cast<std::size_t>(std::ranges::lower_bound(times, time) - times.begin())];
}

CounterLog::CounterLog(const History& history, const std::vector<Update>& updates, std::int64_t clock_skew)
    : history_(history), skew_(history.times_are_positions() ? 0 : clock_skew) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ends;
  std::vector<std::pair<std::int64_t, std::int64_t>> starts;
  for (const Update& update : updates) {
    const TxnStatus status = history.status(update.txn);
    if (status == TxnStatus::kAborted || update.total == 0) continue;
    updates_.push_back(update);
    all_.add(update.total);
    step_ = common_divisor(step_, update.total);
    const std::int64_t start = history.start(update.txn);
    const std::int64_t end = history.end(update.txn);
    if (status == TxnStatus::kCommitted && end != kNoTime) ends.emplace_back(end, update.total);
    if (start != kNoTime) starts.emplace_back(-start, update.total);
  }
  ends_.fill(ends);
  starts_.fill(starts);
}

// Strictly before: a transaction that ends when the read begins may or may not be in it, which is the weaker
// claim.
CounterLog::Sum CounterLog::seen_for_certain(const Read& read) const {
  const std::int64_t start = history_.start(read.txn);
  return start == kNoTime ? Sum{} : ends_.before(saturated(Wide{start} - skew_));
}

CounterLog::Sum CounterLog::certainly_unseen(const Read& read) const {
  const std::int64_t end = history_.end(read.txn);
  return end == kNoTime ? Sum{} : starts_.before(saturated(-(Wide{end} + skew_)));
}

// The totals of all that committed ahead of it in the input.
Wide CounterLog::total_before(TxnId reader) const {
  Wide total = 0;
  for (const Update& update : updates_)
    if (update.txn < reader && history_.status(update.txn) == TxnStatus::kCommitted) total += update.total;
  return total;
}

// Derived from the read that the fewest transactions overlap, the earliest of these; without times, from the
// first read.
Wide CounterLog::plausible(const std::vector<Read>& reads) const {
  if (!history_.has_times()) return Wide{reads.front().shown} - total_before(reads.front().txn);
  const auto open = [&](const Read& read) {
    return all_.count - seen_for_certain(read).count - certainly_unseen(read).count;
  };
  const Read* best = &reads.front();
  std::size_t fewest = open(*best);
  for (const Read& read : reads) {
    const std::size_t count = open(read);
    if (count < fewest || (count == fewest && history_.start(read.txn) < history_.start(best->txn))) {
      fewest = count;
      best = &read;
    }
  }
  const Sum seen = seen_for_certain(*best);
  return Wide{best->shown} - seen.down - seen.up;
}

CounterOrigin CounterLog::origin(const std::vector<Read>& reads, bool respects_real_time) const {
  CounterOrigin origin{Wide{reads.front().shown} - all_.up, Wide{reads.front().shown} - all_.down, step_,
                       plausible(reads)};
  for (const Read& read : reads) {
    Sum own;
    if (read.own_total != 0) own.add(read.own_total);
    const Sum seen = respects_real_time ? seen_for_certain(read) : Sum{};
    const Sum unseen = respects_real_time ? certainly_unseen(read) : Sum{};
    const Sum open = all_.without(own).without(seen).without(unseen);
    const Wide shown = Wide{read.shown} - seen.down - seen.up;
    narrow(origin, shown - open.up, shown - open.down);
    const Wide apart = shown - origin.plausible;
    if (step_ == 0 ? apart != 0 : apart % step_ != 0) origin.high = origin.low - 1;
  }
  return origin;
}

}  // namespace isolde
