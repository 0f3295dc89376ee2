#include "encode/known_order.hpp"

#include <algorithm>
#include <tuple>

#include "history/computed_keys.hpp"
#include "history/reads.hpp"

namespace isolde {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
// Rule P looks at every write for every predicate; beyond this many operations it is left out.
constexpr std::size_t kMostOperationsForRows = 100'000;

bool may_commit(const History& history, TxnId txn) { return history.status(txn) != TxnStatus::kAborted; }

// Reads and installs of the transactions in question, by key. Nodes are positions in the list of
// transactions.
struct KeyUse {
  struct Read {
    std::size_t reader;
    std::size_t writer;  // kNone: the initial version
    ValueId value;
  };
  KeyId key;
  std::vector<std::size_t> installers;
  std::vector<Read> reads;  // with a certain writer only
};

class KnownOrder {
 public:
  KnownOrder(const History& history, const WriterIndex& writers, Level level, std::int64_t clock_skew,
             const std::vector<TxnId>& transactions)
      : history_(history),
        writers_(writers),
        level_(info(level)),
        clock_skew_(clock_skew),
        txns_(transactions),
        is_computed_(computed_keys(history)),
        out_(txns_.size()),
        reaches_(txns_.size(), std::vector<bool>(txns_.size())) {
    node_of_.assign(history.transaction_count(), kNone);
    for (std::size_t node = 0; node < txns_.size(); ++node) node_of_[txns_[node].index()] = node;
  }

  std::optional<std::vector<Dependency>> find_cycle() {
    collect_uses();
    add_given_orders();
    for (const KeyUse& use : uses_) add_reads(use);
    if (level_.level != Level::kRepeatableRead) add_missing_rows();
    while (!has_cycle_ && saturate()) {
    }
    if (!has_cycle_) return std::nullopt;
    return shortest_cycle();
  }

 private:
  void collect_uses();
  void note_read(std::size_t reader, KeyId key, ValueId value);
  void add_given_orders();
  void add_reads(const KeyUse& use);
  void add_missing_rows();
  void add_missing_rows_of(std::size_t reader, OpId op);
  [[nodiscard]] bool saturate();
  [[nodiscard]] bool real_time_orders(TxnId a, TxnId b) const;
  [[nodiscard]] std::vector<Dependency> shortest_cycle() const;
  [[nodiscard]] std::vector<Dependency> shortest_cycle_from(std::size_t start) const;
  bool add(std::size_t from, std::size_t to, Dependency dependency);
  KeyUse& use_of(KeyId key);

  const History& history_;
  const WriterIndex& writers_;
  const LevelInfo& level_;
  const std::int64_t clock_skew_;
  const std::vector<TxnId>& txns_;
  const std::vector<bool> is_computed_;
  std::vector<std::size_t> node_of_;
  std::vector<KeyUse> uses_;
  std::vector<std::size_t> use_index_;  // by KeyId
  std::vector<std::vector<Dependency>> out_;
  std::vector<std::vector<bool>> reaches_;
  bool has_cycle_ = false;
};

KeyUse& KnownOrder::use_of(KeyId key) {
  if (use_index_.empty()) use_index_.assign(history_.key_count(), kNone);
  std::size_t& index = use_index_[key.index()];
  if (index == kNone) {
    index = uses_.size();
    uses_.push_back({key, {}, {}});
  }
  return uses_[index];
}

// Finds the one possible writer; a read with several, or of a computed value, is left out.
void KnownOrder::note_read(std::size_t reader, KeyId key, ValueId value) {
  if (is_computed_[key.index()] || is_list(history_, value)) return;
  std::size_t candidates = history_.initial_value(key) == value ? 1 : 0;
  std::size_t writer = kNone;
  for (const Write& write : writers_.find(key, value)) {
    const OpKind kind = history_.kind(write.op);
    if (!may_commit(history_, write.txn) || write.txn == txns_[reader] || !write.is_final) continue;
    if (kind == OpKind::kAppend || kind == OpKind::kAdd) return;
    ++candidates;
    writer = node_of_[write.txn.index()];
    if (writer == kNone) return;
  }
  if (candidates == 1) use_of(key).reads.push_back({reader, writer, value});
}

void KnownOrder::collect_uses() {
  KeyStamps read_from(history_.key_count());
  KeyStamps written(history_.key_count());
  for (std::size_t node = 0; node < txns_.size(); ++node) {
    for_each_external_read(history_, txns_[node], read_from,
                           [&](OpId, KeyId key, ValueId value) { note_read(node, key, value); });
    for_each_write_backwards(history_, txns_[node], written, [&](OpId, KeyId key, ValueId, bool is_final) {
      if (is_final) use_of(key).installers.push_back(node);
    });
  }
}

bool KnownOrder::real_time_orders(TxnId a, TxnId b) const {
  const std::int64_t end = history_.end(a);
  const std::int64_t start = history_.start(b);
  if (end == kNoTime || start == kNoTime || end > start - clock_skew_) return false;
  return history_.start(a) != history_.end(b);  // two instants at one time are concurrent
}

void KnownOrder::add_given_orders() {
  for (std::size_t a = 0; a < txns_.size(); ++a) {
    if (history_.status(txns_[a]) != TxnStatus::kCommitted) continue;
    for (std::size_t b = 0; b < txns_.size(); ++b) {
      if (a == b) continue;
      const SessionId session = history_.session(txns_[a]);
      Dependency dependency{
          .from = {}, .to = {}, .kind = DependencyKind::kSo, .reason = DependencyReason::kOrdered};
      if (level_.session_order && session.is_valid() && session == history_.session(txns_[b]) &&
          txns_[a] < txns_[b])
        add(a, b, dependency);
      dependency.kind = DependencyKind::kRt;
      if (level_.real_time && real_time_orders(txns_[a], txns_[b])) add(a, b, dependency);
    }
  }
}

void KnownOrder::add_reads(const KeyUse& use) {
  for (const KeyUse::Read& read : use.reads) {
    Dependency dependency{
        .from = {}, .to = {}, .kind = DependencyKind::kWr, .key = use.key, .value = read.value};
    if (read.writer != kNone) add(read.writer, read.reader, dependency);
    if (read.writer != kNone) continue;
    dependency.kind = DependencyKind::kRw;
    dependency.reason = DependencyReason::kReadInitial;
    for (const std::size_t installer : use.installers)
      if (installer != read.reader) add(read.reader, installer, dependency);
  }
}

void KnownOrder::add_missing_rows() {
  if (history_.operation_count() > kMostOperationsForRows) return;
  for (std::size_t node = 0; node < txns_.size(); ++node)
    for (const OpId op : history_.operations(txns_[node]))
      if (is_predicate(history_.kind(op))) add_missing_rows_of(node, op);
}

void KnownOrder::add_missing_rows_of(std::size_t reader, OpId op) {
  const Predicate& predicate = history_.predicate(history_.predicate(op));
  std::vector<const Write*> only_install(history_.key_count());
  std::vector<bool> is_excluded(history_.key_count());
  for (const RowSeen& row : history_.rows(op)) is_excluded[row.key.index()] = true;
  writers_.for_each_version([&](ValueId value, std::span<const Write> writes) {
    for (const Write& write : writes) {
      if (!may_commit(history_, write.txn)) continue;
      const std::size_t key = write.key.index();
      const OpKind kind = history_.kind(write.op);
      const bool is_plain =
          kind == OpKind::kWrite || kind == OpKind::kInsert || kind == OpKind::kPredicateWrite;
      const bool is_match = value != kInitial && write.is_final && is_plain &&
                            predicate.matches(history_.keys(), write.key, history_.values(), value);
      if (only_install[key] != nullptr || !is_match || write.txn == txns_[reader]) is_excluded[key] = true;
      only_install[key] = &write;
    }
  });
  for (std::size_t key = 0; key < only_install.size(); ++key) {
    if (only_install[key] == nullptr || is_excluded[key]) continue;
    const std::size_t writer = node_of_[only_install[key]->txn.index()];
    if (writer == kNone || history_.initial_value(KeyId(key)) != kInitial) continue;
    add(reader, writer,
        {.from = {},
         .to = {},
         .kind = DependencyKind::kRw,
         .key = KeyId(key),
         .reason = DependencyReason::kRowMissing});
  }
}

// One round of rule 2a, then one of 2b: reads that were overwritten tell a person more than orders of writes
// do. True if something was new.
bool KnownOrder::saturate() {
  const auto for_each_triple = [&](auto&& rule) {
    bool is_new = false;
    for (const KeyUse& use : uses_) {
      for (const KeyUse::Read& read : use.reads) {
        if (read.writer == kNone) continue;
        for (const std::size_t k : use.installers)
          if (k != read.writer && k != read.reader && !has_cycle_) is_new |= rule(use.key, read, k);
      }
    }
    return is_new;
  };
  const bool has_reads = for_each_triple([&](KeyId key, const KeyUse::Read& read, std::size_t k) {
    if (!reaches_[read.writer][k]) return false;
    return add(read.reader, k,
               {.from = {},
                .to = {},
                .kind = DependencyKind::kRw,
                .key = key,
                .value = read.value,
                .reason = DependencyReason::kVersionFollows,
                .witness = txns_[read.writer]});
  });
  const bool has_writes = for_each_triple([&](KeyId key, const KeyUse::Read& read, std::size_t k) {
    if (!reaches_[k][read.reader]) return false;
    return add(k, read.writer,
               {.from = {},
                .to = {},
                .kind = DependencyKind::kWw,
                .key = key,
                .reason = DependencyReason::kReaderFollows,
                .witness = txns_[read.reader]});
  });
  return has_reads || has_writes;
}

// Adds the edge and closes transitively; false if an edge of that kind and key is there already.
bool KnownOrder::add(std::size_t from, std::size_t to, Dependency dependency) {
  dependency.from = txns_[from];
  dependency.to = txns_[to];
  const auto is_same = [&](const Dependency& other) {
    return std::tie(other.to, other.kind, other.key) ==
           std::tie(dependency.to, dependency.kind, dependency.key);
  };
  if (std::ranges::any_of(out_[from], is_same)) return false;
  out_[from].push_back(dependency);
  if (reaches_[from][to]) return true;
  if (from == to || reaches_[to][from]) has_cycle_ = true;
  for (std::size_t a = 0; a < txns_.size(); ++a) {
    if (a != from && !reaches_[a][from]) continue;
    reaches_[a][to] = true;
    for (std::size_t b = 0; b < txns_.size(); ++b)
      if (reaches_[to][b]) reaches_[a][b] = true;
  }
  return true;
}

std::vector<Dependency> KnownOrder::shortest_cycle_from(std::size_t start) const {
  std::vector<const Dependency*> by(txns_.size());
  std::vector<std::size_t> queue = {start};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Dependency& edge : out_[queue[head]]) {
      const std::size_t to = node_of_[edge.to.index()];
      if (by[to] != nullptr) continue;
      by[to] = &edge;
      if (to != start) {
        queue.push_back(to);
        continue;
      }
      std::vector<Dependency> cycle;
      for (std::size_t at = start; cycle.empty() || at != start; at = node_of_[by[at]->from.index()])
        cycle.push_back(*by[at]);
      std::ranges::reverse(cycle);
      return cycle;
    }
  }
  return {};
}

std::vector<Dependency> KnownOrder::shortest_cycle() const {
  std::vector<Dependency> best;
  for (std::size_t node = 0; node < txns_.size(); ++node) {
    if (!reaches_[node][node]) continue;
    std::vector<Dependency> cycle = shortest_cycle_from(node);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  return best;
}

}  // namespace

std::optional<std::vector<Dependency>> find_known_cycle(const History& history, const WriterIndex& writers,
                                                        Level level, std::int64_t clock_skew,
                                                        const std::vector<TxnId>& transactions) {
  return KnownOrder(history, writers, level, clock_skew, transactions).find_cycle();
}

}  // namespace isolde
