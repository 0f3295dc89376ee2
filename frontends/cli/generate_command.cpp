// isolde generate: histories from a simulated engine, correct or with planted anomalies.
//
// Native output is streamed, so memory does not grow with the history; the other formats hold all of it.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/files/output_file.hpp"
#include "base/files/standard_streams.hpp"
#include "frontends/cli/arguments/generate_arguments.hpp"
#include "frontends/cli/arguments/quantity.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/generate_listing.hpp"
#include "frontends/cli/progress.hpp"
#include "frontends/engine/forgetting_sink.hpp"
#include "frontends/engine/history_sink.hpp"
#include "frontends/engine/native_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/plants/manifest.hpp"
#include "frontends/plants/notation.hpp"
#include "frontends/plants/planting_sink.hpp"
#include "frontends/workloads/workloads.hpp"

namespace isolde {
namespace {

// One run: what was asked for, in terms of the library, and what came of it.
struct Generation {
  std::unique_ptr<engine::Workload> workload;
  engine::SimulationOptions options;
  engine::Forgotten forgotten;
  std::vector<plants::PlantRequest> requests;
  std::optional<OutputFile> manifest;  // opened first: a bad path is known before the work
  engine::SimulationSummary summary;
  std::vector<plants::Planted> planted;

  [[nodiscard]] std::uint64_t transactions() const {
    std::uint64_t all = summary.committed + summary.aborted + summary.indeterminate;
    for (const plants::Planted& each : planted) all += each.ids.size();
    return all;
  }
};

Result<Generation> prepare(const GenerateArguments& arguments) {
  if (arguments.workload.empty())
    return usage_error("generate needs the name of a workload; isolde generate --list shows them");
  const Result<void> one = check_one_writes_standard_output(
      std::vector<NamedFile>{{"--output", arguments.output}, {"--manifest", arguments.manifest}});
  if (!one) return tl::unexpected(one.error());
  Generation generation;
  generation.options = arguments.options;
  generation.forgotten = arguments.forgotten;
  generation.options.engine = *engine::engine_named(arguments.engine);
  generation.options.clock_skew = *parse_duration(arguments.clock_skew);
  workloads::Parameters parameters = arguments.parameters;
  parameters.sessions = arguments.options.sessions;
  Result<std::unique_ptr<engine::Workload>> workload =
      workloads::make_workload(arguments.workload, parameters);
  if (!workload) return tl::unexpected(workload.error());
  generation.workload = std::move(*workload);
  for (const std::string& text : arguments.plants) {
    const Result<plants::PlantRequest> request = plants::parse_request(text);
    if (!request) return tl::unexpected(request.error());
    generation.requests.push_back(*request);
  }
  if (!arguments.manifest.empty()) {
    Result<OutputFile> manifest = OutputFile::create(arguments.manifest);
    if (!manifest) return tl::unexpected(manifest.error());
    generation.manifest = std::move(*manifest);
  }
  return generation;
}

std::uint64_t transactions_to_come(const Generation& generation) {
  std::uint64_t all = generation.options.transactions;
  for (const plants::PlantRequest& request : generation.requests)
    all += request.count * plants::parse_plant(request.plant->transactions)->transactions.size();
  return all;
}

void run_into(engine::Sink& sink, Generation& generation, Progress& progress) {
  const engine::SimulationOptions& options = generation.options;
  engine::ForgettingSink forgetting(sink, generation.forgotten, transactions_to_come(generation));
  // Clients' clocks differ by up to twice their skew; a plant's steps must outlast that.
  plants::PlantingSink planting(forgetting, generation.requests,
                                {.seed = ~options.seed,
                                 .transactions = options.transactions,
                                 .first_session = options.sessions + 1,
                                 .tick = 1000 + 2 * options.clock_skew});
  progress.phase("generating");
  generation.summary = engine::simulate(*generation.workload, options, planting, [&](std::uint64_t done) {
    progress.advance(done, options.transactions);
  });
  planting.finish();
  generation.planted = planting.planted();
  for (plants::Planted& planted : generation.planted)
    for (std::int64_t& id : planted.ids) id = forgetting.id_of(id);
}

Result<void> write_native_stream(const std::string& path, Generation& generation, Progress& progress) {
  Result<engine::NativeSink> sink = engine::NativeSink::create(path);
  if (!sink) return tl::unexpected(sink.error());
  run_into(*sink, generation, progress);
  return sink->close();
}

Result<void> write_other(const std::string& path, Format format, Generation& generation, Progress& progress) {
  engine::HistorySink sink;
  run_into(sink, generation, progress);
  const Result<History> history = std::move(sink).finish();
  if (!history) return tl::unexpected(history.error());
  progress.phase("writing");
  return write_history(*history, path, format);
}

// Only what the user set, next to what every run has.
std::vector<std::pair<std::string, plants::Manifest::Parameter>> parameters_of(
    const workloads::Parameters& parameters, const engine::SimulationOptions& options,
    const engine::Forgotten& forgotten) {
  std::vector<std::pair<std::string, plants::Manifest::Parameter>> all;
  all.emplace_back("sessions", std::uint64_t{options.sessions});
  if (parameters.keys) all.emplace_back("keys", *parameters.keys);
  if (parameters.operations) all.emplace_back("operations", std::uint64_t{*parameters.operations});
  if (parameters.skew) all.emplace_back("skew", *parameters.skew);
  if (parameters.read_ratio) all.emplace_back("read_ratio", *parameters.read_ratio);
  if (parameters.predicate_ratio) all.emplace_back("predicate_ratio", *parameters.predicate_ratio);
  if (parameters.warehouses) all.emplace_back("warehouses", std::uint64_t{*parameters.warehouses});
  all.emplace_back("abort_rate", options.abort_rate);
  all.emplace_back("long_running", options.long_running);
  all.emplace_back("indeterminate", options.indeterminate);
  all.emplace_back("clock_skew", options.clock_skew);
  all.emplace_back("truth", options.truth);
  all.emplace_back("times", !forgotten.times);
  all.emplace_back("named_sessions", !forgotten.sessions);
  all.emplace_back("shuffled_ids", forgotten.id_order);
  return all;
}

Result<void> write_manifest(const GenerateArguments& arguments, Generation& generation) {
  if (!generation.manifest) return {};
  plants::Manifest manifest;
  manifest.seed = generation.options.seed;
  manifest.engine = arguments.engine;
  manifest.workload = arguments.workload;
  manifest.parameters = parameters_of(arguments.parameters, generation.options, generation.forgotten);
  manifest.transactions = generation.transactions();
  manifest.holds = engine::info(generation.options.engine).promise;
  manifest.planted = generation.planted;
  generation.manifest->buffer().append(plants::manifest_text(manifest));
  return generation.manifest->close();
}

std::string summary_of(const Generation& generation, double seconds) {
  const engine::SimulationSummary& summary = generation.summary;
  return fmt::format(
      "{} transactions ({} committed, {} aborted, {} indeterminate, {} anomalies planted), {} operations, "
      "{:.3f} s of virtual time, in {:.2f} s: {:.0f} operations/s",
      generation.transactions(), summary.committed, summary.aborted, summary.indeterminate,
      generation.planted.size(), summary.operations, static_cast<double>(summary.virtual_nanoseconds) * 1e-9,
      seconds, static_cast<double>(summary.operations) / std::max(seconds, 1e-9));
}

int run_generate(const GenerateArguments& arguments, const CommonOptions& common) {
  if (arguments.list) {
    common.print(generate_listing());
    return kExitHolds;
  }
  Result<Generation> generation = prepare(arguments);
  if (!generation) return report_error(generation.error());
  const Stopwatch watch;
  Result<void> written;
  {
    Progress progress(common.show_progress());
    written = arguments.to == "native"
                  ? write_native_stream(arguments.output, *generation, progress)
                  : write_other(arguments.output, *format_named(arguments.to), *generation, progress);
  }
  if (written) written = write_manifest(arguments, *generation);
  if (!written) return report_error(written.error());
  if (common.verbose) common.remark(summary_of(*generation, watch.seconds()));
  return kExitHolds;
}

}  // namespace

void add_generate(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "generate", "Make a history with a simulated engine, correct or with planted anomalies");
  auto arguments = std::make_shared<GenerateArguments>();
  arguments->add_to(*command);
  command->footer(generate_examples());
  command->callback([arguments, &common, &exit_code] { exit_code = run_generate(*arguments, common); });
}

}  // namespace isolde
