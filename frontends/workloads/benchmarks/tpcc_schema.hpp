// TPC-C's nine tables, with the columns that its transactions read or change and, last in each, a version
// that no other write has. Sizes are a hundredth of the standard's, except districts, order lines and the 30
// % of orders that are new. Money is in cents.
//
// Numbers are composed in decimal, so that a key can be read: order 3 of district 12 is order:1200000003, its
// second line order-line:120000000301.
#pragma once

#include <cstddef>
#include <cstdint>

#include "frontends/engine/request.hpp"

namespace isolde::workloads::tpcc {

using engine::Key;

constexpr std::uint64_t kDistricts = 10;   // per warehouse
constexpr std::uint64_t kCustomers = 30;   // per district
constexpr std::uint64_t kNames = 10;       // last names, so that three customers of a district share one
constexpr std::int64_t kFirstOrders = 30;  // loaded per district, one per customer
constexpr std::int64_t kFirstNewOrders = 9;
constexpr std::uint64_t kMostLines = 15;
constexpr std::int64_t kOrderSpan = 100'000'000;  // room for the orders of a district

enum Table : std::uint32_t {
  kWarehouse,
  kDistrict,
  kCustomer,
  kHistory,
  kNewOrder,
  kOrder,
  kOrderLine,
  kItem,
  kStock,
  kTables
};

namespace warehouse {
enum Column : std::uint32_t { kTax, kPaid, kVersion, kWidth };
}
namespace district {
enum Column : std::uint32_t { kTax, kPaid, kNextOrder, kVersion, kWidth };
}
namespace customer {
enum Column : std::uint32_t { kName, kBalance, kPaid, kPayments, kDeliveries, kVersion, kWidth };
}
namespace history {
enum Column : std::uint32_t { kCustomer, kDistrict, kAmount, kVersion, kWidth };
}
namespace new_order {
enum Column : std::uint32_t { kOrder, kVersion, kWidth };
}
namespace order {
// kPlaced: customer and order in one number, so that a range finds a customer's orders from some order on.
enum Column : std::uint32_t { kPlaced, kCarrier, kLines, kVersion, kWidth };
}  // namespace order
namespace order_line {
enum Column : std::uint32_t { kOrder, kItem, kSupplier, kQuantity, kAmount, kDelivered, kVersion, kWidth };
}
namespace item {
enum Column : std::uint32_t { kPrice, kVersion, kWidth };
}
namespace stock {
enum Column : std::uint32_t { kQuantity, kSold, kOrders, kRemote, kVersion, kWidth };
}

// Numbers of districts, customers and orders over all warehouses.
inline std::uint64_t district_number(std::uint64_t warehouse, std::uint64_t local) {
  return warehouse * kDistricts + local;
}
inline std::uint64_t customer_number(std::uint64_t district, std::uint64_t local) {
  return district * 100 + local;
}
inline std::int64_t order_number(std::uint64_t district, std::int64_t local) {
  return static_cast<std::int64_t>(district) * kOrderSpan + local;
}
inline std::int64_t name_number(std::uint64_t district, std::uint64_t name) {
  return static_cast<std::int64_t>(district * kNames + name);
}

inline Key order_key(std::int64_t order) { return {kOrder, static_cast<std::uint64_t>(order)}; }
inline Key new_order_key(std::int64_t order) { return {kNewOrder, static_cast<std::uint64_t>(order)}; }
inline Key line_key(std::int64_t order, std::uint64_t line) {
  return {kOrderLine, static_cast<std::uint64_t>(order) * 100 + line};
}
inline Key stock_key(std::uint64_t warehouse, std::uint64_t item) {
  return {kStock, warehouse * 1'000'000'000 + item};
}

}  // namespace isolde::workloads::tpcc
