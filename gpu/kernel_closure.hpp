// Closures by kernels, on whatever device: the order of launches, and nothing else. Compiled with the
// kernels, by either compiler; Device is host::HostDevice or the one in gpu/cuda_device.cu. Throws
// DeviceError.
#pragma once

#include <span>
#include <vector>

#include "gpu/cost_model.hpp"
#include "gpu/kernels/acyclic.cuh"
#include "gpu/kernels/batch.cuh"
#include "gpu/kernels/general.cuh"
#include "gpu/plan.hpp"

namespace isolde::ISOLDE_TARGET {

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

template <class Device, class Mutation = Intact>
class KernelClosure {
 public:
  // Room for `width` words of each row, at most; all of them if there are no more.
  KernelClosure(Device& device, std::size_t nodes, std::size_t width)
      : device_(device),
        flag_(device.template allocate<std::uint32_t>(1)),
        words_(device.template allocate<Word>(nodes * width)),
        matrix_{words_.data(), static_cast<std::uint32_t>(nodes), 0, static_cast<std::uint32_t>(width)},
        room_(static_cast<std::uint32_t>(width)) {}

  [[nodiscard]] const Matrix& matrix() const { return matrix_; }
  [[nodiscard]] std::uint32_t all_words() const { return pieces(matrix_.nodes, kWordBits); }
  [[nodiscard]] bool has_all_columns() const { return room_ >= all_words(); }
  // The bits as they are, rows of matrix().width words.
  [[nodiscard]] std::vector<Word> download() {
    std::vector<Word> bits(std::size_t{matrix_.nodes} * matrix_.width);
    device_.download(words_, std::span<Word>(bits));
    return bits;
  }

  // The columns from word `first_word` on, as many as there is room for.
  void close(const DevicePlan<Device>& plan, std::uint32_t first_word, AcyclicWay way = AcyclicWay::kByCost) {
    matrix_.first_word = first_word;
    matrix_.width = std::min(room_, all_words() - first_word);
    const bool by_levels = way == AcyclicWay::kByCost ? cost::prefers_levels(plan.edges, plan.levels.size())
                                                      : way == AcyclicWay::kLevels;
    if (matrix_.nodes == 0) return;
    if (!by_levels) {
      device_.launch({pieces(matrix_.width, kRowThreads)}, kRowThreads, sweep_columns<Mutation>, matrix_,
                     plan.graph(), plan.order.data());
      return;
    }
    for (std::size_t level = 0; level + 1 < plan.levels.size(); ++level)
      device_.launch({plan.levels[level + 1] - plan.levels[level], pieces(matrix_.width, kRowThreads)},
                     kRowThreads, close_level<Mutation>, matrix_, plan.graph(),
                     plan.order.data() + plan.levels[level]);
  }

  // After close(): some more edges. False: they closed a cycle, and the matrix is that of a graph with
  // cycles.
  [[nodiscard]] bool join(std::span<const Edge> batch) {
    std::vector<std::uint32_t> tails;
    std::vector<std::uint32_t> heads;
    for (const Edge& edge : batch) {
      tails.push_back(edge.from);
      heads.push_back(edge.to);
    }
    const auto from = device_.template copy_of<std::uint32_t>(tails);
    const auto to = device_.template copy_of<std::uint32_t>(heads);
    do {
      device_.fill(flag_, 0);
      device_.launch({matrix_.nodes, pieces(matrix_.width, kRowThreads)}, kRowThreads, join_batch<Mutation>,
                     matrix_, from.data(), to.data(), static_cast<std::uint32_t>(batch.size()), flag_.data());
    } while (flag());
    device_.launch({pieces(matrix_.nodes, kRowThreads)}, kRowThreads, find_loop<Mutation>, matrix_,
                   flag_.data());
    return !flag();
  }

  // For comparison: any graph, by its edges. All columns must have room.
  void close_by_warshall(std::span<const Edge> edges) {
    mark_edges(edges);
    auto column = device_.template allocate<Word>(matrix_.nodes);
    const std::uint32_t tiles = all_words();
    for (std::uint32_t pivot = 0; pivot < tiles; ++pivot) {
      device_.launch({1}, kTile, close_pivots<Mutation>, matrix_, pivot);
      device_.launch({pieces(matrix_.width, kTile)}, kTile * kTile, close_pivot_rows<Mutation>, matrix_,
                     pivot);
      device_.launch({pieces(matrix_.nodes, kRowThreads)}, kRowThreads, copy_column<Mutation>, matrix_, pivot,
                     column.data());
      device_.launch({tiles, pieces(matrix_.width, kTile)}, kTile * kTile, join_pivot_rows<Mutation>, matrix_,
                     pivot, column.data());
    }
  }

  void close_by_squaring(std::span<const Edge> edges) {
    mark_edges(edges);
    auto other_words = device_.template allocate<Word>(words_.size());
    Matrix other = matrix_;
    other.words = other_words.data();
    do {
      device_.fill(flag_, 0);
      device_.launch({pieces(matrix_.nodes, kTile), pieces(matrix_.width, kTile)}, kTile * kTile,
                     square<Mutation>, matrix_, other, flag_.data());
      std::swap(words_, other_words);
      std::swap(matrix_, other);
    } while (flag());
  }

 private:
  void mark_edges(std::span<const Edge> edges) {
    std::vector<Word> bits(std::size_t{matrix_.nodes} * matrix_.width);
    for (const Edge& edge : edges)
      bits[std::size_t{edge.from} * matrix_.width + edge.to / kWordBits] |= Word{1} << (edge.to % kWordBits);
    words_ = device_.template copy_of<Word>(bits);
    matrix_.words = words_.data();
  }
  [[nodiscard]] bool flag() {
    std::uint32_t value = 0;
    device_.download(flag_, std::span<std::uint32_t>(&value, 1));
    return value != 0;
  }

  Device& device_;
  typename Device::template Buffer<std::uint32_t> flag_;
  typename Device::template Buffer<Word> words_;
  Matrix matrix_;
  std::uint32_t room_;
};

}  // namespace isolde::ISOLDE_TARGET
