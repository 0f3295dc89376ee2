// What a history says about items, as flat arrays over the transactions that count: who installed which
// version, who read it, and which versions follow each other immediately. The basis of executing, pruning and
// encoding.
//
// A *member* is a transaction that counts (history/findings/validation.hpp), numbered in the order of the
// input, which tends to be that of time: what belongs together stays close in memory. A *version* is what a
// member installed of one key, numbered by member; behind these stand the initial versions, one per key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "history/history.hpp"
#include "history/predicates/predicate_index.hpp"
#include "history/writers.hpp"

namespace isolde {

using Member = std::uint32_t;
using Version = std::uint32_t;
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// A read that several versions could have served; the basis of choices.
struct OpenRead {
  Member reader = kNone;
  OpId op = {};
  KeyId key = {};
  ValueId value = {};
};

// Where rows are: all versions in the order of their columns, and what predicate operations asked for.
struct RowPlaces {
  PredicateIndex index;  // of all versions, by Version
  // By member, then by its predicate operations; without a column where the predicate is no run of one.
  std::vector<PredicateIndex::Run> runs;
};

class Items {
 public:
  // `counts` as by counting_transactions(), or a part of it: then only dependencies among these are seen, and
  // reads from others are left out.
  Items(const History& history, const WriterIndex& writers, const std::vector<bool>& counts);

  // The items of a history that plainly has no flaw: item and predicate operations only, no deletes, no
  // indeterminate transactions, no value written twice, and every read explained by one committed write or by
  // the transaction itself; rows that predicates return match. Then validation would find nothing, and there
  // is no need for an index of writers. Nothing if a flaw or anything unusual shows.
  [[nodiscard]] static std::optional<Items> of_plain(const History& history);

  [[nodiscard]] std::size_t member_count() const { return txns_.size(); }
  [[nodiscard]] std::size_t installed_count() const {
    return keys_.size();
  }  // versions that members installed
  [[nodiscard]] std::size_t version_count() const { return keys_.size() + key_count_; }
  [[nodiscard]] std::size_t key_count() const { return key_count_; }

  [[nodiscard]] TxnId txn(Member member) const { return txns_[member]; }
  [[nodiscard]] Member member(TxnId txn) const { return members_[txn.index()]; }  // kNone: does not count

  [[nodiscard]] bool is_initial(Version version) const { return version >= keys_.size(); }
  [[nodiscard]] Version initial(std::uint32_t key) const { return static_cast<Version>(keys_.size()) + key; }
  [[nodiscard]] std::uint32_t key(Version version) const {
    return is_initial(version) ? version - static_cast<Version>(keys_.size()) : keys_[version];
  }
  // Not for initial versions.
  [[nodiscard]] Member writer(Version version) const { return writers_[version]; }

  // Distinct versions that the member read from others.
  [[nodiscard]] std::span<const Version> reads(Member member) const {
    return {reads_.data() + read_begins_[member], reads_.data() + read_begins_[member + 1]};
  }
  // The versions [first, last) that the member installed.
  [[nodiscard]] Version install_begin(Member member) const { return install_begins_[member]; }
  [[nodiscard]] Version install_end(Member member) const { return install_begins_[member + 1]; }
  // The version of `key` that the member installed, or kNone; linear in the member's installs.
  [[nodiscard]] Version installed(Member member, std::uint32_t key) const;
  [[nodiscard]] std::span<const Member> readers(Version version) const {
    return {readers_.data() + reader_begins_[version], readers_.data() + reader_begins_[version + 1]};
  }

  // What the installer of `version` itself read of the same key, or kNone. It is overwritten immediately.
  [[nodiscard]] Version overwrites(Version version) const { return overwrites_[version]; }

  // What was found out about rows on the way; null if nothing was. Shared by whoever executes.
  [[nodiscard]] const std::shared_ptr<RowPlaces>& row_places() const { return row_places_; }

  // Reads with several possible versions; if there are any, the graph of this class is not the whole story.
  [[nodiscard]] const std::vector<OpenRead>& open_reads() const { return open_reads_; }

 private:
  explicit Items(const History& history) : key_count_(history.key_count()) {}

  [[nodiscard]] std::optional<std::vector<Version>> number_plain_writes(const History& history,
                                                                        std::vector<RowVersion>* rows);
  [[nodiscard]] bool resolve_plain_reads(const History& history, const std::vector<Version>& by_value);
  void number_members(const History& history, const std::vector<bool>& counts);
  void number_versions(const History& history);
  void resolve_reads(const History& history, const WriterIndex& writers);
  void index_readers();
  [[nodiscard]] std::vector<Version> versions_by_operation(const History& history) const;

  std::size_t key_count_;
  std::vector<TxnId> txns_;
  std::vector<Member> members_;
  std::vector<std::uint32_t> install_begins_;
  std::vector<std::uint32_t> keys_;
  std::vector<Member> writers_;
  std::vector<std::uint32_t> read_begins_;
  std::vector<Version> reads_;
  std::vector<std::uint32_t> reader_begins_;
  std::vector<Member> readers_;
  std::vector<Version> overwrites_;
  std::vector<OpenRead> open_reads_;
  std::shared_ptr<RowPlaces> row_places_;
};

}  // namespace isolde
