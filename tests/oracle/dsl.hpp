// Histories in one line, for tests: written by hand, printed when a random one fails, pasted back.
//
//   history     := part { ; part }
//   part        := init KEY VALUE
//                | SESSION [aborted | unknown] [ "[" START , END "]" ] : [ operation { , operation } ]
//   operation   := r KEY VALUE | w KEY VALUE | insert KEY VALUE | delete KEY | append KEY VALUE | add KEY
//   VALUE
//                | inc KEY NUMBER | pr 'where' { row } | pw 'where' { row > VALUE }      (braces are literal)
//                | agg COLUMN 'where' { FUNCTION = VALUE }      count, min, max, sum; the column - is none
//   row         := KEY = VALUE
//   VALUE       := nil | integer | word | [ VALUE... ] | ( COLUMN = VALUE ... )
//
//   "s0: r x nil, w x 1; s1 aborted [3,5]: append l 2, r l [1 2]; -: pr 'value > 3' {x=4 y=5}"
//
// A session is a word, or - for none; a time may be _ for unknown. Transactions are numbered in the order
// they stand, and that is their session order, too. A quote within '...' is doubled, as in SQL. Rows separate
// by spaces; [] is nil, as everywhere.
#pragma once

#include <string>
#include <string_view>

#include "history/history.hpp"

namespace isolde {

// Throws std::invalid_argument, naming the character, if the text is malformed: only tests call this.
[[nodiscard]] History history_of(std::string_view text);

// The text of a history; history_of(text_of(h)) is h up to the numbering of ids.
[[nodiscard]] std::string text_of(const History& history);

}  // namespace isolde
