// The terminals: which transaction runs next, and with what input (TPC-C §2.4.1 to §2.8.1).
#include "frontends/workloads/benchmarks/tpcc.hpp"

#include <algorithm>
#include <bit>

namespace isolde::workloads {

using namespace tpcc;

namespace {

// The standard's non-uniform choice from [0, size): the OR of two numbers prefers those with many bits.
// `mask` is about size/12 for items and size/3 for customers there.
std::uint64_t non_uniform(Random& random, std::uint64_t size, std::uint64_t part) {
  const std::uint64_t mask = std::bit_ceil(std::max<std::uint64_t>(size / part, 1)) - 1;
  return (random.below(mask + 1) | random.below(size)) % size;
}

}  // namespace

Tpcc::Tpcc(const TpccConfig& config, std::uint32_t sessions)
    : ProgramWorkload(sessions),
      config_(config),
      oldest_(config.warehouses * kDistricts),
      latest_(customer_number(config.warehouses * kDistricts, 0)),
      sessions_(sessions) {
  using engine::TableKind;
  tables_[kWarehouse] = {"warehouse:", TableKind::kRow, {"tax", "paid", "version"}};
  tables_[kDistrict] = {"district:", TableKind::kRow, {"tax", "paid", "next", "version"}};
  tables_[kCustomer] = {
      "customer:", TableKind::kRow, {"name", "balance", "paid", "payments", "deliveries", "version"}};
  tables_[kHistory] = {"history:", TableKind::kRow, {"customer", "district", "amount", "version"}};
  tables_[kNewOrder] = {"new-order:", TableKind::kRow, {"order_id", "version"}};
  tables_[kOrder] = {"order:", TableKind::kRow, {"placed", "carrier", "lines", "version"}};
  tables_[kOrderLine] = {"order-line:",
                         TableKind::kRow,
                         {"order_id", "item", "supplier", "quantity", "amount", "delivered", "version"}};
  tables_[kItem] = {"item:", TableKind::kRow, {"price", "version"}};
  tables_[kStock] = {"stock:", TableKind::kRow, {"quantity", "sold", "orders", "remote", "version"}};
}

// 45 % new orders, 43 % payments, 4 % each of the others. A terminal belongs to one warehouse.
Program Tpcc::start(std::uint32_t session, Client& client, Random& random) {
  Session& state = sessions_[session];
  state.warehouse = session % config_.warehouses;
  state.district = district_number(state.warehouse, random.below(kDistricts));
  state.customer_district = state.district;
  state.placed = 0;
  state.delivered.clear();
  const std::uint64_t part = random.below(100);
  if (part < 45) {
    state.customer = non_uniform(random, kCustomers, 3);
    draw_lines(state, random);
    return new_order(client, state);
  }
  if (part < 88) {
    if (random.chance(0.15))
      state.customer_district =
          district_number(other_warehouse(state.warehouse, random), random.below(kDistricts));
    draw_customer(state, random);
    state.amount = random.between(100, 500'000);
    return payment(client, state);
  }
  if (part < 92) {
    draw_customer(state, random);
    return order_status(client, state);
  }
  if (part < 96) {
    state.carrier = random.between(1, 10);
    return delivery(client, state);
  }
  return stock_level(client, state);
}

void Tpcc::draw_customer(Session& session, Random& random) const {
  session.by_name = random.chance(0.6);
  session.customer = non_uniform(random, session.by_name ? kNames : kCustomers, 3);
}

void Tpcc::draw_lines(Session& session, Random& random) const {
  session.line_count = static_cast<std::uint64_t>(random.between(5, kMostLines));
  for (std::uint64_t i = 0; i < session.line_count; ++i) {
    Line& line = session.lines[i];
    line.item = non_uniform(random, config_.items, 12);
    line.supplier = random.chance(0.01) ? other_warehouse(session.warehouse, random) : session.warehouse;
    line.quantity = random.between(1, 10);
  }
  // The item after the last does not exist, so an order of it rolls back.
  if (random.chance(0.01)) session.lines[session.line_count - 1].item = config_.items;
}

// The only one is its own neighbour.
std::uint64_t Tpcc::other_warehouse(std::uint64_t home, Random& random) const {
  if (config_.warehouses == 1) return home;
  return (home + 1 + random.below(config_.warehouses - 1)) % config_.warehouses;
}

void Tpcc::ended(std::uint32_t session, bool committed) {
  if (!committed) return;
  const Session& state = sessions_[session];
  if (state.placed != 0) {
    std::int64_t& latest = latest_[customer_number(state.district, state.customer)];
    latest = std::max(latest, state.placed);
  }
  for (const std::int64_t order : state.delivered) {
    std::int64_t& oldest = oldest_[static_cast<std::uint64_t>(order / kOrderSpan)];
    oldest = std::max(oldest, order % kOrderSpan + 1);
  }
}

}  // namespace isolde::workloads
