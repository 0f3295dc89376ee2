// Transactions of independent random operations on one table of keys: the BlindW family, the three mixes of
// the King Cobra experiments, and YCSB. They differ in numbers only.
//
// Keys of one transaction are drawn independently, so it may write a key twice or read its own write.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "frontends/engine/workload.hpp"
#include "frontends/workloads/requests.hpp"
#include "frontends/workloads/zipf.hpp"

namespace isolde::workloads {

// What one share of reads is a share of.
enum class ReadsOf : std::uint8_t {
  kTransactions,  // each transaction only reads or only writes
  kOperations,
};

struct MixConfig {
  std::uint64_t keys = 10'000;
  std::uint32_t operations = 8;
  double skew = 0;
  ReadsOf reads_of = ReadsOf::kTransactions;
  double read_ratio = 0.5;
  double modify_ratio = 0;        // of the operations that are not reads: read the key, then write it
  double range_ratio = 0;         // of the reads: one predicate read over neighbouring keys
  std::uint64_t range_width = 0;  // how many keys such a read covers
  // kList: every write appends. With ranges, keys are rows.
  engine::TableKind kind = engine::TableKind::kRegister;
};

class MixWorkload : public engine::Workload {
 public:
  MixWorkload(const MixConfig& config, std::uint32_t sessions);

  [[nodiscard]] std::span<const engine::TableInfo> tables() const override { return {&table_, 1}; }
  void load(Random& random, const std::function<void(Key, const Cells&)>& put) override;
  void begin(std::uint32_t session, Random& random) override;
  [[nodiscard]] bool next(std::uint32_t session, const Reply& last, Random& random,
                          Request& request) override;

 private:
  struct Session {
    std::uint32_t left = 0;    // operations still to come
    bool reads = false;        // ReadsOf::kTransactions: this one only reads
    bool writes_back = false;  // `key` was read in order to be written
    Key key;
  };

  [[nodiscard]] bool ranges() const { return config_.range_ratio > 0; }
  void read(Random& random, Request& request);
  void write(Key key, Request& request);

  MixConfig config_;
  engine::TableInfo table_;
  Zipf choice_;
  std::vector<Session> sessions_;
};

}  // namespace isolde::workloads
