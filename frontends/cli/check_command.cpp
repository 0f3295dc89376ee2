// isolde check: reads a history, decides an isolation level, reports, and writes the files that were asked
// for.
#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/files/file.hpp"
#include "base/files/standard_streams.hpp"
#include "check/certificates.hpp"
#include "check/check.hpp"
#include "check/reinsert.hpp"
#include "check/some_initials.hpp"
#include "frontends/cli/arguments/demand_arguments.hpp"
#include "frontends/cli/arguments/order_arguments.hpp"
#include "frontends/cli/arguments/quantity.hpp"
#include "frontends/cli/commands.hpp"
#include "frontends/cli/one_of.hpp"
#include "frontends/cli/reading.hpp"
#include "laboratory/laboratory.hpp"
#include "promise/promise.hpp"
#include "report/dot.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace isolde {
namespace {

struct CheckArguments {
  HistoryArgument history;
  std::string level = "serializable";
  std::string solver = "cdcl";
  std::string encoding = "lazy";
  std::string formulation = "simplified";
  std::string closure = "auto";
  std::string prune = "auto";
  OrderArguments orders;
  std::string assume;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  bool no_guess = false;
  std::string certificate_mode = "none";
  std::string reinsert = "same-object";
  std::string clock_skew = "0s";
  std::string timeout = "60s";
  std::string memory = "4G";
  DemandArguments demands;
  std::string certificate;
  std::string dot;
  std::string dump;
  std::string proof;
  bool json = false;
  bool no_explain = false;
  bool no_certify = false;
};

CertificateMode certificate_mode_named(const std::string& name) {
  for (const CertificateMode mode : {CertificateMode::kVersionOrder, CertificateMode::kSerializationOrder})
    if (name_of(mode) == name) return mode;
  return CertificateMode::kNoPromise;
}

Error missing_promise(const CheckArguments& arguments) {
  const bool is_order =
      certificate_mode_named(arguments.certificate_mode) == CertificateMode::kSerializationOrder;
  return input_error(
             {input_name(arguments.history.path), PlaceUnit::kNone, 0},
             fmt::format("the history has no {} line, which --certificate-mode {} needs",
                         is_order ? "serialization_order" : "version_order", arguments.certificate_mode))
      .value();
}

int exit_code_of(Verdict verdict) {
  return verdict == Verdict::kAccept   ? kExitHolds
         : verdict == Verdict::kReject ? kExitViolated
                                       : kExitUnknown;
}

// Refuses options that contradict each other.
Result<void> check_combination(const CheckArguments& arguments) {
  const Level level = *level_named(arguments.level);
  if (!arguments.assume.empty() && !info(with_real_time(level)).real_time)
    return usage_error(fmt::format("no level is {} together with real time", arguments.level));
  if (arguments.reinsert == "new-object" &&
      (arguments.certificate_mode != "none" || !arguments.certificate.empty() || !arguments.proof.empty()))
    return usage_error(
        "--reinsert new-object goes with none of --certificate-mode, --certificate and --proof, "
        "since they speak of keys, not of objects");
  if (!arguments.orders.use.empty() &&
      certificate_mode_named(arguments.certificate_mode) != CertificateMode::kNoPromise)
    return usage_error("--use is about deciding a level, not about --certificate-mode");
  return arguments.orders.check(arguments.assume.empty() ? level : with_real_time(level));
}

// What is written beside the report.
std::vector<NamedFile> outputs_of(const CheckArguments& arguments) {
  return {{"--dot", arguments.dot},
          {"--certificate", arguments.certificate},
          {"--dump", arguments.dump},
          {"--proof", arguments.proof},
          {"--json", arguments.json ? "-" : ""}};
}

// Asked before the work begins, so that a path that cannot be written costs no time.
Result<void> check_files(const CheckArguments& arguments) {
  const std::vector<NamedFile> outputs = outputs_of(arguments);
  if (const Result<void> one = check_one_writes_standard_output(outputs); !one) return one;
  for (const NamedFile& file : outputs) {
    if (file.path.empty()) continue;
    if (const Result<void> writable = check_writable(std::string(file.path)); !writable) return writable;
  }
  return arguments.dump.empty() ? Result<void>() : check_polygraph_ending(arguments.dump);
}

// One warning for each option that had no effect.
std::vector<Warning> warnings_on(const CheckArguments& arguments) {
  const Solver solver = contestant_named(arguments.solver)->solver;
  for (const PolygraphSolverInfo& row : polygraph_solvers())
    if (row.solver == solver && row.has_encodings) return {};
  if (arguments.encoding == "lazy") return {};
  return {{WarningKind::kUnusedOption,
           fmt::format("--encoding has no effect on {}, which needs no clauses to know acyclic graphs",
                       arguments.solver)}};
}

CheckOptions options_from(const CheckArguments& arguments, Progress& progress) {
  CheckOptions options;
  options.level = *level_named(arguments.level);
  const Contestant contestant = contestant_named(arguments.solver).value();
  options.solver = contestant.solver;
  options.encoding = arguments.encoding == "eager" ? AcyclicityEncoding::kEager : contestant.encoding;
  options.closure = closure_named(arguments.closure);
  options.formulation = arguments.formulation == "cobra" ? Formulation::kCobra : Formulation::kSimplified;
  options.guess = !arguments.no_guess && !options.closure && arguments.prune == "auto" &&
                  options.formulation == Formulation::kSimplified;
  options.prune = arguments.prune != "none";
  options.pruner = pruner_named(arguments.prune).value_or(Pruner::kAuto);
  options.threads = arguments.threads;
  options.seed = arguments.seed;
  arguments.orders.apply_to(options);
  options.assume_real_time = !arguments.assume.empty();
  options.mode = certificate_mode_named(arguments.certificate_mode);
  options.clock_skew = *parse_duration(arguments.clock_skew);
  options.limits.seconds = static_cast<double>(*parse_duration(arguments.timeout)) * 1e-9;
  options.limits.memory_bytes = *parse_size(arguments.memory);
  options.explain = !arguments.no_explain;
  options.certify = !arguments.no_certify;
  options.on_phase = [&](Phase phase) { progress.phase(name_of(phase)); };
  return options;
}

// The files that were asked for beside the report.
Result<void> write_files(const CheckArguments& arguments, const History& history, const ReportData& report) {
  if (!arguments.dot.empty()) {
    const Result<void> written = write_file(arguments.dot, dot_report(history, report.decision));
    if (!written) return written;
  }
  if (arguments.certificate.empty()) return {};
  const auto certificate = certificate_of(report.decision, *parse_duration(arguments.clock_skew));
  if (certificate) return save_certificate(history, *certificate, arguments.certificate);
  complain(fmt::format("there is no certificate to write: {}",
                       report.decision.verdict == Verdict::kUnknown ? "the verdict is UNKNOWN"
                       : report.decision.mode != CertificateMode::kNoPromise
                           ? "a promise was judged, not the level"
                           : "no proof of the violation is known"));
  return {};
}

// Writes the polygraph that the solvers get, so that other programs can solve it. Where there is none to
// write, the verdict stands all the same.
Result<void> dump(const CheckArguments& arguments, const History& history, const ReportData& /*report*/) {
  if (arguments.dump.empty()) return {};
  Progress silent(false);
  const Result<Polygraph> polygraph = polygraph_of(history, options_from(arguments, silent));
  if (polygraph) return save_polygraph(*polygraph, arguments.dump);
  complain("nothing was dumped: " + polygraph.error().to_string());
  return {};
}

// Writes why the level is violated, clause by clause. The verifier checks the proof first; one that fails is
// not written.
Result<void> write_proof(const CheckArguments& arguments, const History& history, const ReportData& report) {
  if (arguments.proof.empty()) return {};
  const bool is_promise = report.decision.mode != CertificateMode::kNoPromise;
  if (is_promise || report.decision.verdict != Verdict::kReject ||
      report.decision.anomalies.front().finding) {
    complain(fmt::format("there is no proof to write: {}", is_promise ? "a promise was judged, not the level"
                                                           : report.decision.verdict == Verdict::kReject
                                                               ? "no clauses are needed, see --certificate"
                                                           : report.decision.verdict == Verdict::kAccept
                                                               ? "the level holds"
                                                               : "the verdict is UNKNOWN"));
    return {};
  }
  Progress silent(false);
  const Result<LemmaProof> proof = lemma_proof_of(history, options_from(arguments, silent));
  if (!proof) {
    complain(proof.error().to_string());
    return {};
  }
  if (const VerifyResult result = verify(history, *proof); !result)
    return usage_error(fmt::format("the proof failed its check and was not written: {}", result.reason));
  return save_lemma_proof(history, *proof, arguments.proof);
}

int run_check(const CheckArguments& arguments, const CommonOptions& common) {
  if (const Result<void> combination = check_combination(arguments); !combination)
    return report_error(combination.error());
  if (const auto contestant = available_contestant_named(arguments.solver); !contestant)
    return report_error(contestant.error());
  if (const Result<void> files = check_files(arguments); !files) return report_error(files.error());
  const bool has_new_objects = arguments.reinsert == "new-object";
  std::optional<Result<History>> history;
  std::optional<ReportData> report;
  {
    Progress progress(common.show_progress());
    const Stopwatch watch;
    history = arguments.history.read(progress);
    if (*history && has_new_objects)
      report = check_new_objects(**history, options_from(arguments, progress), watch.seconds());
    else if (*history && makes_promise(**history, certificate_mode_named(arguments.certificate_mode)))
      report = check_with_some_initials(**history, options_from(arguments, progress), watch.seconds());
  }
  if (!*history) return report_error(history->error(), arguments.json && !common.quiet);
  if (!report) return report_error(missing_promise(arguments), arguments.json && !common.quiet);
  std::ranges::move(warnings_on(arguments), std::back_inserter(report->warnings));
  hold_to(arguments.demands.least_worth(), report->history, report->warnings, report->decision);
  for (const std::string& line : report->log) common.remark(line);
  const TextStyle style{.color = common.use_color(), .verbose = common.verbose};
  common.print(arguments.json ? json_report(**history, *report) : text_report(**history, *report, style),
               arguments.json ? stdout : report_stream(outputs_of(arguments)));
  for (const auto write : {dump, write_files, write_proof})
    if (const Result<void> written = write(arguments, **history, *report); !written)
      return report_error(written.error());
  return exit_code_of(report->decision.verdict);
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const Contestant& contestant : all_contestants()) names.push_back(contestant.name());
  names.emplace_back(name_of(Solver::kSearch));
  return names;
}

// Options that choose how to decide; the verdict does not depend on them.
void add_tuning(CLI::App& command, CheckArguments& arguments) {
  std::vector<std::string> closures{"auto"};
  for (const ClosureKind kind : closure_kinds()) closures.emplace_back(name_of(kind));
  command.add_flag("--no-guess", arguments.no_guess,
                   "Do not execute first: list all open pairs as constraints, prune, solve");
  command
      .add_option("--closure", arguments.closure, "Reachability for pruning and solver; implies --no-guess")
      ->check(one_of(closures))
      ->capture_default_str();
  std::vector<std::string> prunes{"none"};
  for (const Pruner pruner : pruners()) prunes.emplace_back(name_of(pruner));
  command
      .add_option(
          "--prune", arguments.prune,
          "Where constraints are pruned (host: the device's kernels on the CPU, for tests); all but auto "
          "imply --no-guess")
      ->check(one_of(prunes))
      ->capture_default_str();
  command.add_option("--threads", arguments.threads, "Threads for pruning and for independent components")
      ->check(CLI::Range(1U, 1024U))
      ->capture_default_str();
  command.add_option("--seed", arguments.seed, "Seed of the solver; the same seed gives the same run")
      ->capture_default_str();
  arguments.orders.add_to(command, "orders to decide with; those beyond the level's are only tried first");
  command
      .add_option("--assume", arguments.assume,
                  "Take for granted that the database respects real time, and say so in the report")
      ->check(one_of({"real-time"}));
}

}  // namespace

void add_check(CLI::App& app, const CommonOptions& common, int& exit_code) {
  CLI::App* command = app.add_subcommand("check", "Decide whether a history respects an isolation level");
  auto arguments = std::make_shared<CheckArguments>();
  arguments->history.add_to(*command);
  std::vector<std::string> level_names;
  std::string footer = "Levels:\n";
  for (const LevelInfo& level : levels()) {
    level_names.emplace_back(level.name);
    footer += fmt::format("  {:<34}{}\n", level.name, level.meaning);
  }
  command->add_option("--level", arguments->level, "Isolation level to decide")
      ->check(one_of(level_names))
      ->capture_default_str();
  command
      ->add_option("--solver", arguments->solver,
                   "How to decide; others than cdcl and search imply --no-guess")
      ->check(one_of(solver_names()))
      ->capture_default_str();
  command
      ->add_option("--encoding", arguments->encoding,
                   "How minisat, cadical and cryptominisat learn what a cycle is: one by one, or all at once")
      ->check(one_of({"lazy", "eager"}))
      ->capture_default_str();
  command
      ->add_option("--formulation", arguments->formulation,
                   "A variable per choice, or per edge as Cobra has it; cobra implies --no-guess")
      ->check(one_of({"simplified", "cobra"}))
      ->capture_default_str();
  add_tuning(*command, *arguments);
  command
      ->add_option("--certificate-mode", arguments->certificate_mode,
                   "Hold the database to what it claims: its version orders, or its serialization order")
      ->check(one_of({"none", "version-order", "serialization-order"}))
      ->capture_default_str();
  command
      ->add_option("--reinsert", arguments->reinsert,
                   "What a key is that is inserted again after a delete: further versions, or a new object")
      ->check(one_of({"same-object", "new-object"}))
      ->capture_default_str();
  command
      ->add_option("--clock-skew", arguments->clock_skew,
                   "How far clients' clocks may differ, such as 20ms (strict levels)")
      ->check(check_clock_skew)
      ->capture_default_str();
  command
      ->add_option("--timeout", arguments->timeout, "Give up after this long: verdict unknown, exit code 3")
      ->check(check_duration)
      ->capture_default_str();
  command->add_option("--memory", arguments->memory, "Give up beyond this much solver memory")
      ->check(check_size)
      ->capture_default_str();
  arguments->demands.add_to(*command);
  command->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  command->add_flag("--no-explain", arguments->no_explain,
                    "On a violation, do not look for the transactions to blame");
  command->add_flag("--no-certify", arguments->no_certify,
                    "Do not have the verifier check the certificate of the verdict");
  command
      ->add_option("--certificate", arguments->certificate,
                   "Write what proves the verdict, for isolde verify")
      ->type_name("FILE");
  command
      ->add_option(
          "--dump", arguments->dump,
          "Write the polygraph that is solved first: with the orders of --use, pruned unless --prune none; "
          "as .json, .cnf, .smt2 or .gnf")
      ->type_name("FILE");
  command
      ->add_option(
          "--proof", arguments->proof,
          "On a violation, write cycle lemmas and an LRAT proof that they leave nothing, for isolde verify")
      ->type_name("FILE");
  command
      ->add_option("--dot", arguments->dot, "Draw the anomalies for Graphviz: the cycle red, open cases grey")
      ->type_name("FILE");
  command->footer(
      footer +
      "\nExit codes: 0 the level holds, 1 it is violated, 2 bad usage or input, 3 unknown (also a "
      "history without committed transactions).\n"
      "Example: isolde check examples/write-skew.jsonl --level serializable");
  command->callback([arguments, &common, &exit_code] { exit_code = run_check(*arguments, common); });
}

}  // namespace isolde
