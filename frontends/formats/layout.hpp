// Sentences about input that is nearly right: text in another encoding, or JSON in another layout. Each says
// what to do about it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isolde {

// A byte order mark says nothing in UTF-8, and editors leave one: all text formats skip it.
inline constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
[[nodiscard]] constexpr std::string_view without_mark(std::string_view text) {
  return text.starts_with(kUtf8Mark) ? text.substr(kUtf8Mark.size()) : text;
}

// A sentence if the text is in UTF-16, by its byte order mark or by a zero byte beside its first character.
[[nodiscard]] std::optional<std::string> foreign_encoding(std::string_view text);

// A sentence about native transactions in `found`, "a JSON array", that the filter of jq would put right.
[[nodiscard]] std::string other_layout(std::string_view found, std::string_view filter,
                                       std::string_view file);

}  // namespace isolde
