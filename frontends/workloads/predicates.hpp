// BlindW-Pred (Vbox §5.2): read-only and write-only transactions of range predicates on a table of two
// columns; and the mix of predicates with operations on single rows that Emme is measured with (§8.2).
//
// Values are unique, so they grow, and a filter drawn from all values would soon find nothing. Each filter is
// laid around a value that the clients know to be in the table. Since no two cells of a column are equal, it
// returns at most as many rows as it is wide; and since its place is random to the unit, rows that were
// written by one predicate do not stay together for ever.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "frontends/engine/workload.hpp"
#include "frontends/workloads/mix.hpp"
#include "frontends/workloads/requests.hpp"
#include "frontends/workloads/zipf.hpp"

namespace isolde::workloads {

struct PredicateConfig {
  std::uint64_t keys = 10'000;
  std::uint32_t operations = 8;
  double skew = 0;  // of the row around which a filter is laid
  ReadsOf reads_of = ReadsOf::kTransactions;
  double read_ratio = 0.5;
  std::int64_t width = 8;            // of a filter
  double aggregates = 0;             // of the predicate reads: count, min, max or sum of what matches
  std::uint32_t functions = 0b1111;  // which of these: a bit per AggregateFunction
  double inserts = 0;                // of all operations: put a row, whether it is there or not
  double predicates = 1;             // of the other operations; what is left names a row
};

class PredicateWorkload : public engine::Workload {
 public:
  PredicateWorkload(const PredicateConfig& config, std::uint32_t sessions);

  [[nodiscard]] std::span<const engine::TableInfo> tables() const override { return {&table_, 1}; }
  void load(Random& random, const std::function<void(Key, const Cells&)>& put) override;
  void begin(std::uint32_t session, Random& random) override;
  [[nodiscard]] bool next(std::uint32_t session, const Reply& last, Random& random,
                          Request& request) override;
  void ended(std::uint32_t session, bool committed) override;

 private:
  struct Changed {
    std::uint64_t row;
    std::uint32_t column;
    std::int64_t value;
  };
  struct Session {
    std::uint32_t left = 0;
    bool reads = false;
    bool sets = false;             // the last request: a predicate write, of
    std::uint32_t set_column = 0;  // this column
    std::vector<Changed> changes;
  };

  void put_row(Session& state, std::uint64_t row, Request& request);

  PredicateConfig config_;
  engine::TableInfo table_;
  Zipf choice_;
  std::array<std::vector<std::int64_t>, 2> known_;  // per column and row, the last value committed
  std::vector<Session> sessions_;
};

}  // namespace isolde::workloads
