// The anomalies as a picture, in the language of Graphviz: a box per transaction with its operations, an
// arrow per dependency. At every level a transaction is one box. Arrows that a proof by cases assumes are
// dashed.
#pragma once

#include <string>

#include "certify/decision.hpp"
#include "history/history.hpp"

namespace isolde {

// Cycles and cases beyond a few dozen are left out.
[[nodiscard]] std::string dot_report(const History& history, const Decision& decision);

}  // namespace isolde
