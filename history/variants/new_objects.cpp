#include "history/variants/new_objects.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "history/builder.hpp"
#include "history/given_order.hpp"
#include "history/predicates/predicate_lexer.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

bool speaks_of_keys(std::string_view where) {
  PredicateLexer lexer(where);
  for (;;) {
    const Result<Token> token = lexer.next();
    if (!token || token->kind == TokenKind::kEnd) return false;
    if (token->kind == TokenKind::kWord && token->spelling == "key") return true;
  }
}

// Finds the inserts that may come after a delete of their key.
class Reinserts {
 public:
  Reinserts(const History& history, const LevelInfo& level, std::int64_t clock_skew)
      : history_(history), level_(level), clock_skew_(clock_skew), deletes_(history.key_count()) {
    for (const TxnId txn : history.transactions()) {
      if (history.status(txn) == TxnStatus::kAborted) continue;
      for (const OpId op : history.operations(txn)) {
        const OpKind kind = history.kind(op);
        if (is_item_write(kind) && history.value(op) == kInitial)
          deletes_[history.key(op).index()].push_back({txn, op});
        if (kind != OpKind::kPredicateWrite) continue;
        for (const RowSeen& row : history.rows(op))
          if (row.after == kInitial) deletes_[row.key.index()].push_back({txn, op});
      }
    }
    for (std::vector<Delete>& deletes : deletes_)
      std::ranges::stable_sort(deletes, {}, [&](const Delete& each) {
        return std::pair(history.start(each.txn), history.end(each.txn));
      });
  }

  [[nodiscard]] bool is_one(TxnId txn, OpId insert) const {
    for (const Delete& each : deletes_[history_.key(insert).index()]) {
      // Those after it start still later.
      if (level_.real_time && real_time_orders(history_, txn, each.txn, clock_skew_)) return false;
      if (each.txn == txn ? each.op < insert
                          : !level_.session_order || !session_orders(history_, txn, each.txn))
        return true;
    }
    return false;
  }

 private:
  struct Delete {
    TxnId txn;
    OpId op;
  };
  const History& history_;
  const LevelInfo& level_;
  const std::int64_t clock_skew_;
  std::vector<std::vector<Delete>> deletes_;  // by key, by start
};

}  // namespace

NewObjects::NewObjects(const History& history, const LevelInfo& level, std::int64_t clock_skew)
    : history_(history), objects_(history.key_count()) {
  find_objects(level, clock_skew);
  if (keys_ == 0) return;
  add_slots();
  resolve_reads();
  count_variants();
  find_problem();
}

void NewObjects::find_objects(const LevelInfo& level, std::int64_t clock_skew) {
  const Reinserts reinserts(history_, level, clock_skew);
  std::vector<bool> has_first(history_.key_count());
  for (std::size_t i = 0; i < history_.key_count(); ++i)
    has_first[i] = history_.initial_value(KeyId(i)) != kInitial;
  for (const TxnId txn : history_.transactions()) {
    if (history_.status(txn) == TxnStatus::kAborted) continue;
    for (const OpId op : history_.operations(txn)) {
      if (history_.kind(op) != OpKind::kInsert || history_.value(op) == kInitial) continue;
      const KeyId key = history_.key(op);
      if (reinserts.is_one(txn, op))
        objects_[key.index()].push_back(op);
      else
        has_first[key.index()] = true;
    }
  }
  first_object_.assign(history_.key_count(), kNone);
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    std::vector<OpId>& objects = objects_[i];
    if (has_first[i]) objects.insert(objects.begin(), OpId());
    if (objects.size() < 2) {
      objects.clear();
      continue;
    }
    ++keys_;
    first_object_[i] = static_cast<Node>(object_nodes_);
    object_nodes_ += objects.size();
  }
  for (Node node = 0; node < object_nodes_; ++node) parents_.push_back(node);
}

// Follows the links to the root, and shortens the path for the next search.
NewObjects::Node NewObjects::root(Node node) {
  while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
  return node;
}

NewObjects::Node NewObjects::add_slot(KeyId key, ValueId read, ValueId written, Node same_as) {
  const auto node = static_cast<Node>(parents_.size());
  parents_.push_back(same_as == kNone ? node : same_as);
  slots_.push_back({key, read, written});
  return node;
}

void NewObjects::add_slots() {
  slot_begins_.push_back(0);
  for (const TxnId txn : history_.transactions()) add_slots(txn);
}

// One slot per operation on such a key, or per row. `last` is what the transaction was last about.
void NewObjects::add_slots(TxnId txn) {
  struct Last {
    Node node = kNone;
    bool is_own = false;  // it wrote there itself; reads do not change that
  };
  std::unordered_map<std::uint32_t, Last> last;
  const bool is_aborted = history_.status(txn) == TxnStatus::kAborted;
  const auto read = [&](KeyId key, ValueId value) {
    if (is_aborted) return add_slot(key, {}, {}, first_object_[key.index()]);
    const Node node = add_slot(key, value, {}, kNone);
    if (Last& known = last[key.value]; !known.is_own) known.node = value == kInitial ? kNone : node;
    return node;
  };
  const auto write = [&](OpId op, KeyId key) {
    Last& known = last[key.value];
    const Node same_as = is_aborted ? first_object_[key.index()] : made_by(op, key);
    known = {add_slot(key, {}, history_.value(op), same_as == kNone ? known.node : same_as), true};
  };
  for (const OpId op : history_.operations(txn)) {
    const OpKind kind = history_.kind(op);
    if (has_rows(kind)) {
      for (const RowSeen& row : history_.rows(op)) {
        if (!has_objects(row.key)) continue;
        const Node node = read(row.key, row.value);
        if (kind == OpKind::kPredicateWrite) slots_.back().written = row.after;
        if (kind == OpKind::kPredicateWrite) last[row.key.value] = {node, true};
      }
    } else if (!is_predicate(kind) && has_objects(history_.key(op))) {
      const KeyId key = history_.key(op);
      if (kind == OpKind::kRead)
        read(key, history_.value(op));
      else
        write(op, key);
    }
    slot_begins_.push_back(static_cast<std::uint32_t>(slots_.size()));
  }
}

// The object that an insert makes, or adds a version to: its own, or the first. Other writes: kNone.
NewObjects::Node NewObjects::made_by(OpId op, KeyId key) const {
  if (history_.kind(op) != OpKind::kInsert || history_.value(op) == kInitial) return kNone;
  const std::vector<OpId>& objects = objects_[key.index()];
  const auto found = std::ranges::find(objects, op);
  return first_object_[key.index()] +
         (found == objects.end() ? 0 : static_cast<Node>(found - objects.begin()));
}

void NewObjects::resolve_reads() {
  // By key and value: the only one that wrote it, or kNone if there are several.
  std::unordered_map<std::uint64_t, Node> writers;
  const auto name = [](KeyId key, ValueId value) { return (std::uint64_t{key.value} << 32U) | value.value; };
  const auto note = [&](KeyId key, ValueId value, Node node) {
    if (const auto [found, is_new] = writers.try_emplace(name(key, value), node); !is_new)
      found->second = kNone;
  };
  for (std::size_t i = 0; i < objects_.size(); ++i)
    if (const KeyId key(i); has_objects(key) && history_.initial_value(key) != kInitial)
      note(key, history_.initial_value(key), first_object_[i]);
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (slots_[i].written.is_valid())
      note(slots_[i].key, slots_[i].written, static_cast<Node>(object_nodes_ + i));
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (!slot.read.is_valid() || slot.read == kInitial) continue;
    const auto node = static_cast<Node>(object_nodes_ + i);
    const auto writer = writers.find(name(slot.key, slot.read));
    if (writer == writers.end() || writer->second == kNone) continue;
    if (root(writer->second) != root(node)) parents_[root(node)] = root(writer->second);
  }
  for (Node node = 0; node < parents_.size(); ++node) parents_[node] = root(node);
}

void NewObjects::count_variants() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const auto node = static_cast<Node>(object_nodes_ + i);
    const bool is_about_all = slots_[i].read == kInitial && !slots_[i].written.is_valid();
    if (parents_[node] != node || is_about_all) continue;
    open_.push_back(node);
    open_ways_.push_back(objects_[slots_[i].key.index()].size());
    variants_ = std::min(variants_ * open_ways_.back(), kMostVariants + 1);
  }
}

void NewObjects::find_problem() {
  for (std::size_t i = 0; i < history_.predicate_count(); ++i)
    if (const std::string& where = history_.predicate(PredicateId(i)).text(); speaks_of_keys(where))
      problem_ =
          fmt::format("the predicate {} speaks of keys, which does not tell objects of one key apart", where);
  for (const VersionOrder& order : history_.version_orders())
    if (has_objects(order.key))
      problem_ = fmt::format("the version order of {} does not tell its objects apart",
                             spell_key(history_, order.key));
  if (variants_ <= kMostVariants || problem_) return;
  const Slot& slot = slots_[open_.front() - object_nodes_];
  problem_ = fmt::format("there are more than {} ways to tell which object of {} and other keys was meant",
                         kMostVariants, spell_key(history_, slot.key));
}

namespace {

// Copies a history, with other keys.
class Rewriter {
 public:
  explicit Rewriter(const History& history) : history_(history) {
    builder_.keys() = history.keys();
    builder_.values() = history.values();
    builder_.columns() = history.columns();
    builder_.sessions() = history.sessions();
    if (history.times_are_positions()) builder_.set_times_are_positions();
    for (std::size_t i = 0; i < history.key_count(); ++i)
      if (history.initial_value(KeyId(i)) != kInitial)
        builder_.set_initial_value(KeyId(i), history.initial_value(KeyId(i)));
  }

  [[nodiscard]] KeyId new_key(KeyId key, std::size_t number) {
    Dictionary& keys = builder_.keys();
    const bool is_text = keys.kind(key.value) == ValueKind::kText;
    const std::string old = is_text ? std::string(keys.text(key.value)) : spell_key(history_, key);
    for (std::string name = fmt::format("{}#{}", old, number);; name += '\'') {
      const std::size_t before = keys.size();
      if (const std::uint32_t id = keys.intern_text(name); id == before) return KeyId(id);
    }
  }

  // `rename(op, row)` gives the keys that an operation or row is about; several only of reads.
  template <class Rename>
  History run(Rename&& rename) {
    for (const TxnId txn : history_.transactions()) {
      const Place place = history_.place(txn);
      if (place.file != file_ || txn.index() == 0) builder_.begin_source(place.file, place.unit);
      file_ = place.file;
      builder_.begin_transaction({history_.external_id(txn), history_.session(txn), history_.status(txn),
                                  history_.start(txn), history_.end(txn), place.position});
      for (const OpId op : history_.operations(txn)) operation(op, rename);
      builder_.end_transaction();
    }
    for (const VersionOrder& order : history_.version_orders()) builder_.add_version_order(order);
    std::vector<std::int64_t> ids;
    for (const TxnId txn : history_.serialization_order()) ids.push_back(history_.external_id(txn));
    if (!ids.empty()) builder_.add_serialization_order(ids, {});
    for (const std::string& warning : history_.warnings()) builder_.add_warning(warning);
    Result<History> history = std::move(builder_).finish();
    ISOLDE_REQUIRE(history.has_value());
    return *std::move(history);
  }

 private:
  template <class Rename>
  void operation(OpId op, Rename&& rename) {
    const OpKind kind = history_.kind(op);
    if (!is_predicate(kind)) {
      for (const KeyId key : rename(op, history_.key(op), std::size_t{0}))
        builder_.add(kind, key, history_.value(op));
      return;
    }
    const Result<PredicateId> predicate =
        builder_.predicate(history_.predicate(history_.predicate(op)).text());
    ISOLDE_REQUIRE(predicate.has_value());
    if (kind == OpKind::kAggregate) return builder_.add_aggregate(*predicate, history_.aggregate(op));
    std::vector<RowSeen> rows(history_.rows(op).begin(), history_.rows(op).end());
    std::size_t number = 0;
    for (RowSeen& row : rows) row.key = rename(op, row.key, number++).front();
    builder_.add_predicate(kind, *predicate, rows);
  }

  const History& history_;
  HistoryBuilder builder_;
  std::string file_;
};

}  // namespace

History NewObjects::variant(std::size_t number) const {
  ISOLDE_REQUIRE(!problem_ && number < variants_);
  std::unordered_map<Node, std::size_t> settled;  // open roots, to the place of their object
  for (std::size_t i = 0; i < open_.size(); ++i) {
    settled[open_[i]] = number % open_ways_[i];
    number /= open_ways_[i];
  }
  Rewriter rewriter(history_);
  std::vector<std::vector<KeyId>> names(history_.key_count());
  for (std::size_t i = 0; i < objects_.size(); ++i)
    for (std::size_t object = 0; object < objects_[i].size(); ++object)
      names[i].push_back(object == 0 ? KeyId(i) : rewriter.new_key(KeyId(i), object + 1));
  return rewriter.run([&](OpId op, KeyId key, std::size_t row) -> std::vector<KeyId> {
    if (!has_objects(key)) return {key};
    // The row's slot: rows of other keys have none.
    std::size_t slot = slot_begins_[op.index()];
    if (has_rows(history_.kind(op)))
      for (std::size_t before = 0; before < row; ++before) slot += has_objects(history_.rows(op)[before].key);
    if (slots_[slot].read == kInitial && !slots_[slot].written.is_valid()) return names[key.index()];
    const Node node = parents_[object_nodes_ + slot];
    const std::size_t object = node < object_nodes_ ? node - first_object_[key.index()] : settled.at(node);
    return {names[key.index()][object]};
  });
}

}  // namespace isolde
