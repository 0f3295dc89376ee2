// Turns touches whose source is not settled into variables, clauses and edges (encode/choices/choices.hpp);
// what runs through its parts. Counters and aggregates have files of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "encode/choices/aggregate_clauses.hpp"
#include "encode/choices/aggregate_looks.hpp"
#include "encode/choices/choices.hpp"
#include "encode/choices/counter_keys.hpp"
#include "encode/choices/key_values.hpp"
#include "encode/choices/literal_graph.hpp"
#include "encode/choices/set_keys.hpp"
#include "encode/choices/source_views.hpp"
#include "encode/choices/touches.hpp"
#include "encode/level_edges.hpp"
#include "encode/lines.hpp"
#include "history/given_order.hpp"

namespace isolde {

class ChoiceEncoder {
 public:
  ChoiceEncoder(const History& history, const Items& items, const Demands& demands,
                const ChoiceOptions& options, std::function<bool()> stop)
      : history_(history),
        items_(items),
        demands_(demands),
        options_(options),
        edges_(demands),
        uses_times_(demands.real_time && history.has_times()),
        lines_(history, items, {.session_order = demands.session_order}),
        stop_(stop ? std::move(stop) : [] { return false; }),
        values_(history),
        touches_(history, items, values_, demands.rows_bind, stop_, options.keep),
        sets_(items, touches_, values_, demands.first_committer_wins && !touches_.is_incomplete()),
        counters_(items, touches_, values_, demands.first_committer_wins && !touches_.is_incomplete()) {}

  EncodedChoices run();

 private:
  // That a version holds a value, yet to be justified.
  struct Claim {
    Version version;
    ValueId value;
    Literal literal;
  };

  // Somebody who may be in a snapshot, and the literal that says so.
  struct OpenTotal {
    std::int64_t total;
    Literal seen;
  };
  enum class Seen : std::uint8_t { kOpen, kYes, kNo };
  // All that saw one state of a counter that only grows, and by incrementer whether that is in it.
  struct CounterState {
    std::int64_t value = 0;
    std::vector<std::uint32_t> touches = {};
    std::vector<Seen> seen = {};
    std::vector<Literal> literals = {};
  };

  EncodedChoices finish() {
    if (!result_.left_out) result_.left_out = aggregate_left_out_;
    graph_.finish();
    result_.graph = std::move(graph_);
    return std::move(result_);
  }
  [[nodiscard]] std::size_t closure_bytes() const;
  void add_known_orders();
  void add_choices();
  void add_touches(Member member);
  [[nodiscard]] bool gives_up();
  void add_touch(std::uint32_t touch);
  void add_settled(std::uint32_t touch);
  void add_set(std::uint32_t touch);
  void add_counter(std::uint32_t touch);
  void add_growing_counters();
  void add_states(std::uint32_t key, std::vector<CounterState>& states);
  [[nodiscard]] bool know_states(std::uint32_t key, std::vector<CounterState>& states);
  void add_state(std::uint32_t key, CounterState& state);
  [[nodiscard]] Literal seen_at(const CounterState& state, const CounterKeys::Incrementer& each, Seen seen);
  void add_sum(const Touch& touch, CounterKeys::Sum known, std::vector<OpenTotal> open);
  void add_write_pairs();
  void add_aggregates(Member member);
  void add_aggregate(Member member, OpId op, std::span<const AggregateLook> looks);
  [[nodiscard]] std::vector<AggregateOption> aggregate_options(const AggregateLook& look);
  void justify(const Claim& claim);
  void add_source(std::uint32_t touch, Version source, Literal from);
  void add_rest_of_window(std::uint32_t touch, Version source, Literal from);

  // --- Literals, each made when it is first needed.
  [[nodiscard]] Literal from(std::uint32_t touch, Version source);
  [[nodiscard]] Literal holds(Version version, ValueId value);
  [[nodiscard]] Literal order(Version first, Version second);
  [[nodiscard]] Literal overtaken(Member reader, Version version);
  [[nodiscard]] Literal precedes(Version version, const Touch& reader);
  [[nodiscard]] Literal sees(Version version, const Touch& reader);
  [[nodiscard]] Literal effect(Member member);
  [[nodiscard]] Literal constant(bool truth) { return formula_.constant(truth); }
  [[nodiscard]] Literal auxiliary() { return formula_.auxiliary(); }
  [[nodiscard]] Literal both(Literal a, Literal b);

  void add_clause(std::vector<Literal> clause) { formula_.add_clause(std::move(clause)); }
  void add_edge(Literal literal, DependencyKind kind, Member from, Member to, std::uint32_t key) {
    formula_.add_edge(literal, edges_.edge(kind, from, to), {kind, KeyId(key)});
  }
  // --- What is known about the order of two: by all that is known or, if conclusions are left to others, by
  // session order and real time as they are given. Versions are not initial.
  [[nodiscard]] bool is_before(Version version, Member reader) const {
    return options_.narrow ? views_->is_before(version, reader) : is_told(items_.writer(version), reader);
  }
  [[nodiscard]] bool are_ordered(Version first, Version second) const {
    return options_.narrow ? views_->are_ordered(first, second)
                           : is_told(items_.writer(first), items_.writer(second));
  }
  [[nodiscard]] bool is_told(Member first, Member second) const {
    const TxnId a = items_.txn(first);
    const TxnId b = items_.txn(second);
    return (demands_.session_order && session_orders(history_, a, b)) ||
           (uses_times_ && real_time_orders(history_, a, b, demands_.clock_skew));
  }
  // Some value that the snapshot may hold is held by the source.
  [[nodiscard]] std::vector<Literal> holds_any(const View& view, Version source) {
    std::vector<Literal> literals;
    for (const ValueId value : *view.values)
      if (views_->may_hold(source, value)) literals.push_back(holds(source, value));
    return literals;
  }

  const History& history_;
  const Items& items_;
  const Demands& demands_;
  const ChoiceOptions& options_;
  const LevelEdges edges_;
  const bool uses_times_;
  const Lines lines_;
  const std::function<bool()> stop_;
  KeyValues values_;
  const Touches touches_;
  const SetKeys sets_;
  const CounterKeys counters_;
  SourceViews* views_ = nullptr;
  LiteralGraph formula_;
  Polygraph& graph_ = formula_.graph();
  EncodedChoices result_;
  std::vector<std::uint32_t> touch_begins_;  // by member
  std::vector<Member> awakened_;             // indeterminate members whose touches are still to be added
  std::vector<Claim> claims_;
  std::vector<bool> is_in_state_;  // by touch: a read of a counter that is added with others
  std::optional<std::string> aggregate_left_out_;
  std::uint64_t questions_ = 0;
  // Looked up only, never iterated.
  std::unordered_map<std::uint64_t, Literal> froms_;      // by touch and version
  std::unordered_map<std::uint64_t, Literal> holdings_;   // by version and value
  std::unordered_map<std::uint64_t, Variable> orders_;    // by members, the smaller one first
  std::unordered_map<std::uint64_t, Literal> overtakes_;  // by members
  std::unordered_map<std::uint64_t, Literal> precedes_;   // by members
};

}  // namespace isolde
