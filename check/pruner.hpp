// Who prunes: the CPU, a CUDA device, or the device's kernels on the host. The outcome is always the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "polygraph/cycle_finder.hpp"

namespace isolde {

enum class Pruner : std::uint8_t { kAuto, kCpu, kHost, kCuda };
[[nodiscard]] std::span<const Pruner> pruners();
[[nodiscard]] std::string_view name_of(Pruner pruner);
[[nodiscard]] std::optional<Pruner> pruner_named(std::string_view name);

struct ChosenPruner {
  std::unique_ptr<CycleFinder> finder;  // null: the CPU
  std::string problem;                  // if what was asked for is not to be had: why
  std::string remark;                   // if a device would have paid, and there is none: why
};
// kAuto: a device if there is one and the polygraph is large enough for it (gpu/cost_model.hpp).
[[nodiscard]] ChosenPruner choose_pruner(Pruner asked, const Polygraph& polygraph);

// For --version.
[[nodiscard]] std::string_view cuda_support();

}  // namespace isolde
