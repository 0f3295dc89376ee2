// From any history to a polygraph, at every level: reads with several possible writers, predicates, inserts
// and deletes, lists, sets, counters, and indeterminate transactions that may or may not have taken effect.
//
// In every execution a transaction has, for each key, exactly one *source*: the last version of the key that
// was committed before it began. A touch (encode/choices/touches.hpp) says which sources are possible; where
// more than one is left, it becomes a choice. docs/algorithms.md, "Choices", has the rules and their proofs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "encode/choices/touches.hpp"
#include "encode/items/items.hpp"
#include "history/demands.hpp"
#include "history/history.hpp"
#include "polygraph/polygraph.hpp"

namespace isolde {

// How much may be spent on encoding, and what of the history counts.
struct ChoiceOptions {
  std::size_t most_literals = 100'000'000;  // in clauses and edge sets; beyond, the encoding gives up

  std::size_t most_closure_bytes = std::size_t{2} << 30;  // reachability in the known graph

  // Conclude what the sources known so far tell about others. Without it that is left to whoever decides the
  // polygraph, which then is larger and says more.
  bool narrow = true;

  // Which observations bind; null: all. With fewer there are more models.
  const KeepObservation* keep = nullptr;
};

// Half of the memory is for the closure.
[[nodiscard]] ChoiceOptions choice_options(std::optional<std::size_t> memory_bytes);

struct EncodedChoices {
  static constexpr Variable kAlways = kNone;
  static constexpr Variable kNever = kNone - 1;

  Polygraph graph;
  // By member: the variable that says whether it takes effect.
  std::vector<Variable> takes_effect;
  // Touches that nothing suits although an execution must contain them: then there is no model, whatever the
  // graph says.
  std::vector<ImpossibleTouch> impossible;
  // Known edges that were concluded together: from each of these numbers to the next, each from what was
  // known before the first of them. Empty: each from all before it.
  std::vector<std::uint32_t> batch_begins;
  // Why the polygraph is not the whole story: then only a refutation means anything.
  std::optional<std::string> left_out;
  std::size_t choices = 0;  // touches with more than one possible source
};

// Every transaction that may count is a member of `items`: all but the aborted ones.
[[nodiscard]] std::vector<bool> may_count(const History& history);
// `stop` is asked now and then; may be empty.
[[nodiscard]] EncodedChoices encode_choices(const History& history, const Items& items,
                                            const Demands& demands, const ChoiceOptions& options = {},
                                            std::function<bool()> stop = {});

}  // namespace isolde
