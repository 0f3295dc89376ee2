// Any history that is small enough for brute force: the pipeline agrees with the oracle at every level it
// decides, and its reports can be written.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "check/check.hpp"
#include "frontends/formats/native/native.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "tests/fuzz/check.hpp"
#include "tests/oracle/oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isolde;
  const Result<History> history = read_native_text({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!history || history->transaction_count() > 5 || history->operation_count() > 24) return 0;
  for (const LevelInfo& level : levels()) {
    CheckOptions options;
    options.level = level.level;
    const ReportData report = check(*history, options);
    fuzz::demand(!text_report(*history, report, {.color = true, .verbose = true}).empty(),
                 "a report says something");
    fuzz::demand(json_report(*history, report).starts_with('{'), "a JSON report is an object");
    const bool expected = satisfies(*history, static_cast<OracleLevel>(level.level));
    if (report.decision.verdict == Verdict::kUnknown) {
      fuzz::demand(!level.one_node, std::string(level.name) + " is decided");
    } else {
      fuzz::demand((report.decision.verdict == Verdict::kAccept) == expected,
                   "the oracle says otherwise at " + std::string(level.name));
    }
  }
  return 0;
}
