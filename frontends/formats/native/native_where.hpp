// A condition as JSON instead of text, for programs that would have to quote otherwise:
//
//   {"and":[{">=":[{"column":"v1"},3]},{"like":[{"column":"name"},"ab%"]}]}      v1 >= 3 and name like 'ab%'
//
//   condition := {"and":[c,...]} | {"or":[c,...]} | {"not":c} | {TEST:[x,x]} | {"between":[x,low,high]}
//              | {"in":[x,[x,...]]} | {"like":[x,"prefix%"]} | {"is null":x}
//   x         := scalar | {"column":NAME} | {"+":[x,x]} and likewise - * / % | {"-":x}
//   (where a condition stands alone, x is taken, too: true)
//   TEST      := "=" | "<>" | "<" | "<=" | ">" | ">="
//
// The columns named key and value are the pseudo-columns, as in text. It is turned into the text that says
// the same, so there is one parser and one meaning.
#pragma once

#include <string>

#include "frontends/formats/native/native_value.hpp"

namespace isolde::native {

// Appends the text of the condition `element`; fails the line if it is none.
[[nodiscard]] bool spell_where(Line& line, Element element, std::string& text);

}  // namespace isolde::native
