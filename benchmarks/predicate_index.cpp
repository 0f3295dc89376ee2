// What the ordered index saves: N versions (500,000 unless told otherwise) of 10,000 keys with two integer
// columns, and ranges eight values wide, found by the index and by a scan.
//
//   predicate_index [N]
#include "history/predicates/predicate_index.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

constexpr std::size_t kKeys = 10'000;
constexpr std::size_t kIndexed = 20'000;
constexpr std::size_t kScanned = 20;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void run(std::size_t count) {
  Random random(1);
  HistoryBuilder builder;
  std::vector<RowVersion> versions;
  const std::uint32_t a = builder.columns().intern_text("a");
  const std::uint32_t b = builder.columns().intern_text("b");
  builder.begin_transaction({});
  for (std::size_t i = 0; i < count; ++i) {
    const KeyId key = builder.key(static_cast<std::int64_t>(random.below(kKeys)));
    const auto number = [&] {
      return builder.values().intern_integer(static_cast<std::int64_t>(random.below(count)));
    };
    const std::array<std::uint32_t, 4> pairs = {a, number(), b, number()};
    versions.push_back({key, ValueId(builder.values().intern_row(pairs))});
    builder.add(OpKind::kInsert, key, versions.back().value);
  }
  std::vector<PredicateId> predicates;
  for (std::size_t i = 0; i < kIndexed; ++i) {
    const std::uint64_t low = random.below(count);
    predicates.push_back(*builder.predicate(
        fmt::format("{} between {} and {}", random.chance(0.5) ? "a" : "b", low, low + 7)));
  }
  builder.end_transaction();
  const History history = *std::move(builder).finish();
  PredicateIndex index(history, versions);

  double start = processor_seconds();
  (void)index.candidates(history.predicate(predicates[0]));
  fmt::print("sorting a column      {:10.1f} ms for {} versions\n", (processor_seconds() - start) * 1e3,
             count);
  for (const PredicateId id : predicates) (void)index.candidates(history.predicate(id));  // sorts the other
  start = processor_seconds();
  std::size_t found = 0;
  for (const PredicateId id : predicates)
    index.for_each_match(history.predicate(id), [&](std::size_t) { ++found; });
  fmt::print("a predicate, indexed  {:10.2f} us, {:.1f} matches\n",
             (processor_seconds() - start) * 1e6 / static_cast<double>(kIndexed),
             static_cast<double>(found) / static_cast<double>(kIndexed));
  start = processor_seconds();
  for (std::size_t i = 0; i < kScanned; ++i)
    for (std::size_t version = 0; version < count; ++version)
      found += index.matches(history.predicate(predicates[i]), version) ? 1 : 0;
  fmt::print("a predicate, scanned  {:10.2f} us\n",
             (processor_seconds() - start) * 1e6 / static_cast<double>(kScanned));
}

}  // namespace
}  // namespace isolde

int main(int argc, char** argv) {
  std::size_t count = 500'000;
  if (argc > 1 && std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), count).ec != std::errc{}) {
    fmt::print(stderr, "usage: predicate_index [N]\n");
    return 2;
  }
  isolde::run(count);
}
