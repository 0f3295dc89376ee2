// Closures by kernels, on whatever device: the order of launches, and nothing else. Compiled with the
// kernels, by either compiler; Device is host::HostDevice or the one in gpu/cuda_device.cu. Throws
// DeviceError.
//
// Where the rows of each range of columns lie is sent once, in advance, so that no kernel waits for a copy
// between two ranges.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "gpu/cost_model.hpp"
#include "gpu/device_error.hpp"
#include "gpu/kernels/acyclic.cuh"
#include "gpu/kernels/batch.cuh"
#include "gpu/plan.hpp"

namespace isolde::ISOLDE_TARGET {

// Kernels count in 32 bits; half of what these hold is left so that a step beyond the last item stays inside,
// and because a grid has no more than 2^31 - 1 blocks.
constexpr std::size_t kMostItems = 0x7fffffff;

inline std::uint32_t pieces(std::size_t all, std::size_t piece) {
  return static_cast<std::uint32_t>((all + piece - 1) / piece);
}

enum class AcyclicWay : std::uint8_t { kByCost, kLevels, kSweep };

// A plan in device memory.
template <class Device>
struct DevicePlan {
  DevicePlan(Device& device, const ClosurePlan& plan)
      : begins(device.template copy_of<std::uint32_t>(plan.begins)),
        targets(device.template copy_of<std::uint32_t>(plan.targets)),
        order(device.template copy_of<std::uint32_t>(plan.order)),
        levels(plan.levels),
        edges(plan.targets.size()) {}

  [[nodiscard]] Graph graph() const { return {begins.data(), targets.data()}; }
  [[nodiscard]] std::size_t level_count() const { return levels.size() - 1; }

  typename Device::template Buffer<std::uint32_t> begins;
  typename Device::template Buffer<std::uint32_t> targets;
  typename Device::template Buffer<std::uint32_t> order;
  std::vector<std::uint32_t> levels;
  std::size_t edges;
};

// Rows of bits in device memory, all of them or those of one range of columns at a time. Nodes are ranks of
// the layout, which must stay alive.
template <class Device, class Mutation = Intact>
class KernelClosure {
 public:
  // Takes at most `most_words` words for rows.
  KernelClosure(Device& device, const RowLayout& layout, std::size_t most_words)
      : device_(device),
        layout_(layout),
        ranges_(layout.ranges(most_words)),
        listed_(device.template copy_of<std::uint32_t>(layout.listed_blocks())) {
    if (ranges_.empty() && layout.node_count() > 0)
      throw DeviceError("not even one column of the closure fits its memory");
    if (layout.listed_blocks().size() > kMostItems || layout.node_count() > kMostItems)
      throw DeviceError("the closure is too large for its indices");
    // Once, for the largest range: a larger buffer beside a smaller one would take twice the memory.
    std::size_t words = 0;
    for (const ColumnRange& range : ranges_) words = std::max(words, range.words);
    words_ = device.template allocate<Word>(words);
    for (const ColumnRange& range : ranges_) place_rows(range);
    if (ranges_.empty()) place_rows({});
    take_range(0);
  }

  [[nodiscard]] const Rows& rows() const { return rows_; }
  [[nodiscard]] std::size_t range_count() const { return ranges_.size(); }
  [[nodiscard]] bool has_all_columns() const { return ranges_.size() <= 1; }

  // Closes the columns of one range.
  void close(const DevicePlan<Device>& plan, std::size_t range, AcyclicWay way = AcyclicWay::kByCost) {
    if (rows_.nodes == 0 && ranges_.empty()) return;
    take_range(range);
    const bool by_levels = way == AcyclicWay::kByCost ? cost::prefers_levels(plan.edges, plan.level_count())
                                                      : way == AcyclicWay::kLevels;
    if (!by_levels) {
      device_.launch({pieces(rows_.end - rows_.begin, kRowThreads)}, kRowThreads, sweep_columns<Mutation>,
                     rows_, plan.graph(), plan.order.data());
      return;
    }
    for (std::size_t level = 0; level + 1 < plan.levels.size(); ++level)
      device_.launch({plan.levels[level + 1] - plan.levels[level], pieces(longest(), kRowThreads)},
                     kRowThreads, close_level<Mutation>, rows_, plan.graph(),
                     plan.order.data() + plan.levels[level]);
  }

  // After close(), with all columns: some passes with a batch of more edges, and a look for cycles. `status`
  // and the edges are in device memory.
  void join_some(Batch batch, JoinStatus* status) {
    const std::uint32_t first = pass_ + 1;
    for (int i = 0; i < cost::kPassesAhead; ++i) {
      ++pass_;
      device_.launch({rows_.nodes, pieces(longest(), kRowThreads)}, kRowThreads, join_batch<Mutation>, rows_,
                     batch, pass_, pass_ == first ? 0 : pass_ - 1, status);
    }
    device_.launch({pieces(rows_.nodes, kRowThreads)}, kRowThreads, find_loop<Mutation>, rows_, status);
  }
  // Whether the last join_some() was enough, by what the status is after it.
  [[nodiscard]] bool is_joined(const JoinStatus& status) const { return status.changed != pass_; }

  // Makes as many passes as it takes. False if the edges closed a cycle; the rows are of no use then.
  [[nodiscard]] bool join(Batch batch) {
    auto there = device_.template allocate<JoinStatus>(1);
    device_.fill(there, 0);
    JoinStatus status{};
    do {
      join_some(batch, there.data());
      device_.download(there, std::span<JoinStatus>(&status, 1));
    } while (status.loops == 0 && !is_joined(status));
    return status.loops == 0;
  }

 private:
  struct PlacedRows {
    typename Device::template Buffer<DeviceRow> rows;
    std::uint32_t longest;  // words of a row
    ColumnRange columns;
  };

  void place_rows(ColumnRange columns) {
    const RowLayout::Piece piece = layout_.piece(columns);
    placed_.push_back({device_.template copy_of<DeviceRow>(piece.rows), piece.longest, columns});
  }
  void take_range(std::size_t range) {
    range_ = range;
    const PlacedRows& placed = placed_[range];
    rows_ = {words_.data(),        placed.rows.data(),
             listed_.data(),       static_cast<std::uint32_t>(layout_.node_count()),
             placed.columns.begin, placed.columns.end};
  }
  [[nodiscard]] std::uint32_t longest() const { return placed_[range_].longest; }

  Device& device_;
  const RowLayout& layout_;
  std::vector<ColumnRange> ranges_;
  typename Device::template Buffer<std::uint32_t> listed_;
  typename Device::template Buffer<Word> words_;
  std::vector<PlacedRows> placed_;  // by range
  std::size_t range_ = 0;           // whose rows are there
  std::uint32_t pass_ = 0;          // the last one of joining
  Rows rows_{};
};

}  // namespace isolde::ISOLDE_TARGET
