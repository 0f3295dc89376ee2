// A database's version orders, checked against what transactions did and laid out for look-up: for each key
// the initial version and then what it says was installed, oldest first, with the transaction that did.
//
// A promise can be wrong by itself: it names what nobody installed, leaves out what somebody did, or says
// nothing about a key that several wrote. Each is one sentence. A key with a single installer needs no order.
// Where several transactions installed one value the order does not tell which is which; they are taken in
// the order of the input, and marked as guessed.
//
// Versions of all keys are numbered through, key by key. What a list holds in each is for
// promise/promised_lists.hpp to say. Cost: linear, plus one look-up per version.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "history/history.hpp"
#include "history/writers.hpp"
#include "promise/promise.hpp"
#include "promise/promised_lists.hpp"

namespace isolde {

class PromisedVersions {
 public:
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

  struct Version {
    KeyId key;
    ValueId value;            // of a list its last element
    TxnId txn;                // invalid: the initial version
    bool is_guessed = false;  // which transaction it was
  };

  // `counts`: who takes part, as by counting_transactions(); the indeterminate transactions that an order
  // names join them. `history` and `writers` must outlive this.
  PromisedVersions(const History& history, const WriterIndex& writers, std::vector<bool> counts,
                   bool updates_may_be_lost);

  // The first thing that is wrong; then nothing else here may be used.
  [[nodiscard]] const std::optional<BrokenPromise>& broken() const { return broken_; }

  // A key whose order names what several indeterminate transactions may have installed, but not all of them;
  // then who takes part is open. Invalid: none.
  [[nodiscard]] KeyId open_key() const { return open_key_; }

  [[nodiscard]] bool counts(TxnId txn) const { return counts_[txn.index()]; }
  [[nodiscard]] const std::vector<bool>& counting() const { return counts_; }
  [[nodiscard]] std::size_t size() const { return versions_.size(); }
  [[nodiscard]] const Version& operator[](std::size_t version) const { return versions_[version]; }
  // The key's initial version, and one past its last.
  [[nodiscard]] std::uint32_t begin(KeyId key) const { return begins_[key.index()]; }
  [[nodiscard]] std::uint32_t end(KeyId key) const { return begins_[key.index() + 1]; }
  // Whether the installer of some version is guessed.
  [[nodiscard]] bool is_guessed() const { return is_guessed_; }

  [[nodiscard]] const PromisedLists& lists() const { return lists_; }

  // Calls visit(version) for every version of the key that a read of `value` may have shown.
  template <class Visit>
  void for_each_showing(KeyId key, ValueId value, Visit&& visit) const {
    if (lists_.is_known(key)) {
      const std::uint32_t version = lists_.version_showing(key, value);
      if (version != PromisedLists::kNowhere) visit(begin(key) + version);
      return;
    }
    if (value == history_.initial_value(key)) visit(begin(key));
    for (const Write& write : writers_.find(key, lists_.known_as(key, value)))
      if (const std::uint32_t at = positions_[writers_.number_of(write)]; at != kNowhere) visit(at);
  }

 private:
  void count_named();
  [[nodiscard]] bool count_named_in(const VersionOrder& order);
  void find_installs();
  [[nodiscard]] bool lay_out();
  [[nodiscard]] bool follow_order(KeyId key, const VersionOrder& order);
  void add_only_install(KeyId key);
  [[nodiscard]] bool names_initial(KeyId key, const VersionOrder& order) const;
  [[nodiscard]] bool add_version(KeyId key, ValueId value);
  [[nodiscard]] bool grow(KeyId key, ValueId value, const Write& append);
  [[nodiscard]] bool blame_value(KeyId key, ValueId value);
  [[nodiscard]] bool blame_missing(KeyId key);
  [[nodiscard]] bool blame(std::string sentence, std::vector<TxnId> txns = {});

  const History& history_;
  const WriterIndex& writers_;
  std::vector<bool> counts_;
  PromisedLists lists_;
  std::vector<std::uint32_t> installs_;      // by KeyId: how many that count
  std::vector<ValueId> last_installed_;      // by KeyId
  std::vector<const VersionOrder*> orders_;  // by KeyId; null: none
  std::vector<Version> versions_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> positions_;  // by number of a write: its version
  std::optional<BrokenPromise> broken_;
  bool is_guessed_ = false;
  KeyId open_key_;
};

}  // namespace isolde
