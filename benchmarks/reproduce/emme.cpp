// Emme and Enne, figures 9 to 12: holding a database to its version order or its serialization order.
#include <fmt/format.h>

#include "benchmarks/reproduce/measure.hpp"
#include "history/predicates/aggregate_seen.hpp"

namespace isolde::reproduce {
namespace {

// 40 % reads, 20 % increments (read, then write), 30 % updates and 10 % inserts that overwrite, on 1,000
// keys.
constexpr workloads::MixConfig kItems{.keys = 1000,
                                      .operations = 5,
                                      .reads_of = workloads::ReadsOf::kOperations,
                                      .read_ratio = 0.4,
                                      .modify_ratio = 0.2 / 0.6};

// The same where every write appends to a list, as Elle needs it. Nothing is cut off: a key's list has all
// that was ever written to it.
constexpr workloads::MixConfig kLists = [] {
  workloads::MixConfig lists = kItems;
  lists.kind = engine::TableKind::kList;
  return lists;
}();

constexpr std::uint32_t bit_of(AggregateFunction function) { return 1U << static_cast<unsigned>(function); }

// 10 % inserts that overwrite; of the rest `share` by predicate: ranges, and min and max over them. Reads and
// updates are even, by key and by predicate.
workloads::PredicateConfig predicate_mix(double share) {
  return {.keys = 100,
          .operations = 5,
          .reads_of = workloads::ReadsOf::kOperations,
          .read_ratio = 0.5,
          .width = 11,
          .aggregates = 0.5,
          .functions = bit_of(AggregateFunction::kMin) | bit_of(AggregateFunction::kMax),
          .inserts = 0.1,
          .predicates = share};
}

struct Way {
  std::string name;
  CertificateMode mode = CertificateMode::kNoPromise;
  bool lists = false;  // of appends, as Elle has them
};
const Way kElle{"black box, list-append (Elle)", CertificateMode::kNoPromise, true};
const Way kEmme{"version order (Emme)", CertificateMode::kVersionOrder};
const Way kEnne{"serialization order (Enne)", CertificateMode::kSerializationOrder};
const Way kBlackBox{"black box, registers", CertificateMode::kNoPromise};

Measured run(const History& history, const Way& way, const Setup& setup) {
  CheckOptions options;
  options.mode = way.mode;
  return measure(history, options, setup);
}

Recipe recipe_of(std::uint64_t transactions) {
  Recipe recipe;
  recipe.transactions = transactions;
  recipe.sessions = 20;
  recipe.truth = true;
  recipe.engine = engine::EngineKind::kSsi;
  return recipe;
}

std::vector<std::uint64_t> item_sizes(const Setup& setup) {
  return setup.pick<std::vector<std::uint64_t>>({50, 100}, {1000, 2000, 5000, 10'000},
                                                {10'000, 20'000, 50'000, 100'000});
}

// Seconds by size and way.
void run_items(Report& report, const std::vector<Way>& ways, const Setup& setup) {
  report.header = {"transactions"};
  Plot plot{report.title, "transactions", "seconds to check", true, true, {}, {}};
  for (const Way& way : ways) {
    report.header.push_back(way.name + ", s");
    plot.series.push_back({way.name, {}});
  }
  for (const std::uint64_t size : item_sizes(setup)) {
    const History registers = history_of(kItems, recipe_of(size));
    const History lists = history_of(kLists, recipe_of(size));
    std::vector<std::string> row{std::to_string(size)};
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const Measured measured = run(ways[i].lists ? lists : registers, ways[i], setup);
      row.push_back(measured.seconds_text());
      plot.series[i].points.push_back(measured.at(static_cast<double>(size)));
    }
    report.rows.push_back(std::move(row));
  }
  report.notes.emplace_back(
      "The paper's mix, five operations on 1,000 keys: 40 % reads, 30 % updates, 20 % increments (a read and "
      "an "
      "update) and 10 % inserts that overwrite. Keys begin without a value instead of being inserted. For "
      "Elle's way "
      "every write is an append, so a read returns everything that was written before; it is our own checker "
      "on "
      "such a history, not Elle.");
  report.plots.emplace_back("", std::move(plot));
}

// Seconds by size and share of predicates.
void run_predicates(Report& report, const Way& way, const Setup& setup) {
  const auto sizes =
      setup.pick<std::vector<std::uint64_t>>({20, 40}, {250, 500, 1000}, {500, 1000, 1500, 2000, 2500});
  report.header = {"transactions"};
  Plot plot{report.title, "transactions", "seconds to check", false, true, {}, {}};
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    plot.series.push_back({fmt::format("{:.0f} % by predicate", 100 * share), {}});
    report.header.push_back(fmt::format("{:.0f} %, s", 100 * share));
  }
  for (const std::uint64_t size : sizes) {
    std::vector<std::string> row{std::to_string(size)};
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const History history = history_of(predicate_mix(0.25 * static_cast<double>(i)), recipe_of(size));
      const Measured measured = run(history, way, setup);
      row.push_back(measured.seconds_text());
      plot.series[i].points.push_back(measured.at(static_cast<double>(size)));
    }
    report.rows.push_back(std::move(row));
  }
  report.notes.emplace_back(
      "The paper's mix: 10 % inserts that overwrite, the rest half reads and half updates, by key or by a "
      "range "
      "of eleven values, as in the paper's example; half of the predicate reads ask for min and max. "
      "All 100 rows are there from the start. A "
      "range is laid around a value that is in the table, since ours never repeat.");
  report.plots.emplace_back("", std::move(plot));
}

}  // namespace

Report emme_fig9(const Setup& setup) {
  Report report{
      "Emme, figure 9",
      "Seconds to check item histories of growing size: five operations, 1,000 keys.",
      {"Emme and Elle are alike on small histories; on larger ones Emme is faster, since lists grow."},
      {},
      {},
      {},
      {}};
  run_items(report, {kEmme, kElle}, setup);
  return report;
}

Report emme_fig10(const Setup& setup) {
  Report report{
      "Emme, figure 10",
      "Seconds to check, by version order, histories with a growing share of predicates on 100 keys.",
      {"Time grows with predicates times versions; 76.2 s for 2,500 transactions (from the text on "
       "figure 12)."},
      {},
      {},
      {},
      {}};
  run_predicates(report, kEmme, setup);
  return report;
}

Report enne_fig11(const Setup& setup) {
  Report report{"Enne, figure 11",
                "Seconds to check item histories by all three ways, and without any certificate.",
                {"100,000 transactions: Enne 1.7 s, Emme 98.3 s, Elle 184.2 s; all grow linearly."},
                {},
                {},
                {},
                {}};
  run_items(report, {kEnne, kEmme, kElle, kBlackBox}, setup);
  return report;
}

Report enne_fig12(const Setup& setup) {
  Report report{"Enne, figure 12",
                "Seconds to check, by serialization order, histories with a growing share of predicates.",
                {"2,500 transactions: 0.6 s; linear in the size of the history for each share."},
                {},
                {},
                {},
                {}};
  run_predicates(report, kEnne, setup);
  return report;
}

}  // namespace isolde::reproduce
