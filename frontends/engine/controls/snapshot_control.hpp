// What controls with snapshots share: a clock that counts commits, the snapshot of each open transaction, and
// which versions those still need.
//
// A snapshot is taken when the server begins the transaction, thus within the client's interval, so it holds
// everything that ended before the client started.
#pragma once

#include <algorithm>
#include <vector>

#include "frontends/engine/controls/concurrency_control.hpp"

namespace isolde::engine {

class SnapshotControl : public ConcurrencyControl {
 public:
  explicit SnapshotControl(Database& database)
      : ConcurrencyControl(database), snapshots_(database.buffers.size()), stamps_(snapshots_.size()) {}

  Answer begin(Session session, std::int64_t /*now*/) override {
    open(session, clock_);
    return kProceed;
  }
  [[nodiscard]] View view(Session session) override { return {.stamp = snapshots_[session]}; }
  [[nodiscard]] Origin origin_of(Session session) override { return {.stamp = stamps_[session]}; }
  void ended(Session session, bool /*committed*/) override {
    open_.erase(std::ranges::lower_bound(open_, snapshots_[session]));
  }
  [[nodiscard]] std::uint64_t ticket(Session session) override { return stamps_[session]; }

  void collect(Slot slot) override {
    store().collect(slot, [&](std::span<const Version> chain, std::size_t i) {
      return is_between(chain[i].stamp, chain[i + 1].stamp);
    });
  }

 protected:
  // Requires that snapshots ascend.
  void open(Session session, Stamp snapshot) {
    snapshots_[session] = snapshot;
    open_.push_back(snapshot);
  }
  void stamp_commit(Session session) { stamps_[session] = ++clock_; }

  [[nodiscard]] Stamp clock() const { return clock_; }
  [[nodiscard]] Stamp snapshot(Session session) const { return snapshots_[session]; }
  [[nodiscard]] Stamp commit_stamp(Session session) const { return stamps_[session]; }
  // No open transaction has an older snapshot.
  [[nodiscard]] Stamp oldest_snapshot() const { return open_.empty() ? clock_ : open_.front(); }
  // Whether an open transaction's snapshot s has from <= s < to.
  [[nodiscard]] bool is_between(Stamp from, Stamp to) const {
    const auto at = std::ranges::lower_bound(open_, from);
    return at != open_.end() && *at < to;
  }
  // First committer wins: nobody has changed the key since the snapshot.
  [[nodiscard]] bool is_unchanged(Session session, Slot slot) const {
    return store().newest(slot).stamp <= snapshots_[session];
  }

 private:
  Stamp clock_ = 0;
  std::vector<Stamp> snapshots_;  // by session
  std::vector<Stamp> stamps_;     // by session: of its last commit
  std::vector<Stamp> open_;       // of open transactions, ascending
};

}  // namespace isolde::engine
