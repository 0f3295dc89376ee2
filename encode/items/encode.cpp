#include "encode/items/encode.hpp"

#include <algorithm>
#include <limits>

#include "encode/hints.hpp"
#include "encode/items/key_chains.hpp"
#include "encode/items/told_pairs.hpp"
#include "encode/level_edges.hpp"
#include "encode/lines.hpp"
#include "encode/time_line.hpp"
#include "history/given_order.hpp"

namespace isolde {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

class Encoder {
 public:
  Encoder(const History& history, const Items& items, const Demands& demands,
          const std::function<bool()>& gives_up)
      : history_(history),
        items_(items),
        demands_(demands),
        edges_(demands),
        uses_times_(demands.real_time && history.has_times()),
        lines_(history, items, {.session_order = demands.session_order}),
        chains_(items, demands.first_committer_wins),
        lists_(chains_.size(), kNone),
        gives_up_(gives_up) {}

  Polygraph run(const Sweep* sweep) {
    add_members();
    add_reads();
    add_successors();
    for (std::uint32_t key = 0; key < items_.key_count(); ++key) put_initial_first(key);
    if (demands_.session_order) add_sessions();
    if (uses_times_) add_times();
    if (demands_.version_orders != nullptr) add_version_orders();
    if (sweep != nullptr) {
      add_swept(*sweep);
    } else {
      constexpr std::uint32_t kKeysPerLook = 64;
      for (std::uint32_t key = 0; key < items_.key_count(); ++key) {
        if (key % kKeysPerLook == 0 && gives_up_ && gives_up_()) break;
        add_choices(key);
      }
    }
    graph_.hints = closure_hints(history_, items_, lines_, edges_,
                                 {uses_times_, demands_.clock_skew, graph_.node_count(), points_});
    graph_.finish();
    return std::move(graph_);
  }

 private:
  void add_members();
  void add_reads();
  void add_successors();
  void put_initial_first(std::uint32_t key);
  void put_readers_first(const KeyChain& first, std::span<const KeyChain> others);
  void add_sessions();
  void add_times();
  void add_version_orders();
  void add_swept(const Sweep& sweep);
  void add_choices(std::uint32_t key);
  void add_choice(std::uint32_t a, std::uint32_t b);
  void order(const ToldPair& pair);
  [[nodiscard]] bool is_told(std::uint32_t a, std::uint32_t b) const;

  void add_known(DependencyKind kind, Member from, Member to, std::uint32_t key) {
    graph_.add_known(edges_.edge(kind, from, to), {kind, KeyId(key)});
  }
  [[nodiscard]] TxnId writer_txn(Version version) const { return items_.txn(items_.writer(version)); }

  // The edges of "`first` precedes `second`": the tail before the head, and so whoever read the tail.
  template <class Add>
  void for_each_edge(const KeyChain& first, const KeyChain& second, Add&& add) const {
    const KeyId key(items_.key(second.head));
    const Member head = items_.writer(second.head);
    if (!items_.is_initial(first.tail))
      add(edges_.edge(DependencyKind::kWw, items_.writer(first.tail), head),
          EdgeReason{DependencyKind::kWw, key});
    for (const Member reader : items_.readers(first.tail))
      if (reader != head)
        add(edges_.edge(DependencyKind::kRw, reader, head), EdgeReason{DependencyKind::kRw, key});
  }
  void add_order(const KeyChain& first, const KeyChain& second) {
    for_each_edge(first, second, [&](Edge edge, EdgeReason reason) { graph_.add_known(edge, reason); });
  }

  const History& history_;
  const Items& items_;
  const Demands& demands_;
  const LevelEdges edges_;
  const bool uses_times_;
  const Lines lines_;
  const KeyChains chains_;
  std::vector<std::uint32_t> lists_;  // by chain: the last given version order that names one of its versions
  const std::function<bool()>& gives_up_;
  std::vector<TimePoint> points_;
  Polygraph graph_;
};

void Encoder::add_members() {
  for (Member member = 0; member < items_.member_count(); ++member) {
    const TxnId txn = items_.txn(member);
    if (!edges_.one_node()) graph_.add_node({txn, EventKind::kBegin});
    graph_.add_node({txn, EventKind::kCommit});
    if (!edges_.one_node()) graph_.add_known({edges_.begin(member), edges_.commit(member)}, {});
  }
}

void Encoder::add_reads() {
  for (Member member = 0; member < items_.member_count(); ++member)
    for (const Version version : items_.reads(member))
      if (!items_.is_initial(version))
        add_known(DependencyKind::kWr, items_.writer(version), member, items_.key(version));
}

// Readers of a version precede whoever read and overwrote it. (That the version itself does, follows from the
// read.)
void Encoder::add_successors() {
  for (Version version = 0; version < items_.installed_count(); ++version) {
    const Version before = items_.overwrites(version);
    if (before == kNone) continue;
    // Only the first successor continues the chain; and without chains the initial version is seen to anyhow.
    if (demands_.first_committer_wins ? chains_.next(before) != version : items_.is_initial(before)) continue;
    const Member successor = items_.writer(version);
    for (const Member reader : items_.readers(before))
      if (reader != successor) add_known(DependencyKind::kRw, reader, successor, items_.key(version));
  }
}

void Encoder::put_initial_first(std::uint32_t key) {
  const std::span<const KeyChain> chains = chains_.of_key(key);
  if (chains.size() < 2) return;
  const KeyChain& first = chains.front();
  const std::span<const KeyChain> others = chains.subspan(1);
  const std::size_t readers = items_.readers(first.tail).size();
  if (readers * others.size() <= readers + others.size() + 1) {
    for (const KeyChain& other : others) add_order(first, other);
    return;
  }
  if (!items_.is_initial(first.tail))
    for (const KeyChain& other : others)
      add_known(DependencyKind::kWw, items_.writer(first.tail), items_.writer(other.head), key);
  put_readers_first(first, others);
}

// All readers before all heads, through one node. (A reader that is a head itself then follows itself. With
// one node per transaction that happens only if it overwrites two versions at once, which is contradictory
// anyhow; with two nodes it is the step from its begin to its commit.)
void Encoder::put_readers_first(const KeyChain& first, std::span<const KeyChain> others) {
  const EdgeReason reason{DependencyKind::kRw, KeyId(items_.key(first.head))};
  const Node between = graph_.add_node({});
  for (const Member reader : items_.readers(first.tail))
    graph_.add_known({edges_.begin(reader), between}, reason);
  for (const KeyChain& other : others)
    graph_.add_known({between, edges_.commit(items_.writer(other.head))}, reason);
}

void Encoder::add_sessions() {
  constexpr EdgeReason kReason{DependencyKind::kSo, {}};
  for (Member member = 0; member < items_.member_count(); ++member) {
    const Member last = lines_.predecessor(member);
    if (last != kNone) graph_.add_known(edges_.edge(DependencyKind::kSo, last, member), kReason);
  }
  for (const ToldPair& pair : pairs_by_session(items_, lines_)) order(pair);
}

void Encoder::add_times() {
  points_ = add_time_line(history_, items_, edges_, demands_.clock_skew, graph_);
  for (const ToldPair& pair : pairs_by_time(history_, items_, demands_.clock_skew)) order(pair);
}

void Encoder::add_version_orders() {
  std::uint32_t number = 0;
  for (const std::vector<Version>& list : listed_versions(history_, items_, *demands_.version_orders)) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (chains_.chain(list[i]) != kNone) lists_[chains_.chain(list[i])] = number;
      if (i == 0) continue;
      add_known(DependencyKind::kWw, items_.writer(list[i - 1]), items_.writer(list[i]), items_.key(list[i]));
      order({list[i - 1], list[i]});
    }
    ++number;
  }
}

// Requires that the two versions are ordered by known edges already: then this adds what follows for their
// chains. Nothing follows within a chain, after the initial one (known) or before it (contradictory).
void Encoder::order(const ToldPair& pair) {
  const std::uint32_t first = chains_.chain(pair.first);
  const std::uint32_t second = chains_.chain(pair.second);
  const std::uint32_t initial = chains_.first_of_key(items_.key(pair.first));
  if (first == second || first == kNone || second == kNone || first == initial || second == initial) return;
  add_order(chains_[first], chains_[second]);
}

// Whether pairs that order() has seen put one of two chains before the other, as far as their ends show it.
bool Encoder::is_told(std::uint32_t a, std::uint32_t b) const {
  if (lists_[a] != kNone && lists_[a] == lists_[b]) return true;
  const auto precedes = [&](Version u, Version v) {
    const TxnId first = writer_txn(u);
    const TxnId second = writer_txn(v);
    return (demands_.session_order && session_orders(history_, first, second)) ||
           (uses_times_ && real_time_orders(history_, first, second, demands_.clock_skew));
  };
  for (const Version u : {chains_[a].head, chains_[a].tail})
    for (const Version v : {chains_[b].head, chains_[b].tail})
      if (precedes(u, v) || precedes(v, u)) return true;
  // Without chains an overwriting read is a known order of two versions.
  if (demands_.first_committer_wins) return false;
  return items_.overwrites(chains_[a].head) == chains_[b].head ||
         items_.overwrites(chains_[b].head) == chains_[a].head;
}

// By their latest start: once a chain starts after some member of another ended, all that come later do.
void Encoder::add_choices(std::uint32_t key) {
  struct Place {
    std::uint32_t chain;
    std::int64_t earliest_end = std::numeric_limits<std::int64_t>::max();
    std::int64_t latest_start = kMin;
  };
  std::vector<Place> places;
  const std::uint32_t begin = chains_.first_of_key(key) + 1;
  const auto end = static_cast<std::uint32_t>(begin - 1 + chains_.of_key(key).size());
  for (std::uint32_t chain = begin; chain < end; ++chain) {
    Place place{.chain = chain};
    for (Version version = chains_[chain].head; uses_times_ && version != kNone;
         version = chains_.next(version)) {
      const TxnId txn = writer_txn(version);
      if (history_.status(txn) == TxnStatus::kCommitted && history_.end(txn) != kNoTime)
        place.earliest_end = std::min(place.earliest_end, history_.end(txn));
      if (history_.start(txn) != kNoTime)
        place.latest_start = std::max(place.latest_start, history_.start(txn) - demands_.clock_skew);
    }
    places.push_back(place);
  }
  std::ranges::stable_sort(places, {}, &Place::latest_start);

  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      if (places[i].earliest_end < places[j].latest_start) break;
      const std::uint32_t a = std::min(places[i].chain, places[j].chain);
      const std::uint32_t b = std::max(places[i].chain, places[j].chain);
      if (places[j].earliest_end < places[i].latest_start || is_told(a, b)) continue;
      add_choice(a, b);
    }
  }
}

void Encoder::add_choice(std::uint32_t a, std::uint32_t b) {
  const KeyId key(items_.key(chains_[a].head));
  const Variable variable = graph_.add_variable(
      {Meaning::Kind::kOrder, key, writer_txn(chains_[a].head), writer_txn(chains_[b].head)});
  const auto add_to = [&](Literal literal) {
    return [this, literal](Edge edge, EdgeReason reason) { graph_.add_edge(literal, edge, reason); };
  };
  for_each_edge(chains_[a], chains_[b], add_to(Literal(variable, true)));
  for_each_edge(chains_[b], chains_[a], add_to(Literal(variable, false)));
}

void Encoder::add_swept(const Sweep& sweep) {
  for (const ChainOrder& known : sweep.decided())
    add_order(chains_[chains_.chain(known.before)], chains_[chains_.chain(known.after)]);
  for (const ChainOrder& open : sweep.undecided())
    add_choice(chains_.chain(open.before), chains_.chain(open.after));
}

}  // namespace

Polygraph encode(const History& history, const Items& items, const Demands& demands, const Sweep* sweep,
                 const std::function<bool()>& gives_up) {
  return Encoder(history, items, demands, gives_up).run(sweep);
}

}  // namespace isolde
