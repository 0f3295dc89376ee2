// How long things take, in virtual nanoseconds. A transaction of eight operations lasts about a millisecond
// and sessions pause little between transactions, so most sessions have one open at any time. The numbers
// were chosen for that, not measured on a database.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/random.hpp"

namespace isolde::engine {

class Timing {
 public:
  explicit Timing(Random& random) : random_(random) {}

  // One way between client and server; never 0, so that server times lie strictly within client times.
  [[nodiscard]] std::int64_t network() { return random_.between(5'000, 40'000); }
  [[nodiscard]] std::int64_t operation() { return random_.between(5'000, 60'000); }
  [[nodiscard]] std::int64_t commit() { return random_.between(20'000, 150'000); }
  // Between two operations, and between two transactions.
  [[nodiscard]] std::int64_t think() { return random_.between(0, 50'000); }
  [[nodiscard]] std::int64_t pause() { return random_.between(1, 200'000); }
  // After which a client that hears nothing gives up.
  [[nodiscard]] std::int64_t timeout() { return random_.between(1'000'000, 3'000'000); }

  // The pause between operations of a transaction that is to stay open for a large part of a run of
  // `transactions` per session.
  [[nodiscard]] std::int64_t long_think(std::uint64_t transactions) {
    constexpr std::int64_t kTypical = 1'000'000;
    constexpr std::int64_t kOperations = 8;
    const auto run =
        static_cast<std::int64_t>(std::min<std::uint64_t>(transactions, 1'000'000'000)) * kTypical;
    return random_.between(run / 4, run / 2) / kOperations + kTypical / kOperations;
  }

 private:
  Random& random_;
};

}  // namespace isolde::engine
