#include "certify/schedule/replay.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "certify/schedule/live_rows.hpp"
#include "certify/schedule/store.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

// Where a transaction's writes go until it commits.
enum class Mode : std::uint8_t {
  kDirect,  // into the store: no other transaction commits in between
  kAside,   // beside it, by key
};

class Replayer {
 public:
  Replayer(const History& history, const LevelInfo& level, const Placement& placement)
      : history_(history),
        placement_(placement),
        rows_bind_(level.rows_bind),
        first_committer_wins_(!level.one_node && level.first_committer_wins),
        store_(history),
        returned_(history.predicate_count() == 0 ? 0 : history.key_count(), 0) {
    if (rows_bind_ && history.predicate_count() != 0) live_.emplace(history);
    if (level.one_node) return;
    aside_.resize(history.key_count());
    aside_of_.resize(history.key_count());
    computed_begins_.resize(history.transaction_count());
    if (first_committer_wins_) last_commits_.resize(history.key_count());
  }

  [[nodiscard]] const ReplayFault& fault() const { return fault_; }

  Problem run(const Schedule& schedule) {
    for (const Event& event : schedule) {
      const bool is_alone = placement_.is_alone(event.txn);
      if (event.kind == EventKind::kBegin) {
        if (!is_alone && !begin_aside(event.txn)) return problem_;
      } else if (is_alone) {
        if (!execute<Mode::kDirect>(event.txn)) return problem_;
        if (first_committer_wins_) note_commit(event.txn);
      } else {
        if (first_committer_wins_ && !is_first_committer(event.txn)) return problem_;
        install(event.txn);
      }
    }
    return std::nullopt;
  }

 private:
  template <Mode kMode>
  [[nodiscard]] const Cell& seen(KeyId key) const {
    if (kMode == Mode::kAside && aside_of_[key.index()] == txn_) return aside_[key.index()];
    return store_.cell(key);
  }

  // `row`: which one, of a predicate write.
  void set(KeyId key, Cell cell, OpId op, std::size_t row = 0) {
    store_.set(key, cell);
    if (live_) live_->put(key, live_->version_of(op) + static_cast<std::uint32_t>(row));
  }

  template <Mode kMode>
  void put(KeyId key, Cell cell, OpId op, std::size_t row = 0) {
    if (kMode == Mode::kDirect) return set(key, cell, op, row);
    if (aside_of_[key.index()] != txn_) own_keys_.push_back(key);
    aside_of_[key.index()] = txn_;
    aside_[key.index()] = cell;
  }

  template <Mode kMode>
  [[nodiscard]] bool execute(TxnId txn) {
    txn_ = txn;
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (kind == OpKind::kRead) {
        const KeyId key = history_.key(op);
        if (!store_.shows(key, seen<kMode>(key), history_.value(op)))
          return fail_read(op, key, history_.value(op), seen<kMode>(key));
      } else if (kind <= OpKind::kDelete) {
        put<kMode>(history_.key(op), {history_.value(op).value, Cell::kNoChain}, op);
      } else if (!is_predicate(kind)) {
        const auto cell = store_.changed(kind, seen<kMode>(history_.key(op)), history_.value(op));
        if (!cell) return fail_operation(op, "what the key holds does not allow that");
        put<kMode>(history_.key(op), *cell, op);
      } else if (!execute_predicate<kMode>(op)) {
        return false;
      }
    }
    return true;
  }

  template <Mode kMode>
  [[nodiscard]] bool execute_aggregate(OpId op) {
    if (!rows_bind_) return true;
    const AggregateRule rule(history_, op);
    AggregateTotal total;
    bool is_refuted = false;
    for_each_match<kMode>(history_.predicate(history_.predicate(op)), [&](KeyId key) {
      const AggregateRow row = store_.row(rule, key, seen<kMode>(key));
      is_refuted |= row.refutes;
      total = rule.with(total, row);
    });
    if (!is_refuted && rule.is_met(total)) return true;
    return fail_operation(op, "the rows that match there give something else");
  }

  template <Mode kMode>
  [[nodiscard]] bool execute_predicate(OpId op) {
    if (history_.kind(op) == OpKind::kAggregate) return execute_aggregate<kMode>(op);
    const std::span<const RowSeen> rows = history_.rows(op);
    const Predicate& predicate = history_.predicate(history_.predicate(op));
    ++look_;
    for (const RowSeen& row : rows) {
      const Cell& cell = seen<kMode>(row.key);
      if (!store_.shows(row.key, cell, row.value)) return fail_read(op, row.key, row.value, cell);
      if (std::exchange(returned_[row.key.index()], look_) == look_)
        return fail_operation(op, "a row is returned twice");
    }
    const bool agrees = rows_bind_ ? are_all_matches<kMode>(predicate, rows)
                                   : std::ranges::all_of(rows, [&](const RowSeen& row) {
                                       return store_.matches(predicate, row.key, seen<kMode>(row.key));
                                     });
    if (!agrees) return fail_result_set<kMode>(op, predicate);
    if (history_.kind(op) == OpKind::kPredicateWrite)
      for (std::size_t i = 0; i < rows.size(); ++i)
        put<kMode>(rows[i].key, {rows[i].after.value, Cell::kNoChain}, op, i);
    return true;
  }

  // Calls visit(key) for each key that matches now.
  template <Mode kMode, class Visit>
  void for_each_match(const Predicate& predicate, Visit&& visit) {
    const auto is_own = [&](KeyId key) { return kMode == Mode::kAside && aside_of_[key.index()] == txn_; };
    live_->for_each_candidate(predicate, [&](KeyId key) {
      if (!is_own(key) && store_.matches(predicate, key, store_.cell(key))) visit(key);
    });
    if (kMode == Mode::kAside)
      for (const KeyId key : own_keys_)
        if (store_.matches(predicate, key, aside_[key.index()])) visit(key);
  }

  // Whether the keys that match are those of the rows, which are different ones.
  template <Mode kMode>
  [[nodiscard]] bool are_all_matches(const Predicate& predicate, std::span<const RowSeen> rows) {
    if (kMode == Mode::kDirect || own_keys_.empty())
      if (const auto run = live_->run_of(predicate))
        return std::ranges::all_of(rows, [&](const RowSeen& row) { return live_->is_in(*run, row.key); }) &&
               !LiveRows::has_more(*run, rows.size());
    std::size_t matching = 0;
    bool are_returned = true;
    for_each_match<kMode>(predicate, [&](KeyId key) {
      ++matching;
      are_returned = are_returned && returned_[key.index()] == look_;
    });
    return are_returned && matching == rows.size();
  }

  // Runs the transaction on the current store and keeps what it will install. Whole values stand in the
  // history, so only what was computed from the snapshot needs keeping.
  [[nodiscard]] bool begin_aside(TxnId txn) {
    own_keys_.clear();
    if (!execute<Mode::kAside>(txn)) return false;
    if (!store_.computes()) return true;
    computed_begins_[txn.index()] = computed_.size();
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement)
        computed_.push_back(aside_[history_.key(op).index()]);
    }
    return true;
  }

  void install(TxnId txn) {
    for_each_write(txn, [&](KeyId key, ValueId value, OpId op, std::size_t row) {
      set(key, {value.value, Cell::kNoChain}, op, row);
    });
    if (!store_.computes()) return;
    std::size_t next = computed_begins_[txn.index()];
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement)
        set(history_.key(op), computed_[next++], op);
    }
  }

  template <class Visit>
  void for_each_write(TxnId txn, Visit&& visit) const {
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (is_item_write(kind)) visit(history_.key(op), history_.value(op), op, std::size_t{0});
      if (kind != OpKind::kPredicateWrite) continue;
      const std::span<const RowSeen> rows = history_.rows(op);
      for (std::size_t i = 0; i < rows.size(); ++i) visit(rows[i].key, rows[i].after, op, i);
    }
  }

  void note_commit(TxnId txn) {
    const std::uint32_t after = placement_.commits[txn.index()] + 1;
    for_each_write(txn, [&](KeyId key, auto&&...) { last_commits_[key.index()] = after; });
  }

  [[nodiscard]] bool is_first_committer(TxnId txn) {
    const std::uint32_t begin = placement_.begins[txn.index()];
    KeyId taken;
    for_each_write(txn, [&](KeyId key, auto&&...) {
      if (last_commits_[key.index()] > begin) taken = key;
    });
    if (taken.is_valid()) {
      problem_ =
          fmt::format("{} commits {} while {}, which writes it too, is open",
                      spell_transaction(history_, placement_.by_commit[last_commits_[taken.index()] - 1]),
                      spell_key(history_, taken), spell_transaction(history_, txn));
      return false;
    }
    note_commit(txn);
    return true;
  }

  [[nodiscard]] bool fail_read(OpId op, KeyId key, ValueId value, const Cell& cell) {
    const bool is_plain = cell.chain == Cell::kNoChain && cell.value < history_.value_count();
    const std::string shown = is_plain
                                  ? fmt::format("shows it {}", spell_value(history_, ValueId(cell.value)))
                                  : "shows it otherwise";
    problem_ = fmt::format("{} reads {} = {}, but the schedule {} ({})", spell_transaction(history_, txn_),
                           spell_key(history_, key), spell_value(history_, value), shown,
                           history_.place(txn_).to_string());
    fault_ = {is_predicate(history_.kind(op)) ? ReplayFault::Kind::kResultSet : ReplayFault::Kind::kRead,
              txn_, op, key};
    return false;
  }

  [[nodiscard]] bool fail_operation(OpId op, const std::string& why, KeyId key = {}) {
    problem_ =
        fmt::format("{} {}, but {}", spell_transaction(history_, txn_), spell_operation(history_, op), why);
    fault_ = {is_predicate(history_.kind(op)) ? ReplayFault::Kind::kResultSet : ReplayFault::Kind::kOther,
              txn_, op, key};
    return false;
  }

  // Names a row that does not match, or one that does and was not returned.
  template <Mode kMode>
  [[nodiscard]] bool fail_result_set(OpId op, const Predicate& predicate) {
    for (const RowSeen& row : history_.rows(op))
      if (!store_.matches(predicate, row.key, seen<kMode>(row.key)))
        return fail_operation(op, fmt::format("{} does not match", spell_key(history_, row.key)));
    KeyId key;
    for_each_match<kMode>(predicate, [&](KeyId each) {
      if (returned_[each.index()] != look_ && (!key.is_valid() || each < key)) key = each;
    });
    const Cell& cell = seen<kMode>(key);
    const bool is_plain = cell.chain == Cell::kNoChain && cell.value < history_.value_count();
    return fail_operation(op,
                          fmt::format("the store also holds {}{}, which matches", spell_key(history_, key),
                                      is_plain ? " = " + spell_value(history_, ValueId(cell.value)) : ""),
                          key);
  }

  const History& history_;
  const Placement& placement_;
  const bool rows_bind_;
  const bool first_committer_wins_;
  Store store_;
  std::optional<LiveRows> live_;  // where rows bind
  TxnId txn_;                     // the transaction that is being executed
  std::vector<Cell> aside_;       // by KeyId: what aside_of_ has made of it
  std::vector<TxnId> aside_of_;   // by KeyId; a transaction runs aside at most once
  std::vector<KeyId> own_keys_;   // of txn_, in kAside
  std::vector<Cell> computed_;    // per transaction that ran aside: one per append, add, increment
  std::vector<std::size_t> computed_begins_;  // by TxnId
  std::vector<std::uint32_t> last_commits_;   // by KeyId: one more than the commit that wrote it last
  std::vector<std::uint64_t> returned_;       // by KeyId: the last look that returned it
  std::uint64_t look_ = 0;                    // counts predicate operations
  Problem problem_;
  ReplayFault fault_;
};

}  // namespace

Problem replay(const History& history, const LevelInfo& level, const Schedule& schedule,
               const Placement& placement, ReplayFault* fault) {
  Replayer replayer(history, level, placement);
  Problem problem = replayer.run(schedule);
  if (fault != nullptr) *fault = replayer.fault();
  return problem;
}

}  // namespace isolde
