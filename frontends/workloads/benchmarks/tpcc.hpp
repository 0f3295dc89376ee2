// TPC-C: all five transactions in the standard's mix, on tables scaled down (tpcc_schema.hpp). Every
// transaction reads before it writes; 1 % of new orders name an unknown item at the end and roll back.
//
// Two look-ups are "the first of an index" in SQL: the oldest new order of a district and the latest order of
// a customer. Here they are ranges that begin where the clients know the answer cannot be earlier, so that
// their cost does not grow with the history.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "frontends/workloads/benchmarks/tpcc_schema.hpp"
#include "frontends/workloads/program.hpp"

namespace isolde::workloads {

struct TpccConfig {
  std::uint32_t warehouses = 1;
  std::uint64_t items = 1000;
};

class Tpcc : public ProgramWorkload {
 public:
  Tpcc(const TpccConfig& config, std::uint32_t sessions);

  [[nodiscard]] std::span<const engine::TableInfo> tables() const override { return tables_; }
  void load(Random& random, const std::function<void(Key, const Cells&)>& put) override;
  void ended(std::uint32_t session, bool committed) override;

 private:
  using Put = std::function<void(Key, const Cells&)>;

  struct Line {
    std::uint64_t item = 0;
    std::uint64_t supplier = 0;  // a warehouse
    std::int64_t quantity = 0;
  };
  // What the transaction was asked to do, and what it will have done if it commits.
  struct Session {
    std::uint64_t warehouse = 0;
    std::uint64_t district = 0;           // over all warehouses
    std::uint64_t customer_district = 0;  // a payment's customer may be from elsewhere
    std::uint64_t customer = 0;           // within that district
    bool by_name = false;                 // `customer` stands for a last name
    std::int64_t amount = 0;
    std::int64_t carrier = 0;
    std::uint64_t line_count = 0;
    std::array<Line, tpcc::kMostLines> lines;

    std::int64_t placed = 0;              // a new order's number within its district
    std::vector<std::int64_t> delivered;  // orders
    std::vector<std::int64_t> items;      // scratch of stock_level
  };

  void load_warehouse(std::uint64_t warehouse, Random& random, const Put& put);
  void load_district(std::uint64_t district, Random& random, const Put& put);
  void load_order(std::uint64_t district, std::int64_t number, std::uint64_t customer, Random& random,
                  const Put& put);

  [[nodiscard]] Program start(std::uint32_t session, Client& client, Random& random) override;
  void draw_customer(Session& session, Random& random) const;
  void draw_lines(Session& session, Random& random) const;
  [[nodiscard]] std::uint64_t other_warehouse(std::uint64_t home, Random& random) const;

  [[nodiscard]] Program new_order(Client& client, Session& session);
  [[nodiscard]] Program payment(Client& client, Session& session);
  [[nodiscard]] Program order_status(Client& client, Session& session);
  [[nodiscard]] Program delivery(Client& client, Session& session);
  [[nodiscard]] Program stock_level(Client& client, Session& session);

  TpccConfig config_;
  std::array<engine::TableInfo, tpcc::kTables> tables_;
  std::vector<std::int64_t> oldest_;  // per district: the clients know of no older new order
  std::vector<std::int64_t> latest_;  // per customer (by number): the last order they know of
  std::vector<Session> sessions_;
};

}  // namespace isolde::workloads
