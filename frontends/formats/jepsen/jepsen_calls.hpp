// What one Jepsen operation did: its :f and :value become operations of the data model.
//
// Transactions of micro-operations (list-append, rw-register, long-fork, closed-predicate):
//   [:append k e]  append         [:r k v]      read; nil and [] are the initial version
//   [:w k v]       write          [:insert k v] insert        [:delete k] delete
//   [:rp pred {k v}]              predicate read; pred is :true, [:= n], [:mod m r] and their like
// Workloads of single calls:
//   :read/:write/:cas             of one register; a cas is a read of the old and a write of the new value
//   :read {k v}                   reads of keys (bank, monotonic)
//   :add e, :read [e ...]         of one set          :add n, :read n     of one counter
//   :transfer {:from :to :amount} two increments      :acquire, :release  read and write of one mutex
//   :init {k v}                   the state before everything else (closed-predicate)
// A value [k v] where the workload has plain values is a tuple: the same call on key k.
//
// Whether a plain :add is of a set or a counter, and a plain :read of a register, set or counter, shows only
// in the whole history; such operations are added as they come and get their key and kind in finish(). So
// does whether a :read of [3 4] that was not invoked with [3 nil] is a tuple: it is one if all updates are.
//
// Where a bank's accounts begin stands in the test that ran, not in its history: without :init the initial
// values of keys that :transfer and :read {k v} name, and nobody writes, are unknown.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "frontends/formats/jepsen/form.hpp"
#include "history/builder.hpp"

namespace isolde {

struct JepsenCall {
  std::string_view f;           // empty: none given
  Form value;                   // the completion's, or the invocation's where that has none
  std::optional<Form> invoked;  // the invocation's value, if there is an invocation
  TxnStatus status = TxnStatus::kCommitted;
  bool observed = true;  // false: `value` is the invocation's, so its reads saw nothing
};

class JepsenCalls {
 public:
  explicit JepsenCalls(HistoryBuilder& builder) : builder_(builder) {}

  // Drafts the operations of one call, replacing the draft before. The error has no place.
  [[nodiscard]] Result<void> draft(const JepsenCall& call);
  // Adds the draft to the builder's open transaction, which stands at `place`.
  void commit(std::uint64_t place);
  // The committed :init that `value` is: sets initial values.
  [[nodiscard]] Result<void> set_initial_state(Form value);
  // Settles plain adds and reads; after the last call. The error has a position, but no file.
  [[nodiscard]] Result<void> finish();
  // Marks the initial values that the finished history does not record as unknown.
  void forget_initials(History& history) const;

 private:
  // What a plain operation turns out to be is decided by all of them together.
  enum class Role : std::uint8_t { kSettled, kAdd, kListRead, kScalarRead };
  struct Drafted {
    OpKind kind;
    Role role;
    KeyId key;  // invalid: the one register, set or counter of the history
    ValueId value;
    PredicateId predicate;
    std::vector<RowSeen> rows;
  };
  struct Unsettled {
    OpId op;
    Role role;
    KeyId key;
    ValueId value;
    std::uint64_t place;
  };
  // A call on a key of its own, or on the history's only object (no key).
  struct Target {
    KeyId key;
    Form value;
  };

  [[nodiscard]] Result<void> draft_micro_operations(Form value);
  [[nodiscard]] Result<void> draft_micro_operation(Form mop);
  [[nodiscard]] Result<void> draft_predicate_read(Form mop);
  [[nodiscard]] Result<void> draft_read(const JepsenCall& call);
  [[nodiscard]] Result<void> draft_map(OpKind kind, Form map);
  [[nodiscard]] Result<void> draft_write(Form value);
  [[nodiscard]] Result<void> draft_cas(Form value);
  [[nodiscard]] Result<void> draft_add(Form value);
  [[nodiscard]] Result<void> draft_transfer(Form value);
  void draft_lock(bool acquire);
  [[nodiscard]] Result<void> split_read_tuples();
  [[nodiscard]] Result<void> split_read_tuple(Unsettled& read);
  void note_account(KeyId key);
  void note_tuple(bool is_tuple);

  // Of an update: remembers whether it was a tuple.
  [[nodiscard]] Result<Target> split_tuple(Form value);
  [[nodiscard]] Result<void> push(OpKind kind, Form key, Form value);
  void push(OpKind kind, KeyId key, ValueId value, Role role = Role::kSettled);
  // Whether a read of this result is an operation at all: what an unfinished call asked for is not.
  [[nodiscard]] bool was_seen(Form result) const {
    return status_ == TxnStatus::kCommitted || (observed_ && !result.is_nil());
  }
  [[nodiscard]] Result<std::uint32_t> intern(Dictionary& dictionary, Form form);
  [[nodiscard]] Result<KeyId> key_of(Form form);
  [[nodiscard]] Result<ValueId> value_of(Form form);

  HistoryBuilder& builder_;
  TxnStatus status_ = TxnStatus::kCommitted;
  bool observed_ = true;
  std::vector<Drafted> drafted_;
  std::vector<Unsettled> unsettled_;
  std::vector<std::uint32_t> elements_;  // of the lists being interned, the innermost last
  std::vector<bool> is_account_;         // by key: :transfer or :read {k v} names it
  bool has_initial_state_ = false;
  bool has_tuples_ = false;  // among the updates
  bool has_plain_updates_ = false;
  bool has_register_writes_ = false;
  bool has_other_elements_ = false;  // an :add of something that is no integer
};

}  // namespace isolde
