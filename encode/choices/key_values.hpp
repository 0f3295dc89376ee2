// What a transaction does to one key, and what that says about the version in its snapshot.
//
// A *touch* is a run of steps: everything a transaction did to a key, in program order, predicate operations
// included. Running a touch on a snapshot's value either fails (what was recorded is not what such a snapshot
// shows) or gives the value the transaction leaves behind. All observations are defined by this one function;
// nothing else in the encoder knows what an operation means.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "history/dictionary.hpp"
#include "history/history.hpp"
#include "history/predicates/aggregate.hpp"

namespace isolde {

struct Step {
  enum class Kind : std::uint8_t {
    kRead,       // shows `value`
    kRow,        // a predicate operation returned `value`, which must match
    kMissing,    // a predicate operation did not return the key: absent, or no match
    kWhole,      // write, insert, delete, a predicate write's new row
    kElement,    // append or add
    kIncrement,  // by `value`
    kNever,      // cannot happen: one key returned twice
    kAggregate,  // an aggregate looked at the key; `value` is the number of the operation
  };
  Kind kind = Kind::kRead;
  ValueId value = {};
  PredicateId predicate = {};
};

enum class KeyType : std::uint8_t { kPlain, kSet, kCounter };

class KeyValues {
 public:
  // `history` must outlive this.
  explicit KeyValues(const History& history);

  [[nodiscard]] KeyType type(std::uint32_t key) const { return types_[key]; }
  [[nodiscard]] ValueId initial(std::uint32_t key) {
    return canonical(key, history_.initial_value(KeyId(key)));
  }
  // Values that no read can tell apart but for their spelling become one: sets are sorted.
  [[nodiscard]] ValueId canonical(std::uint32_t key, ValueId value);

  // What the touch leaves behind if the snapshot holds `snapshot`; nothing if that is not what was recorded.
  [[nodiscard]] std::optional<ValueId> run(std::uint32_t key, std::span<const Step> steps, ValueId snapshot);
  // The same without looking at reads, from the last whole write on; nothing if there is none, or if the
  // steps after it do not fit (then the touch never runs).
  struct Constant {
    bool is_constant = false;
    ValueId value = {};  // invalid: never
  };
  [[nodiscard]] Constant constant_of(std::uint32_t key, std::span<const Step> steps);
  // Every value from which elements and increments of `steps` may lead to `value`, and perhaps others.
  [[nodiscard]] std::vector<ValueId> before(std::uint32_t key, std::span<const Step> steps, ValueId value);
  // The values that a snapshot must hold according to the first read that shows it, verified by running the
  // touch. Nothing if no step tells.
  [[nodiscard]] std::optional<std::vector<ValueId>> told_snapshots(std::uint32_t key,
                                                                   std::span<const Step> steps);
  [[nodiscard]] bool matches(PredicateId predicate, std::uint32_t key, ValueId value) const;
  // What `value`, which matches, adds to the aggregate of the step.
  [[nodiscard]] AggregateRow aggregate_row(const Step& step, std::uint32_t key, ValueId value) const;
  [[nodiscard]] bool is_list(ValueId value) const { return values_.kind(value.value) == ValueKind::kList; }
  // Some list; which one makes no difference to predicates.
  [[nodiscard]] ValueId some_list() const { return some_list_; }
  [[nodiscard]] ValueId integer(std::int64_t number) { return ValueId(values_.intern_integer(number)); }
  [[nodiscard]] const Dictionary& dictionary() const { return values_; }

 private:
  [[nodiscard]] bool apply(std::uint32_t key, const Step& step, ValueId& state);
  [[nodiscard]] bool add_element(std::uint32_t key, ValueId element, ValueId& state);
  [[nodiscard]] bool increment(ValueId by, ValueId& state);
  [[nodiscard]] bool shows(std::uint32_t key, ValueId recorded, ValueId state);
  void undo_element(std::uint32_t key, ValueId element, ValueId value, std::vector<ValueId>& out);
  void undo_increment(ValueId by, ValueId value, std::vector<ValueId>& out);
  [[nodiscard]] ValueId list(std::span<const std::uint32_t> elements);

  const History& history_;
  Dictionary values_;  // the history's, and those that elements and increments make
  std::vector<KeyType> types_;
  ValueId some_list_;
};

}  // namespace isolde
