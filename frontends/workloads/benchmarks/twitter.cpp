#include "frontends/workloads/benchmarks/twitter.hpp"

#include <algorithm>
#include <vector>

namespace isolde::workloads {

namespace {

constexpr std::size_t kSlots = 5;
constexpr std::int64_t kFree = -1;

// Columns of a user.
constexpr std::size_t kLast = 0;
constexpr std::size_t kFollowers = 1;
constexpr std::size_t kUserVersion = 2;

Key user(std::uint64_t number) { return {0, number}; }
Key follows(std::uint64_t number) { return {1, number}; }
Key tweet_key(std::int64_t number) { return {2, static_cast<std::uint64_t>(number)}; }

std::array<std::int64_t, 3> user_row(const Reply& reply) { return row_of<3>(reply); }
std::array<std::int64_t, kSlots> slots_of(const Reply& reply) {
  std::array<std::int64_t, kSlots> slots;
  slots.fill(kFree);
  if (reply.found) std::copy_n(reply.cells.begin(), kSlots, slots.begin());
  return slots;
}

}  // namespace

Twitter::Twitter(const TwitterConfig& config, std::uint32_t sessions)
    : ProgramWorkload(sessions), config_(config), choice_(config.keys, config.skew) {
  using engine::TableKind;
  tables_[0] = {"user:", TableKind::kRow, {"last", "followers", "version"}};
  tables_[1] = {"follows:", TableKind::kRow, {"first", "second", "third", "fourth", "fifth", "version"}};
  tables_[2] = {"tweet:", TableKind::kRow, {"author", "previous", "version"}};
}

// Each user begins by following two, so that the first timelines show something. A user may follow another in
// both slots, as in real life nobody checks.
void Twitter::load(Random& random, const std::function<void(Key, const Cells&)>& put) {
  std::vector<std::int64_t> followers(config_.keys);
  for (std::uint64_t reader = 0; reader < config_.keys; ++reader) {
    const std::uint64_t one = choice_(random);
    const std::uint64_t two = choice_(random);
    ++followers[one];
    ++followers[two];
    put(follows(reader), Cells{static_cast<std::int64_t>(one), static_cast<std::int64_t>(two), kFree, kFree,
                               kFree, next_value()});
  }
  for (std::uint64_t number = 0; number < config_.keys; ++number)
    put(user(number), Cells{0, followers[number], next_value()});
}

// Of what is no timeline, half are tweets, a quarter follows and a quarter unfollows.
Program Twitter::start(std::uint32_t /*session*/, Client& client, Random& random) {
  const std::uint64_t actor = choice_(random);
  if (random.chance(config_.read_ratio)) return timeline(client, actor);
  const std::uint64_t part = random.below(4);
  if (part < 2) return tweet(client, actor);
  const std::uint64_t slot = random.below(kSlots);
  return part == 2 ? follow(client, actor, choice_(random), slot) : unfollow(client, actor, slot);
}

// The tweet's number is a fresh value, too.
Program Twitter::tweet(Client& client, std::uint64_t author) {
  auto row = user_row(co_await client.read(user(author)));
  const std::int64_t number = next_value();
  co_await client.insert(tweet_key(number), author, row[kLast], number);
  row[kLast] = number;
  row[kUserVersion] = next_value();
  co_await client.write_row(user(author), row);
}

Program Twitter::timeline(Client& client, std::uint64_t reader) {
  const auto slots = slots_of(co_await client.read(follows(reader)));
  for (const std::int64_t followed : slots) {
    if (followed == kFree) continue;
    const std::int64_t last =
        user_row(co_await client.read(user(static_cast<std::uint64_t>(followed))))[kLast];
    if (last != 0) co_await client.read(tweet_key(last));
  }
}

// The account that was in the slot is followed no longer.
Program Twitter::follow(Client& client, std::uint64_t reader, std::uint64_t other, std::uint64_t slot) {
  auto slots = slots_of(co_await client.read(follows(reader)));
  const std::int64_t dropped = std::exchange(slots[slot], static_cast<std::int64_t>(other));
  co_await client.write(follows(reader), slots[0], slots[1], slots[2], slots[3], slots[4], next_value());
  if (dropped == slots[slot]) co_return;
  auto row = user_row(co_await client.read(user(other)));
  ++row[kFollowers];
  row[kUserVersion] = next_value();
  co_await client.write_row(user(other), row);
  if (dropped == kFree) co_return;
  row = user_row(co_await client.read(user(static_cast<std::uint64_t>(dropped))));
  --row[kFollowers];
  row[kUserVersion] = next_value();
  co_await client.write_row(user(static_cast<std::uint64_t>(dropped)), row);
}

Program Twitter::unfollow(Client& client, std::uint64_t reader, std::uint64_t slot) {
  auto slots = slots_of(co_await client.read(follows(reader)));
  const std::int64_t dropped = std::exchange(slots[slot], kFree);
  if (dropped == kFree) co_return;
  co_await client.write(follows(reader), slots[0], slots[1], slots[2], slots[3], slots[4], next_value());
  auto row = user_row(co_await client.read(user(static_cast<std::uint64_t>(dropped))));
  --row[kFollowers];
  row[kUserVersion] = next_value();
  co_await client.write_row(user(static_cast<std::uint64_t>(dropped)), row);
}

}  // namespace isolde::workloads
