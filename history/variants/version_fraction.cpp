#include "history/variants/version_fraction.hpp"

#include <cmath>
#include <numeric>

#include "base/contract.hpp"
#include "base/random.hpp"

namespace isolde {

std::vector<VersionOrder> part_of(std::span<const VersionOrder> orders, double fraction, std::uint64_t seed) {
  ISOLDE_REQUIRE(fraction >= 0 && fraction <= 1);
  std::size_t total = 0;
  for (const VersionOrder& order : orders) total += order.values.size();
  std::vector<std::size_t> places(total);
  std::iota(places.begin(), places.end(), std::size_t{0});
  Random random(seed);
  random.shuffle(places);
  const auto kept = static_cast<std::size_t>(std::llround(fraction * static_cast<double>(total)));
  std::vector<bool> keeps(total);
  for (std::size_t i = 0; i < kept; ++i) keeps[places[i]] = true;

  std::vector<VersionOrder> part;
  std::size_t place = 0;
  for (const VersionOrder& order : orders) {
    VersionOrder& rest = part.emplace_back(VersionOrder{order.key, {}});
    for (const ValueId value : order.values)
      if (keeps[place++]) rest.values.push_back(value);
  }
  return part;
}

}  // namespace isolde
