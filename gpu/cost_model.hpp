// Every constant by which one way of pruning is preferred to another, with where it comes from, and the sums
// that are compared, in seconds. They steer speed alone; outcomes do not depend on them. Those of devices are
// from data sheets, not measured here; those of the host are measured on one core of an AMD EPYC
// (docs/gpu.md).
#pragma once

#include <algorithm>
#include <cstddef>

namespace isolde::cost {

// --- Devices.

// Seconds for a launch that follows another one in a stream.
inline constexpr double kLaunch = 5e-6;
// Seconds of a load that waits for the one before it, from a device's second-level cache: 200 to 300 cycles
// at about 1.4 GHz.
inline constexpr double kDependentLoad = 2e-7;
// Bytes per second between a device's memory and its processors; the slower of V100 and A100, two thirds of
// peak.
inline constexpr double kDeviceBandwidth = 600e9;
// Bytes per second between host and device: PCIe 3.0 x16 has 15.75e9, of which copies from pinned memory get
// about three quarters.
inline constexpr double kBusBandwidth = 12e9;
// Seconds until a device answers at all: loading the driver, making a context.
inline constexpr double kDeviceStart = 0.3;
// Passes of joining that a round launches before it looks whether they were enough: mostly new edges lengthen
// ways by one or two of them, and the last pass finds nothing new.
inline constexpr int kPassesAhead = 3;
// Bytes moved for one question: 12 of the edge, and a sector of 32 each for the row's place and for its bit.
inline constexpr double kBytesPerQuestion = 76;
// Bytes of an edge of a choice on its way to the device: literal, tail, head.
inline constexpr double kBytesPerChoiceEdge = 12;
// The share of a new batch's edges that a row has to join. A guess.
inline constexpr double kShareJoined = 1.0 / 32;

// --- The host.

// Per node and edge: lists of successors, an order and levels (plan_closure()).
inline constexpr double kPlanItem = 3e-8;
// Per edge of a choice: flat arrays (pack_constraints()).
inline constexpr double kPackEdge = 2e-8;
// Per node and edge for building a closure of 24 lines (18,457 nodes with 191,673 edges, and with 2.3
// million), and per question to it (`chain`, benchmarks/closure_variants).
inline constexpr double kHostItem = 6.5e-7;
inline constexpr double kHostQuestion = 1e-8;
// Per edge inserted into such a closure when much follows from it.
inline constexpr double kHostInsertion = 2e-6;

// --- What the sums are about.

// Rounds of pruning until nothing follows. A guess.
inline constexpr double kRounds = 3;
// The share of the edges of choices that follow in the end: those of one of two literals.
inline constexpr double kShareDecided = 0.5;
// Nodes of one level in graphs of histories, which are about as deep as their longest session: for graphs
// whose levels have not been counted yet. A guess.
inline constexpr std::size_t kNodesPerLevel = 20;

// A closure as a device has it. With windows rows have fewer words than nodes / 32 each.
struct Shape {
  std::size_t nodes = 0;
  std::size_t words = 0;  // of all rows, 4 bytes each
  std::size_t edges = 0;
  std::size_t levels = 0;
};

[[nodiscard]] inline double number(std::size_t count) { return static_cast<double>(count); }

// A launch per level, or one launch in which a thread goes through all nodes?
[[nodiscard]] inline double seconds_by_levels(std::size_t levels) { return number(levels) * kLaunch; }
[[nodiscard]] inline double seconds_by_sweep(std::size_t edges) {
  return kLaunch + number(edges) * kDependentLoad;
}
[[nodiscard]] inline bool prefers_levels(std::size_t edges, std::size_t levels) {
  return seconds_by_levels(levels) < seconds_by_sweep(edges);
}

// A new plan, its way to the device (successors, two arrays by node), and a row read per edge and written per
// node.
[[nodiscard]] inline double closing_seconds(const Shape& shape) {
  const double items = number(shape.nodes) + number(shape.edges);
  const double row_bytes = 4 * number(shape.words) / std::max(1.0, number(shape.nodes));
  return items * kPlanItem + 4 * (items + number(shape.nodes)) / kBusBandwidth +
         std::min(seconds_by_levels(shape.levels), seconds_by_sweep(shape.edges)) +
         items * row_bytes / kDeviceBandwidth;
}

// Per pass, all rows once; and for each edge of the batch a look per 128 words of a row, and its head's row
// for those that have to join it.
[[nodiscard]] inline double joining_seconds(const Shape& shape, std::size_t batch) {
  const double bytes = 4 * number(shape.words) * (1 + number(batch) * (1.0 / 128 + kShareJoined));
  return kPassesAhead * (kLaunch + bytes / kDeviceBandwidth) + kLaunch;
}

// Join a batch of new edges to a closure, or close anew?
[[nodiscard]] inline bool prefers_joining(const Shape& shape, std::size_t batch) {
  return joining_seconds(shape, batch) < closing_seconds(shape);
}

// Pruning on the host: it asks once per edge and round, and inserts what it decides edge by edge.
[[nodiscard]] inline double host_seconds(const Shape& shape, std::size_t choice_edges) {
  return number(shape.nodes + shape.edges) * kHostItem +
         number(choice_edges) * (kRounds * kHostQuestion + kShareDecided * kHostInsertion);
}

// Pruning on a device: it starts, gets the constraints, closes anew and asks in every round; then the host
// makes the closure that solvers go on with.
[[nodiscard]] inline double device_seconds(const Shape& shape, std::size_t choice_edges) {
  const double choices = number(choice_edges);
  Shape grown = shape;
  grown.edges += static_cast<std::size_t>(kShareDecided * choices);
  return kDeviceStart + choices * (kPackEdge + kBytesPerChoiceEdge / kBusBandwidth) +
         kRounds * (closing_seconds(grown) + choices * kBytesPerQuestion / kDeviceBandwidth) +
         number(grown.nodes + grown.edges) * kHostItem;
}

// Is a device worth waking for a polygraph of this size?
[[nodiscard]] inline bool prefers_device(const Shape& shape, std::size_t choice_edges) {
  return device_seconds(shape, choice_edges) < host_seconds(shape, choice_edges);
}

}  // namespace isolde::cost
