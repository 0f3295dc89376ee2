// ssi: a snapshot, the first updater of a key wins, and no transaction may have both an anti-dependency into
// it and one out of it (a dangerous structure's pivot; Cahill, Roehm, Fekete 2008, as in PostgreSQL).
//
// reader => writer is noticed twice over, which is complete: when the writer commits, against all that
// concurrent transactions have read so far, keys and ranges; and when the reader reads, against all that
// committed since its snapshot. The transaction that closes a dangerous structure aborts, whatever the order
// of the commits. These are more aborts than necessary, but then real time adds no cycle either, since it
// orders transactions as reads-from does: a commit before a begin. So it is strict serializable: transactions
// with an anti-dependency out of them stand at their snapshot, all others at their commit.
//
// What a committed transaction read is kept while a transaction is open that began before it committed.
#pragma once

#include <deque>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "frontends/engine/controls/commit_log.hpp"
#include "frontends/engine/controls/lock_table.hpp"
#include "frontends/engine/controls/past_reads.hpp"
#include "frontends/engine/controls/snapshot_control.hpp"

namespace isolde::engine {

class SsiControl final : public SnapshotControl {
 public:
  SsiControl(Database& database, bool keeps_truth)
      : SnapshotControl(database),
        keeps_truth_(keeps_truth),
        locks_(session_count()),
        numbers_(session_count()),
        reads_(session_count()),
        ranges_(session_count()) {}

  Answer begin(Session session, std::int64_t now) override;
  Answer read(Session session, Slot slot) override;
  Answer write(Session session, const WriteIntent& intent) override;
  Answer predicate(Session session, const Range& range) override;
  Answer commit(Session session, std::int64_t now) override;
  [[nodiscard]] Origin origin_of(Session session) override {
    return {.stamp = commit_stamp(session), .writer = numbers_[session]};
  }
  void ended(Session session, bool committed) override;
  // A read must find the version after the one it sees, so that is needed, too.
  void collect(Slot slot) override {
    store().collect(slot, [&](std::span<const Version> chain, std::size_t i) {
      return is_between(chain[i == 0 ? 0 : i - 1].stamp, chain[i + 1].stamp);
    });
  }
  [[nodiscard]] std::uint64_t ticket(Session session) override { return numbers_[session]; }
  [[nodiscard]] std::uint64_t position(std::uint64_t ticket) const override;

 private:
  using Number = std::uint64_t;  // of a transaction, by its begin
  struct Transaction {
    Stamp snapshot = 0;
    Stamp commit = kLatest;  // kLatest: open; 0: aborted
    bool in = false;
    bool out = false;
  };
  struct RangeRead {
    Number reader;
    Range range;
  };
  struct Readers {
    boost::container::small_vector<Session, 2> open;
    PastReads<Number> past;
  };

  [[nodiscard]] Transaction& transaction(Number number) { return transactions_[number - first_]; }
  [[nodiscard]] Readers& readers(Slot slot) {
    if (slot >= readers_.size()) readers_.resize(2 * static_cast<std::size_t>(slot) + 1);
    return readers_[slot];
  }
  // Both record an anti-dependency. False: the open transaction must abort.
  [[nodiscard]] bool reads_past(Number reader, Number writer);
  [[nodiscard]] bool is_read_by(Number writer, Number reader);
  [[nodiscard]] bool checks_readers(Session session, const BufferedWrite& write);
  [[nodiscard]] bool checks_ranges(Session session, const BufferedWrite& write);
  void settle_reads(Session session, bool committed);
  void forget();

  bool keeps_truth_;
  LockTable locks_;
  std::vector<Number> numbers_;           // by session
  std::deque<Transaction> transactions_;  // from first_ on
  Number first_ = 0;                      // all before are forgotten
  std::vector<Readers> readers_;          // by slot
  std::vector<std::vector<Slot>> reads_;  // by session, while it is open
  std::vector<std::vector<Range>> ranges_;
  PastReads<RangeRead> past_ranges_;
  CommitLog log_;
};

}  // namespace isolde::engine
