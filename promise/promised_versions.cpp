#include "promise/promised_versions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "history/anomaly.hpp"
#include "history/reads.hpp"
#include "history/spelling.hpp"

namespace isolde {

PromisedVersions::PromisedVersions(const History& history, const WriterIndex& writers,
                                   std::vector<bool> counts, bool updates_may_be_lost)
    : history_(history),
      writers_(writers),
      counts_(std::move(counts)),
      lists_(history, writers, updates_may_be_lost),
      installs_(history.key_count()),
      last_installed_(history.key_count()),
      orders_(history.key_count()),
      positions_(writers.write_count(), kNowhere) {
  for (const VersionOrder& order : history.version_orders()) {
    const VersionOrder*& place = orders_[order.key.index()];
    if (place != nullptr) {
      (void)blame(fmt::format("the version order of {} is given twice", spell_key(history, order.key)));
      return;
    }
    place = &order;
  }
  count_named();
  find_installs();
  (void)lay_out();
}

// Indeterminate transactions committed if the database names what they installed more often than others can
// have installed it. Each may be why another order names more than it seems, so this is repeated until no
// further transaction counts as committed.
void PromisedVersions::count_named() {
  bool is_anybody_open = false;
  for (const TxnId txn : history_.transactions())
    is_anybody_open |= history_.status(txn) == TxnStatus::kIndeterminate && !counts(txn);
  if (!is_anybody_open) return;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    open_key_ = {};
    for (const VersionOrder& order : history_.version_orders()) has_changed |= count_named_in(order);
  }
}

bool PromisedVersions::count_named_in(const VersionOrder& order) {
  std::vector<ValueId> values;
  for (const ValueId value : order.values) values.push_back(lists_.known_as(order.key, value));
  std::ranges::sort(values);
  bool has_changed = false;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = std::upper_bound(first, values.end(), *first);
    std::ptrdiff_t missing = last - first;
    std::vector<TxnId> possible;
    for (const Write& write : writers_.find(order.key, *first)) {
      if (!write.is_final) continue;
      if (counts(write.txn))
        --missing;
      else if (history_.status(write.txn) == TxnStatus::kIndeterminate)
        possible.push_back(write.txn);
    }
    // The initial version may be named, too.
    const bool is_initial = *first == history_.initial_value(order.key);
    first = last;
    if (missing <= 0 || possible.empty()) continue;
    if (is_initial || std::ssize(possible) > missing) {
      open_key_ = order.key;
      continue;
    }
    for (const TxnId txn : possible) counts_[txn.index()] = true;
    has_changed = true;
  }
  return has_changed;
}

void PromisedVersions::find_installs() {
  KeyStamps stamps(history_.key_count());
  for (const TxnId txn : history_.transactions()) {
    if (!counts(txn)) continue;
    for_each_write_backwards(history_, txn, stamps, [&](OpId, KeyId key, ValueId value, bool is_final) {
      if (!is_final) return;
      ++installs_[key.index()];
      last_installed_[key.index()] = value;
    });
  }
}

bool PromisedVersions::lay_out() {
  begins_.reserve(history_.key_count() + 1);
  for (std::size_t i = 0; i < history_.key_count(); ++i) {
    const KeyId key(i);
    begins_.push_back(static_cast<std::uint32_t>(versions_.size()));
    versions_.push_back({key, history_.initial_value(key), {}});
    if (orders_[i] == nullptr)
      add_only_install(key);
    else if (!follow_order(key, *orders_[i]))
      return false;
    if (versions_.size() - begins_.back() != installs_[i] + 1) return blame_missing(key);
  }
  begins_.push_back(static_cast<std::uint32_t>(versions_.size()));
  return true;
}

bool PromisedVersions::follow_order(KeyId key, const VersionOrder& order) {
  for (std::size_t i = names_initial(key, order) ? 1 : 0; i < order.values.size(); ++i)
    if (!add_version(key, order.values[i])) return false;
  return true;
}

// Some databases list the initial version, too: its value stands there once more than it was installed.
bool PromisedVersions::names_initial(KeyId key, const VersionOrder& order) const {
  const ValueId initial = history_.initial_value(key);
  if (order.values.empty() || order.values.front() != initial) return false;
  std::ptrdiff_t installed = 0;
  for (const Write& write : writers_.find(key, initial))
    if (write.is_final && counts(write.txn)) ++installed;
  return std::ranges::count(order.values, initial) > installed;
}

bool PromisedVersions::add_version(KeyId key, ValueId value) {
  const ValueId found_as = lists_.known_as(key, value);
  std::size_t possible = 0;
  const Write* next = nullptr;  // the first that has no place yet
  for (const Write& write : writers_.find(key, found_as)) {
    if (!write.is_final || !counts(write.txn)) continue;
    ++possible;
    if (next == nullptr && positions_[writers_.number_of(write)] == kNowhere) next = &write;
  }
  if (next == nullptr) {
    // Elements of a list need not be a transaction's last.
    if (lists_.is_list(key))
      for (const Write& write : writers_.find(key, found_as))
        if (!write.is_final && counts(write.txn)) return grow(key, value, write);
    return possible == 0
               ? blame_value(key, value)
               : blame(fmt::format("the version order of {} names {} more often than it was installed",
                                   spell_key(history_, key), spell_value(history_, value)));
  }
  if (lists_.is_list(key) && !grow(key, value, *next)) return false;
  positions_[writers_.number_of(*next)] = static_cast<std::uint32_t>(versions_.size());
  versions_.push_back({key, found_as, next->txn, possible > 1});
  is_guessed_ = is_guessed_ || possible > 1;
  return true;
}

bool PromisedVersions::grow(KeyId key, ValueId value, const Write& append) {
  std::optional<std::string> problem = lists_.follow(key, value, append.txn, append.is_final);
  return !problem || blame(*std::move(problem), {append.txn});
}

void PromisedVersions::add_only_install(KeyId key) {
  if (installs_[key.index()] == 1) (void)add_version(key, last_installed_[key.index()]);
}

bool PromisedVersions::blame_value(KeyId key, ValueId value) {
  const std::string claim =
      fmt::format("the version order of {} names {}", spell_key(history_, key), spell_value(history_, value));
  for (const Write& write : writers_.find(key, lists_.known_as(key, value))) {
    const std::string writer = spell_transaction(history_, write.txn);
    if (!write.is_final)
      return blame(fmt::format("{}, which {} overwrote itself before it ended", claim, writer), {write.txn});
    if (history_.status(write.txn) == TxnStatus::kAborted)
      return blame(fmt::format("{}, which {} wrote, and {} aborted", claim, writer, writer), {write.txn});
    return blame(fmt::format("{}, which {} wrote, but {} need not have committed", claim, writer, writer),
                 {write.txn});
  }
  return blame(fmt::format("{}, which nobody wrote", claim));
}

bool PromisedVersions::blame_missing(KeyId key) {
  KeyStamps stamps(history_.key_count());
  std::vector<TxnId> missing;
  ValueId missed;
  for (const TxnId txn : history_.transactions()) {
    if (!counts(txn)) continue;
    for_each_write_backwards(history_, txn, stamps, [&](OpId, KeyId written, ValueId value, bool is_final) {
      if (written != key || !is_final) return;
      for (const Write& write : writers_.find(key, value))
        if (write.txn == txn && write.is_final && positions_[writers_.number_of(write)] == kNowhere) {
          missing.push_back(txn);
          if (!missed.is_valid()) missed = value;
        }
    });
  }
  if (orders_[key.index()] == nullptr)
    return blame(fmt::format("there is no version order of {}, which {} transactions write",
                             spell_key(history_, key), missing.size()),
                 missing);
  return blame(fmt::format("{} installs {} = {}, which the version order of {} does not name",
                           spell_transaction(history_, missing.front()), spell_key(history_, key),
                           spell_value(history_, missed), spell_key(history_, key)),
               {missing.front()});
}

bool PromisedVersions::blame(std::string sentence, std::vector<TxnId> txns) {
  broken_ = BrokenPromise{std::string(name_of(AnomalyKind::kBrokenVersionOrder)), std::move(sentence),
                          std::move(txns)};
  return false;
}

}  // namespace isolde
