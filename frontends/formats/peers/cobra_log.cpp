#include "frontends/formats/peers/cobra_log.hpp"

namespace isolde::cobra {
namespace {

struct Ignore {
  void begin(std::int64_t, std::int64_t, std::size_t) {}
  void write(const WriteRecord&) {}
  void read(const ReadRecord&) {}
  void commit(std::int64_t) {}
};

}  // namespace

std::string check_bracket(const LogCursor& cursor, Layout layout, std::int64_t open_id) {
  const std::int64_t id = cursor.number(0);
  if (cursor.opcode() == 'S' && id < 0) return fmt::format("expected a transaction id from 0 up, got {}", id);
  if (cursor.opcode() == 'C' && id != open_id)
    return fmt::format("transaction {} ends with the commit of transaction {}", open_id, id);
  if (layout == Layout::kTimed && cursor.number(1) < 0)
    return fmt::format("expected a timestamp from 0 up, got {}", cursor.number(1));
  return {};
}

std::string explain_misplaced(char opcode, std::int64_t open_id) {
  if (opcode == 'S') return fmt::format("a transaction starts before transaction {} has ended", open_id);
  if (opcode == 'R' || opcode == 'W' || opcode == 'C')
    return fmt::format("the record '{}' stands outside of a transaction; expected the record 'S'", opcode);
  return fmt::format("expected a record (S, R, W or C), got the byte 0x{:02x}",
                     static_cast<unsigned char>(opcode));
}

Layout layout_of(std::string_view bytes) {
  Ignore ignore;
  if (walk_log(bytes, Layout::kPlain, ignore, 1).end != LogEnd::kMalformed) return Layout::kPlain;
  const LogOutcome timed = walk_log(bytes, Layout::kTimed, ignore, 1);
  const bool makes_sense = timed.end == LogEnd::kClean || (timed.end == LogEnd::kCut && timed.is_open);
  return makes_sense ? Layout::kTimed : Layout::kPlain;
}

bool looks_like_log(std::string_view bytes) {
  Ignore ignore;
  return !bytes.empty() && walk_log(bytes, layout_of(bytes), ignore, 1).end != LogEnd::kMalformed;
}

}  // namespace isolde::cobra
