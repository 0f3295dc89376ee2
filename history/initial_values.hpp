// What keys hold before any transaction, where that is not known from the input alone.
//
// A history is immutable but for this: a user may know the initial values that the log leaves out, and where
// they are not known the checker tries those that the reads suggest. InitialValues opens a finished history
// for that, and for nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "base/ids.hpp"
#include "history/history.hpp"

namespace isolde {

// A counter may begin with a number that no operation of the history names; everything else with a value that
// it knows.
using InitialCandidate = std::variant<std::int64_t, ValueId>;

struct InitialChoice {
  KeyId key;
  InitialCandidate value;
};

class InitialValues {
 public:
  explicit InitialValues(History& history) : history_(history) {}

  [[nodiscard]] Dictionary& keys() { return history_.keys_; }
  [[nodiscard]] Dictionary& values() { return history_.values_; }
  [[nodiscard]] Dictionary& columns() { return history_.columns_; }

  // The user said that the key begins with this value.
  void tell(KeyId key, ValueId value);
  // The initial value of the key is unknown: the key holds nothing until assume() is called.
  void forget(KeyId key);
  // Requires that the key's value is unknown.
  void assume(const InitialChoice& choice);

 private:
  void set(KeyId key, ValueId value);

  History& history_;
};

// "x=7": as --initial takes it.
[[nodiscard]] std::string spell_choice(const History& history, const InitialChoice& choice);

// What completes "assuming that": the values that were chosen for the keys whose initial value is unknown.
// Requires that there are any.
[[nodiscard]] std::string initial_assumption(const History& history);

}  // namespace isolde
