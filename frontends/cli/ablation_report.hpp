// What isolde ablate prints: a table with the settings that differ, or JSON with all of them.
#pragma once

#include <span>
#include <string>

#include "laboratory/ablation.hpp"

namespace isolde {

[[nodiscard]] std::string ablation_table(std::span<const AblationRow> rows);
[[nodiscard]] std::string ablation_json(std::span<const AblationRow> rows);

}  // namespace isolde
