// Counters that are only ever incremented, at levels where no update is lost: there a snapshot holds the
// initial value and the increments of everybody who committed before. So what it shows is a sum over others,
// and nobody has to know in which order they came.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encode/choices/key_values.hpp"
#include "encode/choices/touches.hpp"
#include "encode/items/items.hpp"

namespace isolde {

class CounterKeys {
 public:
  __extension__ using Wide = __int128;
  // Somebody who increments, and by how much in all.
  struct Incrementer {
    Member member = kNone;
    Version version = kNone;
    std::int64_t total = 0;
  };
  // What a snapshot holds.
  struct Sum {
    std::int64_t value = 0;    // on top of the initial one
    bool is_untouched = true;  // nobody incremented it

    auto operator<=>(const Sum&) const = default;
  };

  // `no_lost_updates`: of two writers of a key, one commits before the other begins.
  CounterKeys(const Items& items, const Touches& touches, KeyValues& values, bool no_lost_updates);

  [[nodiscard]] bool contains(std::uint32_t key) const { return is_counter_[key]; }

  // --- All of these require that the key is one of these.
  // By member.
  [[nodiscard]] std::span<const Incrementer> incrementers(std::uint32_t key) const { return all_[key]; }
  // 1 if everybody adds something, -1 if everybody takes something away: then each state differs from all
  // before it. Else 0.
  [[nodiscard]] int direction(std::uint32_t key) const;
  // Whether the touch says anything about its snapshot.
  [[nodiscard]] bool observes(const Touch& touch) const;
  // Whether it is what was recorded if the snapshot holds this.
  [[nodiscard]] bool allows(const Touch& touch, const Sum& sum) const;
  // The only sum that the snapshot may hold, by a read; none if no read tells. Invalid: no sum will do.
  struct Told {
    std::int64_t value = 0;
    bool is_possible = true;
  };
  [[nodiscard]] std::optional<Told> told(const Touch& touch) const;
  // Whether a counter that nobody incremented differs from one that is back where it was.
  [[nodiscard]] bool tells_untouched(const Touch& touch) const;

 private:
  [[nodiscard]] bool qualifies(std::uint32_t key) const;
  [[nodiscard]] std::int64_t initial(std::uint32_t key) const;

  const Items& items_;
  const Touches& touches_;
  KeyValues& values_;
  std::vector<bool> is_counter_;
  std::vector<std::vector<Incrementer>> all_;  // by key
};

}  // namespace isolde
