#include "closure/closure.hpp"

#include <algorithm>
#include <array>

#include "base/contract.hpp"
#include "closure/chain.hpp"
#include "closure/full/italiano.hpp"
#include "closure/full/purdom.hpp"
#include "closure/full/warshall.hpp"
#include "closure/topology.hpp"
#include "closure/window.hpp"

namespace isolde {
namespace {

constexpr std::array kKinds = {ClosureKind::kWindow, ClosureKind::kChain, ClosureKind::kPurdom,
                               ClosureKind::kItaliano, ClosureKind::kWarshall};
constexpr std::array<std::string_view, kKinds.size()> kNames = {"window", "chain", "purdom", "italiano",
                                                                "warshall"};

}  // namespace

std::span<const ClosureKind> closure_kinds() { return kKinds; }

std::string_view name_of(ClosureKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<ClosureKind> closure_named(std::string_view name) {
  const auto* const at = std::find(kNames.begin(), kNames.end(), name);
  if (at == kNames.end()) return std::nullopt;
  return kKinds[static_cast<std::size_t>(at - kNames.begin())];
}

ClosureKind choose_closure(std::size_t nodes, const ClosureHints& hints) {
  constexpr std::size_t kFewLines = 64;  // chosen from the table in docs/algorithms.md, "Closures"
  const bool has_times = !hints.starts.empty();
  const std::size_t lines = hints.lines.empty()
                                ? nodes
                                : *std::max_element(hints.lines.begin(), hints.lines.end()) + std::size_t{1};
  if (has_times) return lines <= kFewLines ? ClosureKind::kChain : ClosureKind::kWindow;
  // A row of `chain` has 32 bits per line, a full row one per node.
  return 32 * lines < nodes ? ClosureKind::kChain : ClosureKind::kPurdom;
}

std::unique_ptr<Closure> make_closure(ClosureKind kind, std::size_t nodes, std::span<const Edge> edges,
                                      const ClosureHints& hints) {
  EdgeLists successors(nodes, edges);
  const std::optional<std::vector<Node>> order = topological_order(successors);
  if (!order) return nullptr;
  switch (kind) {
    case ClosureKind::kWindow:
      return std::make_unique<WindowClosure>(std::move(successors), *order, hints);
    case ClosureKind::kChain:
      return std::make_unique<ChainClosure>(std::move(successors), *order, hints);
    case ClosureKind::kPurdom:
      return std::make_unique<PurdomClosure>(std::move(successors), edges, *order);
    case ClosureKind::kItaliano:
      return std::make_unique<ItalianoClosure>(nodes, edges);
    case ClosureKind::kWarshall:
      return std::make_unique<WarshallClosure>(std::move(successors));
  }
  contract_failed("REQUIRE", "kind is a ClosureKind", __FILE__, __LINE__);
}

}  // namespace isolde
