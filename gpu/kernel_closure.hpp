// Closures by kernels, on whatever device: the order of launches, and nothing else. Compiled with the
// kernels, by either compiler; Device is host::HostDevice or the one in gpu/cuda_device.cu. Throws
// DeviceError.
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
        flag_(device.template allocate<std::uint32_t>(1)),
        listed_(device.template copy_of<std::uint32_t>(layout.listed_blocks())) {
    if (ranges_.empty() && layout.node_count() > 0)
      throw DeviceError("not even one column of the closure fits its memory");
    if (layout.listed_blocks().size() > kMostItems || layout.node_count() > kMostItems)
      throw DeviceError("the closure is too large for its indices");
    // Once, for the largest range: a larger buffer beside a smaller one would take twice the memory.
    std::size_t words = 0;
    for (const ColumnRange& range : ranges_) words = std::max(words, range.words);
    words_ = device.template allocate<Word>(words);
    if (has_all_columns()) take_range(0);
  }

  [[nodiscard]] const Rows& rows() const { return rows_; }
  [[nodiscard]] std::size_t range_count() const { return ranges_.size(); }
  [[nodiscard]] bool has_all_columns() const { return ranges_.size() <= 1; }

  // The columns of one range.
  void close(const DevicePlan<Device>& plan, std::size_t range, AcyclicWay way = AcyclicWay::kByCost) {
    if (rows_.nodes == 0 && ranges_.empty()) return;
    if (!has_all_columns()) take_range(range);
    const bool by_levels = way == AcyclicWay::kByCost ? cost::prefers_levels(plan.edges, plan.levels.size())
                                                      : way == AcyclicWay::kLevels;
    if (!by_levels) {
      device_.launch({pieces(rows_.end - rows_.begin, kRowThreads)}, kRowThreads, sweep_columns<Mutation>,
                     rows_, plan.graph(), plan.order.data());
      return;
    }
    for (std::size_t level = 0; level + 1 < plan.levels.size(); ++level)
      device_.launch({plan.levels[level + 1] - plan.levels[level], pieces(longest_, kRowThreads)},
                     kRowThreads, close_level<Mutation>, rows_, plan.graph(),
                     plan.order.data() + plan.levels[level]);
  }

  // After close(), with all columns: some more edges, which are in device memory. False: they closed a cycle,
  // and the rows are of no use any more.
  [[nodiscard]] bool join(const std::uint32_t* from, const std::uint32_t* to, std::uint32_t count) {
    do {
      device_.fill(flag_, 0);
      device_.launch({rows_.nodes, pieces(longest_, kRowThreads)}, kRowThreads, join_batch<Mutation>, rows_,
                     from, to, count, flag_.data());
    } while (flag());
    device_.launch({pieces(rows_.nodes, kRowThreads)}, kRowThreads, find_loop<Mutation>, rows_, flag_.data());
    return !flag();
  }

 private:
  void take_range(std::size_t range) {
    const ColumnRange columns = ranges_.empty() ? ColumnRange{} : ranges_[range];
    const RowLayout::Piece piece = layout_.piece(columns);
    longest_ = piece.longest;
    placed_ = device_.template copy_of<DeviceRow>(piece.rows);
    rows_ = {words_.data(), placed_.data(), listed_.data(), static_cast<std::uint32_t>(layout_.node_count()),
             columns.begin, columns.end};
  }
  [[nodiscard]] bool flag() {
    std::uint32_t value = 0;
    device_.download(flag_, std::span<std::uint32_t>(&value, 1));
    return value != 0;
  }

  Device& device_;
  const RowLayout& layout_;
  std::vector<ColumnRange> ranges_;
  typename Device::template Buffer<std::uint32_t> flag_;
  typename Device::template Buffer<std::uint32_t> listed_;
  typename Device::template Buffer<DeviceRow> placed_;
  typename Device::template Buffer<Word> words_;
  std::uint32_t longest_ = 0;  // words of a row
  Rows rows_{};
};

}  // namespace isolde::ISOLDE_TARGET
