#include "frontends/engine/controls/ssi.hpp"

#include <algorithm>

namespace isolde::engine {

Answer SsiControl::begin(Session session, std::int64_t now) {
  numbers_[session] = first_ + transactions_.size();
  transactions_.emplace_back().snapshot = clock();
  return SnapshotControl::begin(session, now);
}

Answer SsiControl::read(Session session, Slot slot) {
  auto& open = readers(slot).open;
  if (std::ranges::find(open, session) == open.end()) {
    open.push_back(session);
    reads_[session].push_back(slot);
  }
  if (is_unchanged(session, slot)) return kProceed;
  const Version* next = store().successor(slot, view(session));
  return reads_past(numbers_[session], next->writer) ? kProceed : kAbort;
}

Answer SsiControl::write(Session session, const WriteIntent& intent) {
  if (!is_unchanged(session, intent.slot)) return kAbort;
  const Answer answer = locks_.exclude(session, intent.slot);
  if (!answer.proceeds() || !intent.reads) return answer;
  return read(session, intent.slot);
}

Answer SsiControl::predicate(Session session, const Range& range) {
  log_.turn_on(clock());
  if (!log_.covers(snapshot(session))) return kAbort;
  const Number number = numbers_[session];
  ranges_[session].push_back(range);
  bool is_safe = true;
  log_.for_each_in(range, snapshot(session),
                   [&](std::uint64_t writer) { return is_safe = reads_past(number, writer); });
  return is_safe ? kProceed : kAbort;
}

// The reader is open, the writer has committed, and the reader's snapshot is older. An open transaction has
// no anti-dependency into it yet, so only the writer can be a pivot. No flag is set that would
// make a second one, so no committed transaction ever has both.
bool SsiControl::reads_past(Number reader, Number writer) {
  if (transaction(writer).out) return false;
  transaction(writer).in = true;
  transaction(reader).out = true;
  return true;
}

// The writer is about to commit; the reader is open or committed after the writer's snapshot.
bool SsiControl::is_read_by(Number writer, Number reader) {
  if (transaction(writer).out || transaction(reader).in) return false;
  transaction(writer).in = true;
  transaction(reader).out = true;
  return true;
}

bool SsiControl::checks_readers(Session session, const BufferedWrite& write) {
  const Number writer = numbers_[session];
  const Readers& all = readers(write.slot);
  for (const Session reader : all.open)
    if (reader != session && !is_read_by(writer, numbers_[reader])) return false;
  return all.past.all_after(snapshot(session), [&](Number reader) { return is_read_by(writer, reader); });
}

bool SsiControl::checks_ranges(Session session, const BufferedWrite& write) {
  const Number writer = numbers_[session];
  const Key key = store().key(write.slot);
  const Image before = store().newest(write.slot).image();
  const auto is_touched = [&](const Range& range) {
    return engine::lies_in(range, key, before) || engine::lies_in(range, key, write.image());
  };
  for (Session reader = 0; reader < session_count(); ++reader)
    for (const Range& range : ranges_[reader])
      if (reader != session && is_touched(range) && !is_read_by(writer, numbers_[reader])) return false;
  return past_ranges_.all_after(snapshot(session), [&](const RangeRead& read) {
    return !is_touched(read.range) || is_read_by(writer, read.reader);
  });
}

Answer SsiControl::commit(Session session, std::int64_t /*now*/) {
  const Number number = numbers_[session];
  for (const BufferedWrite& write : writes(session))
    if (!checks_readers(session, write) || (log_.is_on() && !checks_ranges(session, write))) return kAbort;
  stamp_commit(session);
  transaction(number).commit = commit_stamp(session);
  if (log_.is_on())
    for (const BufferedWrite& write : writes(session))
      log_.add(commit_stamp(session), number, store().key(write.slot), store().newest(write.slot).image(),
               write.image());
  return kProceed;
}

void SsiControl::ended(Session session, bool committed) {
  SnapshotControl::ended(session, committed);
  if (!committed) transaction(numbers_[session]).commit = 0;
  settle_reads(session, committed);
  locks_.release(session);
  log_.trim(oldest_snapshot());
  if (!keeps_truth_) forget();
}

void SsiControl::settle_reads(Session session, bool committed) {
  const Number number = numbers_[session];
  for (const Slot slot : reads_[session]) {
    Readers& all = readers(slot);
    all.open.erase(std::ranges::find(all.open, session));
    if (committed) all.past.add(commit_stamp(session), number, oldest_snapshot());
  }
  reads_[session].clear();
  if (committed)
    for (const Range& range : ranges_[session])
      past_ranges_.add(commit_stamp(session), {number, range}, oldest_snapshot());
  ranges_[session].clear();
}

void SsiControl::forget() {
  while (!transactions_.empty() && transactions_.front().commit <= oldest_snapshot()) {
    transactions_.pop_front();
    ++first_;
  }
}

// Even places are commits, odd ones snapshots after them. Requires that no transaction was forgotten.
std::uint64_t SsiControl::position(std::uint64_t ticket) const {
  const Transaction& transaction = transactions_[ticket];
  return transaction.out ? 2 * transaction.snapshot + 1 : 2 * transaction.commit;
}

}  // namespace isolde::engine
