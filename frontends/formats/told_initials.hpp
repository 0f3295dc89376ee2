// Initial values that whoever reads a history tells beside it: --initial KEY=VALUE or --initial FILE.
//
// KEY is a key as reports spell it: x, 17, :k (or k, if no key is spelled like that); a text that looks like
// a number stands in quotes. VALUE is JSON, :name for a keyword of EDN, or else a text as it stands; "?" says
// that the initial value is unknown. FILE is one JSON object, or several, one a line, from keys to values.
// What is told later replaces what was told before, and what the history itself tells.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "history/history.hpp"

namespace isolde {

// A key that nothing in the history names is an error if it is told by itself, and passed over if it stands
// in a file of many; with predicates, which ask for rows that nobody names, it is a key like others.
[[nodiscard]] Result<void> tell_initial_values(History& history, std::span<const std::string> told);

}  // namespace isolde
