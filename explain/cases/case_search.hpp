// Finds a proof by cases (certify/certificate.hpp) that a few transactions have no execution, or an execution
// of them: each case asks which of two transactions installed its version of a key first, whose version
// somebody saw, or whether an indeterminate transaction took effect; each leaf is a cycle, or a transaction
// that no version suits. Cases of which all alternatives but one fail at once come first, so that most trees
// are a line of "otherwise" and end in one telling cycle. What no leaf below needs is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "certify/certificate.hpp"
#include "explain/choice_facts.hpp"
#include "history/level.hpp"

namespace isolde {

struct CaseOutcome {
  enum class Answer : std::uint8_t { kRefuted, kExecution, kGaveUp };
  Answer answer = Answer::kGaveUp;
  Proof proof;                        // kRefuted
  std::vector<TxnId> transactions;    // kRefuted: all that the proof names; ascending
  std::vector<Assumption> execution;  // kExecution: what was chosen
};

// Gives up beyond `most_nodes` of the tree, or when time is up. Meant for some dozens of transactions; some
// hundreds are fine if little is open.
[[nodiscard]] CaseOutcome search_cases(const ChoiceFacts& facts, Level level, const Deadline& deadline,
                                       std::size_t most_nodes);

}  // namespace isolde
