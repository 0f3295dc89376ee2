// Small random histories, many of them nearly correct: a toy database executes random transactions of some
// clients under a virtual clock, serially or at a weaker level, and then a few lies are told about what the
// clients saw. Most decisions of a checker lie close to the border, and so do these.
//
// The same seed and options give the same history. The history is always well-formed (HistoryBuilder takes
// it); whether it satisfies a level is the oracle's to say, since a lie need not do harm.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "history/history.hpp"

namespace isolde {

// All but the counts are probabilities.
struct RandomHistoryOptions {
  std::int64_t min_transactions = 3;
  std::int64_t max_transactions = 6;
  std::int64_t max_sessions = 4;
  std::int64_t max_keys = 3;
  std::int64_t max_operations = 4;  // of one transaction

  // Of one history.
  double times = 0.7;
  double no_sessions = 0.15;  // each transaction stands alone
  double repeated_values = 0.0;
  double lies = 0.6;          // one to three of them
  double coarse_clock = 0.3;  // of these: the clock ticks so rarely that many things happen at one time

  // How the database executes; what is left runs one transaction after another.
  double snapshot = 0.4;         // as snapshot isolation
  double stale_snapshot = 0.1;   // the same, but a snapshot may be older than the transaction
  double lost_updates = 0.15;    // as prefix consistency: nobody checks who else wrote
  double read_committed = 0.15;  // each read sees what is committed by then

  // Of one key: what it is; otherwise a register.
  double list = 0.0;
  double set = 0.0;
  double counter = 0.0;
  double given_initial = 0.1;
  double small_increments =
      0.0;  // of one increment: -1 to 2, so that many sums give the same; and lies to match

  // Of one transaction.
  double aborted = 0.08;
  double indeterminate = 0.08;

  // Of one operation; otherwise an item read or write, half and half.
  double deletes = 0.0;
  double whole_writes = 0.0;  // of a write to a list, set or counter: replaces it, or deletes it
  double inserts = 0.0;
  double predicate_reads = 0.0;
  double predicate_writes = 0.0;
  double aggregates = 0.0;
  double rows = 0.0;  // of one history: registers hold rows (numbers, texts, nulls) instead of integers
  bool only_ranges = false;  // all conditions are ranges of integers
};

// The mixes that the tests of checkers should cover.
[[nodiscard]] RandomHistoryOptions registers_mix();
[[nodiscard]] RandomHistoryOptions repeated_values_mix();
[[nodiscard]] RandomHistoryOptions predicates_mix();  // with inserts and deletes
[[nodiscard]] RandomHistoryOptions ranges_mix();      // the same of rows, by ranges of integers only
[[nodiscard]] RandomHistoryOptions types_mix();       // lists, sets, counters beside registers
[[nodiscard]] RandomHistoryOptions counters_mix();    // that go up and down by little
[[nodiscard]] RandomHistoryOptions aggregates_mix();  // over all of these, but mostly over rows

[[nodiscard]] History random_history(Random& random, const RandomHistoryOptions& options);

}  // namespace isolde
