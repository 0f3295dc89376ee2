#include "frontends/formats/layout.hpp"

#include <fmt/format.h>

namespace isolde {
namespace {

// Every other byte is zero beside one of ASCII. Binary formats that we read begin with numbers of several
// zero bytes.
bool is_wide(std::string_view text) {
  if (text.size() < 4) return false;
  const auto is_letter = [&](std::size_t i) { return text[i] > ' ' && text[i] <= '~'; };
  const bool low_first = is_letter(0) && text[1] == '\0' && text[2] != '\0' && text[3] == '\0';
  const bool high_first = text[0] == '\0' && is_letter(1) && text[2] == '\0' && text[3] != '\0';
  return low_first || high_first;
}

}  // namespace

std::optional<std::string> foreign_encoding(std::string_view text) {
  if (!text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF") && !is_wide(text)) return std::nullopt;
  return "the text is UTF-16; expected UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)";
}

std::string other_layout(std::string_view found, std::string_view filter, std::string_view file) {
  return fmt::format(
      "this is {}; in the native format each transaction is one line (jq -c '{}' '{}' > history.jsonl makes "
      "them)",
      found, filter, file);
}

}  // namespace isolde
