#include "encode/items/told_pairs.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "history/given_order.hpp"
#include "history/reads.hpp"

namespace isolde {

// Along each line, the last installer of each key is all there is to remember; who hangs on a member sees
// what it left.
std::vector<ToldPair> pairs_by_session(const Items& items, const Lines& lines) {
  struct Last {
    Line line = kNone;
    Version version = kNone;
  };
  std::vector<ToldPair> pairs;
  std::vector<Last> lasts(items.key_count());
  const auto pair_up = [&](Member member, Line line, bool goes_on) {
    for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
      Last& last = lasts[items.key(version)];
      if (last.line == line) pairs.push_back({last.version, version});
      if (goes_on) last = {line, version};
    }
  };
  for (Line line = 0; line < lines.line_count(); ++line) {
    for (Member member = lines.first(line); member != kNone; member = lines.next(member)) {
      pair_up(member, line, true);
      for (const Line hanging : lines.hanging_on(member)) pair_up(lines.first(hanging), line, false);
    }
  }
  return pairs;
}

namespace {

// The largest and the second largest of distinct numbers.
struct TwoLargest {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  std::int64_t second = std::numeric_limits<std::int64_t>::min();

  void add(std::int64_t number) {
    if (number > first) {
      second = first;
      first = number;
    } else if (number < first && number > second) {
      second = number;
    }
  }
};

// One key. Of those that ended before b started, only those count that did not end before another of them
// started: let m be the latest start among them, then whoever ended before m precedes that one, too.
class TimePairs {
 public:
  TimePairs(const History& history, const Items& items, std::int64_t clock_skew)
      : history_(history), items_(items), clock_skew_(clock_skew) {}

  void add_pairs(std::vector<Version>& versions, std::vector<ToldPair>& pairs) {
    std::vector<Version> by_end;
    for (const Version version : versions)
      if (history_.end(txn(version)) != kNoTime && history_.status(txn(version)) == TxnStatus::kCommitted)
        by_end.push_back(version);
    std::ranges::sort(by_end, {}, [&](Version v) { return history_.end(txn(v)); });
    std::erase_if(versions, [&](Version v) { return history_.start(txn(v)) == kNoTime; });
    std::ranges::sort(versions, {}, [&](Version v) { return history_.start(txn(v)); });

    TwoLargest starts;
    std::size_t ended = 0;
    for (const Version version : versions) {
      const std::int64_t start = history_.start(txn(version));
      for (; ended < by_end.size() && history_.end(txn(by_end[ended])) <= start - clock_skew_; ++ended)
        if (history_.start(txn(by_end[ended])) != kNoTime) starts.add(history_.start(txn(by_end[ended])));
      // Who starts together with `version` may share its instant and is not sure to precede it.
      const std::int64_t latest = starts.first < start ? starts.first : starts.second;
      for (std::size_t i = ended; i-- > 0;) {
        const bool precedes_latest = latest != std::numeric_limits<std::int64_t>::min() &&
                                     history_.end(txn(by_end[i])) < latest - clock_skew_;
        if (precedes_latest) break;
        if (real_time_orders(history_, txn(by_end[i]), txn(version), clock_skew_))
          pairs.push_back({by_end[i], version});
      }
    }
  }

 private:
  [[nodiscard]] TxnId txn(Version version) const { return items_.txn(items_.writer(version)); }

  const History& history_;
  const Items& items_;
  const std::int64_t clock_skew_;
};

}  // namespace

std::vector<ToldPair> pairs_by_time(const History& history, const Items& items, std::int64_t clock_skew) {
  std::vector<std::vector<Version>> versions(items.key_count());
  for (Version version = 0; version < items.installed_count(); ++version)
    versions[items.key(version)].push_back(version);
  std::vector<ToldPair> pairs;
  TimePairs finder(history, items, clock_skew);
  for (std::vector<Version>& of_key : versions)
    if (of_key.size() > 1) finder.add_pairs(of_key, pairs);
  return pairs;
}

std::vector<std::vector<Version>> listed_versions(const History& history, const Items& items,
                                                  std::span<const VersionOrder> orders) {
  const auto code = [](KeyId key, ValueId value) { return (std::uint64_t{key.value} << 32) | value.value; };
  std::unordered_map<std::uint64_t, Version> by_value;
  if (!orders.empty()) {
    KeyStamps written(history.key_count());
    Version next = 0;
    for (Member member = 0; member < items.member_count(); ++member) {
      const auto note = [&](OpId, KeyId key, ValueId value, bool is_final) {
        if (!is_final) return;
        const auto [at, is_new] = by_value.try_emplace(code(key, value), next++);
        if (!is_new) at->second = kNone;  // two versions of one value: no telling which is listed
      };
      for_each_write_backwards(history, items.txn(member), written, note);
    }
  }
  std::vector<std::vector<Version>> lists;
  for (const VersionOrder& order : orders) {
    std::vector<Version>& list = lists.emplace_back();
    for (const ValueId value : order.values) {
      const auto found = by_value.find(code(order.key, value));
      if (found != by_value.end() && found->second != kNone) list.push_back(found->second);
    }
  }
  return lists;
}

}  // namespace isolde
