// The public library's one call: read, check, report.
#include <fmt/format.h>

#include "base/clock.hpp"
#include "check/check.hpp"
#include "frontends/formats/formats.hpp"
#include "isolde/isolde.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace isolde {
namespace {

FileCheck bad_input(std::string error) { return {Answer::kBadInput, std::move(error), {}, {}}; }

Answer answer_of(Verdict verdict) {
  return verdict == Verdict::kAccept   ? Answer::kHolds
         : verdict == Verdict::kReject ? Answer::kViolated
                                       : Answer::kUnknown;
}

}  // namespace

FileCheck check_file(const std::string& path, const FileCheckOptions& options) {
  const std::optional<Level> level = level_named(options.level);
  if (!level) return bad_input(fmt::format("unknown level '{}'", options.level));
  ReadOptions read_options;
  read_options.format = format_named(options.format);
  if (!read_options.format && options.format != "auto")
    return bad_input(fmt::format("unknown format '{}'", options.format));
  const Stopwatch watch;
  const Result<History> history = read_history(path, read_options);
  if (!history) return bad_input(history.error().to_string());

  CheckOptions check_options;
  check_options.level = *level;
  check_options.clock_skew = options.clock_skew_nanoseconds;
  check_options.limits.seconds = options.timeout_seconds;
  const ReportData report = check(*history, check_options, watch.seconds());
  return {answer_of(report.decision.verdict),
          {},
          text_report(*history, report, {}),
          json_report(*history, report)};
}

}  // namespace isolde
