// The writing half of jepsen_edn.hpp.
//
// Order of the lines: by time. At one and the same time, completions come first, then transactions that begin
// and end there, then invocations, because a transaction that ends at t precedes one that starts at t. An
// indeterminate transaction has no end that counts, so its :info follows its invocation at once.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <vector>

#include "base/files/output_file.hpp"
#include "frontends/formats/jepsen/jepsen_edn.hpp"
#include "frontends/formats/peers/registers.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::string_view kEdnName = "Jepsen EDN";

// ---- what can be held

bool is_plain_keyword(std::string_view name) {
  return !name.empty() && name.front() != ':' && std::ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' ||
           std::string_view(",()[]{}\";").find(c) != std::string_view::npos;
  });
}

bool can_spell(const Dictionary& dictionary, std::uint32_t id) {
  const ValueKind kind = dictionary.kind(id);
  if (kind == ValueKind::kRow) return false;
  if (kind == ValueKind::kKeyword) return is_plain_keyword(dictionary.text(id));
  return kind != ValueKind::kList || std::ranges::all_of(dictionary.elements(id), [&](std::uint32_t element) {
           return can_spell(dictionary, element);
         });
}

std::string_view edn_obstacle_in(const History& history, TxnId txn) {
  if (history.has_times() && history.start(txn) == kNoTime)
    return "a transaction without a start among others that have one";
  if (history.has_times() && history.end(txn) == kNoTime && history.status(txn) != TxnStatus::kIndeterminate)
    return "a finished transaction without an end among others that have one";
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (kind != OpKind::kRead && kind != OpKind::kWrite && kind != OpKind::kAppend) return phrase_for(kind);
    if (!can_spell(history.keys(), history.key(op).value)) return "a key that is no plain value";
    if (!can_spell(history.values(), history.value(op).value)) return "a row or an odd keyword";
  }
  return {};
}

Result<void> check(const History& history) {
  if (auto orders = check_no_orders(history, kEdnName); !orders) return orders;
  for (std::size_t i = 0; i < history.key_count(); ++i) {
    const ValueId initial = history.initial_value(KeyId(i));
    if (initial != kInitial && (!can_spell(history.keys(), static_cast<std::uint32_t>(i)) ||
                                !can_spell(history.values(), initial.value)))
      return usage_error(fmt::format("{} cannot hold the initial value {} of key {}", kEdnName,
                                     spell_value(history, initial), spell_key(history, KeyId(i))));
  }
  for (const TxnId txn : history.transactions()) {
    if (const std::string_view obstacle = edn_obstacle_in(history, txn); !obstacle.empty())
      return usage_error(
          fmt::format("{} cannot hold {} (transaction {})", kEdnName, obstacle, history.external_id(txn)));
  }
  return {};
}

// ---- spelling

void put(fmt::memory_buffer& out, std::string_view text) { out.append(text); }

void put_string(fmt::memory_buffer& out, std::string_view text) {
  constexpr std::string_view kSpecial = "\"\\\n\r\t";
  constexpr std::string_view kNames = "\"\\nrt";
  out.push_back('"');
  for (const char c : text) {
    const std::size_t special = kSpecial.find(c);
    if (special == std::string_view::npos) {
      out.push_back(c);
    } else {
      out.push_back('\\');
      out.push_back(kNames[special]);
    }
  }
  out.push_back('"');
}

void put_real(fmt::memory_buffer& out, double value) {
  if (std::isnan(value)) return put(out, "##NaN");
  if (std::isinf(value)) return put(out, value > 0 ? "##Inf" : "##-Inf");
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  put(out, text);
}

void put_value(fmt::memory_buffer& out, const Dictionary& dictionary, std::uint32_t id) {
  switch (dictionary.kind(id)) {
    case ValueKind::kInteger:
      fmt::format_to(std::back_inserter(out), "{}", dictionary.integer(id));
      return;
    case ValueKind::kReal:
      return put_real(out, dictionary.real(id));
    case ValueKind::kBoolean:
      return put(out, dictionary.boolean(id) ? "true" : "false");
    case ValueKind::kText:
      return put_string(out, dictionary.text(id));
    case ValueKind::kKeyword:
      out.push_back(':');
      return put(out, dictionary.text(id));
    case ValueKind::kList: {
      std::string_view separator;
      out.push_back('[');
      for (const std::uint32_t element : dictionary.elements(id)) {
        put(out, std::exchange(separator, " "));
        put_value(out, dictionary, element);
      }
      return out.push_back(']');
    }
    case ValueKind::kNull:
    case ValueKind::kRow:  // refused before
      return put(out, "nil");
  }
}

enum class Line : std::uint8_t { kInvoke, kCompletion };

void put_micro_operation(fmt::memory_buffer& out, const History& history, OpId op, Line line,
                         TxnStatus status) {
  const OpKind kind = history.kind(op);
  put(out, kind == OpKind::kRead ? "[:r " : (kind == OpKind::kWrite ? "[:w " : "[:append "));
  put_value(out, history.keys(), history.key(op).value);
  out.push_back(' ');
  if (kind == OpKind::kRead && line == Line::kInvoke)
    put(out, "nil");
  else if (kind == OpKind::kRead && history.value(op) == kInitial && status != TxnStatus::kCommitted)
    put(out, "[]");  // nil would say that the client never learnt the result
  else
    put_value(out, history.values(), history.value(op).value);
  out.push_back(']');
}

std::string_view type_of(Line line, TxnStatus status) {
  if (line == Line::kInvoke) return ":invoke";
  if (status == TxnStatus::kCommitted) return ":ok";
  return status == TxnStatus::kAborted ? ":fail" : ":info";
}

// ---- order and processes

class EdnWriter {
 public:
  EdnWriter(fmt::memory_buffer& out, const History& history)
      : out_(out), history_(history), processes_(history.transaction_count()) {
    const Dictionary& names = history.sessions();
    bool keep = true;
    for (std::uint32_t s = 0; s < names.size(); ++s)
      keep = keep && names.kind(s) == ValueKind::kInteger && names.integer(s) < (std::int64_t{1} << 62);
    for (std::uint32_t s = 0; s < names.size(); ++s)
      next_free_ = std::max(next_free_, (keep ? names.integer(s) : s) + 1);
    for (const TxnId txn : history.transactions()) {
      const SessionId session = history.session(txn);
      if (!session.is_valid())
        processes_[txn.index()] = next_free_++;  // alone: a client of its own
      else
        processes_[txn.index()] = keep ? names.integer(session.value) : session.value;
    }
  }

  template <class Flush>
  void write(Flush&& flush) {
    put_initial_state();
    if (!history_.has_times()) {
      for (const TxnId txn : history_.transactions()) {
        put_line(txn, Line::kCompletion);
        flush();
      }
      return;
    }
    for (const Event& event : events()) {
      if (event.phase != Phase::kEnd) put_line(event.txn, Line::kInvoke);
      if (event.phase != Phase::kStart) put_line(event.txn, Line::kCompletion);
      flush();
    }
  }

 private:
  enum class Phase : std::uint8_t { kEnd, kBoth, kStart };
  struct Event {
    std::int64_t time;
    Phase phase;
    TxnId txn;
    auto operator<=>(const Event&) const = default;
  };

  [[nodiscard]] std::vector<Event> events() const {
    std::vector<Event> events;
    for (const TxnId txn : history_.transactions()) {
      const std::int64_t start = history_.start(txn);
      if (history_.status(txn) == TxnStatus::kIndeterminate || start == history_.end(txn)) {
        events.push_back({start, Phase::kBoth, txn});
      } else {
        events.push_back({start, Phase::kStart, txn});
        events.push_back({history_.end(txn), Phase::kEnd, txn});
      }
    }
    std::ranges::sort(events);
    return events;
  }

  // Run by a client of its own before everything else, as the reader knows it.
  void put_initial_state() {
    fmt::memory_buffer state;
    for (std::size_t i = 0; i < history_.key_count(); ++i) {
      const ValueId initial = history_.initial_value(KeyId(i));
      if (initial == kInitial) continue;
      put(state, state.size() == 0 ? "" : ", ");
      put_value(state, history_.keys(), static_cast<std::uint32_t>(i));
      state.push_back(' ');
      put_value(state, history_.values(), initial.value);
    }
    if (state.size() == 0) return;
    for (const std::string_view type : {":invoke", ":ok"})
      if (type == ":ok" || history_.has_times())
        fmt::format_to(std::back_inserter(out_),
                       "{{:index {}, :type {}, :process {}, :f :init, :value {{{}}}}}\n", index_++, type,
                       next_free_, fmt::to_string(state));
  }

  void put_line(TxnId txn, Line line) {
    const TxnStatus status = history_.status(txn);
    fmt::format_to(std::back_inserter(out_), "{{:index {}, :type {}, :process {}, :f :txn, :value [",
                   index_++, type_of(line, status), processes_[txn.index()]);
    std::string_view separator;
    for (const OpId op : history_.operations(txn)) {
      put(out_, std::exchange(separator, " "));
      put_micro_operation(out_, history_, op, line, status);
    }
    put(out_, "]}\n");
  }

  fmt::memory_buffer& out_;
  const History& history_;
  std::vector<std::int64_t> processes_;  // by transaction
  std::int64_t next_free_ = 0;           // a process that runs none
  std::uint64_t index_ = 0;
};

}  // namespace

Result<void> write_jepsen_edn(const History& history, const std::string& path) {
  if (auto fits = check(history); !fits) return fits;
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected(file.error());
  EdnWriter(file->buffer(), history).write([&] { file->flush_if_full(); });
  return file->close();
}

Result<std::string> jepsen_edn_bytes(const History& history) {
  if (const auto fits = check(history); !fits) return tl::unexpected(fits.error());
  fmt::memory_buffer out;
  EdnWriter(out, history).write([] {});
  return fmt::to_string(out);
}

}  // namespace isolde
