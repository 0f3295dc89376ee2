// How a key, a value or an operation of the input is spelled for a person. Whatever the input holds, the
// spelling is UTF-8 without control characters, and different things are spelled differently.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "history/history.hpp"

namespace isolde {

// How much is spelled: what is long is cut for people (base/bounds.hpp), and whole for machines.
enum class Detail : std::uint8_t { kBounded, kWhole };

// x, 17, :k; "17" if it is a text
[[nodiscard]] std::string spell_key(const History& history, KeyId key, Detail detail = Detail::kBounded);
// 4, "text", [1 2], {v1: 4, v2: 7}; "nothing" for the initial version
[[nodiscard]] std::string spell_value(const History& history, ValueId value,
                                      Detail detail = Detail::kBounded);
// The list of these values, in the same way.
[[nodiscard]] std::string spell_list(const History& history, std::span<const std::uint32_t> elements,
                                     Detail detail = Detail::kBounded);
// T17
[[nodiscard]] std::string spell_transaction(const History& history, TxnId txn);
// v1 > 3
[[nodiscard]] std::string spell_condition(const History& history, OpId op, Detail detail = Detail::kBounded);
// "count(*)", "sum(v1)"; with " and " between if the operation has several
[[nodiscard]] std::string spell_functions(const History& history, OpId op);
// "reads x = 4", "deletes k2", "reads where v1 > 3: k1 = {v1: 4}". Where rows are left out, those of
// `kept_keys` are not.
[[nodiscard]] std::string spell_operation(const History& history, OpId op, Detail detail = Detail::kBounded,
                                          std::span<const KeyId> kept_keys = {});
// The scalar, list or row `id` of any dictionary.
[[nodiscard]] std::string spell(const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id,
                                Detail detail = Detail::kBounded);

}  // namespace isolde
