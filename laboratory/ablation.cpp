#include "laboratory/ablation.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "certify/verdict_words.hpp"
#include "check/used_orders.hpp"
#include "history/digest.hpp"
#include "laboratory/ablation_journal.hpp"
#include "laboratory/own_process.hpp"

namespace isolde {
namespace {

std::string on_or_off(bool value) { return value ? "on" : "off"; }

// Fills the row from the report, in the process that decided the cell.
void take_figures(const ReportData& report, AblationRow& row) {
  row.verdict = name_of(report.decision.verdict);
  row.reason = report.decision.reason;
  row.encode_seconds = report.phases[Phase::kEncode];
  row.prune_seconds = report.phases[Phase::kPrune];
  row.solve_seconds = report.phases[Phase::kSolve];
  for (const auto& part :
       {report.phases[Phase::kValidate], row.encode_seconds, row.prune_seconds, row.solve_seconds})
    row.seconds += part.value_or(0);
  row.writer_pairs = report.statistics[Statistic::kWriterPairs];
  row.constraints = report.statistics[Statistic::kConstraints];
  row.constraints_after_pruning = report.statistics[Statistic::kConstraintsAfterPruning];
  row.conflicts = report.statistics[Statistic::kConflicts];
  row.decisions = report.statistics[Statistic::kDecisions];
}

template <class Value>
void multiply(std::vector<AblationCell>& cells, const std::vector<Value>& values,
              Value AblationCell::*member) {
  std::vector<AblationCell> product;
  for (const AblationCell& cell : cells)
    for (const Value& value : values) {
      product.push_back(cell);
      product.back().*member = value;
    }
  cells = std::move(product);
}

}  // namespace

std::string name_of(const UsedOrders& use) {
  std::string name;
  const auto add = [&](bool is_used, const char* order) {
    if (is_used) name += (name.empty() ? "" : "+") + std::string(order);
  };
  add(use.sessions, "so");
  add(use.real_time, "rt");
  add(use.versions, "vo");
  return name.empty() ? "none" : name;
}

std::optional<UsedOrders> used_orders_named(std::string_view name) {
  for (unsigned bits = 0; bits < 8; ++bits) {
    const UsedOrders use{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
    if (name_of(use) == name) return use;
  }
  return std::nullopt;
}

AblationCell AblationCell::normalised() const {
  AblationCell cell = *this;
  cell.guess =
      guess && solver.solver == Solver::kCdcl && formulation == Formulation::kSimplified && !closure && prune;
  if (!use.versions) cell.version_fraction = 1;
  if (!cell.guess) cell.hints = true;  // hints only steer the guess
  const bool is_cdcl = solver.solver == Solver::kCdcl;
  if (!is_cdcl) cell.heuristics = {};
  if (!prune && !is_cdcl) cell.closure.reset();
  if (solver.solver == Solver::kSearch) {
    cell.use = {info(level).session_order, info(level).real_time, false};
    cell.prune = true;
    cell.formulation = Formulation::kSimplified;
    cell.closure.reset();
  }
  return cell;
}

CheckOptions AblationCell::options(const Limits& limits) const {
  CheckOptions options;
  options.level = level;
  options.use = use;
  options.version_fraction = version_fraction;
  options.guess = guess;
  options.hints = hints;
  options.prune = prune;
  options.formulation = formulation;
  options.closure = closure;
  options.solver = solver.solver;
  options.encoding = solver.encoding;
  options.heuristics = heuristics;
  options.seed = seed;
  options.limits = limits;
  options.explain = false;
  return options;
}

CellSettings settings_of(const AblationCell& cell) {
  return {std::string(info(cell.level).name),
          name_of(cell.use),
          cell.use.versions ? fmt::format("{}", cell.version_fraction) : "",
          on_or_off(cell.guess),
          on_or_off(cell.hints),
          on_or_off(cell.prune),
          cell.formulation == Formulation::kCobra ? "cobra" : "simplified",
          cell.closure ? std::string(name_of(*cell.closure)) : "auto",
          cell.solver.name(),
          name_of(cell.heuristics),
          std::to_string(cell.seed)};
}

Result<std::vector<AblationCell>> grid(const AblationFactors& factors) {
  std::vector<AblationCell> cells(1);
  multiply(cells, factors.levels, &AblationCell::level);
  multiply(cells, factors.formulations, &AblationCell::formulation);
  multiply(cells, factors.closures, &AblationCell::closure);
  multiply(cells, factors.solvers, &AblationCell::solver);
  multiply(cells, factors.heuristics, &AblationCell::heuristics);
  multiply(cells, factors.guess, &AblationCell::guess);
  multiply(cells, factors.hints, &AblationCell::hints);
  multiply(cells, factors.prune, &AblationCell::prune);
  multiply(cells, factors.orders, &AblationCell::use);
  multiply(cells, factors.version_fractions, &AblationCell::version_fraction);
  multiply(cells, factors.seeds, &AblationCell::seed);
  std::vector<AblationCell> result;
  std::vector<CellSettings> seen;
  for (const AblationCell& cell : cells) {
    const AblationCell normalised = cell.normalised();
    if (const Result<void> use = check_used_orders(cell.level, normalised.use, "--orders"); !use)
      return tl::unexpected(use.error());
    if (std::ranges::find(seen, settings_of(normalised)) != seen.end()) continue;
    seen.push_back(settings_of(normalised));
    result.push_back(normalised);
  }
  return result;
}

const std::string& AblationRow::setting(std::string_view column) const {
  const auto* const found = std::ranges::find(kCellColumns, column);
  ISOLDE_REQUIRE(found != kCellColumns.end());
  return settings[static_cast<std::size_t>(found - kCellColumns.begin())];
}

AblationSubject::AblationSubject(std::string given_name, const History& its_history)
    : name(std::move(given_name)),
      history(its_history),
      digest(fmt::format("{:016x}", digest_of(its_history))) {}

AblationRow run_cell(const AblationSubject& subject, const AblationCell& cell, const Limits& limits) {
  AblationRow row;
  row.history = subject.name;
  row.transactions = subject.history.transaction_count();
  row.digest = subject.digest;
  row.settings = settings_of(cell);
  row.verdict = name_of(Verdict::kUnknown);
  row.timeout_seconds = limits.seconds.value_or(0);
  row.memory_megabytes = static_cast<double>(limits.memory_bytes.value_or(0)) / (1 << 20);
  const ProcessRun run = run_in_own_process(limits, [&] {
    AblationRow told = row;
    take_figures(check(subject.history, cell.options(limits)), told);
    return csv_line(told);
  });
  const std::optional<AblationRow> told = run.message ? row_in(*run.message) : std::optional<AblationRow>();
  if (told) {
    row = *told;
  } else {
    row.seconds = run.seconds;
    row.reason = run.reason;
  }
  // A cell looks at the clock only now and then, so it may end a little after its limit.
  const bool is_unknown = row.verdict == name_of(Verdict::kUnknown);
  if (is_unknown && limits.seconds) row.seconds = std::min(row.seconds, *limits.seconds);
  row.peak_megabytes = static_cast<double>(run.peak_memory_bytes) / (1 << 20);
  return row;
}

std::vector<std::string> disagreements(std::span<const AblationRow> rows) {
  std::map<std::array<std::string, 3>, std::map<std::string, std::string>> verdicts;
  for (const AblationRow& row : rows) {
    if (row.verdict == name_of(Verdict::kUnknown)) continue;
    std::string way;
    for (std::size_t i = 1; i < kCellColumns.size(); ++i)
      way += fmt::format("{}{} {}", i == 1 ? "" : ", ", kCellColumns[i], row.settings[i]);
    verdicts[{row.history, row.setting("level"), row.digest}].try_emplace(row.verdict, way);
  }
  std::vector<std::string> lines;
  for (const auto& [what, ways] : verdicts) {
    if (ways.size() < 2) continue;
    lines.push_back(fmt::format("{} ({}):", what[0], what[1]));
    for (const auto& [verdict, way] : ways)
      lines.back() += fmt::format(" {} with {};", word_of_verdict(verdict), way);
  }
  return lines;
}

}  // namespace isolde
