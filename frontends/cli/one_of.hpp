// The check of options whose values are names: --help and completion list them, and a mistyped name is
// answered with the one that was probably meant.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace isolde {

[[nodiscard]] CLI::Validator one_of(std::vector<std::string> names);

}  // namespace isolde
