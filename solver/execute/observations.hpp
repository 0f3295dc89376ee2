// What members saw beyond reads with one possible writer, checked against the state of an execution: which
// rows predicates matched, and values that several wrote.
//
// Reads with one writer are the business of Execution: when a member begins, all of them are current. So a
// predicate operation saw what it says if and only if as many keys match now as rows were returned, keys that
// the member wrote before left aside; those are its own affair and checked once, beforehand. What is in the
// way of a member is always one key that holds the wrong version: an *obstacle*.
//
// Rows are found as in a database: by an ordered index of all versions
// (history/predicates/predicate_index.hpp) and, for each column asked for, a set of bits that says which of
// them are current. What most predicates ask for is a run of one column; how many rows may be current there
// is known beforehand, so that a look at a member is to count bits. Only where there are more is it asked
// which. Cost: of a look, a few steps per operation and row that matches; of a commit, two bits per column
// and key.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bit_tree.hpp"
#include "encode/items/items.hpp"
#include "history/history.hpp"
#include "history/predicates/predicate_index.hpp"

namespace isolde {

// A key that holds what the member cannot have seen there.
struct Obstacle {
  std::uint32_t key = kNone;
  PredicateId predicate = {};  // which it matches now; or
  ValueId value = {};          // what it should hold instead
};

class Observations {
 public:
  // Whether a history has nothing that this class cannot check: no values that are computed from others.
  [[nodiscard]] static bool can_check(const History& history);

  // `rows`: a predicate operation's rows are all that matched. Both must outlive this.
  Observations(const History& history, const Items& items, bool rows);

  // No execution shows some member what it saw, whatever the order.
  [[nodiscard]] bool are_impossible() const { return are_impossible_; }

  // --- The state: which version each key holds.
  void reset();
  void put(std::uint32_t key, Version version);

  // What keeps the member from beginning now; a key of kNone if nothing does.
  [[nodiscard]] Obstacle obstacle(Member member);
  void collect_obstacles(Member member, std::vector<Obstacle>& obstacles);
  // Whether it would be gone if the key held this version.
  [[nodiscard]] bool is_gone(const Obstacle& obstacle, Version version) const;

 private:
  struct LiveColumn {
    const OrderedColumn* column;
    BitTree places;
  };
  // A predicate operation: no more than `most` of these places may be current, whatever the member wrote
  // before. (If more are, some may be of keys that it wrote, and were to be left aside.)
  struct Look {
    std::uint32_t column = kNone;  // in columns_; kNone: the predicate is no run, this tells nothing
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t most = 0;
  };
  // Where the matches of a predicate are that is no run.
  struct Search {
    static constexpr std::uint32_t kScan = kNone - 1;
    std::uint32_t column = kNone;  // in columns_; kNone: not known yet; kScan: no column helps
    std::uint32_t run_begin = 0;
    std::uint32_t run_end = 0;
    bool is_exact = false;
  };
  struct Run {
    std::uint32_t first;
    std::uint32_t last;
  };

  [[nodiscard]] static std::vector<RowVersion> versions_of(const History& history, const Items& items);
  // Notes the looks of the member. False if it contradicts itself.
  [[nodiscard]] bool prepare(Member member);
  [[nodiscard]] PredicateIndex::Run next_run(const Predicate& predicate);
  [[nodiscard]] PredicateIndex::Run run_of(const Predicate& predicate);
  [[nodiscard]] Look look_at(const PredicateIndex::Run& run);
  [[nodiscard]] std::size_t count_in_run(const Look& look, Version first, Version last) const;
  [[nodiscard]] std::size_t count_own_matches(IdRange<OpId> ops, OpId end, const Predicate& predicate);
  [[nodiscard]] const Search& search(PredicateId predicate);
  [[nodiscard]] std::uint32_t live_column(const OrderedColumn& column);
  // Whether counting alone shows that no more rows match than were returned.
  [[nodiscard]] bool saw_all(Member member) const;
  // Calls visit(key) for each key that matches now; stops when it returns true.
  template <class Visit>
  void visit_matches(PredicateId predicate, Visit&& visit);
  // Of those in [first, last) of a column.
  template <class Visit>
  [[nodiscard]] bool visit_run(const LiveColumn& live, Run run, const Predicate* condition, Visit&& visit);
  // Calls visit(obstacle) for each; stops when it returns true.
  template <class Visit>
  void visit_obstacles(Member member, Visit&& visit);
  template <class Visit>
  [[nodiscard]] bool visit_phantoms(OpId op, Visit&& visit);

  const History& history_;
  const Items& items_;
  const bool rows_;
  bool are_impossible_ = false;
  const std::shared_ptr<RowPlaces> places_;
  PredicateIndex& index_;                   // of places_
  std::vector<std::uint32_t> open_begins_;  // by member, into items_.open_reads()
  std::vector<Version> currents_;           // by key
  std::vector<LiveColumn> columns_;
  std::vector<Look> looks_;                 // by member, in the order of its predicate operations
  std::vector<std::uint32_t> look_begins_;  // by member
  std::vector<Search> searches_;            // by predicate; empty until one is needed
  std::vector<Run> runs_;
  std::vector<std::uint64_t> own_;       // by key: the look at which the member was seen to write it
  std::vector<std::uint64_t> returned_;  // by key: the look, while its rows are looked at
  std::uint64_t look_ = 0;
};

}  // namespace isolde
