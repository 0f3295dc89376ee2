#include "solver/choice_facts.hpp"

#include <algorithm>
#include <unordered_map>

#include "history/given_order.hpp"
#include "history/validation.hpp"

namespace isolde {
namespace {

// Of elements of a list, so that some may be left out and the others still are in order.
constexpr std::size_t kMostBefore = 30;

enum Use : std::uint8_t { kWholes = 1, kAppends = 2, kAdds = 4, kIncrements = 8 };

Use use_of(OpKind kind) {
  switch (kind) {
    case OpKind::kAppend:
      return kAppends;
    case OpKind::kAdd:
      return kAdds;
    case OpKind::kIncrement:
      return kIncrements;
    default:
      return kWholes;
  }
}

Step step_of(const History& history, OpId op) {
  const OpKind kind = history.kind(op);
  if (kind == OpKind::kRead) return {Step::Kind::kRead, history.value(op), {}};
  if (kind <= OpKind::kDelete) return {Step::Kind::kWhole, history.value(op), {}};
  const bool counts = kind == OpKind::kIncrement;
  return {counts ? Step::Kind::kIncrement : Step::Kind::kElement, history.value(op), {}};
}

// What a transaction did to a key (encode/key_values.hpp). `rows`: keys that were not returned say something.
std::vector<Step> steps_of(const History& history, TxnId txn, KeyId key, bool rows) {
  std::vector<Step> steps;
  for (const OpId op : history.operations(txn)) {
    if (!is_predicate(history.kind(op))) {
      if (history.key(op) == key) steps.push_back(step_of(history, op));
      continue;
    }
    const PredicateId predicate = history.predicate(op);
    std::size_t returned = 0;
    for (const RowSeen& row : history.rows(op)) {
      if (row.key != key) continue;
      steps.push_back({Step::Kind::kRow, row.value, predicate});
      if (rows && ++returned > 1) steps.push_back({Step::Kind::kNever, {}, predicate});
    }
    if (rows && returned == 0) steps.push_back({Step::Kind::kMissing, {}, predicate});
    if (history.kind(op) != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op))
      if (row.key == key) steps.push_back({Step::Kind::kWhole, row.after, predicate});
  }
  return steps;
}

bool is_write(const Step& step) {
  return step.kind == Step::Kind::kWhole || step.kind == Step::Kind::kElement ||
         step.kind == Step::Kind::kIncrement;
}
bool shows_value(const Step& step) { return step.kind == Step::Kind::kRead || step.kind == Step::Kind::kRow; }
bool is_observation(const Step& step) { return !is_write(step); }

// All versions of one key, by anybody.
struct KeyVersions {
  struct Entry {
    TxnId txn;
    std::vector<Step> steps;
    std::optional<ValueId> value;
    bool is_list = false;   // a list or set of which nothing else is known
    bool is_never = false;  // no execution contains it
  };
  std::vector<Entry> entries;
  std::uint8_t uses = 0;
};

class FactsBuilder {
 public:
  FactsBuilder(const ChoiceTask& task, std::span<const Observation> observations)
      : history_(task.history),
        task_(task),
        level_(info(task.level)),
        rows_(task.level != Level::kRepeatableRead),
        values_(std::make_shared<KeyValues>(task.history)),
        observations_(observations),
        version_of_(task.history.key_count(), kNone) {
    for (const Observation& each : observations) need(each.key);
  }

  void need(KeyId key) {
    if (version_of_[key.index()] != kNone) return;
    version_of_[key.index()] = static_cast<std::uint32_t>(versions_.size());
    versions_.emplace_back();
  }

  void need_keys_of(const std::vector<TxnId>& txns) {
    for (const TxnId txn : txns) for_each_written(txn, [&](KeyId key, OpKind) { need(key); });
  }

  void collect() {
    for (const TxnId txn : history_.transactions()) {
      for_each_written(txn, [&](KeyId key, OpKind kind) {
        if (version_of_[key.index()] == kNone) return;
        KeyVersions& versions = versions_[version_of_[key.index()]];
        versions.uses |= use_of(kind);
        const bool may_commit = history_.status(txn) != TxnStatus::kAborted;
        if (may_commit && (versions.entries.empty() || versions.entries.back().txn != txn))
          versions.entries.push_back({txn, {}, {}});
      });
    }
    for (std::size_t key = 0; key < version_of_.size(); ++key) {
      if (version_of_[key] == kNone) continue;
      for (KeyVersions::Entry& entry : versions_[version_of_[key]].entries) fill(KeyId(key), entry);
    }
  }

  // Possible sources of an observation; kNone of Version: the initial one, an invalid id.
  struct Found {
    std::vector<TxnId> sources;
    std::vector<TxnId> hiders;
    bool is_everybody = false;  // whatever the source is will do
  };
  [[nodiscard]] Found sources(const Observation& observation, std::span<const Step> steps);

  [[nodiscard]] ChoiceFacts facts(const std::vector<TxnId>& txns);
  [[nodiscard]] std::vector<TxnId> concerned(std::size_t most_sources);

 private:
  template <class Visit>
  void for_each_written(TxnId txn, Visit&& visit) const {
    for (const OpId op : history_.operations(txn)) {
      const OpKind kind = history_.kind(op);
      if (is_item_write(kind)) visit(history_.key(op), kind);
      if (kind != OpKind::kPredicateWrite) continue;
      for (const RowSeen& row : history_.rows(op)) visit(row.key, kind);
    }
  }

  void fill(KeyId key, KeyVersions::Entry& entry);
  [[nodiscard]] bool tells(const Step& step) const;
  [[nodiscard]] bool precedes(TxnId a, TxnId b) const {
    return (level_.session_order && session_orders(history_, a, b)) ||
           (level_.real_time && real_time_orders(history_, a, b, task_.clock_skew));
  }
  [[nodiscard]] bool can_show(KeyId key, std::span<const Step> steps, const KeyVersions& versions,
                              const KeyVersions::Entry& entry);
  void add_key(ChoiceFacts& facts, KeyId key);
  void add_touch(ChoiceFacts& facts, const Observation& observation);
  void add_partial_touches(ChoiceFacts& facts, const ChoiceFacts::Touch& whole,
                           const Observation& observation);
  [[nodiscard]] bool number_sources(const std::vector<TxnId>& sources, ChoiceFacts::Touch& touch) const;
  void add_orders(ChoiceFacts& facts) const;
  void add_elements(ChoiceFacts& facts, const Observation& observation, std::span<const Step> steps);
  [[nodiscard]] TxnId only_writer(TxnId reader, KeyId key, ValueId element) const;

  const History& history_;
  const ChoiceTask& task_;
  const LevelInfo& level_;
  const bool rows_;
  std::shared_ptr<KeyValues> values_;
  std::span<const Observation> observations_;
  std::vector<std::uint32_t> version_of_;  // by KeyId, into versions_
  std::vector<KeyVersions> versions_;
  std::unordered_map<std::uint32_t, std::uint32_t> number_of_;  // by TxnId; looked up only
  std::vector<std::uint32_t> use_of_;                           // by KeyId
};

// What a version holds whatever its source: from the last write as a whole on, or from the last read.
void FactsBuilder::fill(KeyId key, KeyVersions::Entry& entry) {
  entry.steps = steps_of(history_, entry.txn, key, rows_);
  std::size_t first = entry.steps.size();
  while (first > 0 && !tells(entry.steps[first - 1])) --first;
  if (first == 0) {
    entry.is_list = std::ranges::any_of(entry.steps,
                                        [](const Step& step) { return step.kind == Step::Kind::kElement; }) &&
                    std::ranges::none_of(
                        entry.steps, [](const Step& step) { return step.kind == Step::Kind::kIncrement; });
    return;
  }
  const ValueId told = values_->canonical(key.value, entry.steps[first - 1].value);
  entry.value = values_->run(key.value, std::span(entry.steps).subspan(first), told);
  entry.is_never = !entry.value;
}

bool FactsBuilder::can_show(KeyId key, std::span<const Step> steps, const KeyVersions& versions,
                            const KeyVersions::Entry& entry) {
  if (entry.is_never) return false;
  if (entry.value) return values_->run(key.value, steps, *entry.value).has_value();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.kind == Step::Kind::kNever) return false;
    if (step.kind == Step::Kind::kMissing && entry.is_list &&
        values_->matches(step.predicate, key.value, values_->some_list()))
      return false;
    const bool is_external =
        std::none_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i), is_write);
    if (shows_value(step) && versions.uses == kAppends &&
        is_external) {  // the last element shows who was last
      if (!values_->is_list(step.value)) return false;
      const auto elements = values_->dictionary().elements(step.value.value);
      const auto last = std::find_if(entry.steps.rbegin(), entry.steps.rend(), is_write);
      if (elements.back() != last->value.value) return false;
    }
    if (tells(step))
      return values_->run(key.value, steps.subspan(i + 1), values_->canonical(key.value, step.value))
          .has_value();
  }
  return true;
}

// What the key holds from here on. A read of 0 or of nothing does not tell which of both a counter held.
bool FactsBuilder::tells(const Step& step) const {
  if (step.kind == Step::Kind::kWhole) return true;
  if (!shows_value(step) || step.value == kInitial) return false;
  const Dictionary& values = values_->dictionary();
  return values.kind(step.value.value) != ValueKind::kInteger || values.integer(step.value.value) != 0;
}

FactsBuilder::Found FactsBuilder::sources(const Observation& observation, std::span<const Step> steps) {
  const KeyVersions& versions = versions_[version_of_[observation.key.index()]];
  const std::uint32_t key = observation.key.value;
  std::vector<TxnId> fitting;
  if (values_->run(key, steps, values_->initial(key))) fitting.emplace_back();
  std::vector<TxnId> earlier;
  for (const KeyVersions::Entry& entry : versions.entries) {
    if (entry.txn == observation.txn) continue;
    if (precedes(entry.txn, observation.txn)) earlier.push_back(entry.txn);
    if (can_show(observation.key, steps, versions, entry)) fitting.push_back(entry.txn);
  }
  Found found;
  found.is_everybody = !fitting.empty() && !fitting.front().is_valid() &&
                       std::ranges::all_of(versions.entries, [&](const KeyVersions::Entry& entry) {
                         const bool fits = entry.value && std::ranges::binary_search(
                                                              fitting.begin() + 1, fitting.end(), entry.txn);
                         return entry.txn == observation.txn || fits;
                       });
  const auto hider = [&](TxnId txn) {
    const auto at =
        std::ranges::find_if(earlier, [&](TxnId other) { return !txn.is_valid() || precedes(txn, other); });
    return at == earlier.end() ? TxnId() : *at;
  };
  for (const TxnId txn : fitting) {
    const bool is_later = txn.is_valid() && precedes(observation.txn, txn);
    if (!is_later && !hider(txn).is_valid()) found.sources.push_back(txn);
  }
  if (!found.sources.empty()) return found;
  for (const TxnId txn : fitting)
    if (const TxnId other = hider(txn); other.is_valid()) found.hiders.push_back(other);
  found.sources = std::move(fitting);
  return found;
}

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
  touch.steps = steps_of(history_, observation.txn, observation.key, rows_);
  for (const Step& step : touch.steps) {
    if (step.kind == Step::Kind::kWhole) break;
    touch.observes |= is_observation(step);
    if (shows_value(step) && !touch.shown.is_valid()) touch.shown = step.value;
    touch.is_missing_row |= step.kind == Step::Kind::kMissing;
  }
  touch.is_missing_row = touch.is_missing_row && !touch.shown.is_valid();
  const bool computes = std::ranges::any_of(touch.steps, [](const Step& step) {
    return step.kind == Step::Kind::kElement || step.kind == Step::Kind::kIncrement;
  });
  if (!computes && std::ranges::none_of(touch.steps, is_observation)) return;
  add_elements(facts, observation, touch.steps);
  const Found found = sources(observation, touch.steps);
  if (found.is_everybody && !computes) return;
  if (found.sources.empty()) add_partial_touches(facts, touch, observation);
  if (number_sources(found.sources, touch)) facts.touches.push_back(std::move(touch));
}

// What single operations say, where together they say nothing but that it cannot be.
void FactsBuilder::add_partial_touches(ChoiceFacts& facts, const ChoiceFacts::Touch& whole,
                                       const Observation& observation) {
  for (const Step& step : whole.steps) {
    if (is_write(step)) return;
    if (step.kind == Step::Kind::kNever) continue;
    const Found found = sources(observation, std::span(&step, 1));
    ChoiceFacts::Touch touch = whole;
    touch.sources.clear();
    touch.steps = {step};
    touch.is_partial = true;
    touch.is_missing_row = step.kind == Step::Kind::kMissing;
    touch.shown = shows_value(step) ? step.value : ValueId();
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
// where no update can be lost, what is not there was put there later.
void FactsBuilder::add_elements(ChoiceFacts& facts, const Observation& observation,
                                std::span<const Step> steps) {
  const KeyVersions& versions = versions_[version_of_[observation.key.index()]];
  if (versions.uses != kAppends && versions.uses != kAdds) return;
  const std::uint32_t reader = number_of_.at(observation.txn.value);
  const Dictionary& dictionary = history_.values();
  const ValueId initial = history_.initial_value(observation.key);
  const auto is_initial = [&](std::uint32_t element) {
    if (dictionary.kind(initial.value) != ValueKind::kList) return false;
    const auto all = dictionary.elements(initial.value);
    return std::ranges::find(all, element) != all.end();
  };
  for (const Step& step : steps) {
    if (is_write(step)) return;
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
      if (is_initial(element)) continue;
      const TxnId writer = only_writer(observation.txn, observation.key, ValueId(element));
      const auto found = writer.is_valid() ? number_of_.find(writer.value) : number_of_.end();
      if (found == number_of_.end()) continue;
      dependency.kind = DependencyKind::kWr;
      dependency.reason = DependencyReason::kRead;
      dependency.witness = {};
      if (std::ranges::find(before, found->second) != before.end()) continue;
      facts.known.push_back({found->second, reader, kNone, dependency});
      if (versions.uses == kAppends) {
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
    for (const KeyVersions::Entry& entry : versions.entries) {
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
  ChoiceFacts::KeyUse use{key, {}, values_->initial(key.value)};
  for (const KeyVersions::Entry& entry : versions_[version_of_[key.index()]].entries)
    if (const auto found = number_of_.find(entry.txn.value); found != number_of_.end())
      use.installs.push_back({found->second, entry.steps, entry.value});
  facts.keys.push_back(std::move(use));
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

ChoiceFacts FactsBuilder::facts(const std::vector<TxnId>& txns) {
  ChoiceFacts facts;
  facts.values = values_;
  facts.txns = txns;
  const std::vector<bool> counts = counting_transactions(history_, task_.writers);
  for (std::uint32_t i = 0; i < txns.size(); ++i) {
    number_of_[txns[i].value] = i;
    facts.counts.push_back(counts[txns[i].index()]);
  }
  use_of_.assign(history_.key_count(), kNone);
  for (std::size_t key = 0; key < version_of_.size(); ++key)
    if (version_of_[key] != kNone) add_key(facts, KeyId(key));
  for (const Observation& each : observations_) add_touch(facts, each);
  add_orders(facts);
  for (ChoiceFacts::Known& known : facts.known) {
    known.dependency.from = txns[known.from];
    known.dependency.to = txns[known.to];
  }
  return facts;
}

std::vector<TxnId> FactsBuilder::concerned(std::size_t most_sources) {
  std::vector<TxnId> all;
  for (const Observation& each : observations_) {
    all.push_back(each.txn);
    const Found found = sources(each, steps_of(history_, each.txn, each.key, rows_));
    if (found.sources.size() > most_sources) continue;
    for (const TxnId txn : found.sources)
      if (txn.is_valid()) all.push_back(txn);
    all.insert(all.end(), found.hiders.begin(), found.hiders.end());
  }
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
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
    const std::size_t first = all.size();
    for (const OpId op : history.operations(txn)) {
      asks |= is_predicate(history.kind(op));
      if (!is_predicate(history.kind(op))) all.push_back({txn, history.key(op)});
    }
    if (asks)
      for (std::size_t key = 0; key < history.key_count(); ++key)
        if (is_used[key]) all.push_back({txn, KeyId(key)});
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
    all.erase(std::unique(all.begin() + static_cast<std::ptrdiff_t>(first), all.end()), all.end());
  }
  return all;
}

ChoiceFacts choice_facts(const ChoiceTask& task, std::span<const Observation> observations,
                         const std::vector<TxnId>& txns) {
  FactsBuilder builder(task, observations);
  builder.need_keys_of(txns);
  builder.collect();
  return builder.facts(txns);
}

std::vector<TxnId> those_concerned(const ChoiceTask& task, std::span<const Observation> observations,
                                   std::size_t most_sources) {
  FactsBuilder builder(task, observations);
  builder.collect();
  return builder.concerned(most_sources);
}

ChoiceFacts restrict_to(const ChoiceFacts& facts, const std::vector<TxnId>& txns) {
  std::vector<std::uint32_t> number(facts.txns.size(), kNone);
  ChoiceFacts result;
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
    ChoiceFacts::KeyUse kept{use.key, {}, use.initial};
    for (const ChoiceFacts::Install& install : use.installs)
      if (is_left(install.txn)) kept.installs.push_back({number[install.txn], install.steps, install.value});
    result.keys.push_back(std::move(kept));
  }
  for (const ChoiceFacts::Touch& touch : facts.touches) {
    if (!is_left(touch.reader) || !std::ranges::all_of(touch.sources, is_left)) continue;
    result.touches.push_back(touch);
    renumber(result.touches.back().reader);
    for (std::uint32_t& source : result.touches.back().sources) renumber(source);
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
