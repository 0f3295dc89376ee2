// For each touch the versions that may be its source, as far as what is known for certain tells: session
// order, real time, and sources that are known already, to a fixpoint.
//
// Two sets per touch. The *window* holds the versions of the key that are neither known to come after the
// transaction's snapshot nor known to be overwritten in it; every other version is where it must be whatever
// the source is. The *candidates* are those of the window that the touch allows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "closure/closure.hpp"
#include "encode/choices/counter_keys.hpp"
#include "encode/choices/key_values.hpp"
#include "encode/choices/set_keys.hpp"
#include "encode/choices/touches.hpp"
#include "encode/items/items.hpp"
#include "encode/level_edges.hpp"
#include "history/history.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

struct View {
  std::vector<Version> window;  // of a settled touch: the source and what is not known to be ordered to it
  std::vector<Version> candidates;
  // Keys with computed values: what the snapshot must hold, where anything tells.
  std::optional<std::vector<ValueId>> values;
  bool is_vacuous = false;  // any source will do
  // One candidate, and the transaction counts. Of a set (encode/choices/set_keys.hpp): what is certain is
  // known.
  bool is_settled = false;
};

struct ViewSources {
  const History& history;
  const Items& items;
  const Touches& touches;
  const SetKeys& sets;
  const CounterKeys& counters;
  KeyValues& values;
  const LevelEdges& edges;
  bool uses_times = false;
  std::int64_t clock_skew = 0;
};

class SourceViews {
 public:
  // `graph` has all nodes and the known edges of session order and real time, and its hints.
  SourceViews(const ViewSources& sources, Polygraph& graph);

  // Adds what becomes known to the graph. `stop` is asked now and then; what is known until then holds.
  // Without `concludes` only by the values that a touch allows.
  void narrow(const std::function<bool()>& stop, bool concludes = true);

  [[nodiscard]] const View& operator[](std::size_t touch) const { return views_[touch]; }
  // Whether it counts for certain.
  [[nodiscard]] bool counts(Member member) const { return counts_[member]; }
  [[nodiscard]] const std::vector<ImpossibleTouch>& impossible() const { return impossible_; }
  [[nodiscard]] const std::optional<std::string>& left_out() const { return left_out_; }
  // Empty if edges are not concluded in batches (encode/choices/choices.hpp).
  [[nodiscard]] const std::vector<std::uint32_t>& batch_begins() const { return batch_begins_; }
  // Whether the known edges close a cycle; then the rest of this class may be out of date.
  [[nodiscard]] bool is_contradictory() const { return !closure_ || is_contradictory_; }

  // --- What is known. Versions are not initial.
  [[nodiscard]] bool is_before(Version version, Member reader) const {  // committed before the reader began
    return closure_->reaches(commit(version), edges_.begin(reader));
  }
  [[nodiscard]] bool is_after(Version version, Member reader) const {
    return closure_->reaches(edges_.begin(reader), commit(version));
  }
  [[nodiscard]] bool are_ordered(Version first, Version second) const {
    return closure_->reaches(commit(first), commit(second));
  }
  [[nodiscard]] const Closure& closure() const { return *closure_; }

  // The snapshots from which the version's touch installs `value`.
  [[nodiscard]] const std::vector<ValueId>& snapshots_for(Version version, ValueId value);
  // Whether some execution might make it hold the value.
  [[nodiscard]] bool may_hold(Version version, ValueId value);

 private:
  struct ByStart {
    Version version;
    std::int64_t start;
    std::int64_t latest_end;  // of this and all before it in the list; the largest number if unknown
  };

  __extension__ using Wide = __int128;
  struct NumberRange {
    Wide low = 0;
    Wide high = 0;
  };

  [[nodiscard]] Node commit(Version version) const { return edges_.commit(items_.writer(version)); }
  void sort_by_start();
  void open(std::uint32_t touch);
  void fill_window_with_all(const Touch& touch, std::vector<Version>& window) const;
  void fill_window(const Touch& touch, std::vector<Version>& window) const;
  void fill_window_by_time(const Touch& touch, std::vector<Version>& window) const;
  void drop_hidden(Member reader, std::vector<Version>& window, bool has_initial, Version initial) const;
  void find_values(std::uint32_t touch);
  [[nodiscard]] std::optional<std::vector<ValueId>> possible_values(std::uint32_t key);
  [[nodiscard]] const NumberRange& numbers_of(std::uint32_t key);
  [[nodiscard]] bool may_overflow(std::uint32_t key);
  [[nodiscard]] bool allows(std::uint32_t touch, Version version);
  void choose(std::uint32_t touch);
  [[nodiscard]] bool is_asked_for(std::uint32_t touch) const;
  [[nodiscard]] bool refine(std::uint32_t touch);
  void settle(std::uint32_t touch);
  void begin_batch();
  void close_batch();
  void settle_set(std::uint32_t touch);
  [[nodiscard]] bool narrow_sum(std::uint32_t touch);
  void refute(const Touch& touch);
  void pass_on(const std::vector<ValueId>& values, Version version);
  [[nodiscard]] bool order_window(std::uint32_t touch);
  void know(DependencyKind kind, Member from, Member to, std::uint32_t key, TxnId reader = {});
  void count(Member member);

  const History& history_;
  const Items& items_;
  const Touches& touches_;
  const SetKeys& sets_;
  const CounterKeys& counters_;
  KeyValues& values_;
  const LevelEdges& edges_;
  const bool uses_times_;
  const std::int64_t clock_skew_;
  Polygraph& graph_;
  const ClosureKind kind_;
  // Full rows are rebuilt in less time than a few edges take to be inserted; chains are not.
  const bool is_batched_;
  std::unique_ptr<Closure> closure_;
  std::unordered_set<std::uint64_t> batch_;  // edges that the closure does not know yet
  std::vector<std::uint32_t> batch_begins_;
  std::vector<View> views_;
  std::vector<bool> counts_;
  std::vector<std::uint32_t> touch_begins_;  // by member
  std::vector<std::uint32_t> pending_;       // touches to look at again
  std::vector<std::vector<ByStart>> by_start_;
  std::unordered_map<std::uint64_t, std::vector<ValueId>> snapshots_;  // never iterated
  std::unordered_map<std::uint32_t, NumberRange> numbers_;             // by key; never iterated
  std::vector<ImpossibleTouch> impossible_;
  std::optional<std::string> left_out_;
  bool concludes_ = true;
  bool is_contradictory_ = false;
};

}  // namespace isolde
