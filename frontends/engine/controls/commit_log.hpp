// Old and new images of what was written by transactions that committed while others are still open: what a
// range read must be held against. Kept only from the first range read on; a transaction that began before
// that cannot be served (see covers()).
#pragma once

#include <cstdint>
#include <deque>

#include "frontends/engine/store.hpp"
#include "frontends/engine/write_buffer.hpp"

namespace isolde::engine {

class CommitLog {
 public:
  // The first range read, at this moment, turns the log on.
  void turn_on(Stamp now) {
    if (since_ == kLatest) since_ = now;
  }
  [[nodiscard]] bool is_on() const { return since_ != kLatest; }
  // Whether it has all that was written after `snapshot`.
  [[nodiscard]] bool covers(Stamp snapshot) const { return since_ <= snapshot; }

  void add(Stamp stamp, std::uint64_t writer, Key key, Image before, Image after) {
    Entry& entry = entries_.emplace_back();
    entry.stamp = stamp;
    entry.writer = writer;
    entry.key = key;
    entry.has_before = before != nullptr;
    entry.has_after = after != nullptr;
    if (before != nullptr) entry.before = *before;
    if (after != nullptr) entry.after = *after;
  }

  // Forgets what was written up to `oldest`, the oldest snapshot in use.
  void trim(Stamp oldest) {
    while (!entries_.empty() && entries_.front().stamp <= oldest) entries_.pop_front();
  }

  // Calls visit(writer) for each write after `snapshot` that touches the range, until it says false.
  template <class Visit>
  void for_each_in(const Range& range, Stamp snapshot, Visit&& visit) const {
    for (auto entry = entries_.rbegin(); entry != entries_.rend() && entry->stamp > snapshot; ++entry) {
      const bool touches = lies_in(range, entry->key, entry->has_before ? &entry->before : nullptr) ||
                           lies_in(range, entry->key, entry->has_after ? &entry->after : nullptr);
      if (touches && !visit(entry->writer)) return;
    }
  }

 private:
  struct Entry {
    Stamp stamp = 0;
    std::uint64_t writer = 0;
    Key key;
    Cells before;
    Cells after;
    bool has_before = false;
    bool has_after = false;
  };

  std::deque<Entry> entries_;  // by stamp
  Stamp since_ = kLatest;
};

}  // namespace isolde::engine
