// The first population (TPC-C §4.3.3): one order per customer, the newest 30 % not yet delivered, and one
// payment of ten each, so that the standard's consistency conditions hold from the start.
#include <array>

#include "frontends/workloads/benchmarks/tpcc.hpp"

namespace isolde::workloads {

using namespace tpcc;

namespace {
constexpr std::int64_t kFirstPayment = 1000;
}

void Tpcc::load(Random& random, const Put& put) {
  for (std::uint64_t item = 0; item < config_.items; ++item)
    put(Key(kItem, item), Cells{random.between(100, 10'000), next_value()});
  for (std::uint64_t warehouse = 0; warehouse < config_.warehouses; ++warehouse)
    load_warehouse(warehouse, random, put);
}

void Tpcc::load_warehouse(std::uint64_t warehouse, Random& random, const Put& put) {
  constexpr auto kPaid = static_cast<std::int64_t>(kDistricts * kCustomers) * kFirstPayment;
  put(Key(kWarehouse, warehouse), Cells{random.between(0, 2000), kPaid, next_value()});
  for (std::uint64_t item = 0; item < config_.items; ++item)
    put(stock_key(warehouse, item), Cells{random.between(10, 100), 0, 0, 0, next_value()});
  for (std::uint64_t local = 0; local < kDistricts; ++local)
    load_district(district_number(warehouse, local), random, put);
}

void Tpcc::load_district(std::uint64_t district, Random& random, const Put& put) {
  constexpr auto kPaid = static_cast<std::int64_t>(kCustomers) * kFirstPayment;
  put(Key(kDistrict, district), Cells{random.between(0, 2000), kPaid, kFirstOrders + 1, next_value()});
  std::array<std::uint64_t, kCustomers> customers{};
  for (std::uint64_t local = 0; local < kCustomers; ++local) {
    const std::uint64_t customer = customer_number(district, local);
    customers[local] = customer;
    put(Key(kCustomer, customer),
        Cells{name_number(district, local % kNames), -kFirstPayment, kFirstPayment, 1, 0, next_value()});
    const std::int64_t serial = next_value();
    put(Key(kHistory, static_cast<std::uint64_t>(serial)),
        Cells{static_cast<std::int64_t>(customer), static_cast<std::int64_t>(district), kFirstPayment,
              serial});
  }
  random.shuffle(customers);
  for (std::int64_t number = 1; number <= kFirstOrders; ++number)
    load_order(district, number, customers[static_cast<std::size_t>(number - 1)], random, put);
  oldest_[district] = kFirstOrders - kFirstNewOrders + 1;
}

void Tpcc::load_order(std::uint64_t district, std::int64_t number, std::uint64_t customer, Random& random,
                      const Put& put) {
  const bool is_new = number > kFirstOrders - kFirstNewOrders;
  const std::int64_t order = order_number(district, number);
  const std::int64_t lines = random.between(5, kMostLines);
  put(order_key(order),
      Cells{order_number(customer, number), is_new ? 0 : random.between(1, 10), lines, next_value()});
  if (is_new) put(new_order_key(order), Cells{order, next_value()});
  for (std::int64_t line = 1; line <= lines; ++line)
    put(line_key(order, static_cast<std::uint64_t>(line)),
        Cells{order, static_cast<std::int64_t>(random.below(config_.items)),
              static_cast<std::int64_t>(district / kDistricts), 5, is_new ? random.between(1, 999'999) : 0,
              is_new ? 0 : next_value(), next_value()});
  latest_[customer] = number;
}

}  // namespace isolde::workloads
