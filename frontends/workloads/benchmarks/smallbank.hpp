// SmallBank: customers with a checking and a savings account. Balances are what is written, so values repeat
// on purpose: a transfer and its return, or an account that is emptied again and again. Under snapshot
// isolation, write_check and transact_savings on one customer are a write skew.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "frontends/workloads/program.hpp"
#include "frontends/workloads/zipf.hpp"

namespace isolde::workloads {

struct BankConfig {
  std::uint64_t keys = 1000;  // customers
  double skew = 0;
  double read_ratio = 0.15;  // of transactions: balance inquiries
};

class SmallBank : public ProgramWorkload {
 public:
  SmallBank(const BankConfig& config, std::uint32_t sessions);

  [[nodiscard]] std::span<const engine::TableInfo> tables() const override { return tables_; }
  void load(Random& random, const std::function<void(Key, const Cells&)>& put) override;

 private:
  [[nodiscard]] Program start(std::uint32_t session, Client& client, Random& random) override;

  BankConfig config_;
  std::array<engine::TableInfo, 2> tables_;
  Zipf choice_;
};

}  // namespace isolde::workloads
