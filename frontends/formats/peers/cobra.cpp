// Reads Cobra log directories: one pass over every log, one file mapped at a time.
//
// Claims. Every write, and every read about its writer, claims that a writeId belongs to (transaction, hash).
// As long as all claims about a writeId agree, which is always so in sound logs, the writeId alone is the
// value. At the first disagreement a second pass decides by the writes: the first write of (key, writeId)
// owns the plain number, and an operation that claims it differently gets a text that spells out the claim.
// So equal claims still meet, others never do.
//
// Cost: linear; 16 bytes per distinct writeId for the claims, given back at the end.
#include "frontends/formats/peers/cobra.hpp"

#include <functional>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "frontends/formats/peers/cobra_log.hpp"
#include "frontends/formats/peers/cobra_logs.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace cobra {
namespace {

constexpr std::int64_t kInit = 0xBEBEEBEE;
constexpr std::int64_t kNull = 0xDEADBEEF;
constexpr std::int64_t kUniversal = 0xABDDEFEE;  // VeriStrong's one id for everything

bool is_initial(const ReadRecord& read) {
  const auto is_special = [](std::int64_t id) { return id == kInit || id == kNull; };
  return is_special(read.writer) && is_special(read.write_id);
}

struct Claim {
  std::int64_t writer;
  std::int64_t hash;
  bool operator==(const Claim&) const = default;
};

// What an operation says about the version it wrote or saw.
struct Version {
  std::int64_t number;
  Claim claim;
};
Version version_of(std::int64_t write_id, std::int64_t writer, std::int64_t hash) {
  if (write_id == kUniversal) return {hash, {kUniversal, hash}};
  return {write_id, {writer, hash}};
}

// First pass: fills the builder. Write ids are random numbers, so each operation misses the cache three times
// (slot, entry, claim). Transactions are collected in batches, and a batch asks for its memory before it uses
// it.
class Loader {
 public:
  explicit Loader(HistoryBuilder& builder) : builder_(builder) { claims_.push_back({}); }

  // `forget` is called with offsets before which the log is not looked at again.
  void begin_log(SessionId session, std::function<void(std::size_t)> forget) {
    session_ = session;
    forget_ = std::move(forget);
  }
  void begin(std::int64_t id, std::int64_t time, std::size_t offset) {
    open_ = {.id = id, .session = session_, .start = time, .position = offset};
  }
  void write(const WriteRecord& write) {
    ops_.push_back({OpKind::kWrite, false, write.key, version_of(write.write_id, open_.id, write.hash)});
  }
  void read(const ReadRecord& read) {
    ops_.push_back(
        {OpKind::kRead, is_initial(read), read.key, version_of(read.write_id, read.writer, read.hash)});
  }
  void commit(std::int64_t time) {
    open_.end = time;
    close();
    if (ops_.size() >= kBatch) flush();
  }
  void end_log(bool is_open) {
    if (is_open) {
      open_.status = TxnStatus::kIndeterminate;
      close();
    }
    flush();
  }

  [[nodiscard]] bool claims_agree() const { return claims_agree_; }
  void forget_claims() { claims_ = {}; }

 private:
  static constexpr std::size_t kBatch = 128;

  struct Operation {
    OpKind kind;
    bool is_initial;
    std::int64_t key;
    Version version;
  };
  struct Transaction {
    TxnInfo info;
    std::size_t op_end;  // of its operations in ops_
  };

  void close() { txns_.push_back({open_, ops_.size()}); }
  void flush() {
    for (const Operation& op : ops_) {
      builder_.keys().prefetch_slot(op.key);
      builder_.values().prefetch_slot(op.version.number);
    }
    for (const Operation& op : ops_) {
      static_cast<void>(builder_.keys().prefetch_entry(op.key));
      __builtin_prefetch(&claims_[builder_.values().prefetch_entry(op.version.number)]);
    }
    std::size_t next = 0;
    for (const Transaction& txn : txns_) {
      builder_.begin_transaction(txn.info);
      for (; next < txn.op_end; ++next) add(ops_[next]);
      builder_.end_transaction();
    }
    if (!txns_.empty()) forget_(txns_.back().info.position);
    ops_.clear();
    txns_.clear();
  }
  void add(const Operation& op) {
    const KeyId key = builder_.key(op.key);
    if (op.is_initial) return builder_.add(op.kind, key, kInitial);
    const ValueId value = builder_.value(op.version.number);
    builder_.add(op.kind, key, value);
    // Only integers are interned in this pass, in order: a new one is always the next.
    if (value.index() == claims_.size()) {
      claims_.push_back(op.version.claim);
    } else if (claims_[value.index()] != op.version.claim) {
      claims_agree_ = false;
    }
  }

  HistoryBuilder& builder_;
  std::vector<Claim> claims_;  // by ValueId
  std::vector<Operation> ops_;
  std::vector<Transaction> txns_;
  std::function<void(std::size_t)> forget_;
  SessionId session_;
  TxnInfo open_;
  bool claims_agree_ = true;
};

// Second pass, only where claims disagree. Walked twice over all logs: first to learn the owners, then to
// rename.
class Settler {
 public:
  explicit Settler(HistoryBuilder& builder) : builder_(builder) {}

  void start_renaming() { is_renaming_ = true; }
  void begin(std::int64_t id, std::int64_t, std::size_t) { id_ = id; }
  void write(const WriteRecord& write) {
    visit(write.key, version_of(write.write_id, id_, write.hash), true);
  }
  void read(const ReadRecord& read) {
    if (is_initial(read)) {
      next_op_ += is_renaming_ ? 1 : 0;
    } else {
      visit(read.key, version_of(read.write_id, read.writer, read.hash), false);
    }
  }
  void commit(std::int64_t) {}

 private:
  void visit(std::int64_t key, const Version& version, bool is_write) {
    const std::uint64_t place =
        (std::uint64_t{builder_.key(key).value} << 32) | builder_.value(version.number).value;
    if (!is_renaming_) {
      if (is_write) owners_.try_emplace(place, version.claim);
      return;
    }
    const auto owner = owners_.find(place);
    if (owner != owners_.end() && owner->second != version.claim) {
      const std::string name =
          fmt::format("{} by {} with hash {}", version.number, version.claim.writer, version.claim.hash);
      builder_.replace_value(OpId(next_op_), builder_.value(name));
    }
    ++next_op_;
  }

  HistoryBuilder& builder_;
  std::unordered_map<std::uint64_t, Claim> owners_;  // by (key, value); looked up only, never iterated
  std::int64_t id_ = 0;
  std::size_t next_op_ = 0;
  bool is_renaming_ = false;
};

class Reader {
 public:
  template <class Logs>
  Result<History> read(const Logs& logs, const ReadOptions& options) {
    Loader loader(builder_);
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    for (const LogName& name : logs.names()) total += name.size;
    for (std::size_t i = 0; i < logs.names().size(); ++i) {
      auto log = logs.open(i);
      if (!log) return tl::unexpected(log.error());
      loader.begin_log(builder_.session(logs.names()[i].session),
                       [&](std::size_t offset) { log->forget_before(offset); });
      if (const Result<void> loaded = load(logs.names()[i], log->bytes(), loader); !loaded)
        return tl::unexpected(loaded.error());
      done += logs.names()[i].size;
      if (options.progress) options.progress(done, total);
    }
    loader.forget_claims();
    if (!loader.claims_agree()) {
      if (const Result<void> settled = settle(logs); !settled) return tl::unexpected(settled.error());
    }
    return std::move(builder_).finish();
  }

 private:
  Result<void> load(const LogName& name, std::string_view bytes, Loader& loader) {
    builder_.begin_source(name.file, PlaceUnit::kByte);
    const LogOutcome outcome = walk_log(bytes, layout_of(bytes), loader);
    loader.end_log(outcome.is_open);
    const Place place{name.file, PlaceUnit::kByte, outcome.offset};
    if (outcome.end == LogEnd::kMalformed) return input_error(place, outcome.problem);
    if (outcome.end == LogEnd::kClean) return {};
    builder_.add_warning(fmt::format("{}: the log is cut off inside a transaction{}", place.to_string(),
                                     outcome.is_open ? ", whose outcome is taken as unknown" : "'s start"));
    return {};
  }

  template <class Logs>
  Result<void> settle(const Logs& logs) {
    Settler settler(builder_);
    for (const bool renames : {false, true}) {
      if (renames) settler.start_renaming();
      for (std::size_t i = 0; i < logs.names().size(); ++i) {
        const auto log = logs.open(i);
        if (!log) return tl::unexpected(log.error());
        static_cast<void>(walk_log(log->bytes(), layout_of(log->bytes()), settler));
      }
    }
    return {};
  }

  HistoryBuilder builder_;
};

template <class Logs>
Result<History> read_logs(const Logs& logs, const std::string& name, const ReadOptions& options) {
  if (logs.names().empty())
    return input_error({name, PlaceUnit::kNone, 0},
                       "the directory holds no .log file; expected one per session");
  try {
    return Reader().read(logs, options);
  } catch (const std::bad_alloc&) {
    return environment_error(name, "there is not enough memory to hold the history");
  }
}

}  // namespace
}  // namespace cobra

Result<History> read_cobra(const std::string& directory, const ReadOptions& options) {
  const Result<cobra::MappedLogs> logs = cobra::MappedLogs::list(directory);
  if (!logs) return tl::unexpected(logs.error());
  return cobra::read_logs(*logs, directory, options);
}

Result<History> read_cobra_logs(std::span<const CobraLog> logs) {
  return cobra::read_logs(cobra::MemoryLogs(logs), "logs", {});
}

}  // namespace isolde
