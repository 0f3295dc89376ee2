#include "frontends/cli/arguments/generate_arguments.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "frontends/cli/arguments/quantity.hpp"
#include "frontends/cli/generate_listing.hpp"
#include "frontends/cli/one_of.hpp"
#include "frontends/formats/formats.hpp"
#include "frontends/plants/plants.hpp"

namespace isolde {
namespace {

// Chosen, not measured: beyond what anybody runs, and small enough that no sum of them overflows.
constexpr std::uint64_t kMostTransactions = 1'000'000'000'000;
constexpr std::uint64_t kMostSessions = 1'000'000;
constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostSmall = 1'000'000;
constexpr std::int64_t kMostSkew = 3'600'000'000'000;  // an hour

std::optional<double> parse_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

// CLI11's own conversion lets negative and overlong numbers wrap around.
auto whole(std::uint64_t low, std::uint64_t high) {
  return [low, high](const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && number >= low && number <= high
               ? std::string()
               : fmt::format("'{}' is no whole number from {} to {}", text, low, high);
  };
}

std::string check_exponent(const std::string& text) {
  const std::optional<double> number = parse_number(text);
  return number && *number >= 0 ? "" : fmt::format("'{}' is no number from 0", text);
}

std::string check_skew(const std::string& text) {
  if (const std::string problem = check_clock_skew(text); !problem.empty() && parse_duration(text))
    return problem;
  const std::optional<std::int64_t> skew = parse_duration(text);
  return skew && *skew <= kMostSkew ? ""
                                    : fmt::format("'{}' is no duration up to 1h; write 2ms or 50us", text);
}

void add_workload_options(CLI::App& command, GenerateArguments& arguments) {
  workloads::Parameters& parameters = arguments.parameters;
  command.add_option("--keys", parameters.keys, "How many keys there are")->check(whole(1, kMostKeys));
  command.add_option("--operations", parameters.operations, "Operations of a transaction")
      ->check(whole(1, kMostSmall));
  command.add_option("--skew", parameters.skew, "Zipf exponent of the choice of keys; 0 is uniform")
      ->check(check_exponent);
  command.add_option("--read-ratio", parameters.read_ratio, "Fraction that reads")->check(check_fraction);
  command
      .add_option("--predicate-ratio", parameters.predicate_ratio,
                  "Fraction of the operations that find their rows by a predicate; the others name one")
      ->check(check_fraction);
  command.add_option("--warehouses", parameters.warehouses, "Warehouses of TPC-C")
      ->check(whole(1, kMostSmall));
}

void add_engine_options(CLI::App& command, GenerateArguments& arguments) {
  engine::SimulationOptions& options = arguments.options;
  command.add_option("--transactions", options.transactions, "How many to record")
      ->check(whole(1, kMostTransactions))
      ->capture_default_str();
  command.add_option("--sessions", options.sessions, "Clients that run at once")
      ->check(whole(1, kMostSessions))
      ->capture_default_str();
  command.add_option("--engine", arguments.engine, "Concurrency control of the simulated database")
      ->check(one_of(engine_names()))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "The same seed gives the same bytes")
      ->check(whole(0, std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  command.add_option("--abort-rate", options.abort_rate, "Fraction of transactions that clients roll back")
      ->check(check_fraction)
      ->capture_default_str();
  command
      .add_option("--long-running", options.long_running,
                  "Fraction that stays open for a large part of the run")
      ->check(check_fraction)
      ->capture_default_str();
  command
      .add_option("--indeterminate", options.indeterminate, "Fraction whose outcome the client never learns")
      ->check(check_fraction)
      ->capture_default_str();
  command.add_option("--clock-skew", arguments.clock_skew, "How far each client's clock may be off")
      ->check(check_skew)
      ->capture_default_str();
}

void add_output_options(CLI::App& command, GenerateArguments& arguments) {
  std::vector<std::string> writable;
  for (const FormatInfo& format : formats())
    if (format.writable) writable.emplace_back(format.name);
  command.add_option("--plant", arguments.plants, "Plant this anomaly, COUNT times; may be repeated")
      ->type_name("NAME[=COUNT]")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        const Result<plants::PlantRequest> request = plants::parse_request(text);
        return request ? std::string() : request.error().message;
      });
  command.add_flag("--truth", arguments.options.truth,
                   "Also write the engine's version orders and commit order");
  command.add_flag("--no-times", arguments.forgotten.times, "Leave out when transactions began and ended");
  command.add_flag("--no-sessions", arguments.forgotten.sessions, "Leave out who ran them");
  command.add_flag("--shuffle-ids", arguments.forgotten.id_order, "Let ids not tell who came first");
  command
      .add_option("--manifest", arguments.manifest, "Write how the history was made, and what was planted")
      ->type_name("FILE");
  command
      .add_option("-o,--output", arguments.output, "File to write; - is standard output, .zst is compressed")
      ->type_name("FILE")
      ->capture_default_str();
  command.add_option("--to", arguments.to, "Format to write; only native needs no memory for all of it")
      ->check(one_of(writable))
      ->capture_default_str();
}

}  // namespace

void GenerateArguments::add_to(CLI::App& command) {
  command.add_option("workload", workload, "What clients do")->check(one_of(workload_names()));
  command.add_flag("--list", list, "Print all workloads, engines and plants");
  add_engine_options(command, *this);
  add_workload_options(command, *this);
  add_output_options(command, *this);
}

}  // namespace isolde
