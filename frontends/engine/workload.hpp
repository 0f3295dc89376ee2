// A workload: what the tables are and what clients do. Each session runs one transaction at a time; its
// program is a conversation, since the next request may depend on the last reply (TPC-C reads before it
// writes).
//
// Deterministic: all randomness comes from the Random handed in. Values are unique per write over the whole
// run unless the workload says otherwise (SmallBank), so they come from next_value().
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/random.hpp"
#include "frontends/engine/request.hpp"

namespace isolde::engine {

class Workload {
 public:
  virtual ~Workload() = default;

  [[nodiscard]] virtual std::span<const TableInfo> tables() const = 0;
  // The rows that are there before the first transaction; calls put(key, cells).
  virtual void load(Random& random, const std::function<void(Key, const Cells&)>& put) = 0;

  // Session `session` begins a transaction: the workload decides which.
  virtual void begin(std::uint32_t session, Random& random) = 0;
  // The session's next request after `last` (empty before the first). False: it wants to commit.
  [[nodiscard]] virtual bool next(std::uint32_t session, const Reply& last, Random& random,
                                  Request& request) = 0;
  // Asked when next() said false: the client rolls back instead (1 % of TPC-C's new orders).
  [[nodiscard]] virtual bool rolls_back(std::uint32_t /*session*/) const { return false; }
  // The transaction ended; if `committed` is false, it was aborted, and the workload may begin again with
  // other values.
  virtual void ended(std::uint32_t /*session*/, bool /*committed*/) {}

 protected:
  [[nodiscard]] std::int64_t next_value() { return ++last_value_; }
  // Room for `count` values: returns the first.
  [[nodiscard]] std::int64_t reserve(std::int64_t count) {
    const std::int64_t first = last_value_ + 1;
    last_value_ += count;
    return first;
  }

 private:
  std::int64_t last_value_ = 0;
};

}  // namespace isolde::engine
