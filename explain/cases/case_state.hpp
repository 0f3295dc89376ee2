// A few transactions under some assumptions: the state of a proof by cases while it is being found. Knows
// what follows from an assumption, what contradicts it, and which assumptions a contradiction rests on.
//
// Choices, each with alternatives of which one holds in every execution:
//   pair     which of two installers of a key that count comes first
//   touch    whose version of a key a transaction that counts saw
//   effect   whether an indeterminate transaction took effect
// Rules are those of the checker (certify/proof/proof_check.hpp, certify/proof/sources.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "certify/certificate.hpp"
#include "closure/bit_closure.hpp"
#include "encode/level_edges.hpp"
#include "explain/choice_facts.hpp"
#include "history/level.hpp"

namespace isolde {

using ChoiceId = std::uint32_t;
// Ascending, without repetitions.
using ChoiceSet = std::vector<ChoiceId>;
void unite(ChoiceSet& into, const ChoiceSet& from);

// A contradiction, and the choices whose present alternatives it rests on.
struct Contradiction {
  std::vector<Dependency> cycle;
  ChoiceSet rests_on;
};

class CaseState {
 public:
  // When time is up, a cycle of what is known need not be the cheapest.
  CaseState(const ChoiceFacts& facts, Level level, const Deadline& deadline);

  // Not empty: what is known is contradictory, and nothing else may be asked.
  [[nodiscard]] const std::optional<Contradiction>& known() const { return known_; }

  [[nodiscard]] std::size_t choice_count() const { return choices_.size(); }
  // Neither decided nor pointless now.
  [[nodiscard]] bool is_open(ChoiceId choice) const;
  [[nodiscard]] std::size_t alternative_count(ChoiceId choice) const;
  [[nodiscard]] Assumption assumption(ChoiceId choice, std::size_t alternative) const;
  // What makes the case a case: who counts, and why.
  [[nodiscard]] ChoiceSet grounds(ChoiceId choice) const;
  // The checker sees by itself that the alternative is impossible, on these grounds.
  [[nodiscard]] std::optional<ChoiceSet> excluded(ChoiceId choice, std::size_t alternative);
  // Whether it closes a cycle at once, and the cheapest one.
  [[nodiscard]] bool fails(ChoiceId choice, std::size_t alternative);
  [[nodiscard]] Contradiction failure(ChoiceId choice, std::size_t alternative);
  // Nothing could follow from it, whatever else is assumed.
  [[nodiscard]] bool is_idle(ChoiceId choice);
  // A transaction none of whose sources is left, or whose source turned out to hold something else.
  [[nodiscard]] std::optional<Contradiction> impossible_reader();
  // An aggregate that nothing adds up to any more.
  [[nodiscard]] std::optional<Contradiction> impossible_aggregate();
  // A read of a counter that is out of reach of what was seen for certain and what else may have been.
  [[nodiscard]] std::optional<Contradiction> impossible_sum() const;
  // Decided sources whose values are needed but not known yet depend on this choice; none if all are known.
  [[nodiscard]] std::optional<ChoiceId> needed_for_values();
  // Whether it is about what somebody saw, not merely about where a computed value came from.
  [[nodiscard]] bool is_observed(ChoiceId choice) const;

  // A contradiction may show only now. Undo either way.
  [[nodiscard]] std::optional<Contradiction> assume(ChoiceId choice, std::size_t alternative);
  struct Mark {
    std::size_t closure;
    std::size_t trail;
  };
  [[nodiscard]] Mark mark() const { return {closure_.mark(), trail_.size()}; }
  void undo(const Mark& mark);
  // What is assumed now.
  [[nodiscard]] std::vector<Assumption> assumptions() const;

 private:
  enum class Kind : std::uint8_t { kPair, kTouch, kEffect };
  struct Choice {
    Kind kind;
    std::uint32_t use = kNone;     // pair
    std::uint32_t first = kNone;   // pair: installers by number; effect: the transaction
    std::uint32_t second = kNone;  // pair
    std::uint32_t touch = kNone;
    std::uint32_t decided = kNone;  // an alternative
    bool is_certain = false;        // decided by the facts: nothing rests on it, but for values
  };
  struct Arc {
    Edge edge;
    Dependency dependency;
    std::uint32_t cost = 0;
    ChoiceSet rests_on;
  };
  enum class Undo : std::uint8_t { kArc, kChoice, kCounting };
  struct Change {
    Undo kind;
    std::uint32_t index;
  };
  // An edge that follows from decided choices, before anybody asks what it rests on.
  struct Implied {
    DependencyKind kind;  // ww, or by the touch wr or rw
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t touch = kNone;
    ChoiceId order = kNone;  // of versions, for ww and rw; kNone: certain
  };
  struct Value {
    std::optional<ValueId> value;
    ChoiceSet rests_on;
    ChoiceId missing = kNone;  // the choice that would tell, if there is one
  };

  void add_choices();
  void start(const Deadline& deadline);
  void find_known_cycle(const std::vector<Arc>& arcs, const Deadline& deadline);
  [[nodiscard]] bool counts(std::uint32_t txn) const { return counting_[txn]; }
  [[nodiscard]] std::optional<ChoiceId> before(std::uint32_t use, std::uint32_t a, std::uint32_t b) const;
  void consequences(ChoiceId choice, std::size_t alternative, std::vector<Implied>& implied) const;
  void overwritten(std::uint32_t touch, std::uint32_t by, std::vector<Implied>& implied) const;
  template <class Ask>
  auto under(ChoiceId choice, std::size_t alternative, Ask&& ask);
  [[nodiscard]] Edge edge(const Implied& implied) const {
    return edges_.edge(implied.kind, implied.from, implied.to);
  }
  [[nodiscard]] bool close_cycle(Edge in, Edge out) const;
  [[nodiscard]] Arc arc(const Implied& implied) const;
  [[nodiscard]] Arc known_arc(const ChoiceFacts::Known& known) const;
  [[nodiscard]] Arc arc(DependencyKind kind, std::uint32_t from, std::uint32_t to, KeyId key,
                        DependencyReason reason, ChoiceSet rests_on, std::uint32_t cost) const;
  [[nodiscard]] std::optional<Contradiction> add(Arc arc);
  [[nodiscard]] std::optional<Contradiction> count(std::uint32_t txn, ChoiceSet because);
  void decide(ChoiceId choice, std::size_t alternative);
  [[nodiscard]] static Contradiction close(const Arc& closing, const std::vector<const Arc*>& path);
  [[nodiscard]] Value value_of(std::uint32_t use, std::uint32_t txn, std::size_t depth = 0);
  // What an aggregate takes from a key now, and on which grounds it is no more than that.
  struct TakenNow {
    TakenRows taken;
    ChoiceSet rests_on;
  };
  [[nodiscard]] bool is_some_list(std::uint32_t use, std::uint32_t txn) const;
  [[nodiscard]] TakenNow taken_now(const AggregateFact::Part& part);
  [[nodiscard]] std::optional<std::vector<TakenNow>> all_taken(const AggregateFact& aggregate);
  [[nodiscard]] std::optional<Contradiction> refuted_sum(const ChoiceFacts::SumRead& read) const;
  void add_path(Node from, Node to, Contradiction& found) const;
  [[nodiscard]] ChoiceSet certain_or(ChoiceId choice) const;
  [[nodiscard]] Contradiction self(std::uint32_t touch, ChoiceSet rests_on) const;
  [[nodiscard]] std::size_t install_index(std::uint32_t use, std::uint32_t txn) const;

  const ChoiceFacts& facts_;
  const LevelEdges edges_;
  BitClosure closure_;
  std::vector<std::vector<Arc>> out_;  // by node
  std::vector<Choice> choices_;
  std::vector<std::vector<ChoiceId>> pairs_of_;         // by use: row by row, by index of installs
  std::vector<ChoiceId> choice_of_touch_;               // kNone for partial ones
  std::vector<std::vector<std::uint32_t>> touches_on_;  // by use
  std::vector<ChoiceId> effect_of_;                     // by transaction
  std::vector<std::vector<std::uint32_t>> known_at_;    // by transaction: into facts.known
  std::vector<bool> given_;  // pairs of transactions that session order or real time orders
  std::vector<bool> counting_;
  std::vector<ChoiceSet> counting_because_;
  std::vector<Change> trail_;
  std::vector<Implied> tried_;  // of the alternative that is tried on
  std::optional<Contradiction> known_;
};

}  // namespace isolde
