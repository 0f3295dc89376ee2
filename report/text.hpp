// A report for people: the verdict first, then why.
#pragma once

#include <string>

#include "certify/report_data.hpp"
#include "history/history.hpp"

namespace isolde {

struct TextStyle {
  bool color = false;    // ANSI colours; for terminals
  bool verbose = false;  // also phases and counters
};

[[nodiscard]] std::string text_report(const History& history, const ReportData& report,
                                      const TextStyle& style);

// `isolde stats` for people.
[[nodiscard]] std::string text_statistics(const History& history, const HistoryStatistics& statistics);

}  // namespace isolde
