// Elle's style of keys: a few are in use at any time, and each is written a limited number of times and then
// replaced by a fresh one. So a history of any length keeps making new keys, and each key's story is short
// enough to be told by a few reads. Registers are written blindly, lists appended to.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "frontends/engine/workload.hpp"
#include "frontends/workloads/requests.hpp"
#include "frontends/workloads/zipf.hpp"

namespace isolde::workloads {

struct WindowConfig {
  engine::TableKind kind = engine::TableKind::kList;  // or kRegister
  std::uint64_t keys = 100;                           // in use at a time
  std::uint32_t operations = 5;                       // at most; the number is drawn from 1 to this
  double skew = 0;
  double read_ratio = 0.5;             // of operations
  std::uint32_t writes_per_key = 100;  // asked for, committed or not
};

class WindowWorkload : public engine::Workload {
 public:
  WindowWorkload(const WindowConfig& config, std::uint32_t sessions);

  [[nodiscard]] std::span<const engine::TableInfo> tables() const override { return {&table_, 1}; }
  // Every key begins empty.
  void load(Random& /*random*/, const std::function<void(Key, const Cells&)>& /*put*/) override {}
  void begin(std::uint32_t session, Random& random) override;
  [[nodiscard]] bool next(std::uint32_t session, const Reply& last, Random& random,
                          Request& request) override;

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t writes = 0;
  };

  WindowConfig config_;
  engine::TableInfo table_;
  Zipf choice_;
  std::vector<Slot> window_;
  std::uint64_t fresh_ = 0;          // the next key that was never in the window
  std::vector<std::uint32_t> left_;  // per session, operations still to come
};

}  // namespace isolde::workloads
