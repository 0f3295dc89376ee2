// Reads of committed transactions, in the order of their commits: a writer looks at those that committed
// after its snapshot, from the latest back, so a short writer never pays for what a long one keeps alive.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "frontends/engine/store.hpp"

namespace isolde::engine {

template <class Read>
class PastReads {
 public:
  struct Entry {
    Stamp stamp;
    Read read;
  };

  // Entries with stamps up to `oldest` are no longer needed; they are dropped when the list would have to
  // grow, O(1) on average. Requires that stamps ascend but for a few.
  void add(Stamp stamp, const Read& read, Stamp oldest) {
    if (entries_.size() == entries_.capacity()) {
      const auto is_old = [&](const Entry& entry) { return entry.stamp <= oldest; };
      entries_.erase(entries_.begin(), std::ranges::find_if_not(entries_, is_old));
      entries_.reserve(std::max<std::size_t>(4, 2 * entries_.size()));
    }
    auto at = entries_.end();
    while (at != entries_.begin() && (at - 1)->stamp > stamp) --at;
    entries_.insert(at, Entry{stamp, read});
  }

  // Calls visit(read) for reads after `since`, the latest first, until it returns false. Returns whether it
  // never did.
  template <class Visit>
  [[nodiscard]] bool all_after(Stamp since, Visit&& visit) const {
    for (auto entry = entries_.rbegin(); entry != entries_.rend() && entry->stamp > since; ++entry)
      if (!visit(entry->read)) return false;
    return true;
  }

 private:
  std::vector<Entry> entries_;  // by stamp
};

}  // namespace isolde::engine
