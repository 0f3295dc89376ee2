// Writes the native format, in the order and spelling that the quick scanner knows. Streams: memory for one
// buffer.
#include <new>
#include <string_view>
#include <utility>

#include "frontends/formats/native/native.hpp"
#include "frontends/formats/native/native_output.hpp"
#include "frontends/formats/native/native_spelling.hpp"

namespace isolde {
namespace native {
namespace {

class Writer {
 public:
  Writer(const History& history, fmt::memory_buffer& out) : history_(history), spell_(history, out) {}

  // Calls flush() after each line; it may take what is in the buffer.
  template <class Flush>
  void run(Flush&& flush) {
    spell_.raw(history_.times_are_positions() ? "{\"isolde\":1,\"times\":\"positions\"}\n"
                                              : "{\"isolde\":1}\n");
    initial_values();
    for (const TxnId txn : history_.transactions()) {
      transaction(txn);
      flush();
    }
    for (const VersionOrder& order : history_.version_orders()) version_order(order);
    serialization_order();
    flush();
  }

 private:
  void initial_values();
  void transaction(TxnId txn);
  void operation(OpId op);
  void rows(std::span<const RowSeen> rows, OpKind kind);
  void aggregate(const AggregateSeen& seen);
  void version_order(const VersionOrder& order);
  void serialization_order();
  void field(std::string_view name, std::int64_t number) {
    spell_.raw(name);
    spell_.number(number);
  }

  const History& history_;
  Speller spell_;
};

// The longer form of the line, since it knows integer keys.
void Writer::initial_values() {
  std::string_view before = "{\"initial\":[{\"key\":";
  bool any = false;
  for (std::uint32_t i = 0; i < history_.key_count(); ++i) {
    const KeyId key(i);
    if (history_.initial_value(key) == kInitial) continue;
    spell_.raw(std::exchange(before, ",{\"key\":"));
    spell_.key(key);
    spell_.raw(",\"value\":");
    spell_.version(history_.initial_value(key));
    spell_.raw("}");
    any = true;
  }
  if (any) spell_.raw("]}\n");
}

void Writer::transaction(TxnId txn) {
  field("{\"id\":", history_.external_id(txn));
  if (history_.session(txn).is_valid()) {
    spell_.raw(",\"session\":");
    spell_.scalar(history_.sessions(), history_.session(txn).value);
  }
  spell_.raw(",\"status\":\"");
  spell_.raw(status_name(history_.status(txn)));
  spell_.raw("\"");
  if (history_.start(txn) != kNoTime) field(",\"start\":", history_.start(txn));
  if (history_.end(txn) != kNoTime) field(",\"end\":", history_.end(txn));
  spell_.raw(",\"ops\":[");
  std::string_view separator;
  for (const OpId op : history_.operations(txn)) {
    spell_.raw(std::exchange(separator, ","));
    operation(op);
  }
  spell_.raw("]}\n");
}

void Writer::operation(OpId op) {
  const OpKind kind = history_.kind(op);
  spell_.raw("{\"op\":\"");
  spell_.raw(op_name(kind));
  spell_.raw("\",");
  if (is_predicate(kind)) {
    spell_.raw("\"where\":");
    spell_.quoted(history_.predicate(history_.predicate(op)).text());
    if (kind == OpKind::kAggregate) {
      aggregate(history_.aggregate(op));
    } else {
      spell_.raw(",\"rows\":[");
      rows(history_.rows(op), kind);
      spell_.raw("]");
    }
    if (const auto versions = history_.version_set(op)) {
      spell_.raw(",\"versions\":[");
      rows(*versions, OpKind::kPredicateRead);
      spell_.raw("]");
    }
  } else {
    spell_.raw("\"key\":");
    spell_.key(history_.key(op));
    if (kind != OpKind::kDelete) {
      spell_.raw(",");
      spell_.version_field(history_.value(op));
    }
  }
  if (history_.op_start(op) != kNoTime) field(",\"start\":", history_.op_start(op));
  if (history_.op_end(op) != kNoTime) field(",\"end\":", history_.op_end(op));
  spell_.raw("}");
}

void Writer::aggregate(const AggregateSeen& seen) {
  if (seen.column.is_valid()) {
    spell_.raw(",\"column\":");
    spell_.quoted(history_.columns().text(seen.column.value));
  }
  for (const AggregateFunction function : kAggregateFunctions) {
    if (!seen.has(function)) continue;
    spell_.raw(",\"");
    spell_.raw(kAggregateNames[static_cast<std::size_t>(function)]);
    spell_.raw("\":");
    spell_.version(seen.result(function));
  }
}

void Writer::rows(std::span<const RowSeen> rows, OpKind kind) {
  std::string_view before = "{\"key\":";
  for (const RowSeen& row : rows) {
    spell_.raw(std::exchange(before, ",{\"key\":"));
    spell_.key(row.key);
    spell_.raw(",");
    if (kind == OpKind::kPredicateRead) {
      spell_.version_field(row.value);
    } else {
      spell_.raw("\"old\":");
      spell_.version(row.value);
      spell_.raw(",\"new\":");
      spell_.version(row.after);
    }
    spell_.raw("}");
  }
}

void Writer::version_order(const VersionOrder& order) {
  spell_.raw("{\"version_order\":{\"key\":");
  spell_.key(order.key);
  spell_.raw(",\"values\":[");
  std::string_view separator;
  for (const ValueId value : order.values) {
    spell_.raw(std::exchange(separator, ","));
    spell_.version(value);
  }
  spell_.raw("]}}\n");
}

void Writer::serialization_order() {
  if (history_.serialization_order().empty()) return;
  std::string_view before = "{\"serialization_order\":[";
  for (const TxnId txn : history_.serialization_order())
    field(std::exchange(before, ","), history_.external_id(txn));
  spell_.raw("]}\n");
}

Result<void> write_file(const History& history, const std::string& path) {
  Result<NativeOutput> output = NativeOutput::create(path);
  if (!output) return tl::unexpected(std::move(output.error()));
  Writer(history, output->buffer()).run([&] { output->flush_if_full(); });
  return output->close();
}

}  // namespace
}  // namespace native

Result<void> write_native(const History& history, const std::string& path) {
  if (const Result<void> spellable = native::check_spellable(history); !spellable) return spellable;
  try {
    return native::write_file(history, path);
  } catch (const std::bad_alloc&) {
    return environment_error(path, "there is not enough memory to write the history");
  }
}

Result<std::string> write_native_text(const History& history) {
  if (const Result<void> spellable = native::check_spellable(history); !spellable)
    return tl::unexpected(spellable.error());
  fmt::memory_buffer out;
  native::Writer(history, out).run([] {});
  return fmt::to_string(out);
}

}  // namespace isolde
