// The writing half of plume.hpp.
#include <algorithm>
#include <iterator>
#include <vector>

#include "frontends/formats/peers/plume.hpp"
#include "frontends/formats/peers/registers.hpp"

namespace isolde {
namespace {

constexpr std::string_view kPlumeName = "Plume text";

// The number of each session, and the first number that no session has.
struct SessionNumbers {
  std::vector<std::int64_t> of_session;
  std::int64_t next_free = 0;

  explicit SessionNumbers(const History& history) {
    const Dictionary& names = history.sessions();
    bool keep = true;
    for (std::uint32_t s = 0; s < names.size(); ++s)
      keep =
          keep && names.kind(s) == ValueKind::kInteger && names.integer(s) >= 0 &&
          names.integer(s) < (std::int64_t{1} << 62);  // leaves room for the sessions that get a number here
    for (std::uint32_t s = 0; s < names.size(); ++s) {
      of_session.push_back(keep ? names.integer(s) : s);
      next_free = std::max(next_free, of_session.back() + 1);
    }
  }
};

void put_lines_of(fmt::memory_buffer& out, const History& history, TxnId txn, std::int64_t session) {
  const std::int64_t id = history.status(txn) == TxnStatus::kAborted ? -1 : history.external_id(txn);
  for (const OpId op : history.operations(txn))
    fmt::format_to(std::back_inserter(out), "{}({},{},{},{})\n",
                   history.kind(op) == OpKind::kWrite ? 'w' : 'r',
                   history.keys().integer(history.key(op).value), register_value(history, history.value(op)),
                   session, id);
}

template <class Flush>
void put_plume(fmt::memory_buffer& out, const History& history, Flush&& flush) {
  SessionNumbers numbers(history);
  for (const TxnId txn : history.transactions()) {
    const SessionId session = history.session(txn);
    put_lines_of(out, history, txn,
                 session.is_valid() ? numbers.of_session[session.index()] : numbers.next_free++);
    flush();
  }
}

}  // namespace

Result<void> write_plume(const History& history, const std::string& path) {
  return write_registers(history, path, kPlumeName,
                         [](auto& out, const History& all, auto&& flush) { put_plume(out, all, flush); });
}

Result<std::string> plume_bytes(const History& history) {
  return registers_text(history, kPlumeName,
                        [](auto& out, const History& all, auto&& flush) { put_plume(out, all, flush); });
}

}  // namespace isolde
