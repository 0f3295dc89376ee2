// Vbox, tables 1 and 2, figures 6 and 7: what it finds, what it leaves to decide, what it costs.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "benchmarks/reproduce/measure.hpp"
#include "encode/items/chains.hpp"
#include "encode/items/encode.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/plants/planting_sink.hpp"
#include "history/findings/validation.hpp"
#include "history/level.hpp"
#include "history/writers.hpp"
#include "laboratory/laboratory.hpp"
#include "polygraph/prune.hpp"

namespace isolde::reproduce {
namespace {

// --- Table 1

// Null: nothing is planted.
History planted_history(const plants::PlantInfo* plant) {
  workloads::Parameters parameters;
  engine::SimulationOptions options;
  options.transactions = 200;
  parameters.sessions = options.sessions;
  auto workload = workloads::make_workload("blindw-wr", parameters);
  engine::HistorySink sink;
  const plants::PlantRequest request{plant, 1};
  plants::PlantingOptions planting;
  planting.transactions = options.transactions;
  planting.first_session = options.sessions + 1;
  plants::PlantingSink planted(sink, {&request, plant != nullptr ? 1U : 0U}, planting);
  engine::simulate(**workload, options, planted);
  planted.finish();
  return *std::move(sink).finish();
}

struct Found {
  std::size_t found = 0;
  std::size_t all = 0;

  [[nodiscard]] std::string text() const { return all == 0 ? "not here" : fmt::format("{}/{}", found, all); }
};

bool is_found(const History& history, const Setup& setup) {
  CheckOptions options;
  options.limits = setup.limits();
  options.explain = false;
  return check(history, options).decision.verdict == Verdict::kReject;
}

Found count_found(plants::Family family, const Setup& setup) {
  Found count;
  for (const plants::PlantInfo& plant : plants::plants()) {
    if (plant.family != family || !plants::breaks(plant, Level::kSerializable)) continue;
    ++count.all;
    if (is_found(planted_history(&plant), setup)) ++count.found;
  }
  return count;
}

// Logs of real databases that Cobra's authors published; not part of this repository.
Found count_real(const Setup& setup) {
  const char* corpus = std::getenv("ISOLDE_CORPUS");
  const std::string root = corpus != nullptr ? corpus : std::string(ISOLDE_SOURCE_DIR) + "/../shared/corpus";
  Found count;
  for (const char* name : {"cobra/cock-G2", "cobra/yuga-G2-c", "cobra/cock-blog"}) {
    const std::string path = fmt::format("{}/{}", root, name);
    if (!std::filesystem::exists(path)) continue;
    const Result<History> history = read_history(path, {});
    if (!history) continue;
    ++count.all;
    if (is_found(*history, setup)) ++count.found;
  }
  return count;
}

// --- Table 2

struct Counts {
  std::uint64_t total = 0;
  std::uint64_t left = 0;  // after pruning
};

Counts item_constraints(const History& history, Level level) {
  const WriterIndex writers(history);
  const Items items(history, writers, counting_transactions(history, writers));
  Counts counts;
  counts.total = Chains(items, true).version_pairs();
  const Polygraph polygraph = encode(history, items, demands_of(level));
  PruneOptions options;
  options.closure = choose_closure(polygraph.node_count(), polygraph.hints);
  const PruneOutcome outcome = prune(polygraph, options);
  const auto* pruned = std::get_if<Pruned>(&outcome);
  if (pruned == nullptr) throw std::runtime_error("a correct history was refuted");
  counts.left = pruned->after.variables;
  return counts;
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::uint64_t history_size(const Setup& setup) { return setup.pick<std::uint64_t>(100, 2000, 10'000); }

// --- Figures 6 and 7

struct Variant {
  std::string name;
  CheckOptions options;
};

// What goes by these names in our own terms.
std::vector<Variant> ways() {
  std::vector<Variant> all(4);
  all[0].name = "Isolde";
  all[1].name = "Vbox's way";
  all[1].options.guess = false;
  all[1].options.level = Level::kStrictSerializable;
  all[2].name = "Cobra's way";
  all[2].options.guess = false;
  all[2].options.level = Level::kStrongSessionSerializable;
  all[2].options.formulation = Formulation::kCobra;
  if (const auto minisat = available_contestant_named("minisat")) all[2].options.solver = minisat->solver;
  all[3].name = "search (BE)";
  all[3].options.solver = Solver::kSearch;
  return all;
}

const std::vector<std::string> kWayNotes = {
    "Vbox's way: time-dependency edges assumed, no guess, pruning by closure, our CDCL on the simplified "
    "formulation. Cobra's way: session order but no times, a variable per edge, MiniSat with lazy cycle "
    "clauses "
    "(our CDCL if it is not there). Search is our own search of commit orders "
    "instead of BE; it need not be as slow."};

}  // namespace

Report vbox_table1(const Setup& setup) {
  Report report{
      "Vbox, table 1",
      "Anomalies found: planted one by one among 200 correct transactions, and in logs of real "
      "databases.",
      {"Vbox finds all of 13 RAT, 9 WAT, 7 IAT and 7 real ones; Cobra 6, 5, 5 and 7."},
      {"anomalies", "Vbox", "Cobra", "BE", "Leopard", "Isolde"},
      {},
      {"Our plants follow the same families (docs/plants.md). The paper counts 7 anomalies in three real "
       "histories; we count histories."},
      {}};
  Plot plot{report.title, "", "% of the anomalies found", false, false, {}, {}};
  for (std::size_t i = 1; i < report.header.size(); ++i) plot.series.push_back({report.header[i], {}});
  const auto add = [&](const char* name, std::size_t all, std::array<std::size_t, 4> paper, Found ours) {
    const auto x = static_cast<double>(plot.categories.size());
    plot.categories.emplace_back(name);
    report.rows.push_back({name});
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const Found count = i < paper.size() ? Found{paper[i], all} : ours;
      report.rows.back().push_back(count.text());
      if (count.all > 0)
        plot.series[i].points.push_back(
            {x, 100 * static_cast<double>(count.found) / static_cast<double>(count.all), false});
    }
  };
  add("RAT", 13, {13, 6, 7, 3}, count_found(plants::Family::kRat, setup));
  add("WAT", 9, {9, 5, 5, 0}, count_found(plants::Family::kWat, setup));
  add("IAT", 7, {7, 5, 5, 0}, count_found(plants::Family::kIat, setup));
  add("real", 7, {7, 7, 6, 1}, count_real(setup));
  const Found none{is_found(planted_history(nullptr), setup) ? 1U : 0U, 1};
  report.rows.push_back({"none planted", "", "", "", "", none.text()});
  report.plots.emplace_back("", std::move(plot));
  return report;
}

Report vbox_table2(const Setup& setup) {
  const auto size = setup.pick<std::uint64_t>(100, 10'000, 10'000);  // the paper's is cheap enough
  Report report{
      "Vbox, table 2",
      fmt::format("Item constraints of {} transactions: pairs of writers, left without times (Cobra), "
                  "left with times (Vbox).",
                  with_commas(size)),
      {"10,000 transactions; the columns say what is left."},
      {"workload", "paper: total", "paper: Cobra", "paper: Vbox", "ours: total", "ours: without times",
       "ours: with times"},
      {},
      {"24 sessions of a simulated database. The paper does not tell how many operations a transaction has, "
       "how "
       "many of them overlap, nor how many users C-Twitter has; so totals and what is left differ."},
      {}};
  struct Line {
    const char* workload;
    std::array<std::uint64_t, 3> paper;  // total, Cobra, Vbox
  };
  Plot plot{report.title, "", "item constraints", false, true, {}, {}};
  for (std::size_t i = 1; i < report.header.size(); ++i) plot.series.push_back({report.header[i], {}});
  for (const Line& line : {Line{"blindw-wh", {211'566, 17'061, 43}}, Line{"blindw-wr", {98'451, 3'829, 17}},
                           Line{"blindw-rh", {25'908, 437, 2}}, Line{"c-twitter", {530'605, 1'371, 40}},
                           Line{"tpcc", {612'565, 0, 0}}}) {
    const History history = history_of({.workload = line.workload, .transactions = size});
    const Counts without = item_constraints(history, Level::kStrongSessionSerializable);
    const Counts with = item_constraints(history, Level::kStrictSerializable);
    const std::uint64_t counts[] = {line.paper[0], line.paper[1], line.paper[2],
                                    without.total, without.left,  with.left};
    const auto x = static_cast<double>(plot.categories.size());
    plot.categories.emplace_back(line.workload);
    report.rows.push_back({line.workload});
    for (std::size_t i = 0; i < std::size(counts); ++i) {
      report.rows.back().push_back(with_commas(counts[i]));
      if (counts[i] > 0) plot.series[i].points.push_back({x, static_cast<double>(counts[i]), false});
    }
  }
  report.plots.emplace_back("", std::move(plot));
  return report;
}

Report vbox_fig6(const Setup& setup) {
  Report report{
      "Vbox, figure 6",
      fmt::format("Seconds and memory to decide {} transactions of six workloads.", history_size(setup)),
      {"Vbox is the fastest on most of the six, with little memory.",
       "BE exceeds ten minutes on all of them; Cobra takes more time and memory than Vbox."},
      {"workload"},
      {},
      kWayNotes,
      {}};
  Plot seconds{report.title + ": time", "", "seconds to decide", false, true, {}, {}};
  Plot memory{report.title + ": memory", "", "peak MB", false, true, {}, {}};
  const std::vector<Variant> all = ways();
  for (const Variant& way : all) {
    report.header.push_back(way.name + ", s");
    report.header.push_back(way.name + ", MB");
    seconds.series.push_back({way.name, {}});
    memory.series.push_back({way.name, {}});
  }
  for (const std::string workload :
       {"tpcc", "c-twitter", "blindw-rh", "blindw-wr", "blindw-wh", "blindw-pred"}) {
    const auto x = static_cast<double>(seconds.categories.size());
    seconds.categories.push_back(workload);
    memory.categories.push_back(workload);
    const History history = history_of({.workload = workload, .transactions = history_size(setup)});
    std::vector<std::string> row{workload};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Measured measured = measure(history, all[i].options, setup);
      row.insert(row.end(), {measured.seconds_text(), measured.megabytes_text()});
      seconds.series[i].points.push_back(measured.at(x));
      memory.series[i].points.push_back({x, measured.megabytes, !measured.is_decided()});
    }
    report.rows.push_back(std::move(row));
  }
  report.plots.emplace_back("-time", std::move(seconds));
  report.plots.emplace_back("-memory", std::move(memory));
  return report;
}

Report vbox_fig7(const Setup& setup) {
  Report report{
      "Vbox, figure 7",
      "Seconds and memory to decide BlindW-WR histories of growing size.",
      {"From 10,000 to 100,000 transactions Vbox goes from 0.31 s to 4.16 s and from 44 MB to 417 MB.",
       "Cobra goes from 20 s (10,000) to 318 s (30,000) and exceeds ten minutes above 40,000."},
      {"transactions"},
      {},
      kWayNotes,
      {}};
  std::vector<Variant> all = ways();
  all.pop_back();
  Plot seconds{report.title + ": time", "transactions", "seconds to decide", true, true, {}, {}};
  Plot memory{report.title + ": memory", "transactions", "peak MB", true, true, {}, {}};
  for (const Variant& way : all) {
    report.header.push_back(way.name + ", s");
    report.header.push_back(way.name + ", MB");
    seconds.series.push_back({way.name, {}});
    memory.series.push_back({way.name, {}});
  }
  const auto sizes = setup.pick<std::vector<std::uint64_t>>(
      {50, 100}, {1000, 2000, 5000, 10'000},
      {10'000, 20'000, 30'000, 40'000, 50'000, 60'000, 70'000, 80'000, 90'000, 100'000});
  std::vector<bool> is_lost(all.size());
  for (const std::uint64_t size : sizes) {
    const History history = history_of({.workload = "blindw-wr", .transactions = size});
    std::vector<std::string> row{std::to_string(size)};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_lost[i]) {
        row.insert(row.end(), {"-", "-"});
        continue;
      }
      const Measured measured = measure(history, all[i].options, setup);
      is_lost[i] = !measured.is_decided();
      row.insert(row.end(), {measured.seconds_text(), measured.megabytes_text()});
      seconds.series[i].points.push_back(measured.at(static_cast<double>(size)));
      memory.series[i].points.push_back(
          {static_cast<double>(size), measured.megabytes, !measured.is_decided()});
    }
    report.rows.push_back(std::move(row));
  }
  report.plots.emplace_back("-time", std::move(seconds));
  report.plots.emplace_back("-memory", std::move(memory));
  return report;
}

}  // namespace isolde::reproduce
