// The one interface of all concurrency controls. A control decides who may go on; the executor
// (frontends/engine/executor.hpp) reads, buffers and installs on its behalf.
//
// A statement asks for everything it needs before it changes anything. If the answer is to wait, the
// statement starts again after the blocker ended, so the control must be able to answer the same question
// twice.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/engine/store.hpp"
#include "frontends/engine/write_buffer.hpp"

namespace isolde::engine {

struct Answer {
  enum Kind : std::uint8_t { kProceed, kWait, kAbort };
  Kind kind = kProceed;
  Session blocker = kNone;  // kWait: whose end to wait for

  [[nodiscard]] bool proceeds() const { return kind == kProceed; }
};
inline constexpr Answer kProceed{Answer::kProceed, kNone};
inline constexpr Answer kAbort{Answer::kAbort, kNone};
[[nodiscard]] inline Answer wait_for(Session blocker) { return {Answer::kWait, blocker}; }

struct WriteIntent {
  Slot slot;
  Image before;  // as the writer sees it
  Image after;
  bool reads;  // the new image depends on the old one, which is not the writer's own
};

// What a control works on.
struct Database {
  Store store;
  std::vector<WriteBuffer> buffers;  // by session
  std::uint64_t seed;
};

class ConcurrencyControl {
 public:
  explicit ConcurrencyControl(Database& database) : database_(database) {}
  virtual ~ConcurrencyControl() = default;
  ConcurrencyControl(const ConcurrencyControl&) = delete;
  ConcurrencyControl& operator=(const ConcurrencyControl&) = delete;

  // `now` is virtual time and never decreases.
  virtual Answer begin(Session session, std::int64_t now) = 0;
  [[nodiscard]] virtual View view(Session session) = 0;
  // A read of a key that the transaction has not written.
  virtual Answer read(Session session, Slot slot) = 0;
  virtual Answer write(Session session, const WriteIntent& intent) = 0;
  // A range is looked up; then each row found, unless the transaction wrote it.
  virtual Answer predicate(Session session, const Range& range) = 0;
  virtual Answer row(Session /*session*/, Slot /*slot*/) { return kProceed; }
  // Whether the transaction may commit. If so it has, and its buffer is installed next, as origin_of() says.
  virtual Answer commit(Session session, std::int64_t now) = 0;
  // The stamp and writer of what the transaction installs; called after commit() agreed.
  [[nodiscard]] virtual Origin origin_of(Session session) = 0;
  // The transaction is over, its buffer still there.
  virtual void ended(Session session, bool committed) = 0;
  // After ended(): drops versions of a key just written that nobody can see any more.
  virtual void collect(Slot slot) = 0;

  // Who has a write of the key that is not committed yet; asked only for dirty views.
  [[nodiscard]] virtual Session writer_of(Slot /*slot*/) const { return kNone; }
  // Where the transaction that ended last in this session stands in the serialization order. Some engines
  // know it only at the end of the run, so this is a ticket, and position(ticket) is asked after the last
  // transaction.
  [[nodiscard]] virtual std::uint64_t ticket(Session session) = 0;
  [[nodiscard]] virtual std::uint64_t position(std::uint64_t ticket) const { return ticket; }

 protected:
  [[nodiscard]] Store& store() const { return database_.store; }
  [[nodiscard]] std::span<const BufferedWrite> writes(Session session) const {
    return database_.buffers[session].writes();
  }
  [[nodiscard]] Session session_count() const { return static_cast<Session>(database_.buffers.size()); }
  [[nodiscard]] bool lies_in(const Range& range, Slot slot, Image image) const {
    return engine::lies_in(range, store().key(slot), image);
  }
  [[nodiscard]] std::uint64_t seed() const { return database_.seed; }

 private:
  Database& database_;
};

[[nodiscard]] std::unique_ptr<ConcurrencyControl> make_control(EngineKind kind, Database& database,
                                                               bool keeps_truth);

}  // namespace isolde::engine
