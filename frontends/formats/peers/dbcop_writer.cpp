// The writing half of dbcop.hpp. Sessions in the order of their ids, then every transaction without a session
// as a session of its own, which is what "stands alone" means in this format.
#include <algorithm>
#include <vector>

#include "frontends/formats/peers/dbcop.hpp"
#include "frontends/formats/peers/registers.hpp"

namespace isolde {
namespace {

constexpr std::string_view kBincodeName = "DBCop bincode";

void put_word(fmt::memory_buffer& out, std::uint64_t value) {
  const char* const bytes = reinterpret_cast<const char*>(&value);
  out.append(bytes, bytes + sizeof value);
}

void put_text(fmt::memory_buffer& out, std::string_view text) {
  put_word(out, text.size());
  out.append(text);
}

// Transactions by session: those of session s are order[begins[s]] .. order[begins[s+1]-1].
struct BySession {
  std::vector<TxnId> order;
  std::vector<std::size_t> begins{0};

  explicit BySession(const History& history) {
    std::vector<std::vector<TxnId>> named(history.session_count());
    std::vector<TxnId> alone;
    for (const TxnId txn : history.transactions()) {
      const SessionId session = history.session(txn);
      (session.is_valid() ? named[session.index()] : alone).push_back(txn);
    }
    for (const std::vector<TxnId>& session : named) {
      order.insert(order.end(), session.begin(), session.end());
      begins.push_back(order.size());
    }
    for (const TxnId txn : alone) {
      order.push_back(txn);
      begins.push_back(order.size());
    }
  }
};

// dbcop fills the header with the largest number of transactions a session and of events a transaction has.
void put_header(fmt::memory_buffer& out, const History& history, const BySession& sessions) {
  std::size_t transactions = 0;
  for (std::size_t s = 0; s + 1 < sessions.begins.size(); ++s)
    transactions = std::max(transactions, sessions.begins[s + 1] - sessions.begins[s]);
  std::size_t events = 0;
  for (const TxnId txn : history.transactions()) events = std::max(events, history.operations(txn).size());
  put_word(out, 0);
  put_word(out, sessions.begins.size() - 1);
  put_word(out, history.key_count());
  put_word(out, transactions);
  put_word(out, events);
  put_text(out, "written by Isolde");
  put_text(out,
           "1970-01-01T00:00:00+00:00");  // the same history gives the same bytes, whenever it is written
  put_text(out, "1970-01-01T00:00:00+00:00");
}

void put_transaction(fmt::memory_buffer& out, const History& history, TxnId txn) {
  put_word(out, history.operations(txn).size());
  for (const OpId op : history.operations(txn)) {
    out.push_back(history.kind(op) == OpKind::kWrite ? 1 : 0);
    put_word(out, static_cast<std::uint64_t>(history.keys().integer(history.key(op).value)));
    put_word(out, static_cast<std::uint64_t>(register_value(history, history.value(op))));
    out.push_back(1);
  }
  out.push_back(history.status(txn) == TxnStatus::kCommitted ? 1 : 0);
}

template <class Flush>
void put_bincode(fmt::memory_buffer& out, const History& history, Flush&& flush) {
  const BySession sessions(history);
  put_header(out, history, sessions);
  put_word(out, sessions.begins.size() - 1);
  for (std::size_t s = 0; s + 1 < sessions.begins.size(); ++s) {
    put_word(out, sessions.begins[s + 1] - sessions.begins[s]);
    for (std::size_t i = sessions.begins[s]; i < sessions.begins[s + 1]; ++i) {
      put_transaction(out, history, sessions.order[i]);
      flush();
    }
  }
}

}  // namespace

Result<void> write_dbcop(const History& history, const std::string& path) {
  return write_registers(history, path, kBincodeName,
                         [](auto& out, const History& all, auto&& flush) { put_bincode(out, all, flush); });
}

Result<std::string> dbcop_bytes(const History& history) {
  return registers_text(history, kBincodeName,
                        [](auto& out, const History& all, auto&& flush) { put_bincode(out, all, flush); });
}

}  // namespace isolde
