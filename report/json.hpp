// A report for machines: one JSON object. Keys are added, never renamed.
#pragma once

#include <string>

#include "certify/report_data.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] std::string json_report(const History& history, const ReportData& report);
[[nodiscard]] std::string json_statistics(const History& history, const HistoryStatistics& statistics);

}  // namespace isolde
