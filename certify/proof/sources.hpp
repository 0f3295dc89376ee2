// Whose version of a key a transaction can have seen.
//
// In every execution of every level a transaction r that counts sees exactly one version of each key x: that
// of the last to install x before r began, its *source*, or the initial one. Excluded as a source is
//   * a transaction that aborted, or is assumed to have no effect;
//   * a transaction that comes after r by an order that the level keeps, or before another installer of x
//   that
//     comes before r;
//   * a version on which r's operations do not show what they recorded (certify/schedule/key_run.hpp). What a
//     version holds is known if its writer's operations say, or by running them on what their own source
//     holds, if that is assumed;
//   * of a list that is only appended to, a transaction that did not append the last element that r saw.
// All others are possible, so what is concluded from there being only one source, or none, is true.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "certify/proof/assumed.hpp"
#include "certify/proof/facts.hpp"
#include "certify/schedule/key_run.hpp"
#include "history/history.hpp"
#include "history/level.hpp"

namespace isolde {

class Sources {
 public:
  // All of them must outlive this.
  Sources(const History& history, Facts& facts, const LevelInfo& level, std::int64_t clock_skew,
          const Assumed& assumed)
      : history_(history),
        facts_(facts),
        level_(level),
        clock_skew_(clock_skew),
        assumed_(assumed),
        run_(history, level) {}

  // The sources possible under the assumptions; an invalid id stands for the initial version.
  [[nodiscard]] std::vector<TxnId> possible(TxnId reader, KeyId key) {
    return possible(reader, key, {OpId(), true, true});
  }
  // The sources possible by what the reader's operations show alone: more, for less work.
  [[nodiscard]] std::vector<TxnId> possible_by_value(TxnId reader, KeyId key) {
    return possible(reader, key, {OpId(), false, true});
  }
  // Whether `writer` is the only one possible: by all operations of the reader or one of them alone, with or
  // without the level's orders and the assumptions. To look at less matters where there is a contradiction:
  // then nobody is left by all of it.
  [[nodiscard]] bool is_only(TxnId reader, KeyId key, TxnId writer);
  // What the aggregate `op` of `reader` may have taken from the key: from each of the possible sources.
  [[nodiscard]] std::vector<KeyRun::Taken> taken(const AggregateRule& rule, OpId op, TxnId reader, KeyId key);
  // Whether an order that the level keeps puts `a` before `b`.
  [[nodiscard]] bool precedes(TxnId a, TxnId b) const;

 private:
  // What to look at.
  struct Look {
    OpId only;  // if valid: what other operations of the reader recorded is not looked at
    bool orders;
    bool assumptions;
  };
  [[nodiscard]] std::vector<TxnId> possible(TxnId reader, KeyId key, const Look& look);
  [[nodiscard]] std::vector<TxnId> installers(TxnId reader, KeyId key);
  [[nodiscard]] const std::vector<TxnId>& in_order(TxnId reader, KeyId key);
  [[nodiscard]] bool can_show(TxnId reader, KeyId key, TxnId source, const Look& look);
  [[nodiscard]] bool ends_with(KeyId key, TxnId source, ValueId read);
  [[nodiscard]] Held held_by(TxnId writer, KeyId key);
  [[nodiscard]] Held held(TxnId source, KeyId key, bool assumptions);

  const History& history_;
  Facts& facts_;
  const LevelInfo& level_;
  const std::int64_t clock_skew_;
  const Assumed& assumed_;
  KeyRun run_;
  std::unordered_map<std::uint64_t, std::vector<TxnId>> in_order_;  // by reader and key
};

}  // namespace isolde
