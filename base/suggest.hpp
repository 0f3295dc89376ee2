// "Did you mean ...?": for a name that does not exist, the existing ones that its writer may have meant.
//
// A name is near if few letters are wrong, missing, too many or swapped (Damerau's distance, at most a third
// of the word), if the word is how it begins ("strict"), or if the word is its initials ("SI"). Case does not
// matter, nor whether parts are joined by -, _ or a space. Cost: length of the word times length of all
// names; for messages only.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isolde {

// The nearest names, at most three, in the order given; none if all are far.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view word,
                                                     std::span<const std::string> names);

// "did you mean a, b or c?", with `prefix` before each; empty if all names are far.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> names,
                                       std::string_view prefix = "");

}  // namespace isolde
