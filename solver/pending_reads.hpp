// The versions that transactions still to run must read, and whether one can still come back: observation 2
// of solver/search.hpp. A version is a (key, value) pair that some required transaction read from outside
// itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/search.hpp"
#include "solver/serial_execution.hpp"

namespace isolde {

class PendingReads {
 public:
  PendingReads(const SearchProblem& problem, const std::vector<Role>& roles, SerialExecution& execution);

  void set_run(TxnId txn, bool ran);

  // Somebody still has to read this value of the key, but nobody is left to write it: it must not be
  // overwritten.
  [[nodiscard]] bool is_needed_now(KeyId key, ValueId value) const;

  // Keys of which the frontier alone does not tell what matters (observation 3).
  [[nodiscard]] const std::vector<KeyId>& stateful_keys() const { return stateful_; }

 private:
  struct Version {
    KeyId key;
    ValueId value;
    auto operator<=>(const Version&) const = default;
  };
  struct Lists {  // lists of versions by transaction, flat
    std::vector<std::uint32_t> begins{0};
    std::vector<std::uint32_t> items;
    void close() { begins.push_back(static_cast<std::uint32_t>(items.size())); }
  };

  [[nodiscard]] std::size_t find(Version version) const;  // versions_.size() if nobody reads it
  void collect_versions(const SearchProblem& problem, const std::vector<Role>& roles,
                        SerialExecution& execution);
  void count_readers_and_writers(const SearchProblem& problem, const std::vector<Role>& roles,
                                 SerialExecution& execution);
  void find_stateful_keys(const SearchProblem& problem, const std::vector<Role>& roles,
                          SerialExecution& execution);

  std::vector<Version> versions_;              // sorted
  std::vector<std::uint32_t> readers_left_;    // by version
  std::vector<std::uint32_t> writers_left_;    // by version
  std::vector<std::uint8_t> can_be_computed_;  // by version: a counter may reach it again
  Lists reads_;
  Lists installs_;
  std::vector<KeyId> stateful_;
};

}  // namespace isolde
