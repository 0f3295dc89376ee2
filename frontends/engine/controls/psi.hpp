// psi: several sites, each session at one. A transaction reads its site's snapshot; commits reach other sites
// later, each after what it depends on; of two concurrent writers of a key anywhere, the first to commit
// wins. Two sites may see independent commits in different orders (a long fork), so no level of our table
// holds.
//
// Visible versions of a key are always a prefix of its chain, since a transaction that overwrites a version
// has seen it.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "frontends/engine/controls/concurrency_control.hpp"

namespace isolde::engine {

class PsiControl final : public ConcurrencyControl {
 public:
  explicit PsiControl(Database& database);

  Answer begin(Session session, std::int64_t now) override;
  [[nodiscard]] View view(Session session) override {
    View view;
    view.sites = snapshots_[session].data();
    return view;
  }
  Answer read(Session /*session*/, Slot /*slot*/) override { return kProceed; }
  Answer write(Session /*session*/, const WriteIntent& /*intent*/) override { return kProceed; }
  Answer predicate(Session /*session*/, const Range& /*range*/) override { return kProceed; }
  Answer commit(Session session, std::int64_t now) override;
  [[nodiscard]] Origin origin_of(Session session) override;
  void ended(Session session, bool committed) override;
  void collect(Slot slot) override;
  [[nodiscard]] std::uint64_t ticket(Session /*session*/) override { return clock_; }

 private:
  static constexpr std::size_t kSites = 3;
  using Clock = std::array<std::uint64_t, kSites>;  // by site: how many of its commits are included
  struct Message {
    std::int64_t arrival;
    std::uint64_t number;
    Clock needs;
  };

  [[nodiscard]] std::size_t site(Session session) const { return session % sites_; }
  [[nodiscard]] bool deliver_one(std::size_t to, std::size_t from, std::int64_t now);
  void send(std::size_t from, std::int64_t now, const Message& message);
  void update_stable();

  std::size_t sites_;
  Random random_;
  Stamp clock_ = 0;
  std::array<Clock, kSites> applied_{};                                  // by site
  std::array<std::array<std::deque<Message>, kSites>, kSites> inboxes_;  // by receiver and sender
  std::vector<Clock> snapshots_;                                         // by session
  std::vector<bool> is_open_;                                            // by session
  Clock stable_{};                                                       // what all of the above include
};

}  // namespace isolde::engine
