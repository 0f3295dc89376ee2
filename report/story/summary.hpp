// An anomaly in one sentence, where its transactions have a shape that has a name: what a person would say
// before going into details. The shape is looked for in the proof, never taken from the anomaly's name, and
// must be the whole proof: if the proof needs a further transaction, there is no sentence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certify/decision.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "report/story/proof_story.hpp"

namespace isolde {

struct Summary {
  std::string sentence;
  // Where the sentence itself goes through the cases of the proof: what it takes, and how it ends, instead of
  // the story. Else empty.
  std::vector<Dependency> edges = {};
  std::string closing = {};
};

[[nodiscard]] std::optional<Summary> summary_of(const History& history, const LevelInfo& level,
                                                const Anomaly& anomaly);

// "lost update: T1 and T2", "G0: T1 and T2, seen by T3"
[[nodiscard]] std::string heading_of(const History& history, const Anomaly& anomaly, const Story& story);

}  // namespace isolde
