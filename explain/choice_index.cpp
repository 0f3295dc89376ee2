#include "explain/choice_index.hpp"

#include <algorithm>

#include "history/given_order.hpp"

namespace isolde {
namespace {

ChoiceIndex::Use use_of(OpKind kind) {
  switch (kind) {
    case OpKind::kAppend:
      return ChoiceIndex::kAppends;
    case OpKind::kAdd:
      return ChoiceIndex::kAdds;
    case OpKind::kIncrement:
      return ChoiceIndex::kIncrements;
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kInsert:
    case OpKind::kDelete:
    case OpKind::kPredicateRead:
    case OpKind::kPredicateWrite:
    case OpKind::kAggregate:
      break;
  }
  return ChoiceIndex::kWholes;
}

Step step_of(const History& history, OpId op) {
  const OpKind kind = history.kind(op);
  if (kind == OpKind::kRead) return {Step::Kind::kRead, history.value(op), {}};
  if (kind <= OpKind::kDelete) return {Step::Kind::kWhole, history.value(op), {}};
  const bool counts = kind == OpKind::kIncrement;
  return {counts ? Step::Kind::kIncrement : Step::Kind::kElement, history.value(op), {}};
}

// What an operation did to a key (encode/choices/key_values.hpp). `rows`: keys that were not returned say
// something.
void add_steps(const History& history, OpId op, KeyId key, bool rows, std::vector<Step>& steps) {
  if (!is_predicate(history.kind(op))) {
    if (history.key(op) == key) steps.push_back(step_of(history, op));
    return;
  }
  const PredicateId predicate = history.predicate(op);
  if (!has_rows(history.kind(op))) {
    if (rows) steps.push_back({Step::Kind::kAggregate, ValueId(op.value), predicate});
    return;
  }
  std::size_t returned = 0;
  for (const RowSeen& row : history.rows(op)) {
    if (row.key != key) continue;
    steps.push_back({Step::Kind::kRow, row.value, predicate});
    if (++returned > 1) steps.push_back({Step::Kind::kNever, {}, predicate});
  }
  if (rows && returned == 0) steps.push_back({Step::Kind::kMissing, {}, predicate});
  if (history.kind(op) != OpKind::kPredicateWrite) return;
  for (const RowSeen& row : history.rows(op))
    if (row.key == key) steps.push_back({Step::Kind::kWhole, row.after, predicate});
}

template <class Visit>
void for_each_written(const History& history, TxnId txn, Visit&& visit) {
  for (const OpId op : history.operations(txn)) {
    const OpKind kind = history.kind(op);
    if (is_item_write(kind)) visit(history.key(op), kind);
    if (kind != OpKind::kPredicateWrite) continue;
    for (const RowSeen& row : history.rows(op)) visit(row.key, kind);
  }
}

}  // namespace

ChoiceIndex::ChoiceIndex(const ChoiceTask& task)
    : task_(task),
      history_(task.history),
      level_(info(task.level)),
      rows_(info(task.level).rows_bind),
      values_(std::make_shared<KeyValues>(task.history)),
      versions_(task.history.key_count()) {
  for (const TxnId txn : history_.transactions()) {
    for_each_written(history_, txn, [&](KeyId key, OpKind kind) {
      KeyVersions& versions = versions_[key.index()];
      versions.uses |= use_of(kind);
      const bool may_commit = history_.status(txn) != TxnStatus::kAborted;
      if (may_commit && (versions.entries.empty() || versions.entries.back().txn != txn))
        versions.entries.push_back({.txn = txn});
    });
  }
}

const ChoiceIndex::KeyVersions& ChoiceIndex::versions(KeyId key) {
  KeyVersions& versions = versions_[key.index()];
  if (versions.is_filled) return versions;
  versions.is_filled = true;
  for (Entry& entry : versions.entries) fill(key, entry);
  return versions;
}

std::vector<Step> ChoiceIndex::steps(const Observation& observation) const {
  std::vector<Step> steps;
  for (const OpId op : history_.operations(observation.txn))
    add_steps(history_, op, observation.key, rows_, steps);
  return steps;
}

// Up to the first write.
std::vector<std::vector<Step>> ChoiceIndex::single_observations(const Observation& observation) const {
  std::vector<std::vector<Step>> all;
  for (const OpId op : history_.operations(observation.txn)) {
    std::vector<Step> steps;
    add_steps(history_, op, observation.key, rows_, steps);
    const auto first = std::ranges::find_if(steps, is_write);
    const bool writes = first != steps.end();
    steps.erase(first, steps.end());
    if (!steps.empty()) all.push_back(std::move(steps));
    if (writes) break;
  }
  return all;
}

bool ChoiceIndex::precedes(TxnId a, TxnId b) const {
  return (level_.session_order && session_orders(history_, a, b)) ||
         (level_.real_time && real_time_orders(history_, a, b, task_.clock_skew));
}

// What a version holds whatever its source: by its writes, and by reads that tell what they add to.
void ChoiceIndex::fill(KeyId key, Entry& entry) {
  entry.steps = steps({entry.txn, key});
  for (const Step& step : entry.steps) {
    if (step.kind == Step::Kind::kWhole) {
      entry.value = values_->canonical(key.value, step.value);
      entry.is_never = entry.is_list = false;
    } else if (!entry.value && !entry.is_never && tells(step)) {
      entry.value = values_->canonical(key.value, step.value);
    } else if (is_write(step) && entry.value) {
      entry.value = values_->run(key.value, std::span(&step, 1), *entry.value);
      entry.is_never = !entry.value;
    } else if (is_write(step) && !entry.is_never) {
      entry.is_list = step.kind == Step::Kind::kElement;
    }
  }
}

// Whether some list or set, whatever its elements, can show that.
bool ChoiceIndex::list_shows(KeyId key, const Step& step) const {
  const auto matches = [&] { return values_->matches(step.predicate, key.value, values_->some_list()); };
  switch (step.kind) {
    case Step::Kind::kRead:
      return values_->is_list(step.value);
    case Step::Kind::kRow:
      return values_->is_list(step.value) && matches();
    case Step::Kind::kMissing:
      return !matches();
    case Step::Kind::kAggregate:
      return !matches() || !values_->aggregate_row(step, key.value, values_->some_list()).refutes;
    case Step::Kind::kWhole:
    case Step::Kind::kElement:
    case Step::Kind::kIncrement:
    case Step::Kind::kNever:
      break;
  }
  return true;
}

bool ChoiceIndex::can_show(KeyId key, std::span<const Step> steps, const KeyVersions& versions,
                           const Entry& entry) {
  if (entry.is_never) return false;
  if (entry.value) return values_->run(key.value, steps, *entry.value).has_value();
  bool is_list = entry.is_list;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.kind == Step::Kind::kNever) return false;
    if (is_list && !list_shows(key, step)) return false;
    const bool is_external =
        std::none_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i), is_write);
    if (shows_value(step) && versions.uses == kAppends &&
        is_external) {  // the last element shows who was last
      if (!values_->is_list(step.value)) return false;
      const auto elements = values_->dictionary().elements(step.value.value);
      const auto last = std::find_if(entry.steps.rbegin(), entry.steps.rend(), is_write);
      if (elements.empty() || elements.back() != last->value.value) return false;
    }
    if (step.kind == Step::Kind::kElement) is_list = true;
    if (step.kind == Step::Kind::kIncrement) is_list = false;
    if (tells(step))
      return values_->run(key.value, steps.subspan(i + 1), values_->canonical(key.value, step.value))
          .has_value();
  }
  return true;
}

// What the key holds from here on. A read of 0 or of nothing does not tell which of both a counter held.
bool ChoiceIndex::tells(const Step& step) const {
  if (step.kind == Step::Kind::kWhole) return true;
  if (!shows_value(step) || step.value == kInitial) return false;
  const Dictionary& values = values_->dictionary();
  return values.kind(step.value.value) != ValueKind::kInteger || values.integer(step.value.value) != 0;
}

ChoiceIndex::Found ChoiceIndex::sources(const Observation& observation, std::span<const Step> steps) {
  const KeyVersions& all = versions(observation.key);
  const std::uint32_t key = observation.key.value;
  std::vector<TxnId> fitting;
  if (values_->run(key, steps, values_->initial(key))) fitting.emplace_back();
  std::vector<TxnId> earlier;
  for (const Entry& entry : all.entries) {
    if (entry.txn == observation.txn) continue;
    if (precedes(entry.txn, observation.txn)) earlier.push_back(entry.txn);
    if (can_show(observation.key, steps, all, entry)) fitting.push_back(entry.txn);
  }
  Found found;
  found.is_everybody = !fitting.empty() && !fitting.front().is_valid() &&
                       std::ranges::all_of(all.entries, [&](const Entry& entry) {
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

TakenRows ChoiceIndex::taken(KeyId key, std::span<const Step> steps, const std::vector<TxnId>& sources) {
  TakenRows taken;
  // After a step that tells, whose version it was makes no difference.
  for (std::size_t i = steps.size() - 1; i-- > 0;) {
    if (!tells(steps[i])) continue;
    const ValueId value = values_->canonical(key.value, steps[i].value);
    taken.is_known = take_row(*values_, key, steps.subspan(i + 1), value, taken);
    return taken;
  }
  const std::vector<Entry>& entries = versions(key).entries;
  for (const TxnId source : sources) {
    const auto entry = std::ranges::lower_bound(entries, source, {}, &Entry::txn);
    const auto value = source.is_valid() ? entry->value : values_->initial(key.value);
    if (!value && entry->is_list)
      take_list(*values_, key, steps.back(), taken);
    else if (!value || !take_row(*values_, key, steps, *value, taken))
      taken.is_known = false;
  }
  return taken;
}

}  // namespace isolde
