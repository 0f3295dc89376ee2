// A proof by cases that a few transactions have no execution (certify/certificate.hpp): each case asks which
// of two transactions installed its version of a key first, and each leaf is a cycle. Cases of which one
// alternative fails at once come first, so that most trees are a line of "otherwise" and end in one telling
// cycle. What no leaf below needs is left out.
#pragma once

#include <optional>

#include "base/clock.hpp"
#include "certify/certificate.hpp"
#include "explain/cases/core_facts.hpp"
#include "history/level.hpp"

namespace isolde {

// Nothing if the transactions have an execution, or if the tree gets too large or the time is up. Meant for
// minimal sets: some dozens of transactions.
[[nodiscard]] std::optional<Proof> prove_by_cases(const CoreFacts& facts, Level level,
                                                  const Deadline& deadline);

}  // namespace isolde
