// Three parts: Plan draws who does what, Execution is the toy database, Liar changes what was seen. The toy
// database shares no code with the oracle's replay: it is a second opinion on what an operation does.
#include "tests/oracle/random_history.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

enum class Type : std::uint8_t { kRegister, kList, kSet, kCounter };
enum class Mode : std::uint8_t { kSerial, kSnapshot, kStaleSnapshot, kLostUpdates, kReadCommitted };

using Store = std::vector<ValueId>;  // by key

struct Operation {
  OpKind kind = OpKind::kRead;
  std::size_t key = 0;
  ValueId value;
  std::size_t predicate = 0;
  std::vector<RowSeen> rows;
};

struct Transaction {
  std::size_t client = 0;
  TxnStatus status = TxnStatus::kCommitted;
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::vector<Operation> operations;
};

constexpr std::array<std::string_view, 7> kValuePredicates = {
    "value > 3", "value <= 4", "value % 2 = 0", "value between 2 and 6", "key <> 'k1' and value < 8",
    "true",      "key = 'k0'"};
constexpr std::array<std::string_view, 6> kRowPredicates = {
    "a > 3",     "b = 1", "b in (0, 2) or a < 3", "b <> 1 and a % 2 = 0", "not (a between 2 and 5)",
    "key = 'k1'"};

// What all parts share: the draw, the names, and every version any key ever had.
struct World {
  World(Random& source, const RandomHistoryOptions& chosen) : random(source), options(chosen) {
    repeats = random.chance(options.repeated_values);
    has_rows = random.chance(options.rows);
    const auto keys = static_cast<std::size_t>(random.between(1, options.max_keys));
    for (std::size_t i = 0; i < keys; ++i) add_key(i);
    if (has_rows)
      for (const std::string_view text : kRowPredicates) add_predicate(text);
    else
      for (const std::string_view text : kValuePredicates) add_predicate(text);
  }

  void add_key(std::size_t index) {
    ids.push_back(builder.key("k" + std::to_string(index)));
    Type type = Type::kRegister;
    if (random.chance(options.list))
      type = Type::kList;
    else if (random.chance(options.set))
      type = Type::kSet;
    else if (random.chance(options.counter))
      type = Type::kCounter;
    types.push_back(type);
    initial.push_back(kInitial);
    if (random.chance(options.given_initial)) {
      initial.back() =
          type == Type::kList || type == Type::kSet ? list_of({fresh_scalar().value}) : fresh(index);
      builder.set_initial_value(ids.back(), initial.back());
    }
    versions.push_back({initial.back()});
  }

  void add_predicate(std::string_view text) {
    Result<Predicate> parsed = Predicate::parse(text, builder.columns());
    ISOLDE_REQUIRE(parsed.has_value());
    predicates.push_back(std::move(*parsed));
  }

  ValueId fresh_scalar() { return builder.value(repeats ? random.between(1, 3) : ++last_value); }
  // A value to write to the key, an element to append or a number to add.
  ValueId fresh(std::size_t key) {
    if (!has_rows || types[key] != Type::kRegister) return fresh_scalar();
    const std::uint32_t a = builder.columns().intern_text("a");
    const std::uint32_t b = builder.columns().intern_text("b");
    const std::array<std::uint32_t, 4> pairs = {a, fresh_scalar().value, b,
                                                builder.value(random.between(0, 3)).value};
    return ValueId(builder.values().intern_row(pairs));
  }
  ValueId list_of(const std::vector<std::uint32_t>& elements) {
    return elements.empty() ? kInitial : ValueId(builder.values().intern_list(elements));
  }
  std::vector<std::uint32_t> elements_of(ValueId value) {
    if (value == kInitial) return {};
    const auto elements = builder.values().elements(value.value);
    return {elements.begin(), elements.end()};
  }

  Random& random;
  const RandomHistoryOptions& options;
  HistoryBuilder builder;
  std::vector<KeyId> ids;
  std::vector<Type> types;
  Store initial;
  std::vector<std::vector<ValueId>> versions;  // per key: what was ever written, by anyone
  std::vector<Predicate> predicates;
  std::int64_t last_value = 0;
  bool repeats = false;
  bool has_rows = false;
};

class Execution {
 public:
  Execution(World& world, std::size_t transactions, std::size_t clients) : world_(world), queues_(clients) {
    commits_.push_back(world.initial);
    for (std::size_t i = 0; i < transactions; ++i) {
      const std::size_t client = clients == transactions ? i : world.random.below(clients);
      queues_[client].left += 1;
    }
    draw_mode();
  }

  // In the order of their begins.
  std::vector<Transaction> run() {
    for (;;) {
      std::vector<std::size_t> ready;
      for (std::size_t client = 0; client < queues_.size(); ++client)
        if (queues_[client].open || queues_[client].left > 0) ready.push_back(client);
      if (ready.empty()) return std::move(done_);
      const std::size_t client = world_.random.pick(ready);
      step(client);
      // One after another: nobody else moves until this one is through.
      while (mode_ == Mode::kSerial && queues_[client].open) step(client);
    }
  }

 private:
  struct Client {
    std::size_t left = 0;  // transactions still to begin
    bool open = false;
    std::size_t txn = 0;  // index in done_
    std::size_t operations_left = 0;
    std::size_t snapshot = 0;  // how many commits it saw
    Store view;
    std::vector<bool> wrote;
  };

  void draw_mode() {
    const RandomHistoryOptions& options = world_.options;
    const std::array<std::pair<Mode, double>, 4> modes = {{{Mode::kSnapshot, options.snapshot},
                                                           {Mode::kStaleSnapshot, options.stale_snapshot},
                                                           {Mode::kLostUpdates, options.lost_updates},
                                                           {Mode::kReadCommitted, options.read_committed}}};
    double at = world_.random.unit();
    for (const auto& [mode, share] : modes) {
      if (at < share) {
        mode_ = mode;
        return;
      }
      at -= share;
    }
  }

  // A begin may coincide with the commit just before it, a commit with nothing that came before: whoever ends
  // no later than another starts did commit before it.
  std::int64_t begin_time() { return clock_ += world_.random.between(0, 2); }
  std::int64_t commit_time() { return clock_ += world_.random.between(1, 2); }

  void step(std::size_t index) {
    Client& client = queues_[index];
    if (!client.open) return begin(index);
    if (client.operations_left == 0) return commit(client);
    --client.operations_left;
    if (mode_ == Mode::kReadCommitted) refresh(client);
    done_[client.txn].operations.push_back(operation(client));
  }

  void begin(std::size_t index) {
    Client& client = queues_[index];
    client.open = true;
    --client.left;
    client.txn = done_.size();
    client.operations_left =
        static_cast<std::size_t>(world_.random.between(1, world_.options.max_operations));
    client.snapshot = commits_.size();
    if (mode_ == Mode::kStaleSnapshot)
      client.snapshot -= world_.random.below(std::min<std::size_t>(3, client.snapshot));
    client.view = commits_[client.snapshot - 1];
    client.wrote.assign(world_.ids.size(), false);
    done_.emplace_back().client = index;
    done_.back().start = begin_time();
  }

  void commit(Client& client) {
    Transaction& txn = done_[client.txn];
    client.open = false;
    txn.end = commit_time();
    bool takes_effect = true;
    if (is_overwritten(client) || world_.random.chance(world_.options.aborted)) {
      txn.status = TxnStatus::kAborted;
      takes_effect = false;
    } else if (world_.random.chance(world_.options.indeterminate)) {
      txn.status = TxnStatus::kIndeterminate;
      takes_effect = world_.random.chance(0.5);
    }
    if (!takes_effect) return;
    Store next = commits_.back();
    for (std::size_t key = 0; key < next.size(); ++key)
      if (client.wrote[key]) next[key] = client.view[key];
    commits_.push_back(std::move(next));
    writes_.push_back(client.wrote);
  }

  // First committer wins.
  [[nodiscard]] bool is_overwritten(const Client& client) const {
    if (mode_ != Mode::kSnapshot && mode_ != Mode::kStaleSnapshot) return false;
    for (std::size_t i = client.snapshot - 1; i < writes_.size(); ++i)
      for (std::size_t key = 0; key < client.wrote.size(); ++key)
        if (client.wrote[key] && writes_[i][key]) return true;
    return false;
  }

  void refresh(Client& client) {
    for (std::size_t key = 0; key < client.view.size(); ++key)
      if (!client.wrote[key]) client.view[key] = commits_.back()[key];
  }

  Operation operation(Client& client) {
    const RandomHistoryOptions& options = world_.options;
    Random& random = world_.random;
    Operation operation;
    if (random.chance(options.predicate_reads)) {
      operation.kind = OpKind::kPredicateRead;
      read_rows(client, operation);
    } else if (random.chance(options.predicate_writes)) {
      operation.kind = OpKind::kPredicateWrite;
      read_rows(client, operation);
      write_rows(client, operation);
    } else {
      operation.key = random.below(world_.ids.size());
      if (random.chance(0.5))
        read(client, operation);
      else
        write(client, operation);
    }
    return operation;
  }

  void read(const Client& client, Operation& operation) {
    operation.kind = OpKind::kRead;
    operation.value = client.view[operation.key];
    if (world_.types[operation.key] != Type::kSet) return;
    std::vector<std::uint32_t> elements = world_.elements_of(operation.value);
    world_.random.shuffle(elements);
    operation.value = world_.list_of(elements);
  }

  void write(Client& client, Operation& operation) {
    const ValueId before = client.view[operation.key];
    const Type type = world_.types[operation.key];
    operation.value = world_.fresh(operation.key);
    ValueId after = operation.value;
    if (type == Type::kCounter) {
      operation.kind = OpKind::kIncrement;
      const Dictionary& values = world_.builder.values();
      const std::int64_t sum =
          (before == kInitial ? 0 : values.integer(before.value)) + values.integer(operation.value.value);
      after = world_.builder.value(sum);
    } else if (type == Type::kList || type == Type::kSet) {
      operation.kind = type == Type::kList ? OpKind::kAppend : OpKind::kAdd;
      std::vector<std::uint32_t> elements = world_.elements_of(before);
      const bool is_new = std::ranges::find(elements, operation.value.value) == elements.end();
      if (type == Type::kList || is_new) elements.push_back(operation.value.value);
      after = world_.list_of(elements);
    } else if (world_.random.chance(world_.options.deletes)) {
      operation.kind = OpKind::kDelete;
      operation.value = after = kInitial;
    } else {
      operation.kind = world_.random.chance(world_.options.inserts) ? OpKind::kInsert : OpKind::kWrite;
    }
    set(client, operation.key, after);
  }

  void set(Client& client, std::size_t key, ValueId value) {
    client.view[key] = value;
    client.wrote[key] = true;
    world_.versions[key].push_back(value);
  }

  void read_rows(const Client& client, Operation& operation) {
    operation.predicate = world_.random.below(world_.predicates.size());
    const Predicate& predicate = world_.predicates[operation.predicate];
    for (std::size_t key = 0; key < client.view.size(); ++key) {
      const ValueId value = client.view[key];
      if (value != kInitial &&
          predicate.matches(world_.builder.keys(), world_.ids[key], world_.builder.values(), value))
        operation.rows.push_back({world_.ids[key], value, {}});
    }
  }

  // Only registers get a new value; what else matches is deleted.
  void write_rows(Client& client, Operation& operation) {
    for (RowSeen& row : operation.rows) {
      const auto key = static_cast<std::size_t>(std::ranges::find(world_.ids, row.key) - world_.ids.begin());
      const bool deletes = world_.types[key] != Type::kRegister || world_.random.chance(0.25);
      row.after = deletes ? kInitial : world_.fresh(key);
      set(client, key, row.after);
    }
  }

  World& world_;
  Mode mode_ = Mode::kSerial;
  std::vector<Client> queues_;
  std::vector<Store> commits_;             // commits_[n]: the store after n commits
  std::vector<std::vector<bool>> writes_;  // writes_[n]: the keys that commit n+1 wrote
  std::vector<Transaction> done_;
  std::int64_t clock_ = 0;
};

// Changes what the clients claim. Whatever it does, the history stays well-formed: contents move, frames
// (sessions, times) do not, and times only shrink.
class Liar {
 public:
  Liar(World& world, std::vector<Transaction>& transactions) : world_(world), transactions_(transactions) {}

  void tell_one() {
    switch (world_.random.below(6)) {
      case 0:
      case 1:
        return misread();
      case 2:
        return misreport_rows();
      case 3:
        world_.random.pick(transactions_).status = static_cast<TxnStatus>(world_.random.below(3));
        return;
      case 4:
        return swap_contents();
      default:
        return shrink_times();
    }
  }

 private:
  // Operations of a kind, wherever they are.
  std::vector<Operation*> all_of(OpKind first, OpKind last) {
    std::vector<Operation*> found;
    for (Transaction& txn : transactions_)
      for (Operation& operation : txn.operations)
        if (operation.kind >= first && operation.kind <= last) found.push_back(&operation);
    return found;
  }
  ValueId some_version(std::size_t key) {
    if (world_.random.chance(0.05)) return world_.fresh(key);  // nobody wrote it
    return world_.random.pick(world_.versions[key]);
  }

  void misread() {
    const std::vector<Operation*> reads = all_of(OpKind::kRead, OpKind::kRead);
    if (reads.empty()) return;
    Operation& read = *world_.random.pick(reads);
    read.value = some_version(read.key);
  }

  void misreport_rows() {
    const std::vector<Operation*> found = all_of(OpKind::kPredicateRead, OpKind::kPredicateWrite);
    if (found.empty()) return misread();
    Operation& operation = *world_.random.pick(found);
    const std::size_t key = world_.random.below(world_.ids.size());
    const auto row = std::ranges::find(operation.rows, world_.ids[key], &RowSeen::key);
    if (row != operation.rows.end() && world_.random.chance(0.6)) {
      operation.rows.erase(row);
      return;
    }
    const ValueId value = some_version(key);
    if (value == kInitial) return;  // a row that is absent cannot be returned
    if (row != operation.rows.end())
      row->value = value;
    else
      operation.rows.push_back({world_.ids[key], value, after(operation, key)});
  }
  ValueId after(const Operation& operation, std::size_t key) {
    if (operation.kind == OpKind::kPredicateRead) return {};
    return world_.types[key] == Type::kRegister ? world_.fresh(key) : kInitial;
  }

  void swap_contents() {
    Transaction& a = world_.random.pick(transactions_);
    Transaction& b = world_.random.pick(transactions_);
    std::swap(a.operations, b.operations);
    std::swap(a.status, b.status);
  }

  void shrink_times() {
    Transaction& txn = world_.random.pick(transactions_);
    txn.start = world_.random.between(txn.start, txn.end);
    txn.end = world_.random.between(txn.start, txn.end);
  }

  World& world_;
  std::vector<Transaction>& transactions_;
};

// A client notices its begin early and its commit late: widens each transaction into the gaps of its session.
void widen_times(Random& random, std::vector<Transaction>& transactions, std::size_t clients) {
  std::vector<std::int64_t> free_from(clients, 0);
  for (std::size_t i = 0; i < transactions.size(); ++i) {
    Transaction& txn = transactions[i];
    std::int64_t free_to = txn.end + 4;
    for (std::size_t j = i + 1; j < transactions.size(); ++j)
      if (transactions[j].client == txn.client) free_to = std::min(free_to, transactions[j].start);
    if (random.chance(0.3)) txn.start = random.between(free_from[txn.client], txn.start);
    if (random.chance(0.3)) txn.end = random.between(txn.end, free_to);
    free_from[txn.client] = txn.end;
  }
}

void emit(World& world, const Transaction& txn, bool has_times, bool has_sessions) {
  TxnInfo info;
  info.status = txn.status;
  if (has_sessions) info.session = world.builder.session(static_cast<std::int64_t>(txn.client));
  if (has_times) {
    info.start = txn.start;
    // The client of an indeterminate transaction may never have heard of its end.
    if (txn.status != TxnStatus::kIndeterminate || world.random.chance(0.5)) info.end = txn.end;
  }
  world.builder.begin_transaction(info);
  for (const Operation& operation : txn.operations) {
    if (is_predicate(operation.kind)) {
      const auto predicate = world.builder.predicate(world.predicates[operation.predicate].text());
      ISOLDE_REQUIRE(predicate.has_value());
      world.builder.add_predicate(operation.kind, *predicate, operation.rows);
    } else {
      world.builder.add(operation.kind, world.ids[operation.key], operation.value);
    }
  }
  world.builder.end_transaction();
}

}  // namespace

RandomHistoryOptions registers_mix() { return {}; }

RandomHistoryOptions repeated_values_mix() {
  RandomHistoryOptions options;
  options.repeated_values = 1.0;
  options.deletes = 0.1;
  return options;
}

RandomHistoryOptions predicates_mix() {
  RandomHistoryOptions options;
  options.predicate_reads = 0.25;
  options.predicate_writes = 0.1;
  options.deletes = 0.2;
  options.inserts = 0.3;
  options.given_initial = 0.3;
  options.rows = 0.5;
  return options;
}

RandomHistoryOptions types_mix() {
  RandomHistoryOptions options;
  options.list = 0.4;
  options.set = 0.3;
  options.counter = 0.3;
  options.predicate_reads = 0.1;
  return options;
}

History random_history(Random& random, const RandomHistoryOptions& options) {
  World world(random, options);
  const auto count =
      static_cast<std::size_t>(random.between(options.min_transactions, options.max_transactions));
  const bool has_sessions = !random.chance(options.no_sessions);
  const std::size_t clients =
      has_sessions ? static_cast<std::size_t>(random.between(1, options.max_sessions)) : count;
  std::vector<Transaction> transactions = Execution(world, count, clients).run();
  widen_times(random, transactions, clients);
  if (random.chance(options.lies)) {
    Liar liar(world, transactions);
    for (std::int64_t left = random.between(1, 3); left > 0; --left) liar.tell_one();
  }
  const bool has_times = random.chance(options.times);
  for (const Transaction& txn : transactions) emit(world, txn, has_times, has_sessions);
  Result<History> history = std::move(world.builder).finish();
  ISOLDE_REQUIRE(history.has_value());
  return std::move(*history);
}

}  // namespace isolde
