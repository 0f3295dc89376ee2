// Closures of any graph by kernels, cycles included, on full rows: for comparison with
// gpu/kernel_closure.hpp, which pruning uses. Compiled with the kernels, by either compiler. Throws
// DeviceError.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "gpu/kernel_closure.hpp"
#include "gpu/kernels/general.cuh"

namespace isolde::ISOLDE_TARGET {

template <class Device, class Mutation = Intact>
class DenseClosure {
 public:
  DenseClosure(Device& device, std::size_t nodes, std::span<const Edge> edges)
      : device_(device),
        flag_(device.template allocate<std::uint32_t>(1)),
        matrix_{nullptr, static_cast<std::uint32_t>(nodes), pieces(nodes, kWordBits)} {
    std::vector<Word> bits(nodes * matrix_.width);
    for (const Edge& edge : edges)
      bits[std::size_t{edge.from} * matrix_.width + edge.to / kWordBits] |= Word{1} << (edge.to % kWordBits);
    words_ = device_.template copy_of<Word>(bits);
    matrix_.words = words_.data();
  }

  void close_by_warshall() {
    auto column = device_.template allocate<Word>(matrix_.nodes);
    const std::uint32_t tiles = matrix_.width;
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

  void close_by_squaring() {
    auto other_words = device_.template allocate<Word>(words_.size());
    Matrix other = matrix_;
    other.words = other_words.data();
    std::uint32_t changed = 0;
    do {
      device_.fill(flag_, 0);
      device_.launch({pieces(matrix_.nodes, kTile), pieces(matrix_.width, kTile)}, kTile * kTile,
                     square<Mutation>, matrix_, other, flag_.data());
      std::swap(words_, other_words);
      std::swap(matrix_, other);
      device_.download(flag_, std::span<std::uint32_t>(&changed, 1));
    } while (changed != 0);
  }

  // The bits, rows of nodes / 32 words, rounded up.
  [[nodiscard]] std::vector<Word> download() {
    std::vector<Word> bits(words_.size());
    device_.download(words_, std::span<Word>(bits));
    return bits;
  }

 private:
  Device& device_;
  typename Device::template Buffer<std::uint32_t> flag_;
  typename Device::template Buffer<Word> words_;
  Matrix matrix_;
};

}  // namespace isolde::ISOLDE_TARGET
