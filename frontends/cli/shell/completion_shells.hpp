// One generator per shell, and what they share. Each has a source file of its own; completion.cpp chooses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontends/cli/shell/command_tree.hpp"

namespace isolde {

[[nodiscard]] std::string bash_completion(const Command& program);
[[nodiscard]] std::string zsh_completion(const Command& program);
[[nodiscard]] std::string fish_completion(const Command& program);

// Words that need no quoting in any shell. Others are left out rather than trusted to three kinds of quoting.
[[nodiscard]] std::vector<std::string> plain_words(const std::vector<std::string>& words);
// The first line of a description, without a full stop at the end.
[[nodiscard]] std::string headline(std::string_view description);
[[nodiscard]] std::string replace_all(std::string text, std::string_view what, std::string_view with);
// A name for a shell function: "isolde_check".
[[nodiscard]] std::string identifier(std::string_view text);

}  // namespace isolde
