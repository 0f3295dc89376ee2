// Dense identifiers. Every entity of a history is numbered from zero without gaps, so that "a map from X" is
// an array indexed by XId. The tag keeps a key from being used where a transaction is meant; the cost is that
// of the bare integer.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace isolde {

template <class Tag>
struct Id {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();  // "none" until assigned

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr std::size_t index() const { return value; }
  [[nodiscard]] constexpr bool is_valid() const { return value != std::numeric_limits<std::uint32_t>::max(); }
  constexpr auto operator<=>(const Id&) const = default;
};

using TxnId = Id<struct TxnTag>;
using SessionId = Id<struct SessionTag>;
using OpId = Id<struct OpTag>;
using KeyId = Id<struct KeyTag>;
using ValueId = Id<struct ValueTag>;
using ColumnId = Id<struct ColumnTag>;
using PredicateId = Id<struct PredicateTag>;

// How many ids of one kind a history may hold; one less than the "none" mark.
inline constexpr std::size_t kMaxIds = std::numeric_limits<std::uint32_t>::max() - 1;

// A half-open range of ids that can be iterated: `for (OpId op : history.operations(txn))`.
template <class IdType>
class IdRange {
 public:
  class Iterator {
   public:
    explicit constexpr Iterator(std::size_t index) : index_(index) {}
    constexpr IdType operator*() const { return IdType(index_); }
    constexpr Iterator& operator++() {
      ++index_;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::size_t index_;
  };

  constexpr IdRange(std::size_t first, std::size_t last) : first_(first), last_(last) {}
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(first_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(last_); }
  [[nodiscard]] constexpr std::size_t size() const { return last_ - first_; }
  [[nodiscard]] constexpr bool empty() const { return first_ == last_; }
  [[nodiscard]] constexpr IdType operator[](std::size_t i) const { return IdType(first_ + i); }

 private:
  std::size_t first_;
  std::size_t last_;
};

}  // namespace isolde

template <class Tag>
struct std::hash<isolde::Id<Tag>> {
  std::size_t operator()(isolde::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
