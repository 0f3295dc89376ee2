// Every constant by which one way of pruning is preferred to another, with where it comes from. They steer
// speed alone; outcomes do not depend on them. Those of devices are from data sheets, not measured here
// (docs/gpu.md).
#pragma once

#include <cstddef>

namespace isolde::cost {

// Seconds for a launch that follows another one in a stream.
inline constexpr double kLaunch = 5e-6;
// Seconds of a load that waits for the one before it, from a device's second-level cache: 200 to 300 cycles
// at about 1.4 GHz.
inline constexpr double kDependentLoad = 2e-7;
// Bytes per second between a device's memory and its processors; the slower of V100 and A100, two thirds of
// peak.
inline constexpr double kDeviceBandwidth = 600e9;
// Seconds until a device answers at all: loading the driver, making a context.
inline constexpr double kDeviceStart = 0.3;
// Seconds per node for building a closure of 24 lines on one core, and per question to it (`chain`,
// benchmarks/closure_variants).
inline constexpr double kHostNode = 1.5e-7;
inline constexpr double kHostQuestion = 1e-8;
// Seconds per edge inserted into such a closure when much follows from it.
inline constexpr double kHostInsertion = 2e-6;

// A launch per level, or one launch in which a thread goes through all nodes?
[[nodiscard]] inline bool prefers_levels(std::size_t edges, std::size_t levels) {
  return static_cast<double>(levels) * kLaunch < static_cast<double>(edges) * kDependentLoad;
}

// Join a batch of new edges to a closure, or close anew? In words of a row: joining looks at each new edge
// once per 128 words, and joins the rows of the few (say one in 32) whose tail is reached, 1/128 + 1/32 per
// row and edge, about three times until nothing changes; closing anew joins a row per edge.
[[nodiscard]] inline bool prefers_joining(std::size_t nodes, std::size_t edges, std::size_t batch) {
  constexpr double kPasses = 3;
  constexpr double kShare = 1.0 / 128 + 1.0 / 32;
  return kPasses * kShare * static_cast<double>(batch) * static_cast<double>(nodes) <
         static_cast<double>(edges);
}

// Is a device worth waking for a polygraph of this size? Pruning on the host asks once per edge and round,
// and inserts what it decides edge by edge; a device moves the matrix once per edge of the known graph and
// round.
[[nodiscard]] inline bool prefers_device(std::size_t nodes, std::size_t known_edges,
                                         std::size_t choice_edges) {
  constexpr double kRounds = 3;
  const auto n = static_cast<double>(nodes);
  const auto known = static_cast<double>(known_edges);
  const auto choices = static_cast<double>(choice_edges);
  const double host = n * kHostNode + choices * (kRounds * kHostQuestion + kHostInsertion / 2);
  const double device = kDeviceStart + kRounds * ((known + choices / 2) * n / 8 / kDeviceBandwidth +
                                                  choices * 12 / kDeviceBandwidth);
  return device < host;
}

}  // namespace isolde::cost
