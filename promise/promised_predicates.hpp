// A predicate operation and the version set that the database says it was evaluated on: whether the result is
// what that set gives (Emme's result-set mismatch), and which versions before and after changed the matches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "history/anomaly.hpp"
#include "history/predicates/predicate_index.hpp"
#include "history/reads.hpp"
#include "promise/promised_versions.hpp"
#include "promise/promised_writes.hpp"

namespace isolde {

// What a predicate operation returned; of an aggregate, which returned nothing, the versions that match among
// those it was evaluated on, as far as these are told.
[[nodiscard]] std::vector<RowSeen> promised_rows(const History& history, OpId op);

// A list that stands for all lists, which predicates do not tell apart, and a dictionary that has it: the
// history's, unless no operation of the history shows a list.
class SomeList {
 public:
  explicit SomeList(const History& history, bool is_needed);
  [[nodiscard]] const Dictionary& values() const { return values_ ? *values_ : history_.values(); }
  [[nodiscard]] ValueId id() const { return id_; }

 private:
  const History& history_;
  std::optional<Dictionary> values_;
  ValueId id_;
};

class PromisedPredicates {
 public:
  // A key that the operation did not return: the versions that changed whether it matches.
  struct Change {
    KeyId key;
    std::uint32_t at;     // what the operation saw
    std::uint32_t last;   // the last to match before that; kNowhere: none
    std::uint32_t first;  // the first to match after that; kNowhere: none
  };
  // Chooses among several versions of one key; kNowhere: leave it open.
  using Choose = std::function<std::uint32_t(std::span<const std::uint32_t> versions)>;

  // Both must outlive this.
  PromisedPredicates(const History& history, const PromisedVersions& versions, Choose choose);

  // Looks at a predicate operation with a version set, by who wrote `own` before. False if its promise is
  // broken.
  [[nodiscard]] bool look_at(OpId op, const PromisedWrites& own);

  // Of the operation that was looked at last.
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
  // Whether some version was left open or chosen.
  [[nodiscard]] bool has_open() const { return has_open_; }
  [[nodiscard]] const std::optional<BrokenPromise>& broken() const { return broken_; }
  // The contradiction that the operation saw its transaction's own version of a key before that was written.
  [[nodiscard]] BrokenPromise seen_too_early(const Change& change) const;

 private:
  static constexpr std::uint32_t kNowhere = PromisedVersions::kNowhere;
  static constexpr std::uint32_t kOwn = kNowhere - 1;
  static constexpr std::uint32_t kOpen = kNowhere - 2;

  struct KeyState {
    OpId seen_by = {};     // the operation whose version set has the key
    OpId row_of = {};      // the operation that returned it
    OpId touched_by = {};  // the operation that `change` belongs to
    ValueId row_value = {};
    ValueId cached_value = {};  // whose version is cached_at
    std::uint32_t cached_at = kNowhere;
    std::uint32_t at = kNowhere;  // what seen_by saw: a version, kOwn or kOpen
    std::uint32_t change = 0;     // index into changes_
  };
  struct Span {
    std::uint32_t low;
    std::uint32_t high;
  };

  [[nodiscard]] bool mark_rows();
  [[nodiscard]] bool add_up();
  [[nodiscard]] bool mark_version_set();
  [[nodiscard]] bool has_own_matches();
  [[nodiscard]] bool find_changes();
  [[nodiscard]] bool find_by_match();
  [[nodiscard]] bool find_by_key();

  [[nodiscard]] bool evaluate(KeyId key, ValueId value) const;
  [[nodiscard]] bool matches(std::uint32_t version) const;
  [[nodiscard]] bool may_match(KeyId key);
  [[nodiscard]] const std::vector<Span>& spans(const OrderedColumn& column);
  [[nodiscard]] std::uint32_t locate(KeyId key, ValueId value);
  [[nodiscard]] std::uint32_t position(KeyId key);
  void note_match(KeyId key, std::uint32_t at, std::uint32_t version);
  void walk(KeyId key, std::uint32_t at);

  [[nodiscard]] BrokenPromise accusation(AnomalyKind kind, const std::string& what) const;
  [[nodiscard]] bool blame(AnomalyKind kind, const std::string& what);
  [[nodiscard]] bool blame_mismatch(const RowSeen& seen, bool is_match);
  [[nodiscard]] bool blame_unseen_row();
  [[nodiscard]] bool blame_never_absent(KeyId key);

  const History& history_;
  const PromisedVersions& versions_;
  Choose choose_;
  SomeList some_list_;
  PredicateIndex index_;  // numbers versions as versions_ does
  std::vector<KeyState> keys_;
  std::map<const OrderedColumn*, std::vector<Span>> spans_;  // by KeyId: the places of all its versions
  TxnId txn_;
  OpId op_;
  std::vector<RowSeen> rows_;  // of op_
  const PromisedWrites* own_ = nullptr;
  const Predicate* predicate_ = nullptr;
  PredicateIndex::Candidates found_;
  std::vector<std::uint32_t> candidates_;
  std::vector<Change> changes_;
  bool has_open_ = false;
  std::optional<BrokenPromise> broken_;
};

}  // namespace isolde
