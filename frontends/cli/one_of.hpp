// The check of options whose values are names: --help and completion list them, and who mistypes one is told
// which he may have meant.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace isolde {

[[nodiscard]] CLI::Validator one_of(std::vector<std::string> names);

}  // namespace isolde
