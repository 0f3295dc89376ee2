// Rows of an ablation as a plot: seconds over the setting that was swept.
#pragma once

#include <span>
#include <string>

#include "laboratory/ablation.hpp"
#include "report/plot.hpp"

namespace isolde {

// The x axis is the fraction of the version order if there are several, else the number of transactions if
// histories differ in nothing else, else the setting with the most values. Whatever else varies tells series
// apart.
[[nodiscard]] Plot plot_of(std::span<const AblationRow> rows, const std::string& title);

}  // namespace isolde
