#include "frontends/engine/ssi.hpp"

#include <algorithm>
#include <utility>

namespace isolde::engine {
namespace {

// Before the list would have to grow, what nobody needs any more is taken out: O(1) on average per entry.
template <class List, class Entry, class Needed>
void add_trimming(List& list, Entry&& entry, Needed&& is_needed) {
  if (list.size() == list.capacity()) {
    std::erase_if(list, [&](const auto& each) { return !is_needed(each); });
    list.reserve(std::max<std::size_t>(4, 2 * list.size()));
  }
  list.push_back(std::forward<Entry>(entry));
}

}  // namespace

Answer SsiControl::begin(Session session, std::int64_t now) {
  numbers_[session] = first_ + transactions_.size();
  transactions_.emplace_back().snapshot = clock();
  return SnapshotControl::begin(session, now);
}

Answer SsiControl::read(Session session, Slot slot) {
  const Number number = numbers_[session];
  Readers& all = readers(slot);
  if (all.empty() || all.back() != number)
    add_trimming(all, number, [&](Number reader) { return is_kept(reader); });
  if (is_unchanged(session, slot)) return kProceed;
  const Version* next = store().successor(slot, view(session));
  return reads_past(number, next->writer) ? kProceed : kAbort;
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
  add_trimming(ranges_, RangeRead{number, range},
               [&](const RangeRead& read) { return is_kept(read.reader); });
  bool is_safe = true;
  log_.for_each_in(range, snapshot(session),
                   [&](std::uint64_t writer) { return is_safe = reads_past(number, writer); });
  return is_safe ? kProceed : kAbort;
}

// The reader is open, the writer has committed, and the reader's snapshot is older. An open transaction has
// no anti-dependency into it yet, so only the writer can be a pivot. No flag is set that would
// make a second one, so nobody who committed ever has both.
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

bool SsiControl::checks_readers(Number writer, const BufferedWrite& write) {
  const Stamp since = transaction(writer).snapshot;
  const auto is_concurrent = [&](Number reader) {
    return reader != writer && is_kept(reader) && transaction(reader).commit > since;
  };
  for (const Number reader : readers(write.slot))
    if (is_concurrent(reader) && !is_read_by(writer, reader)) return false;
  const Image before = store().newest(write.slot).image();
  for (const RangeRead& read : ranges_)
    if ((lies_in(read.range, write.slot, before) || lies_in(read.range, write.slot, write.image())) &&
        is_concurrent(read.reader) && !is_read_by(writer, read.reader))
      return false;
  return true;
}

Answer SsiControl::commit(Session session, std::int64_t /*now*/) {
  const Number number = numbers_[session];
  for (const BufferedWrite& write : writes(session))
    if (!checks_readers(number, write)) return kAbort;
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
  locks_.release(session);
  log_.trim(oldest_snapshot());
  if (!keeps_truth_) forget();
}

void SsiControl::forget() {
  while (!transactions_.empty() && transactions_.front().commit <= oldest_snapshot()) {
    transactions_.pop_front();
    ++first_;
  }
}

// Even places are commits, odd ones snapshots after them. Needs that nothing was forgotten.
std::uint64_t SsiControl::position(std::uint64_t ticket) const {
  const Transaction& transaction = transactions_[ticket];
  return transaction.out ? 2 * transaction.snapshot + 1 : 2 * transaction.commit;
}

}  // namespace isolde::engine
