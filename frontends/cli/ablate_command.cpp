// isolde ablate: one history, decided with and without what usually helps.
#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/files/file.hpp"
#include "base/files/standard_streams.hpp"
#include "frontends/cli/ablation_report.hpp"
#include "frontends/cli/arguments/ablate_arguments.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/progress.hpp"
#include "frontends/cli/reading.hpp"
#include "frontends/workloads/generated_history.hpp"
#include "laboratory/ablation_journal.hpp"
#include "laboratory/ablation_plot.hpp"

namespace isolde {
namespace {

// One of the histories, made or read when its turn comes, so that only one is in memory.
struct AblatedInput {
  std::string name;  // in the table and in the CSV
  std::string file;  // empty: generated
  std::string workload = {};
  std::uint64_t transactions = 0;
};

std::vector<AblatedInput> subjects_of(const AblateArguments& arguments) {
  std::vector<AblatedInput> subjects;
  for (const std::string& file : arguments.files) subjects.push_back({input_name(file), file});
  for (const std::string& workload : arguments.workloads)
    for (const std::uint64_t count : arguments.transactions)
      subjects.push_back({fmt::format("{}-{}", workload, count), "", workload, count});
  return subjects;
}

bool wants_versions(const std::vector<AblationCell>& cells) {
  for (const AblationCell& cell : cells)
    if (cell.use.versions) return true;
  return false;
}

bool has_predicates(const History& history) {
  for (const TxnId txn : history.transactions())
    for (const OpId op : history.operations(txn))
      if (is_predicate(history.kind(op))) return true;
  return false;
}

// Version orders are left out of histories with predicates: deciding has no use for them there, and the
// version set that the engine adds to each predicate is as long as the table.
Result<History> generated(const AblatedInput& subject, const AblateArguments& arguments, bool with_versions) {
  engine::SimulationOptions options;
  options.engine = *engine::engine_named(arguments.engine);
  options.sessions = arguments.parameters.sessions;
  options.seed = arguments.workload_seed;
  const auto run = [&](std::uint64_t transactions) -> Result<History> {
    auto workload = workloads::make_workload(subject.workload, arguments.parameters);
    if (!workload) return tl::unexpected(workload.error());
    options.transactions = transactions;
    return workloads::generated_history(**workload, options, arguments.forgotten);
  };
  constexpr std::uint64_t kProbe = 100;  // chosen, not measured: enough to meet each kind of transaction
  if (with_versions) {
    const Result<History> probe = run(std::min(kProbe, subject.transactions));
    if (!probe) return probe;
    options.truth = !has_predicates(*probe);
  }
  return run(subject.transactions);
}

Result<History> history_of(const AblatedInput& subject, const AblateArguments& arguments, bool with_versions,
                           Progress& progress) {
  if (!subject.file.empty()) {
    return arguments.reading.read(subject.file, progress);
  }
  progress.phase("generating " + subject.name);
  return generated(subject, arguments, with_versions);
}

class Ablation {
 public:
  Ablation(const AblateArguments& arguments, const CommonOptions& common, std::vector<AblationCell> cells,
           AblationJournal journal)
      : arguments_(arguments),
        common_(common),
        cells_(std::move(cells)),
        subjects_(subjects_of(arguments)),
        journal_(std::move(journal)),
        limits_(arguments.limits.limits()) {}

  Result<void> run() {
    Progress progress(common_.show_progress());
    std::size_t run_so_far = 0;
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      const AblatedInput& subject = subjects_[i];
      const Result<History> history = history_of(subject, arguments_, wants_versions(cells_), progress);
      if (!history) return tl::unexpected(history.error());
      remark_on_assumptions(*history, common_);
      if (wants_versions(cells_) && history->version_orders().empty())
        common_.remark(subject.name + " lists no version order, so cells with vo go without");
      const AblationSubject content(subject.name, *history);
      std::size_t left = count_left(subject.name, content.digest);
      for (std::size_t later = i + 1; later < subjects_.size(); ++later)
        left += count_left(subjects_[later].name, std::nullopt);
      for (const AblationCell& cell : cells_) {
        if (const AblationRow* known =
                journal_.find(content.name, content.digest, settings_of(cell), limits_)) {
          rows_.push_back(*known);
          continue;
        }
        progress.phase(fmt::format("{} {}", subject.name, name_of(cell.use)));
        progress.advance(run_so_far, run_so_far + left);
        rows_.push_back(run_cell(content, cell, limits_));
        if (const Result<void> done = journal_.add(rows_.back()); !done) return done;
        ++run_so_far;
        --left;
      }
    }
    return {};
  }

  [[nodiscard]] const std::vector<AblationRow>& rows() const { return rows_; }

 private:
  // How many cells the journal does not have. Without a digest (the history was not made or read yet) the
  // name decides.
  [[nodiscard]] std::size_t count_left(const std::string& name,
                                       std::optional<std::string_view> digest) const {
    return static_cast<std::size_t>(std::ranges::count_if(cells_, [&](const AblationCell& cell) {
      return journal_.find(name, digest, settings_of(cell), limits_) == nullptr;
    }));
  }

  const AblateArguments& arguments_;
  const CommonOptions& common_;
  const std::vector<AblationCell> cells_;
  const std::vector<AblatedInput> subjects_;
  AblationJournal journal_;
  const Limits limits_;
  std::vector<AblationRow> rows_;
};

Result<void> write_plot(const std::string& path, const std::vector<AblationRow>& rows) {
  if (path.empty()) return {};
  return write_file(path, svg_of(plot_of(rows, "Seconds to decide")));
}

Result<AblationJournal> journal_of(const AblateArguments& arguments) {
  if (arguments.csv.empty() && arguments.resume) return usage_error("--resume needs the file of --csv");
  if (arguments.csv.empty()) return AblationJournal();
  if (is_standard_stream(arguments.csv) && arguments.resume)
    return usage_error("--resume needs a file of --csv, and standard output is none");
  return AblationJournal::open(arguments.csv, arguments.resume);
}

bool no_cell_decided(const std::vector<AblationRow>& rows) {
  for (const AblationRow& row : rows)
    if (row.verdict != name_of(Verdict::kUnknown)) return false;
  return true;
}

// What is written beside the table.
std::vector<NamedFile> outputs_of_ablation(const AblateArguments& arguments) {
  return {{"--csv", arguments.csv}, {"--plot", arguments.plot}, {"--json", arguments.json ? "-" : ""}};
}

// Asked before the work begins, so that a bad path costs no time.
Result<void> check_ablated_files(const AblateArguments& arguments) {
  std::vector<NamedFile> inputs;
  for (const std::string& file : arguments.files) inputs.push_back({"two histories", file});
  if (const Result<void> one = check_one_reads_standard_input(inputs); !one) return one;
  if (const Result<void> one = check_one_writes_standard_output(outputs_of_ablation(arguments)); !one)
    return one;
  return arguments.plot.empty() ? Result<void>() : check_writable(arguments.plot);
}

int run_ablate(const AblateArguments& arguments, const CommonOptions& common) {
  if (arguments.files.empty() == arguments.workloads.empty())
    return report_error(usage_error("name histories, or let --workload make them").value());
  const Result<AblationFactors> factors = arguments.factors();
  if (!factors) return report_error(factors.error());
  Result<std::vector<AblationCell>> cells = grid(*factors);
  if (!cells) return report_error(cells.error());
  if (const Result<void> files = check_ablated_files(arguments); !files) return report_error(files.error());
  Result<AblationJournal> journal = journal_of(arguments);
  if (!journal) return report_error(journal.error());
  Ablation ablation(arguments, common, std::move(*cells), std::move(*journal));
  if (const Result<void> done = ablation.run(); !done) return report_error(done.error());
  common.print(arguments.json ? ablation_json(ablation.rows()) : ablation_table(ablation.rows()),
               arguments.json ? stdout : report_stream(outputs_of_ablation(arguments)));
  if (const Result<void> written = write_plot(arguments.plot, ablation.rows()); !written)
    return report_error(written.error());
  const std::vector<std::string> wrong = disagreements(ablation.rows());
  for (const std::string& line : wrong) complain("THE CELLS DISAGREE about " + line);
  if (!wrong.empty()) return kExitBadInput;
  return no_cell_decided(ablation.rows()) ? kExitUnknown : kExitHolds;
}

}  // namespace

void add_ablate(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command = app.add_subcommand("ablate", "Decide a history with and without what usually helps");
  auto arguments = std::make_shared<AblateArguments>();
  arguments->add_to(*command);
  command->footer(
      "Every value of a factor is combined with every value of the others; what comes to the same runs "
      "once.\n"
      "Exit codes: 0 the cells agree, 2 they disagree (or bad usage or input), 3 nobody knows.\n"
      "Example: isolde ablate --workload rmw,heavy-write --orders none,so,vo,so+vo --vo-fractions 0.9");
  command->callback([arguments, &common, &exit_code] { exit_code = run_ablate(*arguments, common); });
}

}  // namespace isolde
