// Initial values that the user gives beside a history: --initial KEY=VALUE or --initial FILE.
//
// KEY is a key as reports spell it: x, 17, :k (or k, if no key is spelled like that); a text that looks like
// a number stands in quotes. VALUE is JSON, :name for a keyword of EDN, or else a text as it stands; "?" says
// that the initial value is unknown. FILE is one JSON object, or several, one a line, from keys to values.
// A later option replaces an earlier one, and both replace what the history itself says.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "history/history.hpp"

namespace isolde {

// A key that the history does not name is an error if it is given as KEY=VALUE, and is ignored if it stands
// in a file. If the history has predicates, which may match rows that nothing names, it is added as a key.
[[nodiscard]] Result<void> tell_initial_values(History& history, std::span<const std::string> told);

}  // namespace isolde
