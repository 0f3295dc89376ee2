#include "tests/oracle/random_history.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/contract.hpp"
#include "history/builder.hpp"
#include "tests/oracle/toy_database.hpp"

namespace isolde {
namespace {

using toy::KeyType;
using toy::Operation;
using toy::Transaction;
using toy::World;

// Changes what the clients claim. Whatever it does, the history stays well-formed: contents move, frames
// (sessions, times) do not, and times only shrink.
class Liar {
 public:
  Liar(World& world, std::vector<Transaction>& transactions) : world_(world), transactions_(transactions) {}

  void tell_one() {
    if (world_.options.aggregates > 0 && world_.random.chance(0.3)) return miscount();
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
    const bool is_counter = world_.types[read.key] == KeyType::kCounter && read.value != kInitial;
    if (is_counter && world_.options.small_increments > 0)
      read.value = world_.builder.value(world_.builder.values().integer(read.value.value) +
                                        world_.random.between(-1, 1));
  }

  void misreport_rows() {
    const std::vector<Operation*> found = all_of(OpKind::kPredicateRead, OpKind::kPredicateWrite);
    if (found.empty()) return misread();
    Operation& operation = *world_.random.pick(found);
    const std::size_t key = world_.random.below(world_.ids.size());
    const auto row = std::ranges::find(operation.rows, world_.ids[key], &RowSeen::key);
    if (row != operation.rows.end() && world_.random.chance(0.05)) {
      const RowSeen again = *row;
      operation.rows.push_back(again);
      return;
    }
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
  // One result of an aggregate is off by a little.
  void miscount() {
    const std::vector<Operation*> found = all_of(OpKind::kAggregate, OpKind::kAggregate);
    if (found.empty()) return misread();
    AggregateSeen& seen = world_.random.pick(found)->aggregate;
    std::vector<std::size_t> told;
    for (std::size_t i = 0; i < seen.results.size(); ++i)
      if (seen.results[i].is_valid()) told.push_back(i);
    ValueId& result = seen.results[world_.random.pick(told)];
    const bool is_count = &result == seen.results.data();
    const std::int64_t before = result == kInitial ? 0 : world_.builder.values().integer(result.value);
    const std::int64_t after = before + world_.random.between(-2, 2);
    result = is_count && after < 0 ? result : world_.builder.value(after);
  }

  ValueId after(const Operation& operation, std::size_t key) {
    if (operation.kind == OpKind::kPredicateRead) return {};
    return world_.types[key] == KeyType::kRegister ? world_.fresh(key) : kInitial;
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

// By a clock with ticks this long. A lie, too: who ends in the tick in which another starts seems to precede
// it.
void round_times(std::vector<Transaction>& transactions, std::int64_t tick) {
  for (Transaction& txn : transactions) {
    txn.start /= tick;
    txn.end /= tick;
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
      const auto predicate = world.builder.predicate(sql_of(world.predicates[operation.predicate]));
      ISOLDE_REQUIRE(predicate.has_value());
      if (operation.kind == OpKind::kAggregate)
        world.builder.add_aggregate(*predicate, operation.aggregate);
      else
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
  options.lies = 0.8;  // more of them do no harm
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

RandomHistoryOptions ranges_mix() {
  RandomHistoryOptions options = predicates_mix();
  options.rows = 1;
  options.only_ranges = true;
  return options;
}

RandomHistoryOptions types_mix() {
  RandomHistoryOptions options;
  options.list = 0.4;
  options.set = 0.3;
  options.counter = 0.3;
  options.predicate_reads = 0.1;
  options.whole_writes = 0.15;
  return options;
}

RandomHistoryOptions counters_mix() {
  RandomHistoryOptions options;
  options.counter = 0.8;
  options.small_increments = 0.9;
  options.predicate_reads = 0.1;
  options.whole_writes = 0.03;
  options.aborted = 0.12;
  options.indeterminate = 0.2;
  options.max_keys = 2;
  options.lies = 0.8;
  return options;
}

RandomHistoryOptions aggregates_mix() {
  RandomHistoryOptions options = predicates_mix();
  options.aggregates = 0.3;
  options.predicate_reads = 0.1;
  options.lies = 0.85;
  options.repeated_values = 0.3;
  options.list = 0.05;
  options.set = 0.05;
  options.counter = 0.15;
  options.whole_writes = 0.15;
  options.max_keys = 4;
  return options;
}

History random_history(Random& random, const RandomHistoryOptions& options) {
  World world(random, options);
  const auto count =
      static_cast<std::size_t>(random.between(options.min_transactions, options.max_transactions));
  const bool has_sessions = !random.chance(options.no_sessions);
  const std::size_t clients =
      has_sessions ? static_cast<std::size_t>(random.between(std::min<std::int64_t>(2, options.max_sessions),
                                                             options.max_sessions))
                   : count;
  std::vector<Transaction> transactions = toy::execute(world, count, clients);
  widen_times(random, transactions, clients);
  if (random.chance(options.lies)) {
    Liar liar(world, transactions);
    for (std::int64_t left = random.between(1, 3); left > 0; --left) liar.tell_one();
    if (random.chance(options.coarse_clock)) round_times(transactions, random.between(4, 12));
  }
  const bool has_times = random.chance(options.times);
  for (const Transaction& txn : transactions) emit(world, txn, has_times, has_sessions);
  Result<History> history = std::move(world.builder).finish();
  ISOLDE_REQUIRE(history.has_value());
  return std::move(*history);
}

}  // namespace isolde
