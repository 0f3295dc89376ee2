// Elle, figure 4: length and concurrency of list-append histories.
#include <fmt/format.h>

#include "benchmarks/reproduce/measure.hpp"

namespace isolde::reproduce {

Report elle_fig4(const Setup& setup) {
  Report report{"Elle, figure 4",
                "Seconds to check list-append histories by length and number of concurrent processes; search "
                "stands in for Knossos.",
                {"Elle is linear in the length and hardly depends on concurrency.",
                 "Knossos rises steeply with concurrency: with 40 or more processes, 5,000 transactions take "
                 "more than the limit of 100 s."},
                {"processes", "transactions", "ours, s", "search, s"},
                {},
                {"Search is our own search of commit orders, not Knossos, and need not rise as that does."},
                {}};
  const auto sizes = setup.pick<std::vector<std::uint64_t>>({50, 100}, {500, 1000, 2000, 5000},
                                                            {1000, 5000, 10'000, 50'000, 100'000});
  const auto sessions = setup.pick<std::vector<std::uint32_t>>({2, 5}, {1, 10, 40}, {1, 5, 10, 20, 40, 100});
  Setup short_setup = setup;
  if (setup.size != Size::kFull) short_setup.timeout_seconds = std::min(setup.timeout_seconds, 3.0);
  Plot plot{report.title, "transactions", "seconds to check", true, true, {}, {}};
  for (const std::uint32_t count : sessions) {
    PlotSeries ours{fmt::format("ours, {} processes", count), {}};
    PlotSeries theirs{fmt::format("search, {} processes", count), {}};
    for (const std::uint64_t size : sizes) {
      Recipe recipe{.workload = "list-append", .transactions = size, .sessions = count};
      recipe.engine = engine::EngineKind::kSsi;
      const History history = history_of(recipe);
      CheckOptions options;
      options.level = Level::kStrictSerializable;
      const Measured measured = measure(history, options, setup);
      options.solver = Solver::kSearch;
      const Measured searched = measure(history, options, short_setup);
      ours.points.push_back(measured.at(static_cast<double>(size)));
      theirs.points.push_back(searched.at(static_cast<double>(size)));
      report.rows.push_back(
          {std::to_string(count), std::to_string(size), measured.seconds_text(), searched.seconds_text()});
    }
    plot.series.push_back(std::move(ours));
    plot.series.push_back(std::move(theirs));
  }
  report.plots.emplace_back("", std::move(plot));
  return report;
}

}  // namespace isolde::reproduce
