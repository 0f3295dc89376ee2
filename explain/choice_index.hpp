// Whose versions of a key a transaction can have seen, by what it recorded and by the orders that a level
// keeps: the basis of proofs by cases. Mirrors the rules of the checker (certify/proof/sources.hpp), which
// must not share code with this.
//
// Cost: one pass over the history; then per key the operations of its writers when it is first asked for, and
// per question the versions of the key.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "encode/choices/key_values.hpp"
#include "explain/aggregate_facts.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "solver/observation.hpp"

namespace isolde {

struct ChoiceTask {
  const History& history;
  const WriterIndex& writers;
  Level level = Level::kSerializable;
  std::int64_t clock_skew = 0;
};

[[nodiscard]] inline bool is_write(const Step& step) {
  return step.kind == Step::Kind::kWhole || step.kind == Step::Kind::kElement ||
         step.kind == Step::Kind::kIncrement;
}
[[nodiscard]] inline bool shows_value(const Step& step) {
  return step.kind == Step::Kind::kRead || step.kind == Step::Kind::kRow;
}

class ChoiceIndex {
 public:
  // What writers of a key do to it, all of them together, aborted ones included.
  enum Use : std::uint8_t { kWholes = 1, kAppends = 2, kAdds = 4, kIncrements = 8 };
  // A version of a key.
  struct Entry {
    TxnId txn = {};
    std::vector<Step> steps = {};
    std::optional<ValueId> value = {};  // what it holds whatever its source, where that is known
    bool is_list = false;               // a list or set of which nothing else is known
    bool is_never = false;              // no execution contains it
  };
  struct KeyVersions {
    std::vector<Entry> entries;  // of those that did not abort, ascending
    std::uint8_t uses = 0;
    bool is_filled = false;
  };

  // `task` must outlive this.
  explicit ChoiceIndex(const ChoiceTask& task);

  [[nodiscard]] const KeyVersions& versions(KeyId key);
  [[nodiscard]] std::vector<Step> steps(const Observation& observation) const;
  // What each operation before the first own write showed, by itself.
  [[nodiscard]] std::vector<std::vector<Step>> single_observations(const Observation& observation) const;
  [[nodiscard]] const std::shared_ptr<KeyValues>& values() const { return values_; }
  [[nodiscard]] const ChoiceTask& task() const { return task_; }

  // An invalid id stands for the initial version. A source that a given order excludes (it comes after the
  // reader, or another version comes between) is left out if others remain; if none does, all are kept, and
  // cycles through the given order refute them.
  struct Found {
    std::vector<TxnId> sources;
    std::vector<TxnId> hiders;  // who comes between, if all were kept
    bool is_everybody = false;  // whatever the source is will do
  };
  [[nodiscard]] Found sources(const Observation& observation, std::span<const Step> steps);
  // What an aggregate, the last of `steps`, takes from the key if any of the sources is the one.
  [[nodiscard]] TakenRows taken(KeyId key, std::span<const Step> steps, const std::vector<TxnId>& sources);

 private:
  void fill(KeyId key, Entry& entry);
  [[nodiscard]] bool tells(const Step& step) const;
  [[nodiscard]] bool precedes(TxnId a, TxnId b) const;
  [[nodiscard]] bool list_shows(KeyId key, const Step& step) const;
  [[nodiscard]] bool can_show(KeyId key, std::span<const Step> steps, const KeyVersions& versions,
                              const Entry& entry);

  const ChoiceTask& task_;
  const History& history_;
  const LevelInfo& level_;
  const bool rows_;  // keys that were not returned say something
  std::shared_ptr<KeyValues> values_;
  std::vector<KeyVersions> versions_;  // by KeyId
};

}  // namespace isolde
