// Some transactions of a history of registers alone: without the others, and without what was read from them.
#pragma once

#include <vector>

#include "history/builder.hpp"
#include "history/history.hpp"

namespace isolde {

// Ready to be finished, or to be added to. Requires integers as values and texts as keys.
[[nodiscard]] HistoryBuilder excerpt(const History& history, const std::vector<TxnId>& txns);

}  // namespace isolde
