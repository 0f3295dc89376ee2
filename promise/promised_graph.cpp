#include "promise/promised_graph.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "encode/items/items.hpp"
#include "encode/level_edges.hpp"
#include "encode/time_line.hpp"
#include "history/anomaly.hpp"
#include "history/spelling.hpp"
#include "promise/promised_predicates.hpp"

namespace isolde {

class PromisedGraph::Implementation {
 public:
  Implementation(const History& history, const PromisedVersions& versions, Level level)
      : history_(history), versions_(versions), level_(info(level)), edges_(level), own_(history, versions) {}

  [[nodiscard]] std::size_t transaction_nodes() const {
    return history_.transaction_count() * edges_.nodes_per_transaction();
  }

  // The time line's edges, with transactions' nodes numbered as here; returns how many points there are.
  std::size_t add_time_line(const WriterIndex& writers, std::int64_t clock_skew,
                            std::vector<Edge>& out) const {
    const Items items(history_, writers, versions_.counting());
    Polygraph graph;
    const std::size_t member_nodes = items.member_count() * edges_.nodes_per_transaction();
    for (std::size_t i = 0; i < member_nodes; ++i) graph.add_node({});
    isolde::add_time_line(history_, items, edges_, clock_skew, graph);
    const auto renamed = [&](Node node) {
      if (node >= member_nodes) return static_cast<Node>(node - member_nodes + transaction_nodes());
      const std::uint32_t txn = items.txn(edges_.transaction(node)).value;
      return node == edges_.begin(edges_.transaction(node)) ? edges_.begin(txn) : edges_.commit(txn);
    };
    for (const Edge& edge : graph.known()) out.push_back({renamed(edge.from), renamed(edge.to)});
    return graph.node_count() - member_nodes;
  }

  // Calls emit(dependency) for each dependency, first for those that the data shows.
  template <class Emit>
  void dependencies(std::span<const std::uint32_t> ranks, Notes& notes, Emit&& emit) {
    guesses_ = !ranks.empty();
    ranks_ = ranks;
    PromisedPredicates predicates(history_, versions_, [&](auto candidates) { return choose(candidates); });
    for (const TxnId txn : history_.transactions())
      if (versions_.counts(txn) && !transaction(txn, predicates, notes, emit)) return;
    overwrites(emit);
    if (level_.session_order) sessions(emit);
    if (!binds_items_only_ && predicates.has_open() && !notes.open_reader.is_valid())
      notes.open_reader = open_predicate_;
  }

  [[nodiscard]] Edge edge_of(const Dependency& dependency) const {
    return edges_.edge(dependency.kind, dependency.from.value, dependency.to.value);
  }
  [[nodiscard]] const LevelEdges& level_edges() const { return edges_; }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const PromisedVersions& versions() const { return versions_; }

  std::vector<Edge> time_line;
  std::size_t points = 0;

 private:
  static constexpr std::uint32_t kNowhere = PromisedVersions::kNowhere;

  // In the first pass versions with a guessed installer are stepped over.
  [[nodiscard]] bool is_known(std::uint32_t version) const {
    return guesses_ || !versions_[version].is_guessed;
  }

  [[nodiscard]] std::uint32_t choose(std::span<const std::uint32_t> candidates) {
    open_predicate_ = reader_;
    if (!guesses_) return kNowhere;
    const std::uint32_t rank = ranks_[edges_.begin(reader_.value)];
    std::uint32_t best = kNowhere;
    for (const std::uint32_t version : candidates) {
      const TxnId txn = versions_[version].txn;
      if (txn == reader_ || (txn.is_valid() && ranks_[edges_.commit(txn.value)] > rank)) continue;
      if (best == kNowhere || version > best) best = version;
    }
    return best == kNowhere ? *std::ranges::min_element(candidates) : best;
  }

  template <class Emit>
  void sessions(Emit& emit) {
    std::vector<TxnId> last(history_.session_count());
    for (const TxnId txn : history_.transactions()) {
      const SessionId session = history_.session(txn);
      if (!session.is_valid() || !versions_.counts(txn)) continue;
      TxnId& before = last[session.index()];
      if (before.is_valid()) emit({before, txn, DependencyKind::kSo, {}, {}, DependencyReason::kOrdered, {}});
      if (history_.status(txn) == TxnStatus::kCommitted) before = txn;
    }
  }

  template <class Emit>
  void overwrites(Emit& emit) {
    for (std::size_t i = 0; i < history_.key_count(); ++i) {
      const KeyId key(i);
      TxnId before;
      for (std::uint32_t version = versions_.begin(key) + 1; version < versions_.end(key); ++version) {
        if (!is_known(version)) continue;
        const TxnId txn = versions_[version].txn;
        if (before.is_valid())
          emit({before, txn, DependencyKind::kWw, key, {}, DependencyReason::kPromised, {}});
        before = txn;
      }
    }
  }

  template <class Emit>
  [[nodiscard]] bool transaction(TxnId txn, PromisedPredicates& predicates, Notes& notes, Emit& emit) {
    reader_ = txn;
    own_.begin(txn);
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (kind == OpKind::kRead) {
        if (!read(history_.key(op), history_.value(op), notes, emit)) return false;
      } else if (!is_predicate(kind)) {
        own_.write(history_.key(op), history_.value(op));
      } else {
        if (!predicate(op, predicates, notes, emit)) return false;
        if (kind == OpKind::kPredicateWrite)
          for (const RowSeen& row : history_.rows(op)) own_.write(row.key, row.after);
      }
    }
    return true;
  }

  template <class Emit>
  [[nodiscard]] bool read(KeyId key, ValueId value, Notes& notes, Emit& emit) {
    if (own_.has(key)) return own_.may_show(key, value) || blame_read(key, value, own_.spell(key), notes);
    candidates_.clear();
    versions_.for_each_showing(key, value, [&](std::uint32_t version) {
      if (versions_[version].txn != reader_) candidates_.push_back(version);
    });
    if (candidates_.empty()) {
      const bool is_list = versions_.lists().is_known(key);
      return blame_read(
          key, value, is_list ? spell_list(history_, versions_.lists().content(key)) : std::string(), notes);
    }
    std::uint32_t version = candidates_[0];
    if (candidates_.size() > 1 || versions_[version].is_guessed) {
      notes.open_reader = reader_;
      version = choose(candidates_);
    }
    if (version != kNowhere) emit_read(key, value, version, emit);
    return true;
  }

  // `instead`: what the version order makes of the key, if that is more than values.
  [[nodiscard]] bool blame_read(KeyId key, ValueId value, const std::string& instead, Notes& notes) const {
    const std::string name = spell_key(history_, key);
    const std::string read = fmt::format("{} reads {} = {}", spell_transaction(history_, reader_), name,
                                         spell_value(history_, value));
    notes.broken = BrokenPromise{
        std::string(name_of(AnomalyKind::kBrokenVersionOrder)),
        instead.empty() ? fmt::format("{}, which the version order of {} does not name", read, name)
                        : fmt::format("{}, but the version order of {} makes it {}", read, name, instead),
        {reader_}};
    return false;
  }

  template <class Emit>
  void emit_read(KeyId key, ValueId value, std::uint32_t version, Emit& emit) {
    const TxnId writer = versions_[version].txn;
    if (writer.is_valid())
      emit({writer, reader_, DependencyKind::kWr, key, value, DependencyReason::kRead, {}});
    std::uint32_t next = version + 1;
    while (next < versions_.end(key) && !is_known(next)) ++next;
    if (next == versions_.end(key) || versions_[next].txn == reader_) return;
    const auto reason =
        writer.is_valid() ? DependencyReason::kVersionFollows : DependencyReason::kReadInitial;
    emit({reader_, versions_[next].txn, DependencyKind::kRw, key, value, reason, writer});
  }

  template <class Emit>
  [[nodiscard]] bool predicate(OpId op, PromisedPredicates& predicates, Notes& notes, Emit& emit) {
    // At repeatable read what a predicate did not return binds nobody, and an aggregate returns nothing. The
    // result has to be that of the version set all the same.
    if (!binds_items_only_ || history_.kind(op) != OpKind::kAggregate)
      for (const RowSeen& row : promised_rows(history_, op))
        if (!read(row.key, row.value, notes, emit)) return false;
    if (!history_.version_set(op)) {
      if (!binds_items_only_) notes.without_versions = reader_;
      return true;
    }
    if (!predicates.look_at(op, own_)) {
      notes.broken = predicates.broken();
      return false;
    }
    if (binds_items_only_) return true;
    for (const PromisedPredicates::Change& change : predicates.changes()) {
      if (!guesses_ && follows_own(change)) {
        notes.broken = predicates.seen_too_early(change);
        return false;
      }
      emit_change(change, emit);
    }
    return true;
  }

  // Nothing matches after the last that did up to what was seen, so the next version is the one that changed
  // the match. The operation need not have come after those that follow it.
  [[nodiscard]] bool follows_own(const PromisedPredicates::Change& change) const {
    return change.last != kNowhere && is_known(change.last + 1) && versions_[change.last + 1].txn == reader_;
  }

  template <class Emit>
  void emit_change(const PromisedPredicates::Change& change, Emit& emit) {
    if (change.last != kNowhere && is_known(change.last + 1) && !follows_own(change))
      emit({versions_[change.last + 1].txn,
            reader_,
            DependencyKind::kWr,
            change.key,
            {},
            DependencyReason::kRowGone,
            {}});
    if (change.first == kNowhere) return;
    std::uint32_t version = change.first;
    while (version < versions_.end(change.key) && !is_known(version)) ++version;
    if (version == versions_.end(change.key) || versions_[version].txn == reader_) return;
    emit({reader_,
          versions_[version].txn,
          DependencyKind::kRw,
          change.key,
          {},
          DependencyReason::kRowMissing,
          {}});
  }

  const History& history_;
  const PromisedVersions& versions_;
  const LevelInfo& level_;
  const bool binds_items_only_ = !level_.rows_bind;
  const LevelEdges edges_;
  PromisedWrites own_;
  bool guesses_ = false;
  std::span<const std::uint32_t> ranks_;
  TxnId reader_;
  TxnId open_predicate_;
  std::vector<std::uint32_t> candidates_;
};

PromisedGraph::PromisedGraph(const History& history, const WriterIndex& writers,
                             const PromisedVersions& versions, Level level, std::int64_t clock_skew)
    : implementation_(std::make_unique<Implementation>(history, versions, level)) {
  if (info(level).real_time && history.has_times())
    implementation_->points = implementation_->add_time_line(writers, clock_skew, implementation_->time_line);
}

PromisedGraph::~PromisedGraph() = default;

std::size_t PromisedGraph::node_count() const {
  return implementation_->transaction_nodes() + implementation_->points;
}

std::vector<Edge> PromisedGraph::edges(std::span<const std::uint32_t> ranks, Notes& notes) {
  std::vector<Edge> edges = implementation_->time_line;
  const LevelEdges& level = implementation_->level_edges();
  const History& history = implementation_->history();
  if (!level.one_node())
    for (const TxnId txn : history.transactions())
      edges.push_back({level.begin(txn.value), level.commit(txn.value)});
  implementation_->dependencies(ranks, notes, [&](const Dependency& dependency) {
    edges.push_back(implementation_->edge_of(dependency));
  });
  return edges;
}

std::vector<Dependency> PromisedGraph::explain(const std::vector<Node>& cycle,
                                               std::span<const std::uint32_t> ranks) {
  const std::size_t txn_nodes = implementation_->transaction_nodes();
  const LevelEdges& level = implementation_->level_edges();
  std::vector<Node> nodes = cycle;
  const auto first = std::ranges::find_if(nodes, [&](Node node) { return node < txn_nodes; });
  std::ranges::rotate(nodes, first);
  // Steps between transactions: through points in time, or one dependency each.
  std::vector<Dependency> steps;
  std::vector<Edge> wanted;
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t next = i + 1;
    while (next < nodes.size() && nodes[next] >= txn_nodes) ++next;
    const Node to = nodes[next % nodes.size()];
    const TxnId from_txn(level.transaction(nodes[i]));
    const TxnId to_txn(level.transaction(to));
    if (next > i + 1 || from_txn != to_txn || nodes.size() == 1) {
      steps.push_back({from_txn, to_txn, DependencyKind::kRt, {}, {}, DependencyReason::kOrdered, {}});
      wanted.push_back(next > i + 1 ? Edge{0, 0} : Edge{nodes[i], to});
    }
    i = next;
  }
  std::vector<bool> is_found(steps.size());
  Notes notes;
  implementation_->dependencies(ranks, notes, [&](const Dependency& dependency) {
    const Edge edge = implementation_->edge_of(dependency);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (!is_found[i] && wanted[i] == edge && !(edge == Edge{0, 0})) {
        steps[i] = dependency;
        is_found[i] = true;
      }
  });
  return steps;
}

Schedule PromisedGraph::schedule(const std::vector<Node>& order) const {
  const LevelEdges& level = implementation_->level_edges();
  Schedule schedule;
  for (const Node node : order) {
    if (node >= implementation_->transaction_nodes()) continue;
    const TxnId txn(level.transaction(node));
    if (!implementation_->versions().counts(txn)) continue;
    const bool is_begin = !level.one_node() && node == level.begin(txn.value);
    schedule.push_back({txn, is_begin ? EventKind::kBegin : EventKind::kCommit});
  }
  return schedule;
}

}  // namespace isolde
