#include "report/story/proof_story.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "base/contract.hpp"
#include "history/given_order.hpp"
#include "history/value_left.hpp"
#include "report/story/cycle_steps.hpp"

namespace isolde {
namespace {

using Kind = Assumption::Kind;

// Steps are compared with each other; a story this long is cut anyway.
constexpr std::size_t kMostToJoin = 2000;

// What makes two dependencies the same for a reader.
using Told = std::array<std::uint32_t, 4>;
Told told(DependencyKind kind, KeyId key, TxnId from, TxnId to) {
  return {static_cast<std::uint32_t>(kind), key.value, from.value, to.value};
}
Told told(const Dependency& edge) { return told(edge.kind, edge.key, edge.from, edge.to); }

// By step: where the proof that begins there ends.
std::vector<std::size_t> ends_of(const Proof& proof) {
  std::vector<std::size_t> ends(proof.size() + 1, proof.size());
  for (std::size_t i = proof.size(); i-- > 0;) {
    std::size_t at = i + 1;
    for (std::size_t k = 0; k < proof[i].alternatives.size(); ++k) {
      ISOLDE_REQUIRE(at < proof.size());
      at = ends[at];
    }
    ends[i] = at;
  }
  return ends;
}

// What a fact says as a dependency, if it is one.
std::optional<Told> dependency_of(const Assumption& fact) {
  if (fact.kind == Kind::kOrder) return told(DependencyKind::kWw, fact.key, fact.first, fact.second);
  if (fact.kind == Kind::kReadsFrom && fact.second.is_valid())
    return told(DependencyKind::kWr, fact.key, fact.second, fact.first);
  return std::nullopt;
}

bool uses(const std::vector<Dependency>& edges, const Assumption& fact) {
  return std::ranges::any_of(edges, [&](const Dependency& edge) { return follows_from(edge, fact); });
}

// The fact is a step of the cycle, and no other step follows from it.
bool is_only_step_of(const std::vector<Dependency>& cycle, const Assumption& fact) {
  const std::optional<Told> step = dependency_of(fact);
  bool is_step = false;
  for (const Dependency& edge : cycle) {
    if (!follows_from(edge, fact)) continue;
    if (told(edge) != step) return false;
    is_step = true;
  }
  return is_step;
}

bool is_given_order(const Dependency& edge) {
  return edge.kind == DependencyKind::kSo || edge.kind == DependencyKind::kRt;
}

bool is_read(const Dependency& edge) {
  return edge.kind == DependencyKind::kWr && edge.reason == DependencyReason::kRead && edge.from != edge.to;
}

// Steps that are alike become one, where the first of them stands.
template <class Alike>
void join_steps(std::vector<StoryStep>& steps, std::size_t at_least, Alike&& alike) {
  std::vector<StoryStep> joined;
  for (StoryStep& step : steps) {
    const auto is_alike = [&](const StoryStep& other) {
      return !other.derived && !step.derived && alike(other.known[0], step.known[0]);
    };
    const auto count = step.derived ? 0 : std::ranges::count_if(steps, is_alike);
    const auto found = std::cmp_less(count, at_least) ? joined.end() : std::ranges::find_if(joined, is_alike);
    if (found == joined.end())
      joined.push_back(step);
    else
      found->known.insert(found->known.end(), step.known.begin(), step.known.end());
  }
  steps = std::move(joined);
}

// Several reads of one transaction, and many given orders from or to one.
void join_alike(std::vector<StoryStep>& steps) {
  constexpr std::size_t kManyOrders = 3;
  if (steps.size() > kMostToJoin) return;
  if (std::ranges::any_of(steps, [](const StoryStep& step) { return step.derived.has_value(); }))
    join_steps(steps, 2, [](const Dependency& a, const Dependency& b) {
      return is_read(a) && is_read(b) && a.to == b.to;
    });
  join_steps(steps, kManyOrders, [](const Dependency& a, const Dependency& b) {
    return is_given_order(a) && a.kind == b.kind && a.from == b.from;
  });
  join_steps(steps, kManyOrders, [](const Dependency& a, const Dependency& b) {
    return is_given_order(a) && a.kind == b.kind && a.to == b.to;
  });
}

class Storyteller {
 public:
  Storyteller(const History& history, const LevelInfo& level, const Proof& proof)
      : history_(history), level_(level), proof_(proof), ends_(ends_of(proof)) {}

  Story run() { return proof_.empty() ? Story() : tell_from(0); }

 private:
  [[nodiscard]] bool is_leaf(std::size_t at) const { return proof_[at].alternatives.empty(); }

  // The alternative that is left when those that fail at once are taken away; the last one if all do.
  [[nodiscard]] std::optional<std::size_t> left(std::size_t at) const {
    std::optional<std::size_t> deep;
    const std::size_t count = proof_[at].alternatives.size();
    std::size_t below = at + 1;
    for (std::size_t k = 0; k < count; ++k, below = ends_[below]) {
      if (is_leaf(below)) continue;
      if (deep) return std::nullopt;
      deep = k;
    }
    return deep ? deep : count - 1;
  }

  // A chain of facts is a loop here, so only true branching goes deeper.
  Story tell_from(std::size_t at) {
    std::vector<DerivedFact> facts;
    while (!is_leaf(at)) {
      const std::optional<std::size_t> alternative = left(at);
      if (!alternative) break;
      at = derive(at, *alternative, facts);
    }
    const std::set<Told> told_before = told_;
    Story story;
    if (is_leaf(at)) {
      tell_to_the_end(std::move(facts), proof_[at].cycle, story);
    } else {
      for (DerivedFact& fact : facts) tell(std::move(fact), story);
      tell_cases(at, story);
    }
    told_ = told_before;
    join_alike(story.steps);
    return story;
  }

  // Where the proof of the alternative that is left begins.
  std::size_t derive(std::size_t at, std::size_t alternative, std::vector<DerivedFact>& facts) const {
    const std::vector<Assumption>& alternatives = proof_[at].alternatives;
    DerivedFact fact{alternatives[alternative], {}};
    std::size_t next = at;
    std::size_t below = at + 1;
    for (std::size_t k = 0; k < alternatives.size(); ++k, below = ends_[below]) {
      if (k == alternative)
        next = below;
      else
        fact.failed.push_back({alternatives[k], proof_[below].cycle});
    }
    facts.push_back(std::move(fact));
    return next;
  }

  // Facts that nothing but the cycle rests on are told where the cycle comes to them.
  void tell_to_the_end(std::vector<DerivedFact> facts, const std::vector<Dependency>& cycle, Story& story) {
    std::vector<bool> waits(facts.size());
    std::vector<Dependency> used_later;  // by the reasons of the facts that follow
    for (std::size_t i = facts.size(); i-- > 0;) {
      // Whose version was seen may matter to a contradiction without being one of its steps.
      waits[i] = facts[i].holds.kind == Kind::kOrder && is_only_step_of(cycle, facts[i].holds) &&
                 !uses(used_later, facts[i].holds);
      for (const FailedAlternative& failed : facts[i].failed)
        used_later.insert(used_later.end(), failed.cycle.begin(), failed.cycle.end());
    }
    for (std::size_t i = 0; i < facts.size(); ++i)
      if (!waits[i]) tell(std::move(facts[i]), story);
    for (const Dependency& edge : cycle) {
      for (std::size_t i = 0; i < facts.size(); ++i)
        if (waits[i] && dependency_of(facts[i].holds) == told(edge)) tell(facts[i], story);
      if (edge.from != edge.to) tell(edge, story, cycle);
    }
    // A transaction that contradicts what is left (a cycle of one step) is told last, as the end of the
    // story.
    if (cycle[0].from == cycle[0].to) tell(cycle[0], story, cycle);
    story.cycle = cycle;
  }

  void tell(DerivedFact fact, Story& story) {
    for (const FailedAlternative& failed : fact.failed) {
      const std::vector<Dependency> granted = premises(failed);
      for (const Dependency& edge : granted) tell(edge, story, granted);
    }
    note(fact.holds);
    story.steps.push_back({{}, std::move(fact)});
  }

  void note(const Assumption& fact) {
    if (const auto dependency = dependency_of(fact)) told_.insert(*dependency);
  }

  void tell(const Dependency& edge, Story& story, const std::vector<Dependency>& together) {
    if (!told_.insert(told(edge)).second) return;
    if (const auto ground = ground_of(edge, together)) tell(*ground, story, together);
    story.steps.push_back({{edge}, std::nullopt});
  }

  // Why the version that was read is older than the one that replaced it, where no fact says so: whoever
  // replaced it had read it, or comes later by a given order.
  [[nodiscard]] std::optional<Dependency> ground_of(const Dependency& rw,
                                                    const std::vector<Dependency>& together) const {
    if (rw.kind != DependencyKind::kRw || !rw.witness.is_valid()) return std::nullopt;
    if (told_.contains(told(DependencyKind::kWw, rw.key, rw.witness, rw.to))) return std::nullopt;
    const bool is_said = std::ranges::any_of(together, [&](const Dependency& edge) {
      return edge.kind == DependencyKind::kRw && edge.key == rw.key && edge.from == rw.to &&
             edge.witness == rw.witness;
    });
    if (is_said) return std::nullopt;
    Dependency ground;
    ground.from = rw.witness;
    ground.to = rw.to;
    if (level_.session_order && session_orders(history_, rw.witness, rw.to)) {
      ground.kind = DependencyKind::kSo;
    } else if (reads_what_was_left(rw.to, rw.witness, rw.key)) {
      ground.kind = DependencyKind::kWr;
      ground.key = rw.key;
      ground.value = value_left(history_, rw.witness, rw.key);
      return ground;
    } else if (level_.real_time && real_time_orders(history_, rw.witness, rw.to, 0)) {
      ground.kind = DependencyKind::kRt;
    } else {
      return std::nullopt;
    }
    ground.reason = DependencyReason::kOrdered;
    return ground;
  }

  [[nodiscard]] bool reads_what_was_left(TxnId reader, TxnId writer, KeyId key) const {
    const ValueId left = value_left(history_, writer, key);
    for (const OpId op : history_.operations(reader)) {
      if (history_.kind(op) == OpKind::kRead && history_.key(op) == key) return history_.value(op) == left;
      if (!is_predicate(history_.kind(op))) continue;
      for (const RowSeen& row : history_.rows(op))
        if (row.key == key) return row.value == left;
    }
    return false;
  }

  void tell_cases(std::size_t at, Story& story) {
    std::size_t below = at + 1;
    for (const Assumption& alternative : proof_[at].alternatives) {
      const std::set<Told> told_before = told_;
      note(alternative);
      story.cases.push_back({alternative, tell_from(below)});
      told_ = told_before;
      below = ends_[below];
    }
  }

  const History& history_;
  const LevelInfo& level_;
  const Proof& proof_;
  const std::vector<std::size_t> ends_;
  std::set<Told> told_;
};

}  // namespace

Story story_of(const History& history, const LevelInfo& level, const Proof& proof) {
  Proof brief = proof;
  for (ProofStep& step : brief) step.cycle = shortened(history, step.cycle);
  return Storyteller(history, level, brief).run();
}

Story story_of(const History& history, const LevelInfo& level, const Anomaly& anomaly) {
  if (!anomaly.proof.empty() || anomaly.cycle.empty()) return story_of(history, level, anomaly.proof);
  return story_of(history, level, Proof{{{}, anomaly.cycle}});
}

}  // namespace isolde
