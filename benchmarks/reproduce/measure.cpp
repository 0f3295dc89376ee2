#include "benchmarks/reproduce/measure.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/random.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/workloads/generated_history.hpp"
#include "laboratory/own_process.hpp"

namespace isolde::reproduce {
namespace {

constexpr int kMostRuns = 3;
constexpr double kCheapSeconds = 0.3;

engine::SimulationOptions options_of(const Recipe& recipe) {
  engine::SimulationOptions options;
  options.engine = recipe.engine;
  options.transactions = recipe.transactions;
  options.sessions = recipe.sessions;
  options.truth = recipe.truth;
  return options;
}

History run(engine::Workload& workload, const Recipe& recipe) {
  Result<History> history = workloads::generated_history(workload, options_of(recipe), recipe.forgotten);
  if (!history) throw std::runtime_error(history.error().to_string());
  return *std::move(history);
}

// Of the phases that decide.
double deciding_seconds(const ReportData& report) {
  double seconds = report.phases.sum();
  for (const Phase other : {Phase::kRead, Phase::kExplain, Phase::kCertify})
    seconds -= report.phases[other].value_or(0);
  return seconds;
}

// "accept 0.0123", and a reason if it is unknown, as the process tells it.
Measured measured_in(const ProcessRun& run, const Setup& setup) {
  Measured measured{"unknown", run.seconds, static_cast<double>(run.peak_memory_bytes) / (1 << 20),
                    run.reason};
  if (run.message) {
    const std::size_t space = run.message->find(' ');
    char* end = nullptr;
    measured.verdict = run.message->substr(0, space);
    measured.seconds = std::strtod(run.message->c_str() + space, &end);
    measured.reason = end;
  }
  measured.stop_at(setup);
  return measured;
}

Measured best_of_some(const std::function<std::string()>& job, const Setup& setup) {
  Measured best = measured_in(run_in_own_process(setup.limits(), job), setup);
  for (int i = 1; i < kMostRuns && best.is_decided() && best.seconds < kCheapSeconds; ++i) {
    const Measured again = measured_in(run_in_own_process(setup.limits(), job), setup);
    if (again.is_decided() && again.seconds < best.seconds) best = again;
  }
  return best;
}

}  // namespace

History history_of(const Recipe& recipe) {
  workloads::Parameters parameters;
  parameters.sessions = recipe.sessions;
  auto workload = workloads::make_workload(recipe.workload, parameters);
  if (!workload) throw std::runtime_error(workload.error().to_string());
  return run(**workload, recipe);
}

History history_of(const workloads::MixConfig& mix, const Recipe& recipe) {
  workloads::MixWorkload workload(mix, recipe.sessions);
  return run(workload, recipe);
}

History history_of(const workloads::PredicateConfig& mix, const Recipe& recipe) {
  workloads::PredicateWorkload workload(mix, recipe.sessions);
  return run(workload, recipe);
}

History shuffled(const History& history, Sessions sessions) {
  const Result<std::string> text = write_native_text(history);
  if (!text) throw std::runtime_error(text.error().to_string());
  std::istringstream in(*text);
  std::map<std::string, std::vector<std::string>> by_session;  // latest first
  std::vector<std::string> turns;
  std::string head;
  std::string tail;
  for (std::string line; std::getline(in, line);) {
    if (line.find("\"ops\":") == std::string::npos) {
      if (line.find("\"serialization_order\":") != std::string::npos) continue;
      (line.find("\"version_order\":") == std::string::npos ? head : tail) += line + "\n";
      continue;
    }
    const std::size_t begin = line.find("\"session\":");
    const std::size_t end = line.find(',', begin) + 1;
    std::string session = begin == std::string::npos ? line : line.substr(begin, end - begin);
    if (sessions == Sessions::kForgotten) {
      if (begin != std::string::npos) line.erase(begin, end - begin);
      session = line;
    }
    by_session[session].insert(by_session[session].begin(), line);
    turns.push_back(session);
  }
  Random random(1);
  random.shuffle(turns);
  for (const std::string& session : turns) {
    head += by_session[session].back() + "\n";
    by_session[session].pop_back();
  }
  Result<History> result = read_native_text(head + tail, "shuffled");
  if (!result) throw std::runtime_error(result.error().to_string());
  return *std::move(result);
}

void Measured::stop_at(const Setup& setup) {
  if (!is_decided() && is_about("time limit")) seconds = setup.timeout_seconds;
}

std::string Measured::seconds_text() const {
  if (is_decided()) return fmt::format("{:.4f}", seconds);
  if (is_about("time limit")) return fmt::format(">{:g}", seconds);
  return is_about("memory") ? "memory" : "unknown";
}

std::string Measured::megabytes_text() const { return fmt::format("{:.0f}", megabytes); }

Measured measure(const History& history, CheckOptions options, const Setup& setup) {
  options.limits = setup.limits();
  options.explain = false;
  const auto job = [&] {
    const ReportData report = check(history, options);
    return fmt::format("{} {} {}", name_of(report.decision.verdict), deciding_seconds(report),
                       report.decision.reason);
  };
  const Measured measured = best_of_some(job, setup);
  if (measured.verdict == "reject") throw std::runtime_error("a correct history was rejected");
  return measured;
}

Measured measure(const std::function<void()>& job, const Setup& setup) {
  const auto timed = [&] {
    const Stopwatch watch;
    job();
    return fmt::format("done {}", watch.seconds());
  };
  return best_of_some(timed, setup);
}

}  // namespace isolde::reproduce
