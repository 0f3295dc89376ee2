#include "certify/replay.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "certify/store.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

// Where a transaction's writes go until it commits.
enum class Mode : std::uint8_t {
  kDirect,  // into the store: nobody else commits in between
  kAside,   // beside it, by key
};

class Replayer {
 public:
  Replayer(const History& history, const LevelInfo& level, const Placement& placement)
      : history_(history),
        placement_(placement),
        rows_bind_(level.level != Level::kRepeatableRead),
        first_committer_wins_(!level.one_node && level.first_committer_wins),
        store_(history, rows_bind_ && history.predicate_count() != 0) {
    if (level.one_node) return;
    aside_.resize(history.key_count());
    aside_of_.resize(history.key_count());
    computed_begins_.resize(history.transaction_count());
    if (first_committer_wins_) last_commits_.resize(history.key_count());
  }

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

  template <Mode kMode>
  void put(KeyId key, Cell cell) {
    if (kMode == Mode::kDirect) return store_.set(key, cell);
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
          return fail_read(key, history_.value(op));
      } else if (kind <= OpKind::kDelete) {
        put<kMode>(history_.key(op), {history_.value(op).value, Cell::kNoChain});
      } else if (!is_predicate(kind)) {
        const auto cell = store_.changed(kind, seen<kMode>(history_.key(op)), history_.value(op));
        if (!cell) return fail_operation(op, "what the key holds does not allow that");
        put<kMode>(history_.key(op), *cell);
      } else if (!execute_predicate<kMode>(op)) {
        return false;
      }
    }
    return true;
  }

  template <Mode kMode>
  [[nodiscard]] bool execute_predicate(OpId op) {
    const std::span<const RowSeen> rows = history_.rows(op);
    const Predicate& predicate = history_.predicate(history_.predicate(op));
    for (const RowSeen& row : rows) {
      const Cell& cell = seen<kMode>(row.key);
      if (!store_.shows(row.key, cell, row.value)) return fail_read(row.key, row.value);
      if (!store_.matches(predicate, row.key, cell))
        return fail_operation(op, fmt::format("{} does not match", spell_key(history_, row.key)));
    }
    // All rows match; so if they are different keys, and as many as match, they are all that match.
    if (rows_bind_) {
      if (!are_different(rows)) return fail_operation(op, "a row is returned twice");
      if (count_matching<kMode>(predicate) != rows.size())
        return fail_operation(op, "the store holds other rows that match");
    }
    if (history_.kind(op) == OpKind::kPredicateWrite)
      for (const RowSeen& row : rows) put<kMode>(row.key, {row.after.value, Cell::kNoChain});
    return true;
  }

  template <Mode kMode>
  [[nodiscard]] std::size_t count_matching(const Predicate& predicate) const {
    const auto is_own = [&](KeyId key) { return kMode == Mode::kAside && aside_of_[key.index()] == txn_; };
    std::size_t count = 0;
    for (const KeyId key : store_.present())
      if (!is_own(key) && store_.matches(predicate, key, store_.cell(key))) ++count;
    if (kMode == Mode::kAside)
      for (const KeyId key : own_keys_)
        if (store_.matches(predicate, key, aside_[key.index()])) ++count;
    return count;
  }

  [[nodiscard]] bool are_different(std::span<const RowSeen> rows) {
    row_keys_.clear();
    for (const RowSeen& row : rows) row_keys_.push_back(row.key);
    std::ranges::sort(row_keys_);
    return std::ranges::adjacent_find(row_keys_) == row_keys_.end();
  }

  // Runs the transaction on today's store and keeps what it will install. Whole values stand in the history;
  // only what was computed from the snapshot needs keeping.
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
    for_each_write(txn, [&](KeyId key, ValueId value) { store_.set(key, {value.value, Cell::kNoChain}); });
    if (!store_.computes()) return;
    std::size_t next = computed_begins_[txn.index()];
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (kind == OpKind::kAppend || kind == OpKind::kAdd || kind == OpKind::kIncrement)
        store_.set(history_.key(op), computed_[next++]);
    }
  }

  template <class Visit>
  void for_each_write(TxnId txn, Visit&& visit) const {
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (is_item_write(kind)) visit(history_.key(op), history_.value(op));
      if (kind != OpKind::kPredicateWrite) continue;
      for (const RowSeen& row : history_.rows(op)) visit(row.key, row.after);
    }
  }

  void note_commit(TxnId txn) {
    const std::uint32_t after = placement_.commits[txn.index()] + 1;
    for_each_write(txn, [&](KeyId key, ValueId) { last_commits_[key.index()] = after; });
  }

  [[nodiscard]] bool is_first_committer(TxnId txn) {
    const std::uint32_t begin = placement_.begins[txn.index()];
    KeyId taken;
    for_each_write(txn, [&](KeyId key, ValueId) {
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

  [[nodiscard]] bool fail_read(KeyId key, ValueId value) {
    problem_ = fmt::format("{} reads {} = {}, which is not what the schedule shows it ({})",
                           spell_transaction(history_, txn_), spell_key(history_, key),
                           spell_value(history_, value), history_.place(txn_).to_string());
    return false;
  }

  [[nodiscard]] bool fail_operation(OpId op, const std::string& why) {
    problem_ =
        fmt::format("{} {}, but {}", spell_transaction(history_, txn_), spell_operation(history_, op), why);
    return false;
  }

  const History& history_;
  const Placement& placement_;
  const bool rows_bind_;
  const bool first_committer_wins_;
  Store store_;
  TxnId txn_;                    // who is being executed
  std::vector<Cell> aside_;      // by KeyId: what aside_of_ has made of it
  std::vector<TxnId> aside_of_;  // by KeyId; a transaction runs aside at most once
  std::vector<KeyId> own_keys_;  // of txn_, in kAside
  std::vector<Cell> computed_;   // per transaction that ran aside: one per append, add, increment
  std::vector<std::size_t> computed_begins_;  // by TxnId
  std::vector<std::uint32_t> last_commits_;   // by KeyId: one more than the commit of who wrote it last
  std::vector<KeyId> row_keys_;
  Problem problem_;
};

}  // namespace

Problem replay(const History& history, const LevelInfo& level, const Schedule& schedule,
               const Placement& placement) {
  return Replayer(history, level, placement).run(schedule);
}

}  // namespace isolde
