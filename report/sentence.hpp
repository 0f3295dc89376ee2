// Evidence in words: one sentence for a finding, one for a dependency. External names reappear here. What is
// long is cut unless it is asked for as a whole (history/spelling.hpp).
#pragma once

#include <string>
#include <string_view>

#include "certify/decision.hpp"
#include "history/event.hpp"
#include "history/history.hpp"
#include "history/spelling.hpp"

namespace isolde {

// "T2 reads x = 1, written by T1, which aborted"
[[nodiscard]] std::string sentence(const History& history, const Finding& finding,
                                   Detail detail = Detail::kBounded);
// "T1 reads the initial x = 1, which T2 replaces by 2"
[[nodiscard]] std::string sentence(const History& history, const Dependency& dependency,
                                   Detail detail = Detail::kBounded);
// "T1 writes x before T2"
[[nodiscard]] std::string sentence(const History& history, const Assumption& assumption,
                                   Detail detail = Detail::kBounded);
// The whole anomaly in one sentence.
[[nodiscard]] std::string sentence(const History& history, const Anomaly& anomaly,
                                   Detail detail = Detail::kBounded);
// A word that a shell takes for one argument, as it is: x=7, 'my key=7'
[[nodiscard]] std::string shell_word(std::string_view word);
// "T1, T2 and T3"; long lists are cut
[[nodiscard]] std::string list_transactions(const History& history, const std::vector<TxnId>& txns,
                                            Detail detail = Detail::kBounded);
// "T1 -> T2 -> T3"; long orders are cut
[[nodiscard]] std::string spell_schedule(const History& history, const Schedule& schedule);

}  // namespace isolde
