// What one open transaction has written and nobody else should see yet: the last image per key, in the order
// of the first write. O(1) to look up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frontends/engine/flat_index.hpp"
#include "frontends/engine/store.hpp"

namespace isolde::engine {

struct BufferedWrite {
  Slot slot = 0;
  Cells cells;
  bool present = false;

  [[nodiscard]] Image image() const { return present ? &cells : nullptr; }
};

class WriteBuffer {
 public:
  // Null if the transaction has not written the key.
  [[nodiscard]] const BufferedWrite* find(Slot slot) const {
    if (size_ == 0) return nullptr;
    const std::uint32_t at = index_.find(slot);
    return at == kNone ? nullptr : &writes_[at];
  }

  // A null image deletes. The image may be one that this buffer handed out.
  void put(Slot slot, Image image) {
    std::uint32_t at = index_.find(slot);
    if (at == kNone) {
      at = static_cast<std::uint32_t>(size_++);
      index_.insert(slot, at);
      if (size_ > writes_.size()) writes_.emplace_back();
      writes_[at].slot = slot;
    }
    writes_[at].present = image != nullptr;
    if (image != nullptr && image != &writes_[at].cells) writes_[at].cells = *image;
  }

  [[nodiscard]] std::span<const BufferedWrite> writes() const { return {writes_.data(), size_}; }
  void clear() {
    if (size_ != 0) index_.clear();
    size_ = 0;
  }

 private:
  FlatIndex index_;
  std::vector<BufferedWrite> writes_;  // beyond size_: room kept for the next transaction
  std::size_t size_ = 0;
};

}  // namespace isolde::engine
