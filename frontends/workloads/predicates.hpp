// BlindW-Pred (Vbox §5.2): read-only and write-only transactions of range predicates on a table of two
// columns.
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
#include "frontends/workloads/requests.hpp"
#include "frontends/workloads/zipf.hpp"

namespace isolde::workloads {

struct PredicateConfig {
  std::uint64_t keys = 10'000;
  std::uint32_t operations = 8;
  double skew = 0;          // of the row around which a filter is laid
  double read_ratio = 0.5;  // of transactions
  std::int64_t width = 8;   // of a filter
  double aggregates = 0;    // of the reads: count, min, max or sum of what matches
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
    std::uint32_t set_column = 0;  // of the last request
    std::vector<Changed> changes;
  };

  PredicateConfig config_;
  engine::TableInfo table_;
  Zipf choice_;
  std::array<std::vector<std::int64_t>, 2> known_;  // per column and row, the last value committed
  std::vector<Session> sessions_;
};

}  // namespace isolde::workloads
