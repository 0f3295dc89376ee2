// Holding a database to what it says about itself: its version orders and version sets (Emme, sections 3 and
// 4 of the paper) or its serialization order (Enne, section 6). Both are near-linear, because nothing is left
// to search. A "no" means that the level does not hold *in the order that the database claims*: its
// concurrency control, or its account of it, is wrong, even if another order would explain what clients saw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certify/decision.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

struct PromiseOptions {
  Level level = Level::kSerializable;
  CertificateMode mode = CertificateMode::kNoPromise;
  std::int64_t clock_skew = 0;  // nanoseconds
};

// What is wrong with a claim, as an anomaly without a cycle.
struct BrokenPromise {
  std::string name;
  std::string sentence;
  std::vector<TxnId> transactions = {};
};

// Whether the history claims what the mode needs: a serialization order, or version orders where a key is
// written more than once.
[[nodiscard]] bool makes_promise(const History& history, CertificateMode mode);

// Requires a mode other than kNone.
[[nodiscard]] Decision judge_promise(const History& history, const PromiseOptions& options);

// The two parts of it, one per mode.
[[nodiscard]] Decision judge_serialization_order(const History& history, const PromiseOptions& options);
[[nodiscard]] Decision judge_version_orders(const History& history, const PromiseOptions& options);

// A decision that rejects for this reason, followed by what validation found, if anything.
[[nodiscard]] Decision broken(const PromiseOptions& options, BrokenPromise promise,
                              const std::vector<Finding>& findings = {});

}  // namespace isolde
