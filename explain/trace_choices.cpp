#include "explain/trace_choices.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
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
constexpr std::size_t kMostObservations = 2000;  // beyond, nobody reads the proof

// Shortest paths through known edges from the nearest of some starts, or to it: for each node the edge that
// is its end of the path. A start has one if there is a path between it and another start.
struct Walk {
  std::vector<std::uint32_t> by;  // kEver: none
  std::vector<bool> is_start;

  [[nodiscard]] bool reaches(Node node) const { return by[node] != kEver; }
};

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

  // Only edges before `limit`.
  [[nodiscard]] Walk walk(std::span<const Node> starts, bool forwards, std::uint32_t limit) const {
    Walk walk{std::vector<std::uint32_t>(graph_.node_count(), kEver), std::vector<bool>(graph_.node_count())};
    std::vector<Node> queue(starts.begin(), starts.end());
    for (const Node start : starts) walk.is_start[start] = true;
    const auto& bounds = forwards ? begins_ : ends_;
    const auto& lists = forwards ? out_ : in_;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Node node = queue[head];
      for (std::uint32_t i = bounds[node]; i < bounds[node + 1] && lists[i] < limit; ++i) {
        const Edge& edge = graph_.known()[lists[i]];
        const Node next = forwards ? edge.to : edge.from;
        if (walk.reaches(next)) continue;
        walk.by[next] = lists[i];
        if (!walk.is_start[next]) queue.push_back(next);
      }
    }
    return walk;
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
  Tracer(const ChoiceTask& task, const RefutedChoices& refuted)
      : level_(task.level),
        refuted_(refuted),
        index_(task),
        history_(task.history),
        graph_(refuted.encoded.graph),
        edges_(refuted.demands),
        known_(graph_),
        is_used_(graph_.known().size()),
        deadline_(refuted.seconds) {
    for (std::uint32_t i = 0; i < graph_.known().size(); ++i)
      if (const Observation owner = owner_of(i); owner.txn.is_valid()) first_.try_emplace(owner, i);
  }

  TracedChoices run() {
    std::set<TxnId> named;
    for (const Node node : refuted_.nodes)
      if (graph_.meaning(node).txn.is_valid()) named.insert(graph_.meaning(node).txn);
    txns_ = named;
    for (const TxnId txn : named) add_aggregated(txn);
    seed_by_edges(named);
    for (const ImpossibleTouch& each : refuted_.encoded.impossible)
      look_at({refuted_.items.txn(each.member), KeyId(each.key)});
    if (named.empty() && refuted_.encoded.impossible.empty()) seed_by_aggregates();
    while (!todo_.empty() && !deadline_.expired() && seen_.size() < kMostObservations) {
      const Observation next = todo_.front();
      todo_.pop_front();
      explain(next);
    }
    for (const TxnId txn : aggregating_) seen_.insert({txn, KeyId()});
    return {{{seen_.begin(), seen_.end()}, {txns_.begin(), txns_.end()}}, is_whole_};
  }

 private:
  [[nodiscard]] TxnId txn_at(Node node) const { return graph_.meaning(node).txn; }
  [[nodiscard]] Node begin_of(TxnId txn) const { return edges_.begin(refuted_.items.member(txn)); }
  [[nodiscard]] Node commit_of(TxnId txn) const { return edges_.commit(refuted_.items.member(txn)); }

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

  // An edge was concluded from those before this number.
  [[nodiscard]] std::uint32_t premises_of(std::uint32_t known) const {
    const std::vector<std::uint32_t>& begins = refuted_.encoded.batch_begins;
    const auto next = std::ranges::upper_bound(begins, known);
    return next == begins.begin() ? known : *std::prev(next);
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

  // Nothing but clauses about aggregates can refute without a cycle.
  void seed_by_aggregates() {
    for (const TxnId txn : history_.transactions()) {
      if (deadline_.expired() || seen_.size() >= kMostObservations) return;
      if (history_.status(txn) == TxnStatus::kCommitted && has_aggregates(txn)) add_aggregated(txn);
    }
  }

  [[nodiscard]] bool has_aggregates(TxnId txn) const {
    if (!info(level_).rows_bind) return false;
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

  // An edge takes part: who stands at its ends, what it rests on.
  void use(std::uint32_t known) {
    if (is_used_[known]) return;
    is_used_[known] = true;
    const Edge edge = graph_.known()[known];
    for (const Node node : {edge.from, edge.to})
      if (txn_at(node).is_valid()) txns_.insert(txn_at(node));
    const EdgeReason& reason = graph_.known_reason(known);
    const std::uint32_t premises = premises_of(known);
    const Observation owner = owner_of(known);
    look_at(owner);
    if (reason.kind == DependencyKind::kRw && owner.txn.is_valid()) use_overwriting(owner, edge.to, premises);
    if (reason.kind != DependencyKind::kWw || !reason.key.is_valid()) return;
    // The first is known to precede who read the second's version; or the order of both commits is known.
    const Node end = reason.reader.is_valid() ? begin_of(reason.reader) : commit_of(txn_at(edge.to));
    const Node start[] = {commit_of(txn_at(edge.from))};
    use_path(known_.walk(start, true, premises), end, true);
  }

  // An overwritten read rests on its source being older than the version of whom it precedes.
  void use_overwriting(const Observation& observation, Node overwriter, std::uint32_t limit) {
    const TxnId source = settled(observation).source;
    if (!source.is_valid()) return;
    const Node start[] = {commit_of(source)};
    use_path(known_.walk(start, true, limit), overwriter, true);
  }

  // Returns the start that the path leads to, or comes from.
  Node use_path(const Walk& walk, Node at, bool forwards) {
    while (walk.reaches(at)) {
      const std::uint32_t known = walk.by[at];
      at = forwards ? graph_.known()[known].from : graph_.known()[known].to;
      use(known);
      if (walk.is_start[at]) break;
    }
    return at;
  }

  // What is known about a transaction's snapshot by then.
  struct Snapshot {
    TxnId txn;
    std::uint32_t limit = 0;
    Walk after;   // who comes after its begin
    Walk before;  // who comes before
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
      if (txn != observation.txn && snapshot.before.reaches(commit_of(txn)))
        visible.push_back(commit_of(txn));
    return visible;
  }

  // What was known when an observation had no more than one source left, and that one.
  struct Settled {
    std::uint32_t limit = kEver;
    TxnId source = {};  // invalid: the initial version, none, or several to the end
  };
  // The first of the batches: by the last one what was settled may be contradictory already.
  [[nodiscard]] const Settled& settled(const Observation& observation) {
    const auto [at, is_new] = settled_.try_emplace(observation);
    Settled& settled = at->second;
    if (!is_new) return settled;
    const auto first = first_.find(observation);
    const std::uint32_t last = premises_of(first == first_.end() ? kEver : first->second);
    const std::vector<TxnId> sources = index_.sources(observation, index_.steps(observation)).sources;
    for (const std::uint32_t begin : refuted_.encoded.batch_begins) {
      if (begin >= last) break;
      settled.limit = begin;
      if (is_settled(observation, sources, settled)) return settled;
    }
    settled.limit = last;
    (void)is_settled(observation, sources, settled);
    return settled;
  }
  [[nodiscard]] bool is_settled(const Observation& observation, const std::vector<TxnId>& sources,
                                Settled& settled) {
    const Snapshot& snapshot = snapshot_of(observation.txn, settled.limit);
    const std::vector<Node> visible = visible_to(observation, snapshot);
    const Walk hidden = known_.walk(visible, false, settled.limit);
    std::size_t left = 0;
    TxnId only;
    for (const TxnId source : sources) {
      const bool is_out = source.is_valid()
                              ? snapshot.after.reaches(commit_of(source)) || hidden.reaches(commit_of(source))
                              : !visible.empty();
      if (is_out) continue;
      ++left;
      only = source;
    }
    settled.source = left == 1 ? only : TxnId();
    return left <= 1;
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
    if (says_nothing) return;
    if (sources.size() > refuted_.most_sources) {
      is_whole_ = false;
      return;
    }
    txns_.insert(sources.begin(), sources.end());
    txns_.insert(sources_found.hiders.begin(), sources_found.hiders.end());
    const std::uint32_t limit = settled(observation).limit;
    // A copy: using a path may ask for another one.
    const Snapshot snapshot = snapshot_of(observation.txn, limit);
    const std::vector<Node> visible = visible_to(observation, snapshot);
    const Walk hidden = known_.walk(visible, false, limit);                   // who comes before these
    if (!visible.empty()) use_path(snapshot.before, visible.front(), false);  // hides the initial version
    for (const TxnId txn : sources) {
      const Node commit = commit_of(txn);
      if (snapshot.after.reaches(commit))
        use_path(snapshot.after, commit, true);
      else if (hidden.reaches(commit))
        use_path(snapshot.before, use_path(hidden, commit, false), false);
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
      for (Version version = 0; version < refuted_.items.installed_count(); ++version)
        installers_[refuted_.items.key(version)].push_back(
            refuted_.items.txn(refuted_.items.writer(version)));
    }
    return installers_[key.index()];
  }

  const Level level_;
  const RefutedChoices& refuted_;
  ChoiceIndex index_;
  const History& history_;
  const Polygraph& graph_;
  const LevelEdges edges_;
  const KnownEdges known_;
  std::vector<bool> is_used_;
  std::map<Observation, std::uint32_t> first_;  // the first known edge that it brought
  std::map<Observation, Settled> settled_;
  std::set<Observation> seen_;
  std::deque<Observation> todo_;
  std::set<TxnId> txns_;
  std::set<TxnId> aggregating_;                 // whose aggregates were looked at
  std::set<Observation> aggregated_;            // through which they saw one version or another
  std::vector<std::vector<TxnId>> installers_;  // by KeyId
  Snapshot snapshot_;                           // the last one asked for
  bool is_whole_ = true;
  const Deadline deadline_;
};

}  // namespace

TracedChoices trace_choices(const ChoiceTask& task, const RefutedChoices& refuted) {
  return Tracer(task, refuted).run();
}

}  // namespace isolde
