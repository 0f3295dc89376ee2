// The public library's one call: read, check, report.
#include <fmt/format.h>

#include "base/clock.hpp"
#include "check/some_initials.hpp"
#include "check/worth.hpp"
#include "frontends/formats/formats.hpp"
#include "isolde/isolde.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace isolde {
namespace {

FileCheck bad_input(const Error& error) {
  FileCheck result;
  result.answer = Answer::kBadInput;
  result.error = error.to_string();
  result.errors = error.sentences();
  result.has_more_errors = error.has_more;
  return result;
}

Answer answer_of(Verdict verdict) {
  return verdict == Verdict::kAccept   ? Answer::kHolds
         : verdict == Verdict::kReject ? Answer::kViolated
                                       : Answer::kUnknown;
}

}  // namespace

FileCheck check_file(const std::string& path, const FileCheckOptions& options) {
  const std::optional<Level> level = level_named(options.level);
  if (!level) return bad_input(usage_error(fmt::format("unknown level '{}'", options.level)).value());
  ReadOptions read_options;
  read_options.format = format_named(options.format);
  if (!read_options.format && options.format != "auto")
    return bad_input(usage_error(fmt::format("unknown format '{}'", options.format)).value());
  read_options.initial = options.initial;
  const Stopwatch watch;
  Result<History> history = read_history(path, read_options);
  if (!history) return bad_input(history.error());

  CheckOptions check_options;
  check_options.level = *level;
  check_options.clock_skew = options.clock_skew_nanoseconds;
  check_options.limits.seconds = options.timeout_seconds;
  ReportData report = check_with_some_initials(*history, check_options, watch.seconds());
  hold_to({.min_transactions = options.min_transactions, .fail_on_warning = options.fail_on_warning},
          report.history, report.warnings, report.decision);
  FileCheck result;
  result.answer = answer_of(report.decision.verdict);
  result.text = text_report(*history, report, {});
  result.json = json_report(*history, report);
  result.reason = report.decision.reason;
  for (const Warning& warning : report.warnings)
    result.warnings.push_back({std::string(name_of(warning.kind)), warning.sentence, warning.count});
  return result;
}

}  // namespace isolde
