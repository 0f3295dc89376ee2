// Keys whose values no single write made: counters, and lists or sets that are also written as a whole. What
// a read of such a key shows says nothing certain about any one writer.
#pragma once

#include <vector>

#include "history/history.hpp"

namespace isolde {

// By KeyId. Cost: linear in the history.
[[nodiscard]] std::vector<bool> computed_keys(const History& history);

}  // namespace isolde
