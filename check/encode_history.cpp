#include "check/encode_history.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "encode/choices/choices.hpp"
#include "encode/items/encode.hpp"

namespace isolde {
namespace {

Polygraph contradiction(const Items& items, const std::vector<ImpossibleTouch>& impossible) {
  Polygraph polygraph;
  for (const ImpossibleTouch& each : impossible)
    polygraph.add_node({items.txn(each.member), EventKind::kCommit});
  polygraph.add_clause({});
  polygraph.finish();
  return polygraph;
}

EncodedHistory encode_by_choices(const History& history, const WriterIndex& writers,
                                 const CheckOptions& options, const Demands& demands, EncodingCare care) {
  const Items items(history, writers, may_count(history));
  ChoiceOptions how = choice_options(options.limits.memory_bytes);
  how.narrow = care == EncodingCare::kShort;
  const Deadline deadline(options.limits.seconds);
  EncodedChoices encoded = encode_choices(history, items, demands, how, [&] { return deadline.expired(); });
  EncodedHistory result{std::move(encoded.graph), std::move(encoded.left_out), {}, encoded.choices};
  for (Member member = 0; member < encoded.takes_effect.size(); ++member)
    if (encoded.takes_effect[member] == EncodedChoices::kNever)
      result.effectless.push_back(items.txn(member));
  std::ranges::sort(result.effectless);
  if (!encoded.impossible.empty()) result.polygraph = contradiction(items, encoded.impossible);
  return result;
}

}  // namespace

EncodedHistory encode_history(const History& history, const Validated& validated, const CheckOptions& options,
                              const Demands& demands, EncodingCare care) {
  if (validated.items) return {encode(history, *validated.items, demands)};
  if (validated.writers) return encode_by_choices(history, *validated.writers, options, demands, care);
  return encode_by_choices(history, WriterIndex(history), options, demands, care);
}

Outcome outcome_of(const EncodedHistory& encoded, Outcome outcome) {
  auto* accept = std::get_if<Accept>(&outcome);
  if (accept == nullptr) return outcome;
  if (encoded.left_out) return Unknown{*encoded.left_out};
  std::erase_if(accept->schedule, [&](const Event& event) {
    return std::ranges::binary_search(encoded.effectless, event.txn);
  });
  return outcome;
}

}  // namespace isolde
