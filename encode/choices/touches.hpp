// The observations of a history: for each transaction that may count and each key it had to do with, the
// touch (encode/choices/key_values.hpp), and for each version what it holds.
//
// Who has to do with a key: whoever read, wrote or returned it, and whoever ran a predicate operation that
// some version of the key could have matched (design: "only keys with at least one matching version need a
// choice"). Where phantoms are allowed, keys that were not returned say nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "encode/choices/key_values.hpp"
#include "encode/items/items.hpp"
#include "history/history.hpp"

namespace isolde {

class MatchingKeys;

// Whether what a member observed of a key is looked at (kNone: what its aggregates showed). What it did to
// the key counts anyway.
using KeepObservation = std::function<bool(Member, std::uint32_t key)>;

struct Touch {
  Member member = kNone;
  std::uint32_t key = 0;
  std::uint32_t step_begin = 0;
  std::uint32_t step_end = 0;
  Version installed = kNone;
};

// A touch that no version of its key suits.
struct ImpossibleTouch {
  Member member = kNone;
  std::uint32_t key = 0;
};

class Touches {
 public:
  // `items` has every transaction that may count as a member. `rows`: a predicate operation's rows are all
  // that matched. `stop` is asked now and then. `keep`: null for all.
  Touches(const History& history, const Items& items, KeyValues& values, bool rows,
          const std::function<bool()>& stop, const KeepObservation* keep = nullptr);

  // It was stopped; what is here is of no use.
  [[nodiscard]] bool is_incomplete() const { return is_incomplete_; }

  [[nodiscard]] std::size_t size() const { return touches_.size(); }
  [[nodiscard]] const Touch& operator[](std::size_t index) const { return touches_[index]; }
  [[nodiscard]] std::span<const Step> steps(const Touch& touch) const {
    return {steps_.data() + touch.step_begin, steps_.data() + touch.step_end};
  }

  // --- Versions of a key: those that members installed, and then the initial one.
  [[nodiscard]] std::span<const Version> versions(std::uint32_t key) const {
    return {versions_.data() + version_begins_[key], versions_.data() + version_begins_[key + 1]};
  }
  // What installed it; not for initial versions.
  [[nodiscard]] std::uint32_t touch_of(Version version) const { return touch_of_[version]; }
  // Whether it holds the same in every execution, and what; an invalid value: there is no execution.
  [[nodiscard]] bool is_constant(Version version) const { return constants_[version].is_constant; }
  [[nodiscard]] ValueId value(Version version) const { return constants_[version].value; }
  // Of one that is not constant: a list or set, else a number.
  [[nodiscard]] bool becomes_list(Version version) const { return becomes_list_[version]; }
  // Whether some aggregate looked at the key.
  [[nodiscard]] bool is_aggregated(std::uint32_t key) const { return is_aggregated_[key]; }
  // Whether every version of the key is constant.
  [[nodiscard]] bool is_plain(std::uint32_t key) const { return is_plain_[key]; }

 private:
  struct KeyStep {
    std::uint32_t key;
    Step step;
  };
  [[nodiscard]] MatchingKeys index_of_values() const;
  void collect(MatchingKeys* index);
  void collect(Member member, MatchingKeys* index);
  void collect_predicate(OpId op, MatchingKeys* index);
  void collect_aggregate(OpId op, MatchingKeys& index);
  void flush(Member member);
  void drop_observations(Member member);
  void note_values();
  void list_versions();

  const History& history_;
  const Items& items_;
  KeyValues& values_;
  const bool rows_;
  const std::function<bool()>& stop_;
  const KeepObservation* keep_;
  bool is_incomplete_ = false;
  std::vector<Touch> touches_;
  std::vector<Step> steps_;
  std::vector<KeyStep> pending_;        // of the member at hand
  std::vector<std::uint32_t> written_;  // keys that the member at hand wrote so far
  std::vector<std::uint32_t> version_begins_;
  std::vector<Version> versions_;
  std::vector<std::uint32_t> touch_of_;
  std::vector<KeyValues::Constant> constants_;
  std::vector<bool> becomes_list_;
  std::vector<bool> is_plain_;
  std::vector<bool> is_aggregated_;
};

}  // namespace isolde
