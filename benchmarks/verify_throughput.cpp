// How fast the verifier replays: a history of N transactions (1,000,000 unless told otherwise) of 8
// operations over 10,000 keys, as a serial order and as a schedule of begins and commits that overlap.
//
//   verify_throughput [N]
#include <algorithm>
#include <charconv>
#include <cstring>
#include <ctime>
#include <deque>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "certify/verify.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

constexpr std::size_t kKeys = 10'000;
constexpr std::size_t kOpen = 24;
constexpr std::size_t kOperations = 8;

struct Sample {
  History history;
  Schedule schedule;
};

// Runs transactions in the order of their commits. Each begins `open` commits before its own; keys are kept
// apart by turns, so that no two that overlap write one key.
Sample make(std::size_t transactions, std::size_t open) {
  Random random(1);
  HistoryBuilder builder;
  std::vector<KeyId> keys;
  for (std::size_t i = 0; i < kKeys; ++i) keys.push_back(builder.key(static_cast<std::int64_t>(i)));
  std::vector<ValueId> store(kKeys, kInitial);
  std::deque<std::vector<std::size_t>> recent;  // the keys that the last `open` commits wrote
  Schedule schedule;
  std::int64_t last = 0;
  for (std::size_t t = 0; t < transactions; ++t) {
    const TxnId txn = builder.begin_transaction(
        {.id = static_cast<std::int64_t>(t), .session = builder.session(static_cast<std::int64_t>(t % 24))});
    std::vector<std::size_t> changes;
    for (std::size_t i = 0; i < kOperations; ++i) {
      std::size_t key = random.below(kKeys);
      if (random.chance(0.5)) {
        // A key that was written since the begin, or by this transaction, is left alone.
        const auto wrote = [&](const std::vector<std::size_t>& commit) {
          return std::ranges::find(commit, key) != commit.end();
        };
        if (!wrote(changes) && std::ranges::none_of(recent, wrote))
          builder.add(OpKind::kRead, keys[key], store[key]);
      } else {
        key = key - key % (kOpen + 1) + t % (kOpen + 1);
        if (key >= kKeys) continue;
        changes.push_back(key);
        store[key] = builder.value(++last);
        builder.add(OpKind::kWrite, keys[key], store[key]);
      }
    }
    builder.end_transaction();
    recent.push_back(std::move(changes));
    if (recent.size() > open) recent.pop_front();
    if (open != 0) schedule.push_back({txn, EventKind::kBegin});
    if (open == 0 || t + 1 > open) schedule.push_back({TxnId(open == 0 ? t : t - open), EventKind::kCommit});
  }
  for (std::size_t t = transactions - std::min(transactions, open); t < transactions; ++t)
    schedule.push_back({TxnId(t), EventKind::kCommit});
  Result<History> history = std::move(builder).finish();
  return {std::move(*history), std::move(schedule)};
}

void measure(const char* name, Level level, const Sample& sample) {
  const Certificate certificate{level, 0, AcceptCertificate{sample.schedule}};
  double best = 1e9;
  VerifyResult result;
  for (int round = 0; round < 5; ++round) {
    const std::clock_t start = std::clock();  // of the processor: the machine may be shared
    result = verify(sample.history, certificate);
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  fmt::print("{:<24} {:>10} transactions {:>12} operations {:>9.1f} ms  {}\n", name,
             sample.history.transaction_count(), sample.history.operation_count(), best * 1e3,
             result ? "holds" : result.reason);
}

}  // namespace
}  // namespace isolde

int main(int argc, char** argv) {
  std::size_t transactions = 1'000'000;
  if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), transactions);
  const isolde::Sample serial = isolde::make(transactions, 0);
  isolde::measure("serializable", isolde::Level::kSerializable, serial);
  isolde::measure("strong session", isolde::Level::kStrongSessionSerializable, serial);
  const isolde::Sample overlapping = isolde::make(transactions, isolde::kOpen);
  isolde::measure("snapshot isolation", isolde::Level::kSnapshotIsolation, overlapping);
}
