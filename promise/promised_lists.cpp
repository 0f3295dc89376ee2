#include "promise/promised_lists.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "history/reads.hpp"
#include "history/spelling.hpp"

namespace isolde {

PromisedLists::PromisedLists(const History& history, const WriterIndex& writers, bool updates_may_be_lost)
    : history_(history) {
  find_appends();
  if (!lists_.empty()) find_knowledge(writers, updates_may_be_lost);
}

void PromisedLists::find_appends() {
  struct Append {
    KeyId key;
    TxnId txn;
    std::uint32_t element;
  };
  std::vector<Append> appends;
  for (const TxnId txn : history_.transactions())
    for (const OpId op : history_.operations(txn))
      if (history_.kind(op) == OpKind::kAppend)
        appends.push_back({history_.key(op), txn, history_.value(op).value});
  if (appends.empty()) return;
  list_numbers_.resize(history_.key_count());
  std::ranges::stable_sort(appends, {}, &Append::key);
  for (const Append& append : appends) {
    const bool is_new_key = runs_.empty() || runs_.back().key != append.key;
    if (is_new_key) {
      lists_.emplace_back();
      list_numbers_[append.key.index()] = static_cast<std::uint32_t>(lists_.size());
    }
    if (is_new_key || runs_.back().txn != append.txn)
      runs_.push_back({.key = append.key, .txn = append.txn, .elements = {}});
    runs_.back().elements.push_back(append.element);
  }
}

void PromisedLists::find_knowledge(const WriterIndex& writers, bool updates_may_be_lost) {
  for (std::size_t i = 0; i < list_numbers_.size(); ++i) {
    if (list_numbers_[i] == 0) continue;
    List& list = this->list(KeyId(i));
    const ValueId initial = history_.initial_value(KeyId(i));
    const auto elements = elements_of(initial);
    list.content.assign(elements.begin(), elements.end());
    list.lengths.push_back(static_cast<std::uint32_t>(elements.size()));
    if (updates_may_be_lost) list.knowledge = Knowledge::kAncestry;
    if (initial != kInitial && elements.empty()) list.knowledge = Knowledge::kNothing;
  }
  writers.for_each_version([&](ValueId, std::span<const Write> writes) {
    if (writes.size() < 2 || !is_list(writes.front().key)) return;
    const auto possible = std::ranges::count_if(
        writes, [&](const Write& write) { return history_.status(write.txn) != TxnStatus::kAborted; });
    if (possible > 1) list(writes.front().key).knowledge = Knowledge::kNothing;
  });
  for (const List& list : lists_) are_known_ &= list.knowledge == Knowledge::kContents;
}

ValueId PromisedLists::known_as(KeyId key, ValueId value) const {
  if (!is_list(key)) return value;
  const auto elements = elements_of(value);
  return elements.empty() ? value : ValueId(elements.back());
}

std::span<const std::uint32_t> PromisedLists::elements_of(ValueId value) const {
  if (!isolde::is_list(history_, value)) return {};
  return history_.values().elements(value.value);
}

std::size_t PromisedLists::run_of(TxnId txn, KeyId key) const {
  const auto found = std::ranges::lower_bound(runs_, std::pair(key, txn), {},
                                              [](const Run& run) { return std::pair(run.key, run.txn); });
  return static_cast<std::size_t>(found - runs_.begin());
}

std::optional<std::string> PromisedLists::follow(KeyId key, ValueId value, TxnId txn, bool is_final) {
  List& list = this->list(key);
  if (list.knowledge == Knowledge::kNothing) return std::nullopt;
  const auto blame = [&](const char* where, TxnId whose) {
    return fmt::format("the version order of {} names {} {} {} appends", spell_key(history_, key),
                       spell_value(history_, value), where, spell_transaction(history_, whose));
  };
  if (list.in_progress.is_valid() && list.in_progress != txn)
    return blame("in the middle of what", list.in_progress);
  Run& run = runs_[run_of(txn, key)];
  const auto rest = std::span(run.elements).subspan(list.named);
  const auto at = std::ranges::find(rest, known_as(key, value).value);
  if (run.base != kNowhere || at == rest.end()) return blame("against the order in which", txn);
  list.in_progress = txn;
  list.named += static_cast<std::size_t>(at - rest.begin()) + 1;
  if (auto problem = misfit(key, value, std::span(run.elements).first(list.named))) return problem;
  if (!is_final) return std::nullopt;
  run.base = static_cast<std::uint32_t>(list.content.size());
  list.content.insert(list.content.end(), run.elements.begin(), run.elements.end());
  list.lengths.push_back(static_cast<std::uint32_t>(list.content.size()));
  list.ends.insert(run.elements.back());
  list.in_progress = {};
  list.named = 0;
  return std::nullopt;
}

std::optional<std::string> PromisedLists::misfit(KeyId key, ValueId whole,
                                                 std::span<const std::uint32_t> appended) const {
  if (!isolde::is_list(history_, whole)) return std::nullopt;  // it names an element
  const List& list = this->list(key);
  const auto held = elements_of(whole);
  const auto blame = [&](const char* why, std::span<const std::uint32_t> elements) {
    return fmt::format("the version order of {} names {}, {} {}", spell_key(history_, key),
                       spell_value(history_, whole), why, spell_list(history_, elements));
  };
  if (list.knowledge == Knowledge::kContents) {
    std::vector<std::uint32_t> expected = list.content;
    expected.insert(expected.end(), appended.begin(), appended.end());
    if (std::ranges::equal(held, expected)) return std::nullopt;
    return blame("although what it names before makes it", expected);
  }
  if (held.size() < appended.size() || !std::ranges::equal(held.last(appended.size()), appended))
    return blame("although its last transaction appends", appended);
  const auto base = held.first(held.size() - appended.size());
  const bool is_initial = std::ranges::equal(base, elements_of(history_.initial_value(key)));
  if (is_initial || (!base.empty() && list.ends.contains(base.back()))) return std::nullopt;
  return blame("and nothing before that is", base);
}

std::uint32_t PromisedLists::version_showing(KeyId key, ValueId value) const {
  const List& list = this->list(key);
  const auto shown = elements_of(value);
  if (value != kInitial && shown.empty()) return kNowhere;
  if (shown.size() > list.content.size() || !std::ranges::equal(shown, content(key).first(shown.size())))
    return kNowhere;
  const auto found = std::ranges::lower_bound(list.lengths, shown.size());
  if (found == list.lengths.end() || *found != shown.size()) return kNowhere;
  return static_cast<std::uint32_t>(found - list.lengths.begin());
}

std::span<const std::uint32_t> PromisedLists::seen_by(TxnId txn, KeyId key, std::size_t appends) const {
  return content(key).first(runs_[run_of(txn, key)].base + appends);
}

bool PromisedLists::holds(std::span<const std::uint32_t> elements, ValueId value) const {
  return std::ranges::equal(elements, elements_of(value)) && (value == kInitial) == elements.empty();
}

}  // namespace isolde
