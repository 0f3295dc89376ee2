// The records of one Cobra log. walk_log() hands them to a visitor and says how the log ends; it never reads
// outside of the bytes it was given. Cost: one step per record, no allocation.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "history/history.hpp"

namespace isolde::cobra {

struct WriteRecord {
  std::int64_t write_id;
  std::int64_t key;
  std::int64_t hash;
};

struct ReadRecord {
  std::int64_t writer;
  std::int64_t write_id;
  std::int64_t key;
  std::int64_t hash;
};

// Plain, or with a timestamp behind the id of every start and commit (Cobra's TIME_ORDER_ON).
enum class Layout : std::uint8_t { kPlain, kTimed };

enum class LogEnd : std::uint8_t {
  kClean,
  kCut,        // the bytes stop inside a record or a transaction
  kMalformed,  // `problem` says why
};

struct LogOutcome {
  LogEnd end = LogEnd::kClean;
  std::size_t offset =
      0;                 // of the record that is cut or malformed; the log's size if a transaction stays open
  bool is_open = false;  // a transaction is open there
  std::string problem;
};

// Where a log is; reads numbers as Java's DataOutputStream writes them.
class LogCursor {
 public:
  explicit LogCursor(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t offset() const { return offset_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - offset_; }
  [[nodiscard]] char opcode() const { return bytes_[offset_]; }
  void skip(std::size_t count) { offset_ += count; }
  // The i-th number of the record; requires that the record is complete.
  [[nodiscard]] std::int64_t number(std::size_t i) const {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes_.data() + offset_ + 1 + 8 * i, sizeof word);
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    return static_cast<std::int64_t>(word);
  }

 private:
  std::string_view bytes_;
  std::size_t offset_ = 0;
};

// Bytes of a record; 0: no such opcode.
inline std::size_t record_size(char opcode, Layout layout) {
  switch (opcode) {
    case 'S':
    case 'C':
      return layout == Layout::kTimed ? 17 : 9;
    case 'W':
      return 25;
    case 'R':
      return 33;
    default:
      return 0;
  }
}

// A sentence about what is wrong with the complete start or commit record at the cursor, or nothing.
std::string check_bracket(const LogCursor& cursor, Layout layout, std::int64_t open_id);
// A sentence about a record that stands where it must not: an unknown opcode, or the wrong side of a
// transaction.
std::string explain_misplaced(char opcode, std::int64_t open_id);

// Plain, unless only the timed reading makes sense of the log's first transaction: there is no flag in the
// file.
[[nodiscard]] Layout layout_of(std::string_view bytes);

// Whether the bytes, the first of a log or all of it, begin with a transaction as such logs have it.
[[nodiscard]] bool looks_like_log(std::string_view bytes);

// Visitor: begin(id, time, offset), write(WriteRecord), read(ReadRecord), commit(time), times being kNoTime
// in the plain layout. Stops after `limit` transactions.
template <class Visitor>
LogOutcome walk_log(std::string_view bytes, Layout layout, Visitor& visitor,
                    std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  constexpr std::int64_t kNone = -1;  // ids of transactions are not negative
  LogCursor log(bytes);
  std::int64_t open_id = kNone;
  const auto outcome = [&](LogEnd end, std::string problem = {}) {
    return LogOutcome{end, log.offset(), open_id != kNone, std::move(problem)};
  };
  while (log.left() > 0 && limit > 0) {
    const char opcode = log.opcode();
    const std::size_t size = record_size(opcode, layout);
    if (size == 0 || (opcode == 'S') != (open_id == kNone))
      return outcome(LogEnd::kMalformed, explain_misplaced(opcode, open_id));
    if (log.left() < size) return outcome(LogEnd::kCut);
    if (opcode == 'W') {
      visitor.write(WriteRecord{log.number(0), log.number(1), log.number(2)});
    } else if (opcode == 'R') {
      visitor.read(ReadRecord{log.number(0), log.number(1), log.number(2), log.number(3)});
    } else {
      if (std::string problem = check_bracket(log, layout, open_id); !problem.empty())
        return outcome(LogEnd::kMalformed, std::move(problem));
      const std::int64_t time = layout == Layout::kTimed ? log.number(1) : kNoTime;
      if (opcode == 'S') {
        open_id = log.number(0);
        visitor.begin(open_id, time, log.offset());
      } else {
        visitor.commit(time);
        open_id = kNone;
        --limit;
      }
    }
    log.skip(size);
  }
  return outcome(open_id == kNone ? LogEnd::kClean : LogEnd::kCut);
}

}  // namespace isolde::cobra
