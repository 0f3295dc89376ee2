#include "encode/items/items.hpp"

#include <algorithm>

#include "history/reads.hpp"

namespace isolde {

Items::Items(const History& history, const WriterIndex& writers, const std::vector<bool>& counts)
    : key_count_(history.key_count()) {
  number_members(history, counts);
  number_versions(history);
  resolve_reads(history, writers);
  index_readers();
}

void Items::number_members(const History& history, const std::vector<bool>& counts) {
  members_.assign(history.transaction_count(), kNone);
  for (const TxnId txn : history.transactions()) {
    if (!counts[txn.index()]) continue;
    members_[txn.index()] = static_cast<Member>(txns_.size());
    txns_.push_back(txn);
  }
}

void Items::number_versions(const History& history) {
  install_begins_.reserve(txns_.size() + 1);
  install_begins_.push_back(0);
  KeyStamps written(key_count_);
  for (Member member = 0; member < txns_.size(); ++member) {
    for_each_write_backwards(history, txns_[member], written, [&](OpId, KeyId key, ValueId, bool is_final) {
      if (!is_final) return;
      keys_.push_back(key.value);
      writers_.push_back(member);
    });
    install_begins_.push_back(static_cast<std::uint32_t>(keys_.size()));
  }
  overwrites_.assign(keys_.size(), kNone);
}

namespace {

// The versions that could have served one read.
struct Candidates {
  std::size_t count = 0;
  const Write* write = nullptr;  // the last; null: the initial version
};

Candidates candidates_of(const History& history, const WriterIndex& writers, TxnId reader, KeyId key,
                         ValueId value) {
  Candidates result;
  if (value == history.initial_value(key)) result.count = 1;
  for (const Write& write : writers.find(key, value)) {
    if (!write.is_final || write.txn == reader || history.status(write.txn) == TxnStatus::kAborted) continue;
    ++result.count;
    result.write = &write;
  }
  return result;
}

}  // namespace

// Who has to be committed for this read but is not sure to be leaves the read open.
void Items::resolve_reads(const History& history, const WriterIndex& writers) {
  struct LastRead {
    Member member = kNone;
    Version version = kNone;
  };
  std::vector<LastRead> last_reads(key_count_);
  const std::vector<Version> versions = versions_by_operation(history);
  KeyStamps written(key_count_);
  read_begins_.reserve(txns_.size() + 1);
  read_begins_.push_back(0);
  for (Member member = 0; member < txns_.size(); ++member) {
    const auto add = [&](std::uint32_t key, Version version) {
      LastRead& last = last_reads[key];
      const bool is_first = last.member != member;
      if (!is_first && last.version == version) return;
      const auto begin = reads_.begin() + read_begins_[member];
      if (!is_first && std::find(begin, reads_.end(), version) != reads_.end()) return;
      last = {member, version};
      reads_.push_back(version);
    };
    for_each_external_read(history, txns_[member], written, [&](OpId op, KeyId key, ValueId value) {
      const Candidates found = candidates_of(history, writers, txns_[member], key, value);
      if (found.count == 1 && found.write == nullptr) return add(key.value, initial(key.value));
      const bool is_sure = found.count == 1 && (this->member(found.write->txn) != kNone ||
                                                history.status(found.write->txn) == TxnStatus::kCommitted);
      if (!is_sure) return open_reads_.push_back({member, op, key, value});
      const Member from = this->member(found.write->txn);
      if (from == kNone) return;  // not among those we look at
      const Version direct = versions[found.write->op.index()];
      add(key.value, direct != kNone ? direct : installed(from, key.value));
    });
    read_begins_.push_back(static_cast<std::uint32_t>(reads_.size()));
    if (read_begins_[member] == reads_.size()) continue;
    for (Version version = install_begin(member); version < install_end(member); ++version)
      if (const LastRead& last = last_reads[keys_[version]]; last.member == member)
        overwrites_[version] = last.version;
  }
}

// By operation: what it installed; kNone for a predicate write, which may have installed several.
std::vector<Version> Items::versions_by_operation(const History& history) const {
  std::vector<Version> versions(history.operation_count(), kNone);
  KeyStamps written(key_count_);
  Version next = 0;
  for (const TxnId txn : txns_) {
    for_each_write_backwards(history, txn, written, [&](OpId op, KeyId, ValueId, bool is_final) {
      if (!is_final) return;
      if (!is_predicate(history.kind(op))) versions[op.index()] = next;
      ++next;
    });
  }
  return versions;
}

Version Items::installed(Member member, std::uint32_t key) const {
  for (Version version = install_begin(member); version < install_end(member); ++version)
    if (keys_[version] == key) return version;
  return kNone;
}

void Items::index_readers() {
  reader_begins_.assign(version_count() + 1, 0);
  for (const Version version : reads_) ++reader_begins_[version + 1];
  for (std::size_t v = 1; v < reader_begins_.size(); ++v) reader_begins_[v] += reader_begins_[v - 1];
  readers_.resize(reads_.size());
  std::vector<std::uint32_t> next(reader_begins_.begin(), std::prev(reader_begins_.end()));
  for (Member member = 0; member < member_count(); ++member)
    for (const Version version : reads(member)) readers_[next[version]++] = member;
}

}  // namespace isolde
