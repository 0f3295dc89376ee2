#include "tests/oracle/toy_database.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "tests/oracle/random_condition.hpp"

namespace isolde::toy {
namespace {

enum class Mode : std::uint8_t { kSerial, kSnapshot, kStaleSnapshot, kLostUpdates, kReadCommitted };

constexpr std::array<std::string_view, 4> kTexts = {"a", "ab", "abc", "b"};

// What conditions may speak of: the key and either an integer, or the columns of World::fresh.
std::vector<ColumnDrawn> columns_of(bool has_rows) {
  const auto integers = [](std::int64_t first, std::int64_t last) {
    std::vector<SqlValue> literals;
    for (std::int64_t number = first; number <= last; ++number) literals.emplace_back(number);
    return literals;
  };
  std::vector<SqlValue> texts;
  for (const std::string_view text : kTexts) texts.emplace_back(std::string(text));
  const ColumnDrawn key{"key", SqlType::kText, {"k0", "k1", "k2"}};
  const ColumnDrawn value{"value", SqlType::kNumber, integers(1, 9)};
  if (!has_rows) return {key, value, value, value};
  return {key,
          {"a", SqlType::kNumber, integers(1, 9)},
          {"b", SqlType::kNumber, integers(0, 3)},
          {"c", SqlType::kText, texts}};
}

Condition random_range(Random& random) {
  const std::int64_t first = random.between(0, 9);
  Condition column{.kind = Condition::Kind::kColumn, .word = random.chance(0.6) ? "a" : "b"};
  Condition low{.value = SqlValue(first)};
  Condition high{.value = SqlValue(first + random.between(-1, 4))};
  if (random.chance(0.3))
    return {.kind = Condition::Kind::kComparison, .word = "=", .parts = {std::move(column), std::move(low)}};
  return {.kind = Condition::Kind::kBetween, .parts = {std::move(column), std::move(low), std::move(high)}};
}

class Execution {
 public:
  Execution(World& world, std::size_t transactions, std::size_t clients)
      : world_(world), queues_(clients), has_grown_(world.ids.size()) {
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
    if (options.aggregates > 0 && random.chance(options.aggregates)) {
      operation.kind = OpKind::kAggregate;
      read_rows(client, operation);
      add_up(operation);
    } else if (random.chance(options.predicate_reads)) {
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
    if (world_.types[operation.key] != KeyType::kSet) return;
    std::vector<std::uint32_t> elements = world_.elements_of(operation.value);
    world_.random.shuffle(elements);
    operation.value = world_.list_of(elements);
  }

  void write(Client& client, Operation& operation) {
    const ValueId before = client.view[operation.key];
    const KeyType type = world_.types[operation.key];
    operation.value = world_.fresh(operation.key);
    ValueId after = operation.value;
    if (may_replace(operation.key) && world_.random.chance(world_.options.whole_writes)) {
      replace(operation);
      after = operation.value;
    } else if (type == KeyType::kCounter) {
      operation.kind = OpKind::kIncrement;
      if (world_.options.small_increments > 0 && world_.random.chance(world_.options.small_increments))
        operation.value = world_.builder.value(world_.random.between(-1, 2));
      const Dictionary& values = world_.builder.values();
      const std::int64_t sum =
          (before == kInitial ? 0 : values.integer(before.value)) + values.integer(operation.value.value);
      after = world_.builder.value(sum);
    } else if (type == KeyType::kList || type == KeyType::kSet) {
      operation.kind = type == KeyType::kList ? OpKind::kAppend : OpKind::kAdd;
      has_grown_[operation.key] = true;
      std::vector<std::uint32_t> elements = world_.elements_of(before);
      const bool is_new = std::ranges::find(elements, operation.value.value) == elements.end();
      if (type == KeyType::kList || is_new) elements.push_back(operation.value.value);
      after = world_.list_of(elements);
    } else if (world_.random.chance(world_.options.deletes)) {
      operation.kind = OpKind::kDelete;
      operation.value = after = kInitial;
    } else {
      operation.kind = world_.random.chance(world_.options.inserts) ? OpKind::kInsert : OpKind::kWrite;
    }
    set(client, operation.key, after);
  }

  // Without an add nobody could tell that the order of a set's elements says nothing.
  [[nodiscard]] bool may_replace(std::size_t key) const {
    const KeyType type = world_.types[key];
    return type == KeyType::kSet ? has_grown_[key] : type != KeyType::kRegister;
  }

  // What others would add to or increment is written as a whole, or deleted.
  void replace(Operation& operation) {
    Random& random = world_.random;
    operation.kind = random.chance(0.4) ? OpKind::kDelete : OpKind::kWrite;
    if (operation.kind == OpKind::kDelete) {
      operation.value = kInitial;
    } else if (world_.types[operation.key] == KeyType::kCounter) {
      if (random.chance(0.3)) operation.value = world_.builder.value(std::int64_t{0});
    } else {
      std::vector<std::uint32_t> elements = {operation.value.value};
      if (random.chance(0.5)) elements.push_back(world_.fresh(operation.key).value);
      operation.value = world_.list_of(elements);
    }
  }

  void set(Client& client, std::size_t key, ValueId value) {
    client.view[key] = value;
    client.wrote[key] = true;
    world_.versions[key].push_back(value);
  }

  void read_rows(const Client& client, Operation& operation) {
    operation.predicate = world_.random.below(world_.predicates.size());
    const Condition& condition = world_.predicates[operation.predicate];
    for (std::size_t key = 0; key < client.view.size(); ++key) {
      const ValueId value = client.view[key];
      if (value != kInitial && holds(condition, row_of(world_.builder.columns(), world_.builder.keys(),
                                                       world_.ids[key], world_.builder.values(), value)))
        operation.rows.push_back({world_.ids[key], value, {}});
    }
  }

  [[nodiscard]] std::optional<std::int64_t> number_in(ValueId row, std::uint32_t column) {
    const Dictionary& values = world_.builder.values();
    if (!world_.has_rows)
      return values.kind(row.value) == ValueKind::kInteger ? std::optional(values.integer(row.value))
                                                           : std::nullopt;
    if (values.kind(row.value) != ValueKind::kRow) return std::nullopt;
    const auto pairs = values.elements(row.value);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (pairs[i] == column && values.kind(pairs[i + 1]) == ValueKind::kInteger)
        return values.integer(pairs[i + 1]);
    return std::nullopt;
  }

  // Some functions of the rows, which are forgotten then.
  void add_up(Operation& operation) {
    Random& random = world_.random;
    AggregateSeen& seen = operation.aggregate;
    const std::string_view name = !world_.has_rows ? "value" : random.chance(0.5) ? "a" : "b";
    const std::uint32_t column = world_.builder.columns().intern_text(name);
    std::array<std::optional<std::int64_t>, 4> results;
    results[0] = static_cast<std::int64_t>(operation.rows.size());
    for (const RowSeen& row : operation.rows) {
      const auto number = number_in(row.value, column);
      if (!number) continue;
      results[1] = std::min(*number, results[1].value_or(*number));
      results[2] = std::max(*number, results[2].value_or(*number));
      results[3] = *number + results[3].value_or(0);
    }
    const std::size_t one = random.below(4);
    for (std::size_t i = 0; i < 4; ++i) {
      if (i != one && !random.chance(0.2)) continue;
      seen.results[i] = results[i] ? world_.builder.value(*results[i]) : kInitial;
      if (i > 0) seen.column = ColumnId(column);
    }
    operation.rows.clear();
  }

  // Only registers get a new value; what else matches is deleted.
  void write_rows(Client& client, Operation& operation) {
    for (RowSeen& row : operation.rows) {
      const auto key = static_cast<std::size_t>(std::ranges::find(world_.ids, row.key) - world_.ids.begin());
      const bool deletes = world_.types[key] != KeyType::kRegister || world_.random.chance(0.25);
      row.after = deletes ? kInitial : world_.fresh(key);
      set(client, key, row.after);
    }
  }

  World& world_;
  Mode mode_ = Mode::kSerial;
  std::vector<Client> queues_;
  std::vector<bool> has_grown_;            // by key: somebody appended or added to it
  std::vector<Store> commits_;             // commits_[n]: the store after n commits
  std::vector<std::vector<bool>> writes_;  // writes_[n]: the keys that commit n+1 wrote
  std::vector<Transaction> done_;
  std::int64_t clock_ = 0;
};

}  // namespace

World::World(Random& source, const RandomHistoryOptions& chosen) : random(source), options(chosen) {
  repeats = random.chance(options.repeated_values);
  has_rows = random.chance(options.rows);
  for (const char* column : {"a", "b", "c"}) columns.push_back(builder.columns().intern_text(column));
  const auto keys = static_cast<std::size_t>(random.between(1, options.max_keys));
  for (std::size_t i = 0; i < keys; ++i) add_key(i);
  if (options.predicate_reads + options.predicate_writes + options.aggregates == 0) return;
  const std::vector<ColumnDrawn> drawn = columns_of(has_rows);
  constexpr std::size_t kPredicates = 4;
  while (predicates.size() < kPredicates)
    predicates.push_back(options.only_ranges
                             ? random_range(random)
                             : random_condition(random, drawn, static_cast<int>(random.below(3))));
}

void World::add_key(std::size_t index) {
  ids.push_back(builder.key("k" + std::to_string(index)));
  KeyType type = KeyType::kRegister;
  if (random.chance(options.list))
    type = KeyType::kList;
  else if (random.chance(options.set))
    type = KeyType::kSet;
  else if (random.chance(options.counter))
    type = KeyType::kCounter;
  types.push_back(type);
  initial.push_back(kInitial);
  if (random.chance(options.given_initial)) {
    initial.back() =
        type == KeyType::kList || type == KeyType::kSet ? list_of({fresh_scalar().value}) : fresh(index);
    builder.set_initial_value(ids.back(), initial.back());
  }
  versions.push_back({initial.back()});
}

ValueId World::fresh_scalar() { return builder.value(repeats ? random.between(1, 3) : ++last_value); }

ValueId World::fresh(std::size_t key) {
  if (!has_rows || types[key] != KeyType::kRegister) return fresh_scalar();
  // Whole rows rarely repeat by themselves.
  if (repeats && key < versions.size() && random.chance(0.4)) {
    const ValueId again = random.pick(versions[key]);
    if (again != kInitial) return again;
  }
  // In the order of the columns' ids, as a row must be: a number, a small one or null, a text or null or
  // none.
  std::vector<std::uint32_t> pairs = {columns[0], fresh_scalar().value};
  const auto small = random.between(-1, 3);
  pairs.insert(pairs.end(), {columns[1], small < 0 ? kInitial.value : builder.value(small).value});
  if (random.chance(0.8))
    pairs.insert(pairs.end(), {columns[2], random.chance(0.2) ? kInitial.value
                                                              : builder.value(random.pick(kTexts)).value});
  return ValueId(builder.values().intern_row(pairs));
}

ValueId World::list_of(const std::vector<std::uint32_t>& elements) {
  return elements.empty() ? kInitial : ValueId(builder.values().intern_list(elements));
}

std::vector<std::uint32_t> World::elements_of(ValueId value) {
  if (value == kInitial) return {};
  const auto elements = builder.values().elements(value.value);
  return {elements.begin(), elements.end()};
}

std::vector<Transaction> execute(World& world, std::size_t transactions, std::size_t clients) {
  return Execution(world, transactions, clients).run();
}

}  // namespace isolde::toy
