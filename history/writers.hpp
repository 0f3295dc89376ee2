// Who wrote what: for a key and a value, every write that made it. The basis of validation and of every
// encoding.
//
// Built in linear time by counting sort on values; find() costs O(log w) for a value written w times, and
// usually w is one. Element writes (append, add) are found under their element; increments make no findable
// value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "history/history.hpp"

namespace isolde {

struct Write {
  KeyId key;
  TxnId txn;
  OpId op;
  bool is_final;  // the transaction's last write of this key: what it installs
};

class WriterIndex {
 public:
  explicit WriterIndex(const History& history);

  // All writes of `value` to `key` in order of (transaction, operation), whatever their transaction's status.
  [[nodiscard]] std::span<const Write> find(KeyId key, ValueId value) const;

  [[nodiscard]] std::size_t write_count() const { return writes_.size(); }
  // A number below write_count(), of a write that find() gave.
  [[nodiscard]] std::size_t number_of(const Write& write) const {
    return static_cast<std::size_t>(&write - writes_.data());
  }

  // Calls visit(value, writes) for every (key, value) that was written, with all its writes.
  template <class Visit>
  void for_each_version(Visit&& visit) const {
    for (std::size_t value = 0; value + 1 < begins_.size(); ++value) {
      for (std::size_t first = begins_[value], last = first; first < begins_[value + 1]; first = last) {
        while (last < begins_[value + 1] && writes_[last].key == writes_[first].key) ++last;
        visit(ValueId(value), std::span(writes_).subspan(first, last - first));
      }
    }
  }

 private:
  std::vector<std::uint32_t> begins_;  // by ValueId
  std::vector<Write> writes_;          // per value ordered by key, then by operation
};

}  // namespace isolde
