// The six transactions. Money is in cents; the amounts are those of the common implementations.
#include "frontends/workloads/benchmarks/smallbank.hpp"

namespace isolde::workloads {

namespace {

constexpr std::int64_t kDeposit = 130;
constexpr std::int64_t kSaving = 2020;
constexpr std::int64_t kPayment = 500;
constexpr std::int64_t kCheck = 500;
constexpr std::int64_t kPenalty = 100;

Key checking(std::uint64_t customer) { return {0, customer}; }
Key savings(std::uint64_t customer) { return {1, customer}; }

// A weaker engine may lose an account's first version; an account that is not there is empty.
std::int64_t money(const Reply& reply) { return reply.found ? reply.cells[0] : 0; }

Program balance(Client& client, std::uint64_t customer) {
  co_await client.read(savings(customer));
  co_await client.read(checking(customer));
}

Program deposit_checking(Client& client, std::uint64_t customer) {
  const std::int64_t before = money(co_await client.read(checking(customer)));
  co_await client.write(checking(customer), before + kDeposit);
}

// Half of the savings transactions take money out; they fail if there is too little.
Program transact_savings(Client& client, std::uint64_t customer, std::int64_t amount) {
  const std::int64_t after = money(co_await client.read(savings(customer))) + amount;
  if (after < 0) {
    client.roll_back();
    co_return;
  }
  co_await client.write(savings(customer), after);
}

// All of the first customer's money goes to the second.
Program amalgamate(Client& client, std::uint64_t from, std::uint64_t to) {
  std::int64_t total = money(co_await client.read(savings(from)));
  total += money(co_await client.read(checking(from)));
  const std::int64_t before = money(co_await client.read(checking(to)));
  co_await client.write(savings(from), 0);
  co_await client.write(checking(from), 0);
  co_await client.write(checking(to), before + total);
}

// A check is paid even if it overdraws, with a penalty.
Program write_check(Client& client, std::uint64_t customer) {
  const std::int64_t saved = money(co_await client.read(savings(customer)));
  const std::int64_t before = money(co_await client.read(checking(customer)));
  const std::int64_t fee = saved + before < kCheck ? kPenalty : 0;
  co_await client.write(checking(customer), before - kCheck - fee);
}

Program send_payment(Client& client, std::uint64_t from, std::uint64_t to) {
  const std::int64_t source = money(co_await client.read(checking(from)));
  if (source < kPayment) {
    client.roll_back();
    co_return;
  }
  const std::int64_t target = money(co_await client.read(checking(to)));
  co_await client.write(checking(from), source - kPayment);
  co_await client.write(checking(to), target + kPayment);
}

}  // namespace

SmallBank::SmallBank(const BankConfig& config, std::uint32_t sessions)
    : ProgramWorkload(sessions), config_(config), choice_(config.keys, config.skew) {
  tables_[0].prefix = "checking:";
  tables_[1].prefix = "savings:";
}

void SmallBank::load(Random& random, const std::function<void(Key, const Cells&)>& put) {
  for (std::uint64_t customer = 0; customer < config_.keys; ++customer) {
    put(checking(customer), Cells{1000 * random.between(1, 10)});
    put(savings(customer), Cells{1000 * random.between(1, 10)});
  }
}

// Payments are 25 of the 85 parts that are no inquiries, the other four 15 each.
Program SmallBank::start(std::uint32_t /*session*/, Client& client, Random& random) {
  const std::uint64_t customer = choice_(random);
  if (random.chance(config_.read_ratio)) return balance(client, customer);
  const std::uint64_t part = random.below(85);
  if (part < 15) return deposit_checking(client, customer);
  if (part < 30) return transact_savings(client, customer, random.chance(0.5) ? kSaving : -kSaving);
  if (part < 45) return write_check(client, customer);
  // Two customers where there are two.
  std::uint64_t other = choice_(random);
  if (other == customer) other = (customer + 1) % config_.keys;
  if (other == customer) return deposit_checking(client, customer);
  if (part < 60) return amalgamate(client, customer, other);
  return send_payment(client, customer, other);
}

}  // namespace isolde::workloads
