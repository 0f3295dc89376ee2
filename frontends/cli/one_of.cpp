#include "frontends/cli/one_of.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"

namespace isolde {

CLI::Validator one_of(std::vector<std::string> names) {
  // command_tree.hpp takes the names from this form.
  std::string description = fmt::format("{{{}}}", fmt::join(names, ","));
  const auto check = [names = std::move(names)](const std::string& text) -> std::string {
    if (std::ranges::find(names, text) != names.end()) return "";
    const std::string suggestion = did_you_mean(text, names);
    return suggestion.empty() ? fmt::format("'{}' is none of {}", text, fmt::join(names, ", "))
                              : fmt::format("there is no '{}'; {}", text, suggestion);
  };
  return {check, std::move(description)};
}

}  // namespace isolde
