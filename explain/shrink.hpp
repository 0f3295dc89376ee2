// The deletion loop of explaining: makes a set that refutes smaller until no element can go. Halves are left
// out first, then quarters and so on, then single elements until a whole round removes none; so a small core
// of a large set costs few questions, and what is left is minimal unless time was up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hpp"

namespace isolde {

// Requires that `core` refutes. `ask(rest)` says whether a subset of it, in the same order, still refutes: it
// returns the elements that the refutation named, all of them in `rest`, or nothing if it found none.
template <class Element, class Ask>
void shrink(std::vector<Element>& core, const Deadline& deadline, Ask&& ask) {
  for (std::size_t chunk = std::max<std::size_t>(1, core.size() / 2);;
       chunk = std::max<std::size_t>(1, chunk / 2)) {
    bool has_shrunk = false;
    for (std::size_t first = 0; first < core.size() && !deadline.expired();) {
      std::vector<Element> rest = core;
      const std::size_t last = std::min(first + chunk, rest.size());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first),
                 rest.begin() + static_cast<std::ptrdiff_t>(last));
      std::optional<std::vector<Element>> named = ask(std::as_const(rest));
      if (named) {
        core = *std::move(named);
        has_shrunk = true;
      } else {
        first = last;
      }
    }
    if (deadline.expired() || (chunk == 1 && !has_shrunk)) return;
  }
}

}  // namespace isolde
