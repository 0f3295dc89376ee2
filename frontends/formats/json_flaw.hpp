// Why a text is not JSON, in words that help its author: a comma before a closing bracket, a comment, single
// quotes, NaN. Parsers that are quick (simdjson) only say that something is wrong; this one runs only after
// they have, so it need not be quick: O(bytes), one entry of memory per open bracket.
//
// It knows the grammar of RFC 8259 and that integers have 64 bits. It does not look at UTF-8 and at halves of
// surrogate pairs: a text without a flaw here may still be refused, in the parser's words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isolde {

struct JsonFlaw {
  std::size_t offset = 0;   // of what is wrong, from the beginning of the text
  std::string what;         // a clause
  bool is_cut_off = false;  // nothing is wrong, but the text ends too early
};

enum class JsonRest : std::uint8_t { kNothing, kAnything };  // what may follow the value

// Of the value that begins at `begin`, or after blanks there.
[[nodiscard]] std::optional<JsonFlaw> find_json_flaw(std::string_view text, std::size_t begin = 0,
                                                     JsonRest rest = JsonRest::kNothing);

}  // namespace isolde
