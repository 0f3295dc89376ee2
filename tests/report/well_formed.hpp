// Whether a text is well-formed XML, as far as our own documents go: elements nest, attributes are quoted,
// and special characters are escaped.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace isolde {

inline bool is_well_formed(const std::string& text) {
  static const std::regex tag("<(/?)([a-zA-Z]+)((\\s+[a-zA-Z0-9:-]+=\"[^\"<]*\")*)\\s*(/?)>");
  static const std::regex bad_text("[<>]|&(?!(amp|lt|gt|quot);)");
  std::vector<std::string> open;
  auto at = text.cbegin();
  std::size_t elements = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), tag), end; it != end; ++it) {
    if (std::regex_search(at, (*it)[0].first, bad_text)) return false;
    at = (*it)[0].second;
    ++elements;
    const std::string name = (*it)[2];
    if ((*it)[1].length() != 0) {
      if (open.empty() || open.back() != name) return false;
      open.pop_back();
    } else if ((*it)[5].length() == 0) {
      open.push_back(name);
    }
  }
  return elements > 0 && open.empty() && !std::regex_search(at, text.cend(), bad_text);
}

}  // namespace isolde
