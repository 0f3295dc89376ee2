#include "solver/pending_reads.hpp"

#include <algorithm>

#include "history/reads.hpp"

namespace isolde {
namespace {

bool has_binding_predicates(const SearchProblem& problem, const std::vector<Role>& roles) {
  if (!problem.demands.rows_bind) return false;
  for (const TxnId txn : problem.history.transactions()) {
    if (roles[txn.index()] == Role::kOut) continue;
    for (const OpId op : problem.history.operations(txn))
      if (is_predicate(problem.history.kind(op))) return true;
  }
  return false;
}

}  // namespace

PendingReads::PendingReads(const SearchProblem& problem, const std::vector<Role>& roles,
                           SerialExecution& execution) {
  collect_versions(problem, roles, execution);
  count_readers_and_writers(problem, roles, execution);
  find_stateful_keys(problem, roles, execution);
}

void PendingReads::collect_versions(const SearchProblem& problem, const std::vector<Role>& roles,
                                    SerialExecution& execution) {
  KeyStamps own(problem.history.key_count());
  for (const TxnId txn : problem.history.transactions()) {
    if (roles[txn.index()] != Role::kRequired) continue;
    for_each_external_read(problem.history, txn, own, [&](OpId, KeyId key, ValueId value) {
      versions_.push_back({key, execution.canonical(key, value)});
    });
  }
  std::ranges::sort(versions_);
  const auto rest = std::ranges::unique(versions_);
  versions_.erase(rest.begin(), rest.end());
}

std::size_t PendingReads::find(Version version) const {
  const auto at = std::ranges::lower_bound(versions_, version);
  const bool is_there = at != versions_.end() && *at == version;
  return is_there ? static_cast<std::size_t>(at - versions_.begin()) : versions_.size();
}

void PendingReads::count_readers_and_writers(const SearchProblem& problem, const std::vector<Role>& roles,
                                             SerialExecution& execution) {
  const History& history = problem.history;
  readers_left_.resize(versions_.size());
  writers_left_.resize(versions_.size());
  can_be_computed_.resize(versions_.size());
  for (std::size_t v = 0; v < versions_.size(); ++v) {
    const SerialExecution::KeyType type = execution.type(versions_[v].key);
    can_be_computed_[v] =
        type == SerialExecution::KeyType::kCounter || type == SerialExecution::KeyType::kMixed;
  }
  KeyStamps read_own(history.key_count());
  KeyStamps write_own(history.key_count());
  for (const TxnId txn : history.transactions()) {
    if (roles[txn.index()] == Role::kRequired) {
      for_each_external_read(history, txn, read_own, [&](OpId, KeyId key, ValueId value) {
        const std::size_t version = find({key, execution.canonical(key, value)});
        ++readers_left_[version];
        reads_.items.push_back(static_cast<std::uint32_t>(version));
      });
    }
    if (roles[txn.index()] != Role::kOut) {
      for_each_write_backwards(history, txn, write_own, [&](OpId, KeyId key, ValueId value, bool is_final) {
        if (!is_final) return;
        const std::size_t version = find({key, value});
        if (version == versions_.size()) return;
        ++writers_left_[version];
        installs_.items.push_back(static_cast<std::uint32_t>(version));
      });
    }
    reads_.close();
    installs_.close();
  }
}

void PendingReads::find_stateful_keys(const SearchProblem& problem, const std::vector<Role>& roles,
                                      SerialExecution& execution) {
  const History& history = problem.history;
  std::vector<bool> is_stateful(history.key_count(), has_binding_predicates(problem, roles));
  for (std::size_t v = 0; v < versions_.size(); ++v) {
    const KeyId key = versions_[v].key;
    const std::uint32_t writers = writers_left_[v] + (execution.initial(key) == versions_[v].value ? 1 : 0);
    if (writers > 1) is_stateful[key.index()] = true;
  }
  // Of a list, a set or a counter even a read after an own write tells what was there before.
  for (std::size_t key = 0; key < is_stateful.size(); ++key)
    if (execution.type(KeyId(key)) != SerialExecution::KeyType::kRegister) is_stateful[key] = true;
  KeyStamps own(history.key_count());
  for (const TxnId txn : history.transactions()) {
    if (roles[txn.index()] != Role::kOptional) continue;
    for_each_external_read(history, txn, own,
                           [&](OpId, KeyId key, ValueId) { is_stateful[key.index()] = true; });
  }
  for (std::size_t key = 0; key < is_stateful.size(); ++key)
    if (is_stateful[key]) stateful_.emplace_back(key);
}

void PendingReads::set_run(TxnId txn, bool ran) {
  const std::uint32_t step = ran ? std::uint32_t(-1) : 1U;
  const auto adjust = [&](const Lists& lists, std::vector<std::uint32_t>& counts) {
    for (std::uint32_t i = lists.begins[txn.index()]; i < lists.begins[txn.index() + 1]; ++i)
      counts[lists.items[i]] += step;
  };
  adjust(reads_, readers_left_);
  adjust(installs_, writers_left_);
}

bool PendingReads::is_needed_now(KeyId key, ValueId value) const {
  const std::size_t version = find({key, value});
  if (version == versions_.size() || readers_left_[version] == 0) return false;
  return writers_left_[version] == 0 && can_be_computed_[version] == 0;
}

}  // namespace isolde
