#include "frontends/engine/executor.hpp"

#include <algorithm>
#include <utility>

#include "base/contract.hpp"

namespace isolde::engine {

Answer Executor::execute(Session session, const Request& request, Reply& reply) {
  reply.found = false;
  reply.cells.clear();
  reply.rows.clear();
  reply.versions.reset();
  if (request.kind == OpKind::kPredicateRead || request.kind == OpKind::kAggregate)
    return predicate_read(session, request, reply);
  if (request.kind == OpKind::kPredicateWrite) return predicate_write(session, request, reply);
  const Slot slot = database_.store.slot(request.key);
  if (request.kind == OpKind::kRead) return read(session, slot, reply);
  if (request.kind == OpKind::kAppend) return append(session, slot, request.cells[0]);
  if (request.kind == OpKind::kDelete) return write(session, slot, nullptr, false);
  ISOLDE_REQUIRE(database_.store.fits(request.key, request.cells));
  return write(session, slot, &request.cells, false);
}

Image Executor::image(Session session, Slot slot) {
  if (const BufferedWrite* own = database_.buffers[session].find(slot)) return own->image();
  const View view = control_.view(session);
  if (view.dirty) {
    const Session writer = control_.writer_of(slot);
    const BufferedWrite* write = writer == kNone ? nullptr : database_.buffers[writer].find(slot);
    if (write != nullptr) return write->image();
  }
  return database_.store.visible(slot, view).image();
}

Answer Executor::read(Session session, Slot slot, Reply& reply) {
  if (database_.buffers[session].find(slot) == nullptr) {
    const Answer answer = control_.read(session, slot);
    if (!answer.proceeds()) return answer;
  }
  const Image found = image(session, slot);
  reply.found = found != nullptr && !(database_.store.is_list(slot) && found->empty());
  if (reply.found) reply.cells = *found;
  return kProceed;
}

Answer Executor::write(Session session, Slot slot, Image after, bool reads) {
  const Answer answer = control_.write(session, {slot, image(session, slot), after, reads});
  if (answer.proceeds()) database_.buffers[session].put(slot, after);
  return answer;
}

Answer Executor::append(Session session, Slot slot, std::int64_t element) {
  const bool is_own = database_.buffers[session].find(slot) != nullptr;
  scratch_.clear();
  if (const Image before = image(session, slot)) scratch_ = *before;
  scratch_.push_back(element);
  return write(session, slot, &scratch_, !is_own);
}

// Fills rows_ with what the transaction sees of the range, by key.
Answer Executor::find_rows(Session session, const Range& range) {
  const Answer answer = control_.predicate(session, range);
  if (!answer.proceeds()) return answer;
  const Store& store = database_.store;
  database_.store.candidates(range, candidates_);
  find_buffered_rows(database_.buffers[session], range);
  if (control_.view(session).dirty)
    for (const WriteBuffer& buffer : database_.buffers) find_buffered_rows(buffer, range);
  const auto key = [&](Slot slot) { return store.key(slot).packed; };
  std::ranges::sort(candidates_, {}, key);
  candidates_.erase(std::ranges::unique(candidates_).begin(), candidates_.end());
  rows_.clear();
  for (const Slot slot : candidates_) {
    const Image found = image(session, slot);
    if (!lies_in(range, store.key(slot), found)) continue;
    if (database_.buffers[session].find(slot) == nullptr) {
      const Answer row = control_.row(session, slot);
      if (!row.proceeds()) return row;
    }
    rows_.push_back({slot, found});
  }
  return kProceed;
}

void Executor::find_buffered_rows(const WriteBuffer& buffer, const Range& range) {
  for (const BufferedWrite& write : buffer.writes())
    if (lies_in(range, database_.store.key(write.slot), write.image())) candidates_.push_back(write.slot);
}

// Adya's version set: of each key of the table the version that the transaction sees, unless it is absent.
void Executor::record_version_set(Session session, const Range& range, Reply& reply) {
  const Store& store = database_.store;
  reply.versions.emplace();
  for (Slot slot = 0; slot < store.slot_count(); ++slot) {
    if (store.key(slot).table() != range.table) continue;
    if (const Image seen = image(session, slot))
      reply.versions->push_back({store.key(slot), *seen, {}, false});
  }
}

Answer Executor::predicate_read(Session session, const Request& request, Reply& reply) {
  const Answer answer = find_rows(session, request.range);
  if (!answer.proceeds()) return answer;
  if (keeps_truth_) record_version_set(session, request.range, reply);
  for (const Row& row : rows_) reply.rows.push_back({database_.store.key(row.slot), *row.image, {}, false});
  return kProceed;
}

Answer Executor::predicate_write(Session session, const Request& request, Reply& reply) {
  const Answer answer = find_rows(session, request.range);
  if (!answer.proceeds()) return answer;
  if (keeps_truth_) record_version_set(session, request.range, reply);
  std::int64_t value = request.deletes ? 0 : request.cells[0];
  for (const Row& row : rows_) {
    RowReply changed{database_.store.key(row.slot), *row.image, {}, request.deletes};
    if (!request.deletes) {
      changed.after = changed.before;
      ISOLDE_REQUIRE(request.set_column < changed.after.size());
      changed.after[request.set_column] = value++;
    }
    const Image after = request.deletes ? nullptr : &changed.after;
    const Answer write = control_.write(session, {row.slot, row.image, after, false});
    if (!write.proceeds()) return write;
    reply.rows.push_back(std::move(changed));
  }
  for (std::size_t i = 0; i < rows_.size(); ++i)
    database_.buffers[session].put(rows_[i].slot, request.deletes ? nullptr : &reply.rows[i].after);
  return kProceed;
}

Answer Executor::commit(Session session, std::int64_t now) {
  const Answer answer = control_.commit(session, now);
  if (!answer.proceeds()) return answer;
  WriteBuffer& buffer = database_.buffers[session];
  const Origin origin = control_.origin_of(session);
  for (const BufferedWrite& write : buffer.writes())
    database_.store.install(write.slot, origin, write.image());
  control_.ended(session, true);
  for (const BufferedWrite& write : buffer.writes()) control_.collect(write.slot);
  buffer.clear();
  return kProceed;
}

void Executor::abort(Session session) {
  control_.ended(session, false);
  database_.buffers[session].clear();
}

}  // namespace isolde::engine
