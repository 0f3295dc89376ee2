#include "solver/trace_choices.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "encode/level_edges.hpp"

namespace isolde {
namespace {

constexpr std::uint32_t kEver = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostSources = 64;         // of an observation that a proof can still go through
constexpr std::size_t kMostObservations = 2000;  // beyond, nobody reads the proof

// The known edges, each reachable from either end.
class KnownEdges {
 public:
  explicit KnownEdges(const Polygraph& graph)
      : graph_(graph), begins_(graph.node_count() + 1), ends_(graph.node_count() + 1) {
    const std::vector<Edge>& edges = graph.known();
    for (const Edge& edge : edges) {
      ++begins_[edge.from + 1];
      ++ends_[edge.to + 1];
    }
    for (std::size_t i = 1; i < begins_.size(); ++i) {
      begins_[i] += begins_[i - 1];
      ends_[i] += ends_[i - 1];
    }
    out_.resize(edges.size());
    in_.resize(edges.size());
    std::vector<std::uint32_t> next_out(begins_.begin(), begins_.end() - 1);
    std::vector<std::uint32_t> next_in(ends_.begin(), ends_.end() - 1);
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      out_[next_out[edges[i].from]++] = i;
      in_[next_in[edges[i].to]++] = i;
    }
  }

  // For each node the edge by which a shortest path leaves the nearest start, or leads to it; kEver: none.
  // Only edges before `limit`.
  [[nodiscard]] std::vector<std::uint32_t> walk(std::span<const Node> starts, bool forwards,
                                                std::uint32_t limit) const {
    std::vector<std::uint32_t> by(graph_.node_count(), kEver);
    std::vector<bool> seen(graph_.node_count());
    std::vector<Node> queue(starts.begin(), starts.end());
    for (const Node start : starts) seen[start] = true;
    const auto& bounds = forwards ? begins_ : ends_;
    const auto& lists = forwards ? out_ : in_;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Node node = queue[head];
      for (std::uint32_t i = bounds[node]; i < bounds[node + 1] && lists[i] < limit; ++i) {
        const Edge& edge = graph_.known()[lists[i]];
        const Node next = forwards ? edge.to : edge.from;
        if (seen[next]) continue;
        seen[next] = true;
        by[next] = lists[i];
        queue.push_back(next);
      }
    }
    return by;
  }

 private:
  const Polygraph& graph_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> out_;  // ascending for each node
  std::vector<std::uint32_t> in_;
};

class Tracer {
 public:
  explicit Tracer(const TraceTask& task)
      : task_(task),
        index_(task.task),
        history_(task.task.history),
        graph_(task.encoded.graph),
        edges_(task.one_node, task.first_committer_wins),
        known_(graph_),
        is_used_(graph_.known().size()),
        deadline_(task.seconds) {
    for (std::uint32_t i = 0; i < graph_.known().size(); ++i)
      if (const Observation owner = owner_of(i); owner.txn.is_valid()) first_.try_emplace(owner, i);
  }

  ChoiceSuspects run(std::span<const Node> nodes) {
    std::set<TxnId> named;
    for (const Node node : nodes)
      if (graph_.meaning(node).txn.is_valid()) named.insert(graph_.meaning(node).txn);
    txns_ = named;
    for (const TxnId txn : named) add_aggregated(txn);
    seed_by_edges(named);
    for (const Member member : task_.encoded.impossible) seed_by_impossible(task_.items.txn(member));
    if (named.empty() && task_.encoded.impossible.empty()) seed_by_aggregates();
    while (!todo_.empty() && !deadline_.expired() && seen_.size() < kMostObservations) {
      const Observation next = todo_.front();
      todo_.pop_front();
      explain(next);
    }
    for (const TxnId txn : aggregating_) seen_.insert({txn, KeyId()});
    return {{seen_.begin(), seen_.end()}, {txns_.begin(), txns_.end()}};
  }

 private:
  [[nodiscard]] TxnId txn_at(Node node) const { return graph_.meaning(node).txn; }
  [[nodiscard]] Node begin_of(TxnId txn) const { return edges_.begin(task_.items.member(txn)); }
  [[nodiscard]] Node commit_of(TxnId txn) const { return edges_.commit(task_.items.member(txn)); }

  // The observation that brought a known edge.
  [[nodiscard]] Observation owner_of(Edge edge, const EdgeReason& reason) const {
    if (!reason.key.is_valid()) return {};
    if (reason.kind == DependencyKind::kWr) return {txn_at(edge.to), reason.key};
    if (reason.kind == DependencyKind::kRw) return {txn_at(edge.from), reason.key};
    return {reason.reader, reason.key};
  }
  [[nodiscard]] Observation owner_of(std::uint32_t known) const {
    return owner_of(graph_.known()[known], graph_.known_reason(known));
  }

  void look_at(const Observation& observation) {
    if (observation.txn.is_valid() && seen_.insert(observation).second) todo_.push_back(observation);
  }

  void seed_by_edges(const std::set<TxnId>& named) {
    const auto is_inside = [&](Edge edge) {
      const auto is_named = [&](Node node) {
        return !txn_at(node).is_valid() || named.contains(txn_at(node));
      };
      return is_named(edge.from) && is_named(edge.to);
    };
    for (std::uint32_t i = 0; i < graph_.known().size(); ++i)
      if (is_inside(graph_.known()[i])) use(i);
    for (Variable variable = 0; variable < graph_.variable_count(); ++variable) {
      for (const bool sign : {true, false}) {
        const Literal literal(variable, sign);
        const auto edges = graph_.edges(literal);
        for (std::size_t i = 0; i < edges.size(); ++i)
          if (is_inside(edges[i])) look_at(owner_of(edges[i], graph_.reasons(literal)[i]));
      }
    }
  }

  // Some key's versions all failed; which, nobody said.
  void seed_by_impossible(TxnId txn) {
    txns_.insert(txn);
    std::set<KeyId> keys;
    bool asks = false;
    for (const OpId op : history_.operations(txn)) {
      asks |= has_rows(history_.kind(op));
      if (!is_predicate(history_.kind(op)))
        keys.insert(history_.key(op));
      else
        for (const RowSeen& row : history_.rows(op)) keys.insert(row.key);
    }
    for (const KeyId key : keys)
      if (is_impossible({txn, key})) return look_at({txn, key});
    for (std::size_t key = 0; asks && key < history_.key_count() && !deadline_.expired(); ++key)
      if (is_impossible({txn, KeyId(key)})) return look_at({txn, KeyId(key)});
    for (const KeyId key : keys) look_at({txn, key});
  }

  // Nothing but clauses about aggregates can refute without a cycle.
  void seed_by_aggregates() {
    for (const TxnId txn : history_.transactions()) {
      if (deadline_.expired() || seen_.size() >= kMostObservations) return;
      if (history_.status(txn) == TxnStatus::kCommitted && has_aggregates(txn)) add_aggregated(txn);
    }
  }

  [[nodiscard]] bool has_aggregates(TxnId txn) const {
    if (task_.task.level == Level::kRepeatableRead) return false;
    for (const OpId op : history_.operations(txn))
      if (history_.kind(op) == OpKind::kAggregate) return true;
    return false;
  }

  // Who adds up looked at every key from which it can have taken one thing or another.
  void add_aggregated(TxnId txn) {
    if (!history_.has_aggregates() || !has_aggregates(txn) || !aggregating_.insert(txn).second) return;
    txns_.insert(txn);
    for (std::size_t key = 0; key < history_.key_count() && !deadline_.expired(); ++key) {
      const Observation observation{txn, KeyId(key)};
      const std::vector<Step> steps = index_.steps(observation);
      const ChoiceIndex::Found found = index_.sources(observation, steps);
      if (found.is_everybody && !depends_on_source(observation, steps, found.sources)) continue;
      aggregated_.insert(observation);
      look_at(observation);
    }
  }

  [[nodiscard]] bool depends_on_source(const Observation& observation, std::span<const Step> steps,
                                       const std::vector<TxnId>& sources) {
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == Step::Kind::kAggregate &&
          !index_.taken(observation.key, steps.first(i + 1), sources).is_settled())
        return true;
    return false;
  }

  // Whether no source is left, by all that is known.
  [[nodiscard]] bool is_impossible(const Observation& observation) {
    const ChoiceIndex::Found found = index_.sources(observation, index_.steps(observation));
    if (found.is_everybody) return false;
    if (found.sources.empty() || !found.hiders.empty()) return true;
    // Most keys have a source about which nothing is known, and that is quickly seen.
    const Snapshot& snapshot = snapshot_of(observation.txn, kEver);
    const std::vector<Node> visible = visible_to(observation, snapshot);
    const auto is_open = [&](TxnId source) {
      if (!source.is_valid()) return visible.empty();
      return snapshot.after[commit_of(source)] == kEver && visible.empty();
    };
    if (std::ranges::any_of(found.sources, is_open)) return false;
    const std::vector<std::uint32_t> hidden = known_.walk(visible, false, kEver);
    return std::ranges::all_of(found.sources, [&](TxnId source) {
      return !source.is_valid() || snapshot.after[commit_of(source)] != kEver ||
             hidden[commit_of(source)] != kEver;
    });
  }

  // An edge takes part: who stands at its ends, what it rests on.
  void use(std::uint32_t known) {
    if (is_used_[known]) return;
    is_used_[known] = true;
    const Edge edge = graph_.known()[known];
    for (const Node node : {edge.from, edge.to})
      if (txn_at(node).is_valid()) txns_.insert(txn_at(node));
    const EdgeReason& reason = graph_.known_reason(known);
    look_at(owner_of(known));
    if (reason.kind != DependencyKind::kWw || !reason.key.is_valid()) return;
    // The first is known to precede who read the second's version; or the order of both commits is known.
    const Node end = reason.reader.is_valid() ? begin_of(reason.reader) : commit_of(txn_at(edge.to));
    const Node start[] = {commit_of(txn_at(edge.from))};
    use_path(known_.walk(start, true, known), end, true);
  }

  void use_path(const std::vector<std::uint32_t>& by, Node at, bool forwards) {
    while (by[at] != kEver) {
      const std::uint32_t known = by[at];
      at = forwards ? graph_.known()[known].from : graph_.known()[known].to;
      use(known);
    }
  }

  // What is known about a transaction's snapshot by then.
  struct Snapshot {
    TxnId txn;
    std::uint32_t limit = 0;
    std::vector<std::uint32_t> after;   // who comes after its begin
    std::vector<std::uint32_t> before;  // who comes before
  };
  [[nodiscard]] const Snapshot& snapshot_of(TxnId txn, std::uint32_t limit) {
    if (snapshot_.txn == txn && snapshot_.limit == limit) return snapshot_;
    const Node begin[] = {begin_of(txn)};
    snapshot_ = {txn, limit, known_.walk(begin, true, limit), known_.walk(begin, false, limit)};
    return snapshot_;
  }

  // Commits of versions of the key before its begin.
  [[nodiscard]] std::vector<Node> visible_to(const Observation& observation, const Snapshot& snapshot) {
    std::vector<Node> visible;
    for (const TxnId txn : installers(observation.key))
      if (txn != observation.txn && snapshot.before[commit_of(txn)] != kEver)
        visible.push_back(commit_of(txn));
    return visible;
  }

  // Its possible sources take part, and what excludes them.
  void explain(const Observation& observation) {
    txns_.insert(observation.txn);
    add_aggregated(observation.txn);
    const std::vector<Step> steps = index_.steps(observation);
    ChoiceIndex::Found sources_found = index_.sources(observation, steps);
    std::vector<TxnId>& sources = sources_found.sources;
    if (sources.empty()) return add_contradicting(observation);
    std::erase(sources, TxnId());
    const bool says_nothing = sources_found.is_everybody && !aggregated_.contains(observation);
    if (sources.size() > kMostSources || says_nothing) return;
    txns_.insert(sources.begin(), sources.end());
    txns_.insert(sources_found.hiders.begin(), sources_found.hiders.end());
    const auto found = first_.find(observation);
    const std::uint32_t limit = found == first_.end() ? kEver : found->second;
    // A copy: using a path may ask for another one.
    const Snapshot snapshot = snapshot_of(observation.txn, limit);
    const std::vector<std::uint32_t>& after = snapshot.after;
    const std::vector<std::uint32_t>& before = snapshot.before;
    const std::vector<Node> visible = visible_to(observation, snapshot);
    const std::vector<std::uint32_t> hidden = known_.walk(visible, false, limit);  // who comes before these
    if (!visible.empty()) use_path(before, visible.front(), false);  // hides the initial version
    for (const TxnId txn : sources) {
      const Node commit = commit_of(txn);
      if (after[commit] != kEver) {
        use_path(after, commit, true);
      } else if (hidden[commit] != kEver) {
        Node at = commit;
        while (hidden[at] != kEver) at = graph_.known()[hidden[at]].to;
        use_path(hidden, commit, false);
        use_path(before, at, false);
      }
    }
  }

  // Nothing suits all that was seen of the key; what single operations saw tells the story.
  void add_contradicting(const Observation& observation) {
    for (const std::vector<Step>& steps : index_.single_observations(observation)) {
      const ChoiceIndex::Found found = index_.sources(observation, steps);
      if (found.sources.size() == 1 && found.sources[0].is_valid()) txns_.insert(found.sources[0]);
    }
  }

  [[nodiscard]] const std::vector<TxnId>& installers(KeyId key) {
    if (installers_.empty()) {
      installers_.resize(history_.key_count());
      for (Version version = 0; version < task_.items.installed_count(); ++version)
        installers_[task_.items.key(version)].push_back(task_.items.txn(task_.items.writer(version)));
    }
    return installers_[key.index()];
  }

  const TraceTask& task_;
  ChoiceIndex index_;
  const History& history_;
  const Polygraph& graph_;
  const LevelEdges edges_;
  const KnownEdges known_;
  std::vector<bool> is_used_;
  std::map<Observation, std::uint32_t> first_;  // the first known edge that it brought
  std::set<Observation> seen_;
  std::deque<Observation> todo_;
  std::set<TxnId> txns_;
  std::set<TxnId> aggregating_;                 // whose aggregates were looked at
  std::set<Observation> aggregated_;            // through which they saw one version or another
  std::vector<std::vector<TxnId>> installers_;  // by KeyId
  Snapshot snapshot_;                           // the last one asked for
  const Deadline deadline_;
};

}  // namespace

ChoiceSuspects trace_choices(const TraceTask& task, std::span<const Node> nodes) {
  return Tracer(task).run(nodes);
}

}  // namespace isolde
