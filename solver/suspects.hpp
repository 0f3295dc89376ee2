// From transactions on a refuted cycle to those that a proof needs beside them.
#pragma once

#include <vector>

#include "encode/items/items.hpp"

namespace isolde {

// What they read means nothing without those who wrote it; and a solver orders chains of versions as one,
// where a proof goes link by link. So: the suspects, the links of their chains near them, and the writers of
// what all these read.
[[nodiscard]] std::vector<TxnId> with_context(const Items& items, const std::vector<TxnId>& suspects);

}  // namespace isolde
