// A report for machines: one JSON object. Keys are added, never renamed.
#pragma once

#include <string>

#include "base/result.hpp"
#include "certify/report_data.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] std::string json_report(const History& history, const ReportData& report);
// Bad input: the first sentence as "error", all that are known as "errors".
[[nodiscard]] std::string json_error(const Error& error);
[[nodiscard]] std::string json_statistics(const History& history, const HistoryStatistics& statistics);

}  // namespace isolde
