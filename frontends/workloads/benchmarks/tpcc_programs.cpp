// The five transactions (TPC-C §2.4.2 to §2.8.2).
#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "frontends/workloads/benchmarks/tpcc.hpp"

namespace isolde::workloads {

using namespace tpcc;

namespace {

constexpr std::int64_t kNewOrderScan = 10;  // how far a delivery looks for the oldest new order
constexpr std::int64_t kRecentOrders = 20;  // whose items a stock level counts
constexpr std::int64_t kRestock = 91;

using CustomerRow = std::array<std::int64_t, customer::kWidth>;

Range equal(Table table, std::uint32_t column, std::int64_t value) { return {table, column, value, value}; }

// Of customers with one name, the one in the middle. A row of zeros if there is none.
std::pair<std::uint64_t, CustomerRow> middle(const Reply& reply) {
  if (reply.rows.empty()) return {};
  const engine::RowReply& row = reply.rows[reply.rows.size() / 2];
  return {row.key.number(), row_of<customer::kWidth>(true, row.before)};
}

}  // namespace

Program Tpcc::new_order(Client& client, Session& session) {
  co_await client.read(Key(kWarehouse, session.warehouse));
  auto place = row_of<district::kWidth>(co_await client.read(Key(kDistrict, session.district)));
  const std::int64_t local = place[district::kNextOrder]++;
  place[district::kVersion] = next_value();
  co_await client.write_row(Key(kDistrict, session.district), place);
  const std::uint64_t buyer = customer_number(session.district, session.customer);
  co_await client.read(Key(kCustomer, buyer));

  const std::int64_t order = order_number(session.district, local);
  co_await client.insert(order_key(order), order_number(buyer, local), 0, session.line_count, next_value());
  co_await client.insert(new_order_key(order), order, next_value());
  for (std::uint64_t i = 0; i < session.line_count; ++i) {
    const Line& line = session.lines[i];
    const Reply& found = co_await client.read(Key(kItem, line.item));
    if (!found.found) {
      client.roll_back();
      co_return;
    }
    const std::int64_t amount = found.cells[item::kPrice] * line.quantity;
    const Key shelf = stock_key(line.supplier, line.item);
    auto goods = row_of<stock::kWidth>(co_await client.read(shelf));
    goods[stock::kQuantity] -= line.quantity;
    if (goods[stock::kQuantity] < 10) goods[stock::kQuantity] += kRestock;
    goods[stock::kSold] += line.quantity;
    goods[stock::kOrders] += 1;
    goods[stock::kRemote] += line.supplier == session.warehouse ? 0 : 1;
    goods[stock::kVersion] = next_value();
    co_await client.write_row(shelf, goods);
    co_await client.insert(line_key(order, i + 1), order, line.item, line.supplier, line.quantity, amount, 0,
                           next_value());
  }
  session.placed = local;
}

Program Tpcc::payment(Client& client, Session& session) {
  auto house = row_of<warehouse::kWidth>(co_await client.read(Key(kWarehouse, session.warehouse)));
  house[warehouse::kPaid] += session.amount;
  house[warehouse::kVersion] = next_value();
  co_await client.write_row(Key(kWarehouse, session.warehouse), house);
  auto place = row_of<district::kWidth>(co_await client.read(Key(kDistrict, session.district)));
  place[district::kPaid] += session.amount;
  place[district::kVersion] = next_value();
  co_await client.write_row(Key(kDistrict, session.district), place);

  std::uint64_t payer = customer_number(session.customer_district, session.customer);
  CustomerRow row{};
  if (session.by_name) {
    const std::int64_t name = name_number(session.customer_district, session.customer);
    std::tie(payer, row) = middle(co_await client.select(equal(kCustomer, customer::kName, name)));
  } else {
    row = row_of<customer::kWidth>(co_await client.read(Key(kCustomer, payer)));
  }
  if (row[customer::kVersion] == 0) {
    client.roll_back();
    co_return;
  }
  row[customer::kBalance] -= session.amount;
  row[customer::kPaid] += session.amount;
  row[customer::kPayments] += 1;
  row[customer::kVersion] = next_value();
  co_await client.write_row(Key(kCustomer, payer), row);
  const std::int64_t serial = next_value();
  co_await client.insert(Key(kHistory, static_cast<std::uint64_t>(serial)), payer, session.district,
                         session.amount, serial);
}

Program Tpcc::order_status(Client& client, Session& session) {
  std::uint64_t buyer = customer_number(session.district, session.customer);
  if (session.by_name) {
    const std::int64_t name = name_number(session.district, session.customer);
    buyer = middle(co_await client.select(equal(kCustomer, customer::kName, name))).first;
  } else {
    co_await client.read(Key(kCustomer, buyer));
  }
  const Range orders{kOrder, order::kPlaced, order_number(buyer, latest_[buyer]),
                     order_number(buyer, kOrderSpan - 1)};
  std::int64_t latest = 0;
  for (const engine::RowReply& row : (co_await client.select(orders)).rows)
    latest = std::max(latest, static_cast<std::int64_t>(row.key.number()));
  if (latest != 0) co_await client.select(equal(kOrderLine, order_line::kOrder, latest));
}

// One order in each district; a district without new orders is skipped.
Program Tpcc::delivery(Client& client, Session& session) {
  for (std::uint64_t local = 0; local < kDistricts; ++local) {
    const std::uint64_t place = district_number(session.warehouse, local);
    const std::int64_t from = order_number(place, oldest_[place]);
    const Range waiting{kNewOrder, new_order::kOrder, from, from + kNewOrderScan - 1};
    std::int64_t order = INT64_MAX;
    for (const engine::RowReply& row : (co_await client.select(waiting)).rows)
      order = std::min(order, row.before[new_order::kOrder]);
    if (order == INT64_MAX) continue;
    co_await client.remove(new_order_key(order));

    auto head = row_of<order::kWidth>(co_await client.read(order_key(order)));
    // A new order without its order: the engine showed a transaction that is being undone.
    if (head[order::kVersion] == 0) {
      client.roll_back();
      co_return;
    }
    const auto buyer = static_cast<std::uint64_t>(head[order::kPlaced] / kOrderSpan);
    head[order::kCarrier] = session.carrier;
    head[order::kVersion] = next_value();
    co_await client.write_row(order_key(order), head);

    std::int64_t total = 0;
    const Range lines = equal(kOrderLine, order_line::kOrder, order);
    const std::int64_t times = reserve(kMostLines);
    for (const engine::RowReply& row : (co_await client.update(lines, order_line::kDelivered, times)).rows)
      total += row.before[order_line::kAmount];
    auto row = row_of<customer::kWidth>(co_await client.read(Key(kCustomer, buyer)));
    row[customer::kBalance] += total;
    row[customer::kDeliveries] += 1;
    row[customer::kVersion] = next_value();
    co_await client.write_row(Key(kCustomer, buyer), row);
    session.delivered.push_back(order);
  }
}

// Which items of the last 20 orders run low: the client has to look at each stock once.
Program Tpcc::stock_level(Client& client, Session& session) {
  const auto place = row_of<district::kWidth>(co_await client.read(Key(kDistrict, session.district)));
  const std::int64_t end = order_number(session.district, place[district::kNextOrder]);
  session.items.clear();
  const Range recent{kOrderLine, order_line::kOrder, end - kRecentOrders, end - 1};
  for (const engine::RowReply& row : (co_await client.select(recent)).rows)
    session.items.push_back(row.before[order_line::kItem]);
  std::ranges::sort(session.items);
  const auto repeated = std::ranges::unique(session.items);
  session.items.erase(repeated.begin(), repeated.end());
  for (const std::int64_t item : session.items)
    co_await client.read(stock_key(session.warehouse, static_cast<std::uint64_t>(item)));
}

}  // namespace isolde::workloads
