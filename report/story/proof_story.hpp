// A proof by cases (certify/certificate.hpp) as a story: what was seen, what follows because nothing else can
// be, and the cycle where it ends. Only what is left open is told by cases.
//
// A case all of whose alternatives but one fail at once is no case for a reader: the one that is left is a
// fact, and the cycles of the others are its reasons. So is a last case all of whose alternatives fail at
// once: the last one, which names the anomaly, is taken as a fact and leads to the cycle where the story
// ends.
//
// Invariants of a story:
//   1. Whatever a fact or the cycle rests on is told before, in this story or in one around it.
//   2. A dependency is told once.
//   3. It has either a cycle or cases.
#pragma once

#include <optional>
#include <vector>

#include "certify/certificate.hpp"
#include "certify/decision.hpp"
#include "history/history.hpp"
#include "history/level.hpp"
#include "report/story/refutation.hpp"

namespace isolde {

struct DerivedFact {
  Assumption holds;
  std::vector<FailedAlternative> failed;
};

struct StoryStep {
  // What was seen or is given: one dependency, or several reads of one transaction, or many orders of
  // sessions or real time that share their first or their last transaction; or
  std::vector<Dependency> known;
  std::optional<DerivedFact> derived;
};

struct StoryCase;
struct Story {
  std::vector<StoryStep> steps;
  std::vector<Dependency> cycle;
  std::vector<StoryCase> cases;
};
struct StoryCase {
  Assumption assumption;
  Story story;
};

// Requires a well-formed proof: every case is followed by one proof per alternative. An empty one has an
// empty story. Cost: the proof's dependencies times a logarithm.
[[nodiscard]] Story story_of(const History& history, const LevelInfo& level, const Proof& proof);
// The same of an anomaly; where nobody proved it, its cycle is told.
[[nodiscard]] Story story_of(const History& history, const LevelInfo& level, const Anomaly& anomaly);

}  // namespace isolde
