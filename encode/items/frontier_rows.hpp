// Rows of counters, one per line: how far along each line an event knows that it comes later. Joining two
// rows takes the larger of each counter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace isolde {

class FrontierRows {
 public:
  FrontierRows(std::size_t rows, std::size_t lines);

  [[nodiscard]] const std::uint32_t* row(std::size_t index) const { return cells_ + index * stride_; }
  [[nodiscard]] std::uint32_t* row(std::size_t index) { return cells_ + index * stride_; }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] static std::size_t bytes(std::size_t rows, std::size_t lines) {
    return rows * padded(lines) * sizeof(std::uint32_t);
  }

  void copy(std::size_t to, std::size_t from);
  // Whether anything in `to` grew.
  bool join(std::size_t to, std::size_t from);
  // The first line of the row, other than `except`, in which it is ahead of `counts` (padded to stride());
  // stride() if there is none.
  [[nodiscard]] std::size_t first_ahead(std::size_t index, const std::uint32_t* counts,
                                        std::size_t except) const;

 private:
  static constexpr std::size_t kPad = 8;  // counters in one 256-bit register
  [[nodiscard]] static std::size_t padded(std::size_t lines) { return (lines + kPad - 1) / kPad * kPad; }

  std::size_t stride_;
  std::vector<std::uint32_t> storage_;
  std::uint32_t* cells_;  // storage_, aligned
};

}  // namespace isolde
