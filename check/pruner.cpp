#include "check/pruner.hpp"

#include <algorithm>
#include <array>

#include "gpu/cost_model.hpp"
#include "gpu/finders.hpp"
#include "gpu/row_layout.hpp"

namespace isolde {
namespace {

constexpr std::array kPruners = {Pruner::kAuto, Pruner::kCpu, Pruner::kHost, Pruner::kCuda};
constexpr std::array<std::string_view, kPruners.size()> kNames = {"auto", "cpu", "host", "cuda"};

std::size_t choice_edges(const Polygraph& polygraph) {
  std::size_t edges = 0;
  for (std::uint32_t code = 0; code < 2 * polygraph.variable_count(); ++code)
    edges += polygraph.edges(Literal::from_code(code)).size();
  return edges;
}

cost::Shape shape_of(const Polygraph& polygraph) {
  const std::size_t nodes = polygraph.node_count();
  const RowLayout layout(nodes, polygraph.hints.starts, polygraph.hints.ends);
  return {nodes, layout.words(), polygraph.known().size(), nodes / cost::kNodesPerLevel};
}

}  // namespace

std::span<const Pruner> pruners() { return kPruners; }

std::string_view name_of(Pruner pruner) { return kNames[static_cast<std::size_t>(pruner)]; }

std::optional<Pruner> pruner_named(std::string_view name) {
  const auto* const at = std::find(kNames.begin(), kNames.end(), name);
  if (at == kNames.end()) return std::nullopt;
  return kPruners[static_cast<std::size_t>(at - kNames.begin())];
}

ChosenPruner choose_pruner(Pruner asked, const Polygraph& polygraph) {
  ChosenPruner chosen;
  if (asked == Pruner::kHost) chosen.finder = make_host_finder();
  if (asked == Pruner::kCuda) chosen.finder = make_cuda_finder(chosen.problem);
  if (asked == Pruner::kAuto && is_built_with_cuda() &&
      cost::prefers_device(shape_of(polygraph), choice_edges(polygraph))) {
    // Nobody asked for a device, so that who does not look closely hears nothing if there is none.
    chosen.finder = make_cuda_finder(chosen.remark);
  }
  return chosen;
}

std::string_view cuda_support() {
  return is_built_with_cuda() ? "with CUDA kernels" : "without CUDA kernels";
}

}  // namespace isolde
