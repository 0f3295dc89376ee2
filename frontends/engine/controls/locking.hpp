// The engines that lock and read the latest version. All take exclusive locks on what they write, until the
// end; they differ in what a read does.
//   s2pl  shared locks on keys and ranges until the end: strict serializable, in the order of commits
//   rr    shared locks on keys and rows found, none on ranges: phantoms
//   rc    no read locks; each statement sees what is committed at its moment: non-repeatable reads
//   ru    no read locks; a statement sees what others have not committed yet
#pragma once

#include "frontends/engine/controls/concurrency_control.hpp"
#include "frontends/engine/controls/lock_table.hpp"

namespace isolde::engine {

class LockingControl : public ConcurrencyControl {
 public:
  explicit LockingControl(Database& database)
      : ConcurrencyControl(database), locks_(session_count()), stamps_(session_count()) {}

  Answer begin(Session /*session*/, std::int64_t /*now*/) override { return kProceed; }
  [[nodiscard]] View view(Session /*session*/) override { return {}; }
  Answer read(Session /*session*/, Slot /*slot*/) override { return kProceed; }
  Answer write(Session session, const WriteIntent& intent) override {
    return locks_.exclude(session, intent.slot);
  }
  Answer predicate(Session /*session*/, const Range& /*range*/) override { return kProceed; }
  Answer commit(Session session, std::int64_t /*now*/) override {
    stamps_[session] = ++clock_;
    return kProceed;
  }
  [[nodiscard]] Origin origin_of(Session session) override { return {.stamp = stamps_[session]}; }
  void ended(Session session, bool /*committed*/) override { locks_.release(session); }
  void collect(Slot slot) override {
    store().collect(slot, [](std::span<const Version>, std::size_t) { return false; });
  }
  [[nodiscard]] std::uint64_t ticket(Session session) override { return stamps_[session]; }

 protected:
  [[nodiscard]] LockTable& locks() { return locks_; }
  [[nodiscard]] const LockTable& locks() const { return locks_; }

 private:
  LockTable locks_;
  Stamp clock_ = 0;
  std::vector<Stamp> stamps_;  // by session: of its last commit
};

class S2plControl final : public LockingControl {
 public:
  using LockingControl::LockingControl;

  Answer read(Session session, Slot slot) override { return locks().share(session, slot); }
  Answer write(Session session, const WriteIntent& intent) override;
  Answer predicate(Session session, const Range& range) override;
};

class RrControl final : public LockingControl {
 public:
  using LockingControl::LockingControl;

  Answer read(Session session, Slot slot) override { return locks().share(session, slot); }
  Answer row(Session session, Slot slot) override { return locks().share(session, slot); }
};

class RcControl final : public LockingControl {
 public:
  using LockingControl::LockingControl;
};

class RuControl final : public LockingControl {
 public:
  using LockingControl::LockingControl;

  [[nodiscard]] View view(Session /*session*/) override {
    View view;
    view.dirty = true;
    return view;
  }
  [[nodiscard]] Session writer_of(Slot slot) const override { return locks().exclusive_holder(slot); }
};

}  // namespace isolde::engine
