#include "explain/choice_facts.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "history/findings/validation.hpp"
#include "history/given_order.hpp"

namespace isolde {
namespace {

// Of elements of a list, so that some may be left out and the others still are in order.
constexpr std::size_t kMostBefore = 30;
// Of counters whose values are near the ends of what a number can be nothing is said.
constexpr std::int64_t kMostToAdd = std::int64_t{1} << 60U;

bool is_observation(const Step& step) { return !is_write(step); }

class FactsBuilder {
 public:
  explicit FactsBuilder(ChoiceIndex& index)
      : index_(index),
        task_(index.task()),
        history_(task_.history),
        level_(info(task_.level)),
        use_of_(history_.key_count(), kNone) {}

  [[nodiscard]] ChoiceFacts facts(std::span<const Observation> observations, const std::vector<TxnId>& txns,
                                  const Deadline& deadline);

 private:
  void add_key(ChoiceFacts& facts, KeyId key);
  void add_keys_of(ChoiceFacts& facts, TxnId txn);
  void add_aggregates(ChoiceFacts& facts, TxnId txn) const;
  void add_touch(ChoiceFacts& facts, const Observation& observation);
  [[nodiscard]] bool add_parts(ChoiceFacts& facts, const ChoiceFacts::Touch& touch,
                               const std::vector<TxnId>& sources);
  void add_partial_touches(ChoiceFacts& facts, const ChoiceFacts::Touch& whole,
                           const Observation& observation);
  [[nodiscard]] bool number_sources(const std::vector<TxnId>& sources, ChoiceFacts::Touch& touch) const;
  void add_orders(ChoiceFacts& facts) const;
  void add_elements(ChoiceFacts& facts, const Observation& observation, std::span<const Step> steps);
  void add_totals(ChoiceFacts::KeyUse& use);
  void add_sum(ChoiceFacts& facts, const ChoiceFacts::Touch& touch) const;
  [[nodiscard]] TxnId only_writer(TxnId reader, KeyId key, ValueId element) const;

  ChoiceIndex& index_;
  const ChoiceTask& task_;
  const History& history_;
  const LevelInfo& level_;
  std::unordered_map<std::uint32_t, std::uint32_t> number_of_;  // by TxnId; looked up only
  std::vector<std::uint32_t> use_of_;                           // by KeyId
};

bool FactsBuilder::number_sources(const std::vector<TxnId>& sources, ChoiceFacts::Touch& touch) const {
  for (const TxnId source : sources) {
    const auto found = source.is_valid() ? number_of_.find(source.value) : number_of_.end();
    if (source.is_valid() && found == number_of_.end()) return false;
    touch.sources.push_back(source.is_valid() ? found->second : kNone);
  }
  return true;
}

void FactsBuilder::add_touch(ChoiceFacts& facts, const Observation& observation) {
  const auto reader = number_of_.find(observation.txn.value);
  if (reader == number_of_.end()) return;
  ChoiceFacts::Touch touch;
  touch.reader = reader->second;
  touch.use = use_of_[observation.key.index()];
  touch.steps = index_.steps(observation);
  for (const Step& step : touch.steps) {
    if (step.kind == Step::Kind::kWhole) break;
    touch.observes |= is_observation(step);
    if (shows_value(step) && !touch.shown.is_valid()) touch.shown = step.value;
    touch.is_missing_row |= step.kind == Step::Kind::kMissing;
    touch.is_aggregated |= step.kind == Step::Kind::kAggregate;
  }
  touch.is_missing_row = touch.is_missing_row && !touch.shown.is_valid();
  touch.is_aggregated = touch.is_aggregated && !touch.is_missing_row && !touch.shown.is_valid();
  const bool computes = std::ranges::any_of(touch.steps, [](const Step& step) {
    return step.kind == Step::Kind::kElement || step.kind == Step::Kind::kIncrement;
  });
  if (!computes && std::ranges::none_of(touch.steps, is_observation)) return;
  add_elements(facts, observation, touch.steps);
  add_sum(facts, touch);
  const ChoiceIndex::Found found = index_.sources(observation, touch.steps);
  const bool is_added_up = add_parts(facts, touch, found.sources);
  if (found.is_everybody && !computes && !is_added_up) return;
  if (found.sources.empty()) add_partial_touches(facts, touch, observation);
  if (!number_sources(found.sources, touch)) return;
  for (AggregateFact& aggregate : facts.aggregates)
    for (AggregateFact::Part& part : aggregate.parts)
      if (aggregate.reader == touch.reader && part.use == touch.use && !part.any.is_settled())
        part.touch = static_cast<std::uint32_t>(facts.touches.size());
  facts.touches.push_back(std::move(touch));
}

// What the reader's aggregates took from the key. Whether that depends on whose version it was.
bool FactsBuilder::add_parts(ChoiceFacts& facts, const ChoiceFacts::Touch& touch,
                             const std::vector<TxnId>& sources) {
  bool depends = false;
  const KeyId key = facts.keys[touch.use].key;
  for (std::size_t i = 0; i < touch.steps.size(); ++i) {
    if (touch.steps[i].kind != Step::Kind::kAggregate) continue;
    AggregateFact::Part part{touch.use, kNone, touch.steps, {}};
    part.steps.resize(i + 1);
    part.any = index_.taken(key, part.steps, sources);
    if (part.any.is_nothing()) continue;
    depends |= !part.any.is_settled();
    const OpId op(touch.steps[i].value.value);
    const auto at = std::ranges::find(facts.aggregates, op, &AggregateFact::op);
    if (at != facts.aggregates.end()) at->parts.push_back(std::move(part));
  }
  return depends;
}

// Also those that found nothing in any key.
void FactsBuilder::add_aggregates(ChoiceFacts& facts, TxnId txn) const {
  for (const OpId op : history_.operations(txn))
    if (history_.kind(op) == OpKind::kAggregate && info(task_.level).rows_bind)
      facts.aggregates.push_back({number_of_.at(txn.value), op, {}});
}

// What single operations say, where together they say nothing but that it cannot be.
void FactsBuilder::add_partial_touches(ChoiceFacts& facts, const ChoiceFacts::Touch& whole,
                                       const Observation& observation) {
  for (const std::vector<Step>& steps : index_.single_observations(observation)) {
    const ChoiceIndex::Found found = index_.sources(observation, steps);
    ChoiceFacts::Touch touch = whole;
    touch.sources.clear();
    touch.steps = steps;
    touch.is_partial = true;
    touch.is_missing_row = steps.front().kind == Step::Kind::kMissing;
    touch.shown = shows_value(steps.front()) ? steps.front().value : ValueId();
    if (found.sources.size() == 1 && found.hiders.empty() && number_sources(found.sources, touch))
      facts.touches.push_back(std::move(touch));
  }
}

TxnId FactsBuilder::only_writer(TxnId reader, KeyId key, ValueId element) const {
  TxnId only;
  for (const Write& write : task_.writers.find(key, element)) {
    if (write.txn == reader || history_.status(write.txn) == TxnStatus::kAborted) continue;
    if (only.is_valid() && only != write.txn) return {};
    only = write.txn;
  }
  return only;
}

// Of a list that is only appended to or a set that is only added to, each element shows who put it there, and
// where no update can be lost, what is not there was put there later. That also holds for reads after own
// writes.
void FactsBuilder::add_elements(ChoiceFacts& facts, const Observation& observation,
                                std::span<const Step> steps) {
  const ChoiceIndex::KeyVersions& versions = index_.versions(observation.key);
  if (versions.uses != ChoiceIndex::kAppends && versions.uses != ChoiceIndex::kAdds) return;
  const std::uint32_t reader = number_of_.at(observation.txn.value);
  const Dictionary& dictionary = history_.values();
  const ValueId initial = history_.initial_value(observation.key);
  const auto is_initial = [&](std::uint32_t element) {
    if (dictionary.kind(initial.value) != ValueKind::kList) return false;
    const auto all = dictionary.elements(initial.value);
    return std::ranges::find(all, element) != all.end();
  };
  bool has_written = false;  // then what is there need not be others', but what is missing still is
  for (const Step& step : steps) {
    has_written = has_written || is_write(step);
    if (!shows_value(step)) continue;
    const bool is_list = dictionary.kind(step.value.value) == ValueKind::kList;
    if (!is_list && step.value != kInitial) continue;
    std::vector<std::uint32_t> elements;
    if (is_list) {
      const auto all = dictionary.elements(step.value.value);
      elements.assign(all.begin(), all.end());
    }
    Dependency dependency;
    dependency.key = observation.key;
    dependency.value = step.value;
    std::vector<std::uint32_t> before;
    for (const std::uint32_t element : elements) {
      if (has_written || is_initial(element)) continue;
      const TxnId writer = only_writer(observation.txn, observation.key, ValueId(element));
      const auto found = writer.is_valid() ? number_of_.find(writer.value) : number_of_.end();
      if (found == number_of_.end()) continue;
      dependency.kind = DependencyKind::kWr;
      dependency.reason = DependencyReason::kRead;
      dependency.witness = {};
      if (std::ranges::find(before, found->second) != before.end()) continue;
      facts.known.push_back({found->second, reader, kNone, dependency});
      if (versions.uses == ChoiceIndex::kAppends) {
        dependency.kind = DependencyKind::kWw;
        dependency.reason = DependencyReason::kReaderFollows;
        dependency.witness = observation.txn;
        const std::size_t first = before.size() - std::min(before.size(), kMostBefore);
        for (std::size_t i = first; i < before.size(); ++i)
          facts.known.push_back({before[i], found->second, reader, dependency});
      }
      before.push_back(found->second);
    }
    if (!level_.first_committer_wins) continue;
    std::ranges::sort(elements);
    dependency.kind = DependencyKind::kRw;
    dependency.reason = elements.empty() ? DependencyReason::kReadInitial : DependencyReason::kVersionFollows;
    dependency.witness = {};
    for (const ChoiceIndex::Entry& entry : versions.entries) {
      const auto found = number_of_.find(entry.txn.value);
      if (entry.txn == observation.txn || found == number_of_.end()) continue;
      const bool lacks = std::ranges::any_of(entry.steps, [&](const Step& each) {
        return each.kind == Step::Kind::kElement && !std::ranges::binary_search(elements, each.value.value);
      });
      if (lacks) facts.known.push_back({reader, found->second, kNone, dependency});
    }
  }
}

void FactsBuilder::add_key(ChoiceFacts& facts, KeyId key) {
  if (use_of_[key.index()] != kNone) return;
  use_of_[key.index()] = static_cast<std::uint32_t>(facts.keys.size());
  ChoiceFacts::KeyUse use{key, {}, index_.values()->initial(key.value), {}};
  for (const ChoiceIndex::Entry& entry : index_.versions(key).entries)
    if (const auto found = number_of_.find(entry.txn.value); found != number_of_.end())
      use.installs.push_back({found->second, entry.steps, entry.value, entry.is_list});
  add_totals(use);
  facts.keys.push_back(std::move(use));
}

// Not if a sum might be too large for a number.
void FactsBuilder::add_totals(ChoiceFacts::KeyUse& use) {
  const ChoiceIndex::KeyVersions& versions = index_.versions(use.key);
  const Dictionary& values = history_.values();
  const bool is_number = use.initial == kInitial || values.kind(use.initial.value) == ValueKind::kInteger;
  if (!level_.first_committer_wins || versions.uses != ChoiceIndex::kIncrements || !is_number) return;
  auto totals = std::make_shared<std::vector<ChoiceFacts::CounterTotal>>();
  std::int64_t sizes = 0;
  for (const ChoiceIndex::Entry& entry : versions.entries) {
    totals->push_back({entry.txn, 0});
    for (const Step& step : entry.steps) {
      if (step.kind != Step::Kind::kIncrement) continue;
      const std::int64_t by = values.integer(step.value.value);
      if (by < -kMostToAdd || by > kMostToAdd || (sizes += std::abs(by)) > kMostToAdd) return;
      totals->back().total += by;
    }
  }
  use.totals = std::move(totals);
}

// By the first read.
void FactsBuilder::add_sum(ChoiceFacts& facts, const ChoiceFacts::Touch& touch) const {
  const ChoiceFacts::KeyUse& use = facts.keys[touch.use];
  if (use.totals == nullptr) return;
  const Dictionary& values = history_.values();
  const auto number = [&](ValueId value) -> std::optional<std::int64_t> {
    if (value == kInitial) return 0;
    if (values.kind(value.value) != ValueKind::kInteger) return std::nullopt;
    const std::int64_t found = values.integer(value.value);
    return found < -kMostToAdd || found > kMostToAdd ? std::nullopt : std::optional(found);
  };
  std::int64_t own = 0;
  for (const Step& step : touch.steps) {
    if (step.kind == Step::Kind::kIncrement) own += *number(step.value);
    if (!shows_value(step)) continue;
    const auto shown = number(step.value);
    const auto initial = number(use.initial);
    if (shown && initial)
      facts.sums.push_back({touch.reader, touch.use, *shown - *initial - own, step.value});
    return;
  }
}

void FactsBuilder::add_orders(ChoiceFacts& facts) const {
  const auto count = static_cast<std::uint32_t>(facts.txns.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = 0; b < count; ++b) {
      const TxnId first = facts.txns[a];
      const TxnId second = facts.txns[b];
      Dependency dependency;
      dependency.reason = DependencyReason::kOrdered;
      if (level_.session_order && session_orders(history_, first, second))
        dependency.kind = DependencyKind::kSo;
      else if (level_.real_time && real_time_orders(history_, first, second, task_.clock_skew))
        dependency.kind = DependencyKind::kRt;
      else
        continue;
      facts.known.push_back({a, b, kNone, dependency});
    }
  }
}

void FactsBuilder::add_keys_of(ChoiceFacts& facts, TxnId txn) {
  for (const OpId op : history_.operations(txn)) {
    if (is_item_write(history_.kind(op))) add_key(facts, history_.key(op));
    if (history_.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history_.rows(op)) add_key(facts, row.key);
  }
}

ChoiceFacts FactsBuilder::facts(std::span<const Observation> observations, const std::vector<TxnId>& txns,
                                const Deadline& deadline) {
  ChoiceFacts facts;
  facts.history = &history_;
  facts.values = index_.values();
  facts.txns = txns;
  const std::vector<bool> counts = counting_transactions(history_, task_.writers);
  for (std::uint32_t i = 0; i < txns.size(); ++i) {
    number_of_[txns[i].value] = i;
    facts.counts.push_back(counts[txns[i].index()]);
  }
  for (const TxnId txn : txns) add_keys_of(facts, txn);
  for (const Observation& each : observations)
    if (!each.key.is_valid() && number_of_.contains(each.txn.value)) add_aggregates(facts, each.txn);
  std::vector<Observation> all;
  for (const Observation& each : observations)
    if (each.key.is_valid()) all.push_back(each);
  for (const AggregateFact& aggregate : facts.aggregates)
    for (std::size_t key = 0; key < history_.key_count(); ++key)
      all.push_back({txns[aggregate.reader], KeyId(key)});
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  for (const Observation& each : all) {
    if (deadline.expired()) break;
    add_key(facts, each.key);
    add_touch(facts, each);
  }
  add_orders(facts);
  for (ChoiceFacts::Known& known : facts.known) {
    known.dependency.from = txns[known.from];
    known.dependency.to = txns[known.to];
  }
  return facts;
}

}  // namespace

std::vector<Observation> all_observations(const History& history) {
  std::vector<bool> is_used(history.key_count());
  for (std::size_t i = 0; i < history.operation_count(); ++i) {
    const OpKind kind = history.kind(OpId(i));
    if (!is_predicate(kind))
      is_used[history.key(OpId(i)).index()] = true;
    else
      for (const RowSeen& row : history.rows(OpId(i))) is_used[row.key.index()] = true;
  }
  for (std::size_t key = 0; key < history.key_count(); ++key)
    if (history.initial_value(KeyId(key)) != kInitial) is_used[key] = true;
  std::vector<Observation> all;
  for (const TxnId txn : history.transactions()) {
    if (history.status(txn) == TxnStatus::kAborted) continue;
    bool asks = false;
    bool adds_up = false;
    const std::size_t first = all.size();
    for (const OpId op : history.operations(txn)) {
      asks |= is_predicate(history.kind(op));
      adds_up |= history.kind(op) == OpKind::kAggregate;
      if (!is_predicate(history.kind(op))) all.push_back({txn, history.key(op)});
    }
    if (asks)
      for (std::size_t key = 0; key < history.key_count(); ++key)
        if (is_used[key]) all.push_back({txn, KeyId(key)});
    if (adds_up) all.push_back({txn, KeyId()});
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
    all.erase(std::unique(all.begin() + static_cast<std::ptrdiff_t>(first), all.end()), all.end());
  }
  return all;
}

ChoiceFacts choice_facts(ChoiceIndex& index, std::span<const Observation> observations,
                         const std::vector<TxnId>& txns, const Deadline& deadline) {
  return FactsBuilder(index).facts(observations, txns, deadline);
}

ChoiceFacts without_impossible(ChoiceFacts facts) {
  std::vector<ChoiceFacts::Touch> possible;
  std::vector<std::uint32_t> number(facts.touches.size(), kNone);
  for (std::size_t i = 0; i < facts.touches.size(); ++i) {
    if (facts.touches[i].sources.empty()) continue;
    number[i] = static_cast<std::uint32_t>(possible.size());
    possible.push_back(std::move(facts.touches[i]));
  }
  facts.touches = std::move(possible);
  std::erase_if(facts.aggregates, [](const AggregateFact& aggregate) {
    return std::ranges::any_of(aggregate.parts,
                               [](const AggregateFact::Part& part) { return part.any.rows.empty(); });
  });
  for (AggregateFact& aggregate : facts.aggregates)
    for (AggregateFact::Part& part : aggregate.parts)
      if (part.touch != kNone) part.touch = number[part.touch];
  return facts;
}

ChoiceFacts restrict_to(const ChoiceFacts& facts, const std::vector<TxnId>& txns) {
  std::vector<std::uint32_t> number(facts.txns.size(), kNone);
  ChoiceFacts result;
  result.history = facts.history;
  result.values = facts.values;
  result.txns = txns;
  for (std::uint32_t i = 0, next = 0; i < facts.txns.size() && next < txns.size(); ++i) {
    if (facts.txns[i] != txns[next]) continue;
    number[i] = next++;
    result.counts.push_back(facts.counts[i]);
  }
  const auto is_left = [&](std::uint32_t txn) { return txn == kNone || number[txn] != kNone; };
  const auto renumber = [&](std::uint32_t& txn) {
    if (txn != kNone) txn = number[txn];
  };
  for (const ChoiceFacts::KeyUse& use : facts.keys) {
    ChoiceFacts::KeyUse kept{use.key, {}, use.initial, use.totals};
    for (const ChoiceFacts::Install& install : use.installs)
      if (is_left(install.txn))
        kept.installs.push_back({number[install.txn], install.steps, install.value, install.is_list});
    result.keys.push_back(std::move(kept));
  }
  std::vector<std::uint32_t> touch_number(facts.touches.size(), kNone);
  for (std::size_t i = 0; i < facts.touches.size(); ++i) {
    const ChoiceFacts::Touch& touch = facts.touches[i];
    if (!is_left(touch.reader) || !std::ranges::all_of(touch.sources, is_left)) continue;
    touch_number[i] = static_cast<std::uint32_t>(result.touches.size());
    result.touches.push_back(touch);
    renumber(result.touches.back().reader);
    for (std::uint32_t& source : result.touches.back().sources) renumber(source);
  }
  for (const AggregateFact& aggregate : facts.aggregates) {
    if (!is_left(aggregate.reader)) continue;
    result.aggregates.push_back(aggregate);
    renumber(result.aggregates.back().reader);
    for (AggregateFact::Part& part : result.aggregates.back().parts)
      if (part.touch != kNone) part.touch = touch_number[part.touch];
  }
  for (ChoiceFacts::SumRead sum : facts.sums) {
    if (!is_left(sum.reader)) continue;
    renumber(sum.reader);
    result.sums.push_back(sum);
  }
  for (ChoiceFacts::Known known : facts.known) {
    if (!is_left(known.from) || !is_left(known.to) || !is_left(known.witness)) continue;
    renumber(known.from);
    renumber(known.to);
    renumber(known.witness);
    result.known.push_back(known);
  }
  return result;
}

}  // namespace isolde
