#include "check/encode_history.hpp"

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "check/used_orders.hpp"
#include "encode/choices/choices.hpp"
#include "encode/items/encode.hpp"

namespace isolde {
namespace {

constexpr std::size_t kBytesPerLiteral = 64;  // of a polygraph, in the encoder and in the solver

Polygraph contradiction(const Items& items, const std::vector<ImpossibleTouch>& impossible) {
  Polygraph polygraph;
  for (const ImpossibleTouch& each : impossible)
    polygraph.add_node({items.txn(each.member), EventKind::kCommit});
  polygraph.add_clause({});
  polygraph.finish();
  return polygraph;
}

EncodedHistory encode_by_choices(const History& history, const WriterIndex& writers,
                                 const CheckOptions& options, EncodingCare care) {
  const Items items(history, writers, may_count(history));
  ChoiceOptions asked = choice_options(options.level, options.clock_skew);
  asked.narrow = care == EncodingCare::kShort;
  if (options.limits.memory_bytes) {
    asked.most_literals = *options.limits.memory_bytes / kBytesPerLiteral;
    asked.most_closure_bytes = *options.limits.memory_bytes / 2;
  }
  const Deadline deadline(options.limits.seconds);
  EncodedChoices encoded = encode_choices(history, items, asked, [&] { return deadline.expired(); });
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
                              EncodingCare care) {
  if (!validated.items && !validated.writers)
    return encode_by_choices(history, WriterIndex(history), options, care);
  if (!validated.items) return encode_by_choices(history, *validated.writers, options, care);
  return {encode(history, *validated.items, {options.level, options.clock_skew, true, true, false})};
}

std::optional<EncodedHistory> encode_with_more_orders(const History& history, const Validated& validated,
                                                      const CheckOptions& options) {
  if (!validated.items) return std::nullopt;
  const std::vector<VersionOrder> orders = used_version_orders(history, options);
  const std::optional<EncodeOptions> stronger = stronger_encoding(options, orders);
  if (!stronger) return std::nullopt;
  return EncodedHistory{encode(history, *validated.items, *stronger)};
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
