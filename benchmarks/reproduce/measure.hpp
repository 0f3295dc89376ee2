// Histories to measure on, and one run of the checker in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "benchmarks/reproduce/experiment.hpp"
#include "check/check.hpp"
#include "frontends/engine/forgetting_sink.hpp"
#include "frontends/engine/simulation.hpp"
#include "frontends/workloads/mix.hpp"
#include "frontends/workloads/predicates.hpp"
#include "frontends/workloads/workloads.hpp"
#include "history/history.hpp"

namespace isolde::reproduce {

struct Recipe {
  std::string workload;
  std::uint64_t transactions = 1000;
  std::uint32_t sessions = 24;
  bool truth = false;
  engine::Forgotten forgotten = {};
  engine::EngineKind engine = engine::EngineKind::kS2pl;
};
// Throws if a recipe is wrong, which is a mistake of ours.
[[nodiscard]] History history_of(const Recipe& recipe);
// The same with a mix that has no name.
[[nodiscard]] History history_of(const workloads::MixConfig& mix, const Recipe& recipe);
[[nodiscard]] History history_of(const workloads::PredicateConfig& mix, const Recipe& recipe);

// The same transactions in another order, so that the input's own does not tell who came first. Solvers begin
// with it, and the simulated database lists transactions as they commit.
enum class Sessions : std::uint8_t { kKept, kForgotten };  // kept: each session's order stays
[[nodiscard]] History shuffled(const History& history, Sessions sessions);

struct Measured {
  std::string verdict = "unknown";
  double seconds = 0;
  double megabytes = 0;
  std::string reason = {};  // if unknown

  // The seconds of one that was stopped are the limit: whoever does not look at the clock gets some grace.
  void stop_at(const Setup& setup);
  [[nodiscard]] bool is_decided() const { return verdict != "unknown"; }
  // "0.012"; ">10", "memory" or "unknown" if it was not decided, depending on the reason.
  [[nodiscard]] std::string seconds_text() const;
  [[nodiscard]] std::string megabytes_text() const;
  [[nodiscard]] PlotPoint at(double x) const { return {x, seconds, !is_decided()}; }

 private:
  [[nodiscard]] bool is_about(std::string_view what) const { return reason.find(what) != std::string::npos; }
};
// Of a correct history: throws if it is rejected. Without reading, explaining and having the certificate
// checked. The best of three where that is cheap.
[[nodiscard]] Measured measure(const History& history, CheckOptions options, const Setup& setup);
// Of any job: its own seconds.
[[nodiscard]] Measured measure(const std::function<void()>& job, const Setup& setup);

}  // namespace isolde::reproduce
