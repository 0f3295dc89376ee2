// What a verdict is worth: what limits it (warnings), and when a yes is worth so little that it is none. An
// exact "yes" about nothing at all looks like success and is most often a recorder that failed, so a history
// without committed transactions is unknown unless somebody says that he expects it.
#pragma once

#include <cstddef>
#include <vector>

#include "certify/report_data.hpp"
#include "certify/warning.hpp"
#include "check/check.hpp"
#include "history/history.hpp"

namespace isolde {

// What the history leaves out that the level asks for, and what its reader had to say. Cost: O(transactions).
[[nodiscard]] std::vector<Warning> warnings_about(const History& history, Level level);

// What a yes has to be worth.
struct LeastWorth {
  std::size_t min_transactions = 1;  // that committed
  bool fail_on_warning = false;      // a yes needs to be without warnings
};

// A yes that is worth less becomes unknown, and says why. A no stays one: it was proved by the
// transactions there are.
void hold_to(const LeastWorth& least, const HistoryStatistics& history, const std::vector<Warning>& warnings,
             Decision& decision);

}  // namespace isolde
