// Evidence in words: one sentence for a finding, one for a dependency. External names reappear here.
#pragma once

#include <string>

#include "certify/decision.hpp"
#include "history/event.hpp"
#include "history/history.hpp"

namespace isolde {

// "T2 reads x = 1, which only T1 wrote, and T1 aborted"
[[nodiscard]] std::string sentence(const History& history, const Finding& finding);
// "T1 reads x = nothing, which T2 overwrites with 2"
[[nodiscard]] std::string sentence(const History& history, const Dependency& dependency);
// "T1 writes x before T2"
[[nodiscard]] std::string sentence(const History& history, const Assumption& assumption);
// The whole anomaly in one sentence.
[[nodiscard]] std::string sentence(const History& history, const Anomaly& anomaly);
// "T1, T2 and T3"; long lists are cut
[[nodiscard]] std::string list_transactions(const History& history, const std::vector<TxnId>& txns);
// "T1 -> T2 -> T3"; long orders are cut
[[nodiscard]] std::string spell_schedule(const History& history, const Schedule& schedule);

}  // namespace isolde
