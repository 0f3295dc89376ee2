// Pruning without listing pairs: one sweep over all events in a guessed order computes for each event how far
// along every line it comes later (the chain closure), and on the way decides the order of chains of one key.
//
// A new chain is compared with the earlier chains of its key, latest first, until one is met that is
// *sealed*: known to follow all before it. What lies beyond is implied. So pairs that reachability decides
// are never listed, and the others go to a list that is worked on to a fixpoint:
//   forced   X precedes Y in every schedule if Y before X would close a cycle with what is known
//
// Edges of real time are left out of the rows (they hold all the same): where real time binds, executing
// decides.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "encode/items/frontier_rows.hpp"
#include "encode/items/item_graph.hpp"

namespace isolde {

// "The chain `before` precedes the chain `after`", both named by their heads.
struct ChainOrder {
  Version before = kNone;
  Version after = kNone;

  [[nodiscard]] ChainOrder reversed() const { return {after, before}; }
  auto operator<=>(const ChainOrder&) const = default;
};

enum class SweepAnswer : std::uint8_t { kConsistent, kRefuted, kStopped };

class Sweep {
 public:
  // `order` holds all events, reads and lines going forward in it.
  Sweep(const ItemGraph& graph, std::span<const EventCode> order);

  // `stop` is asked now and then; may be empty.
  [[nodiscard]] SweepAnswer run(const std::function<bool()>& stop);

  // Whether `first` is known to come before `second`, or is the same event.
  [[nodiscard]] bool reaches(EventCode first, EventCode second) const {
    return precedes(position(first), position(second));
  }
  // Pairs of chains that nothing decides; and what was decided beyond what reads and lines say.
  [[nodiscard]] const std::vector<ChainOrder>& undecided() const { return undecided_; }
  [[nodiscard]] const std::vector<ChainOrder>& decided() const { return decided_; }
  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }
  // After kRefuted: events on a cycle of what is known, or those of a pair that fits neither way.
  [[nodiscard]] std::span<const EventCode> contradiction() const { return contradiction_; }

  // If it was a pair: which.
  [[nodiscard]] const std::optional<ChainOrder>& clash() const { return clash_; }

  // The row of an event: by line, how many of its events come before.
  [[nodiscard]] const FrontierRows& rows() const { return rows_; }
  [[nodiscard]] std::uint32_t position(EventCode event) const {
    return positions_[graph_.one_node ? member_of(event) : event];
  }
  // Whose event is the `count`-th of the line.
  [[nodiscard]] Member member_at(Line line, std::uint32_t count) const {
    return line_members_[line_begins_[line] + (graph_.one_node ? count - 1 : (count - 1) / 2)];
  }
  // Calls visit(to, decided) for every known edge from the event at `at` to that at `to`; `decided` is the
  // place in decided() of the order that it follows from, or kNone.
  template <class Visit>
  void for_each_edge_from(std::uint32_t at, Visit&& visit) const;
  [[nodiscard]] EventCode event_at(std::uint32_t at) const { return order_[at]; }
  [[nodiscard]] bool precedes(std::uint32_t first, std::uint32_t second) const {
    return rows_.row(second)[spots_[first].line] >= spots_[first].count;
  }
  [[nodiscard]] const ItemGraph& graph() const { return graph_; }

 private:
  struct Spot {
    Line line;
    std::uint32_t count;  // events of the line up to this one
  };
  struct Successor {
    Version head;
    std::uint32_t next;
  };

  void index_lines();
  [[nodiscard]] Spot spot_of(EventCode event) const;
  void index_heads();
  void visit(std::uint32_t at);
  void visit_begin(Member member, std::uint32_t at);
  void visit_install(Version version, std::uint32_t at);
  void visit_head(Version head, std::uint32_t at);
  // Adds what "the chain with this tail before the chain with this head" implies. Whether anything was new.
  bool add_order(Version tail, Version head);
  bool add_edge(EventCode from, EventCode to);
  void push(std::uint32_t from, std::uint32_t to);
  template <class Visit>
  void for_each_edge_from_commit(Member member, Visit&& visit) const;
  template <class Visit>
  void for_each_edge_from_begin(Member member, Visit&& visit) const;
  void propagate(const std::function<bool()>& stop);
  [[nodiscard]] bool is_forced(ChainOrder order) const;
  void decide_pairs(const std::function<bool()>& stop);
  // Asks now and then, and remembers.
  [[nodiscard]] bool is_stopped(const std::function<bool()>& stop);
  void refute(std::uint32_t first, std::uint32_t second);
  void set_dirty(std::uint32_t at) { dirty_[at / 64] |= std::uint64_t{1} << (at % 64); }

  const ItemGraph graph_;
  const std::span<const EventCode> order_;
  std::vector<std::uint32_t> positions_;    // by event, or by member where it is one node
  std::vector<Spot> spots_;                 // by position
  FrontierRows rows_;                       // by position
  std::vector<std::uint64_t> dirty_;        // positions whose row has to be passed on
  std::vector<std::uint32_t> head_begins_;  // by key, into heads_
  std::vector<std::uint32_t> head_ends_;    // by key: those met so far
  std::vector<Version> heads_;
  std::vector<std::uint8_t> is_sealed_;          // by version
  std::vector<std::uint32_t> first_successors_;  // by version, of tails: into successors_
  std::vector<Successor> successors_;            // each stands beside its order in decided_
  std::vector<ChainOrder> undecided_;
  std::vector<ChainOrder> decided_;
  std::vector<EventCode> contradiction_;
  std::optional<ChainOrder> clash_;
  std::vector<std::uint32_t> line_begins_;
  std::vector<Member> line_members_;
  std::uint32_t rounds_ = 0;
  std::uint64_t visits_ = 0;
  bool is_stopped_ = false;
  std::uint32_t swept_ = 0;  // positions before this one have their row
};

template <class Visit>
void Sweep::for_each_edge_from(std::uint32_t at, Visit&& visit) const {
  const EventCode event = order_[at];
  if (graph_.one_node || is_commit(event)) for_each_edge_from_commit(member_of(event), visit);
  if (graph_.one_node || !is_commit(event)) for_each_edge_from_begin(member_of(event), visit);
}

template <class Visit>
void Sweep::for_each_edge_from_commit(Member member, Visit&& visit) const {
  const Items& items = graph_.items;
  if (const Member next = graph_.lines.next(member); next != kNone) visit(position(begin_of(next)), kNone);
  for (const Line line : graph_.lines.hanging_on(member))
    visit(position(begin_of(graph_.lines.first(line))), kNone);
  for (Version version = items.install_begin(member); version < items.install_end(member); ++version) {
    for (const Member reader : items.readers(version)) visit(position(begin_of(reader)), kNone);
    for (std::uint32_t i = first_successors_[version]; i != kNone; i = successors_[i].next) {
      const Member later = items.writer(successors_[i].head);
      if (later == member) continue;
      visit(position(graph_.first_committer_wins ? begin_of(later) : commit_of(later)), i);
    }
  }
}

template <class Visit>
void Sweep::for_each_edge_from_begin(Member member, Visit&& visit) const {
  const Items& items = graph_.items;
  if (!graph_.one_node) visit(position(commit_of(member)), kNone);
  for (const Version version : items.reads(member)) {
    const Version next = graph_.chains.next(version);
    if (next != kNone && items.writer(next) != member) visit(position(commit_of(items.writer(next))), kNone);
    for (std::uint32_t i = first_successors_[version]; i != kNone; i = successors_[i].next) {
      const Member later = items.writer(successors_[i].head);
      if (later != member) visit(position(commit_of(later)), i);
    }
  }
}

}  // namespace isolde
