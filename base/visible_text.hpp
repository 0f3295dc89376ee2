// Makes text from the input (keys, values, file names, pieces of a file) fit to be shown to a person: a
// terminal must neither obey it nor show two different texts alike.
//
// Control characters, marks that turn the direction of writing, other characters without a shape of their own
// and bytes that are no UTF-8 become escapes: \n, \t, \r, \u202e, \U000e0001; \xff for a byte. All that is
// escaped here is ASCII afterwards, so that escaping twice changes nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace isolde {

// The text with escapes for what cannot be seen, and nothing else changed.
[[nodiscard]] std::string visible(std::string_view text);
// "text" with its quotes; quotes and backslashes in it have a backslash before them.
[[nodiscard]] std::string quoted(std::string_view text);
// x, user:17; but "17", "true", "", "two words": quoted where it could be taken for something else.
[[nodiscard]] std::string visible_name(std::string_view name);

// The same JSON with \uXXXX for what cannot be seen. Requires the JSON to be UTF-8.
[[nodiscard]] std::string visible_json(std::string_view json);
// The text with \xff for each byte that is no UTF-8, for formats that can hold nothing else.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// The first characters of a text, at most `most`, and how many more there are.
struct Clip {
  std::string_view head;
  std::size_t more = 0;
};
[[nodiscard]] Clip clip_of(std::string_view text, std::size_t most);
// The text, or if it has more than `most` characters, the first ones and how many more there are.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t most);

}  // namespace isolde
