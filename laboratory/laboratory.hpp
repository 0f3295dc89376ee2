// Comparing solvers: the polygraph of a history as the solvers see it, and many solvers on one polygraph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "certify/certificate_lemmas.hpp"
#include "check/check.hpp"
#include "history/history.hpp"
#include "polygraph/interchange.hpp"
#include "polygraph/polygraph.hpp"
#include "solver/backends/backends.hpp"

namespace isolde {

// What solvers get to see of a history.
struct SolverInput {
  Polygraph polygraph;
  // It has orders that options.use names and the level does not ask for. A model is then one of the level,
  // too, but if there is none the level may still hold: `isolde check` then goes on without these orders.
  bool has_more_orders = false;
  bool is_refuted_by_pruning = false;      // then the polygraph is as it was before pruning
  std::vector<std::string> warnings = {};  // one sentence for each order to use that is not used
};
// Encoded with every order that options.use names, which is what is decided first; pruned if options.prune;
// and formulated. An error if validation decides the history, or if a polygraph cannot hold all of it.
[[nodiscard]] Result<SolverInput> solver_input_of(const History& history, const CheckOptions& options);
[[nodiscard]] Result<Polygraph> polygraph_of(const History& history, const CheckOptions& options);

// Whether what is known contradicts itself, or there is nothing to choose.
[[nodiscard]] bool needs_no_solver(const Polygraph& polygraph);

// Why the level does not hold, as cycle lemmas and clauses that follow from them, for others to check
// (certify/lemmas/lemma_check.hpp). An error if validation decides the history, if the level holds, or if the
// limits do not suffice.
[[nodiscard]] Result<LemmaProof> lemma_proof_of(const History& history, const CheckOptions& options);

struct Contestant {
  Solver solver = Solver::kCdcl;
  AcyclicityEncoding encoding = AcyclicityEncoding::kLazy;

  // "minisat", or "minisat:eager".
  [[nodiscard]] std::string name() const;
};
// Every solver of polygraphs with every encoding, whether it is available or not.
[[nodiscard]] std::vector<Contestant> all_contestants();
[[nodiscard]] std::vector<Contestant> available_contestants();
// As name() writes it, also "search"; an error says which names there are.
[[nodiscard]] Result<Contestant> contestant_named(const std::string& name);
// An error, too, if this solver is not available, and why.
[[nodiscard]] Result<Contestant> available_contestant_named(const std::string& name);

// What is to be decided.
struct ContestSubject {
  const Polygraph& polygraph;
  // For search, which tries the commit orders of a history. Without it, only the polygraph is known.
  const History* history = nullptr;
  Level level = Level::kSerializable;
  bool has_more_orders = false;  // the polygraph has, see SolverInput; search does not use them
};

struct ContestResult {
  enum class Answer : std::uint8_t {
    kModel,
    kNoModel,
    kUnknown,
    kWrong,  // gave a model that does not satisfy the polygraph
  };
  Contestant contestant;
  Answer answer = Answer::kUnknown;
  std::string reason = {};  // if unknown or wrong
  // Empty if the solver did not run, does not count this, or was killed.
  std::optional<double> seconds = {};
  std::optional<std::size_t> peak_memory_bytes = {};  // of its process, the polygraph included
  std::optional<std::uint64_t> conflicts = {};
  std::optional<std::uint64_t> cycles = {};  // objections of the theory, or cycles forbidden
};
[[nodiscard]] std::string_view name_of(ContestResult::Answer answer);

// Runs the contestants one after the other, each in a process of its own that is killed at its limits
// (laboratory/own_process.hpp).
[[nodiscard]] std::vector<ContestResult> compete(const ContestSubject& subject,
                                                 std::span<const Contestant> contestants,
                                                 const Limits& limits);

// Whether one found a model and another says that there is none, or one gave a wrong model.
[[nodiscard]] bool has_disagreement(std::span<const ContestResult> results);

}  // namespace isolde
