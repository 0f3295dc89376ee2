#include "frontends/workloads/catalogue.hpp"

#include <array>

#include "frontends/workloads/benchmarks/smallbank.hpp"
#include "frontends/workloads/benchmarks/tpcc.hpp"
#include "frontends/workloads/benchmarks/twitter.hpp"
#include "frontends/workloads/mix.hpp"
#include "frontends/workloads/parameters.hpp"
#include "frontends/workloads/predicates.hpp"
#include "frontends/workloads/window.hpp"

namespace isolde::workloads {

namespace {

using Made = std::unique_ptr<engine::Workload>;

constexpr unsigned kRandomOperations =
    Understood::kKeys | Understood::kOperations | Understood::kSkew | Understood::kReadRatio;
constexpr unsigned kBlindWritesOnly = Understood::kKeys | Understood::kOperations | Understood::kSkew;

// Vbox §5.2 gives rows and ratios; eight operations are Cobra's.
constexpr MixConfig kBlindwRh{.read_ratio = 0.8};
constexpr MixConfig kBlindwWr{.read_ratio = 0.5};
constexpr MixConfig kBlindwWh{.read_ratio = 0.2};
// Leopard §VI.
constexpr MixConfig kBlindwW{.keys = 2000, .read_ratio = 0};
constexpr MixConfig kBlindwRw{.keys = 2000, .read_ratio = 0.5};
constexpr MixConfig kBlindwRwPlus{.keys = 2000, .read_ratio = 0.5, .range_ratio = 0.5, .range_width = 10};
// Emme §8.4 gives shares of operations: a read-modify-write counts as one, and the shares here are of what is
// not a read. Keys and length are those of BlindW, since the paper is silent.
constexpr MixConfig kRmw{.reads_of = ReadsOf::kOperations, .read_ratio = 0.25, .modify_ratio = 0.5 / 0.75};
constexpr MixConfig kReadWrite{.reads_of = ReadsOf::kOperations, .read_ratio = 0.5};
constexpr MixConfig kHeavyWrite{
    .reads_of = ReadsOf::kOperations, .read_ratio = 0.1, .modify_ratio = 0.1 / 0.9};
// Leopard §IV runs YCSB-A on a million records; 0.99 is YCSB's own exponent.
constexpr MixConfig kYcsbA{
    .keys = 1'000'000, .skew = 0.99, .reads_of = ReadsOf::kOperations, .read_ratio = 0.5};
// Elle §6.1: one to five operations over 100 objects, 100 appends each. Registers say less about their past
// than lists, so each gets fewer writes.
constexpr WindowConfig kListAppend{};
constexpr WindowConfig kRwRegister{.kind = engine::TableKind::kRegister, .writes_per_key = 16};

constexpr unsigned kPredicates = kRandomOperations | Understood::kPredicateRatio;
constexpr unsigned kPrograms = Understood::kKeys | Understood::kSkew | Understood::kReadRatio;

template <class Config>
Config with(Config config, const Parameters& given) {
  config.keys = given.keys.value_or(config.keys);
  if constexpr (requires { config.operations; })
    config.operations = given.operations.value_or(config.operations);
  config.skew = given.skew.value_or(config.skew);
  config.read_ratio = given.read_ratio.value_or(config.read_ratio);
  if constexpr (requires { config.predicates; })
    config.predicates = given.predicate_ratio.value_or(config.predicates);
  return config;
}

template <const MixConfig& kConfig>
Made mix(const Parameters& given) {
  return std::make_unique<MixWorkload>(with(kConfig, given), given.sessions);
}

template <const WindowConfig& kConfig>
Made window(const Parameters& given) {
  return std::make_unique<WindowWorkload>(with(kConfig, given), given.sessions);
}

template <class Workload, class Config>
Made with_defaults(const Parameters& given) {
  return std::make_unique<Workload>(with(Config{}, given), given.sessions);
}

Made tpcc_made(const Parameters& given) {
  TpccConfig config;
  config.items = given.keys.value_or(config.items);
  config.warehouses = given.warehouses.value_or(config.warehouses);
  return std::make_unique<Tpcc>(config, given.sessions);
}

Made aggregates_made(const Parameters& given) {
  const PredicateConfig config{.aggregates = 0.5};
  return std::make_unique<PredicateWorkload>(with(config, given), given.sessions);
}

// Emme §8.2, figure 10, with as many predicates as operations on a single row.
Made predicate_mix_made(const Parameters& given) {
  const PredicateConfig config{.keys = 100,
                               .operations = 5,
                               .reads_of = ReadsOf::kOperations,
                               .width = 11,
                               .aggregates = 0.5,
                               .functions = 0b0110,
                               .inserts = 0.1,
                               .predicates = 0.5};
  return std::make_unique<PredicateWorkload>(with(config, given), given.sessions);
}

constexpr std::array kEntries = {
    Entry{{"blindw-agg", "BlindW-Pred with half of the reads replaced by count, min, max and sum",
           "aggregates: predicate reads of which only a total is known", "Emme §8.2",
           "keys (10000), operations (8), skew (0), read-ratio (0.5, of transactions), "
           "predicate-ratio (1)"},
          kPredicates,
          aggregates_made},
    Entry{{"blindw-pred", "BlindW with predicates: half range reads, half range writes on rows (v1, v2)",
           "rows that enter and leave predicates; choices over versions that do not match", "Vbox §5.2",
           "keys (10000), operations (8), skew (0), read-ratio (0.5, of transactions), "
           "predicate-ratio (1)"},
          kPredicates,
          with_defaults<PredicateWorkload, PredicateConfig>},
    Entry{{"blindw-rh", "BlindW, read-heavy: 80 % read-only and 20 % write-only transactions",
           "matching many reads with few writers; blind writes leave no order of versions", "Vbox §5.2",
           "keys (10000), operations (8), skew (0), read-ratio (0.8, of transactions)"},
          kRandomOperations,
          mix<kBlindwRh>},
    Entry{{"blindw-rw", "BlindW-RW: half item-read, half blind-write transactions on a small table",
           "deducing all three kinds of dependencies between overlapping transactions", "Leopard §VI",
           "keys (2000), operations (8), skew (0), read-ratio (0.5, of transactions)"},
          kRandomOperations,
          mix<kBlindwRw>},
    Entry{{"blindw-rw+", "BlindW-RW with half of the reads replaced by range reads of ten keys",
           "many dependencies per read, and predicates over rows that never leave them", "Leopard §VI",
           "keys (2000), operations (8), skew (0), read-ratio (0.5, of transactions)"},
          kRandomOperations,
          mix<kBlindwRwPlus>},
    Entry{{"blindw-w", "BlindW-W: blind-write transactions only",
           "version orders that nothing but real time and sessions decide", "Leopard §VI",
           "keys (2000), operations (8), skew (0)"},
          kBlindWritesOnly,
          mix<kBlindwW>},
    Entry{{"blindw-wh", "BlindW, write-heavy: 20 % read-only and 80 % write-only transactions",
           "many writers per key and few reads to order them: the most constraints of the family",
           "Vbox §5.2", "keys (10000), operations (8), skew (0), read-ratio (0.2, of transactions)"},
          kRandomOperations,
          mix<kBlindwWh>},
    Entry{{"blindw-wr", "BlindW, even: 50 % read-only and 50 % write-only transactions",
           "scaling: the workload of most experiments with growing histories", "Vbox §5.2",
           "keys (10000), operations (8), skew (0), read-ratio (0.5, of transactions)"},
          kRandomOperations,
          mix<kBlindwWr>},
    Entry{{"c-twitter", "A clone of Twitter: tweets, follows, unfollows, timelines, with Zipf-skewed users",
           "hot rows that many read and several kinds of transactions update; ever new keys",
           "Cobra's benchmark; Vbox §5.2",
           "keys (1000, users), skew (0.99), read-ratio (0.5, of transactions)"},
          kPrograms,
          with_defaults<Twitter, TwitterConfig>},
    Entry{{"heavy-write", "10 % reads, 10 % read-modify-writes, 80 % blind writes, mixed in a transaction",
           "search without the help of read-modify-writes", "Emme §8.4",
           "keys (10000), operations (8), skew (0), read-ratio (0.1, of operations)"},
          kRandomOperations,
          mix<kHeavyWrite>},
    Entry{
        {"list-append", "Elle's lists: appends and reads on a moving window of keys",
         "long values whose reads reveal the version order; fresh keys all the time", "Elle §6.1",
         "keys (100, in use at a time), operations (5, at most), skew (0), read-ratio (0.5, of operations)"},
        kRandomOperations,
        window<kListAppend>},
    Entry{
        {"predicate-mix", "Reads and updates, half of them by range, min and max, and inserts that overwrite",
         "rows that enter and leave predicates beside operations that name them", "Emme §8.2",
         "keys (100), operations (5), skew (0), read-ratio (0.5, of operations), "
         "predicate-ratio (0.5)"},
        kPredicates,
        predicate_mix_made},
    Entry{{"read-write", "Half reads, half blind writes, mixed in a transaction",
           "how much a checker leans on read-modify-writes: there are none", "Emme §8.4",
           "keys (10000), operations (8), skew (0), read-ratio (0.5, of operations)"},
          kRandomOperations,
          mix<kReadWrite>},
    Entry{{"rmw", "25 % reads, 25 % blind writes, 50 % read-modify-writes, mixed in a transaction",
           "chains of versions: combining writes pays off", "Emme §8.4",
           "keys (10000), operations (8), skew (0), read-ratio (0.25, of operations)"},
          kRandomOperations,
          mix<kRmw>},
    Entry{
        {"rw-register", "Elle's registers: blind writes and reads on a moving window of keys",
         "inferring version orders from registers; first reads of fresh keys", "Elle §4.2, §6.1",
         "keys (100, in use at a time), operations (5, at most), skew (0), read-ratio (0.5, of operations)"},
        kRandomOperations,
        window<kRwRegister>},
    Entry{{"smallbank", "SmallBank: six kinds of transactions on checking and savings accounts",
           "values that repeat, so that a read has several possible writers; write skew", "Leopard §VI",
           "keys (1000, customers), skew (0), read-ratio (0.15, of transactions)"},
          kPrograms,
          with_defaults<SmallBank, BankConfig>},
    Entry{{"tpcc", "TPC-C: all five transactions in the standard mix, on scaled-down tables",
           "read-modify-writes of hot rows beside predicates, inserts, deletes and long transactions",
           "TPC-C; Vbox §5.2; Leopard §VI", "warehouses (1), keys (1000, items)"},
          Understood::kWarehouses | Understood::kKeys,
          tpcc_made},
    Entry{{"ycsb-a", "YCSB-A: half reads, half updates, with Zipf-skewed keys",
           "a few hot keys with very many versions", "YCSB workload A; Leopard §IV",
           "keys (1000000), operations (8), skew (0.99), read-ratio (0.5, of operations)"},
          kRandomOperations,
          mix<kYcsbA>},
};

}  // namespace

std::span<const Entry> catalogue() { return kEntries; }

}  // namespace isolde::workloads
