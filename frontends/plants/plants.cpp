#include "frontends/plants/plants.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/suggest.hpp"

namespace isolde::plants {
namespace {

constexpr std::uint64_t kMostPlants = 1'000'000;

std::vector<PlantInfo> all_plants() {
  std::vector<PlantInfo> all(classic_plants().begin(), classic_plants().end());
  all.insert(all.end(), item_plants().begin(), item_plants().end());
  all.insert(all.end(), predicate_plants().begin(), predicate_plants().end());
  std::ranges::stable_sort(all, {}, &PlantInfo::family);
  return all;
}

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

tl::unexpected<Error> no_plant(std::string_view name) {
  std::vector<std::string> names;
  for (const PlantInfo& plant : plants()) names.emplace_back(plant.name);
  const std::string suggestion = did_you_mean(name, names);
  return usage_error(fmt::format("there is no plant '{}'; {}", name,
                                 suggestion.empty() ? "isolde generate --list names them all" : suggestion));
}

}  // namespace

std::string_view name_of(Family family) {
  switch (family) {
    case Family::kClassic:
      return "classic";
    case Family::kRat:
      return "RAT";
    case Family::kWat:
      return "WAT";
    case Family::kIat:
      break;
  }
  return "IAT";
}

std::span<const PlantInfo> plants() {
  static const std::vector<PlantInfo> kPlants = all_plants();
  return kPlants;
}

const PlantInfo* plant_named(std::string_view name) {
  const auto found = std::ranges::find_if(plants(), [&](const PlantInfo& plant) {
    return std::ranges::equal(plant.name, name, {}, lower, lower);
  });
  return found == plants().end() ? nullptr : &*found;
}

bool breaks(const PlantInfo& plant, Level level) {
  auto left = static_cast<std::size_t>(level);
  for (const char sign : plant.verdicts)
    if (sign != ' ' && left-- == 0) return sign == '-';
  return false;
}

std::vector<Level> broken_levels(const PlantInfo& plant) {
  std::vector<Level> broken;
  for (const LevelInfo& level : levels())
    if (breaks(plant, level.level)) broken.push_back(level.level);
  return broken;
}

Result<PlantRequest> parse_request(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('='));
  PlantRequest request{plant_named(name), 1};
  if (request.plant == nullptr) return no_plant(name);
  if (name.size() == text.size()) return request;
  const std::string_view count = text.substr(name.size() + 1);
  const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), request.count);
  if (error != std::errc{} || end != count.data() + count.size() || request.count > kMostPlants)
    return usage_error(fmt::format("'{}' is no number of plants; write {}=3, up to {}", count,
                                   request.plant->name, kMostPlants));
  return request;
}

}  // namespace isolde::plants
