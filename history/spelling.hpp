// How a key, a value or an operation of the input is spelled for a person.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "history/history.hpp"

namespace isolde {

// x, 17, :k
[[nodiscard]] std::string spell_key(const History& history, KeyId key);
// 4, "text", [1 2], {v1: 4, v2: 7}; "nothing" for the initial version. Long lists are cut in the middle.
[[nodiscard]] std::string spell_value(const History& history, ValueId value);
// The list of these values, in the same way.
[[nodiscard]] std::string spell_list(const History& history, std::span<const std::uint32_t> elements);
// T17
[[nodiscard]] std::string spell_transaction(const History& history, TxnId txn);
// "reads x = 4", "deletes k2", "reads where v1 > 3: k1 = {v1: 4}"
[[nodiscard]] std::string spell_operation(const History& history, OpId op);
// The scalar, list or row `id` of any dictionary.
[[nodiscard]] std::string spell(const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id);

}  // namespace isolde
