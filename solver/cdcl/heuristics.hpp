// The heuristics of our solver, each of which can be switched off for ablation. Answers never depend on them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace isolde {

struct Heuristics {
  bool first_model = true;   // before any search: the values that one good order of the nodes suggests
  bool phases = true;        // a decision gives the value that agrees with the order, now and at first
  bool open = true;          // variables that fit the order either way stay undecided
  bool activity = true;      // EVSIDS; without, variables are decided in the order of their first priorities
  bool propagation = true;   // the theory infers literals; without, it only objects
  bool minimisation = true;  // of learnt clauses
  bool restarts = true;
  bool reduction = true;  // the worse half of what was learnt is forgotten now and then

  bool operator==(const Heuristics&) const = default;
};

struct HeuristicSwitch {
  std::string_view name;
  bool Heuristics::*member;
};
inline constexpr std::array kHeuristicSwitches = {HeuristicSwitch{"first-model", &Heuristics::first_model},
                                                  HeuristicSwitch{"phases", &Heuristics::phases},
                                                  HeuristicSwitch{"open", &Heuristics::open},
                                                  HeuristicSwitch{"activity", &Heuristics::activity},
                                                  HeuristicSwitch{"propagation", &Heuristics::propagation},
                                                  HeuristicSwitch{"minimisation", &Heuristics::minimisation},
                                                  HeuristicSwitch{"restarts", &Heuristics::restarts},
                                                  HeuristicSwitch{"reduction", &Heuristics::reduction}};

// "all", "none", or what is switched off: "no-phases", "no-phases+no-restarts".
[[nodiscard]] std::string name_of(const Heuristics& heuristics);
[[nodiscard]] std::optional<Heuristics> heuristics_named(std::string_view name);

}  // namespace isolde
