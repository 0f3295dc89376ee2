#include "base/result.hpp"

#include <fmt/format.h>

namespace isolde {

std::string Place::to_string() const {
  switch (unit) {
    case PlaceUnit::kLine:
      return fmt::format("{}:{}", file, position);
    case PlaceUnit::kByte:
      return fmt::format("{}, byte {}", file, position);
    case PlaceUnit::kNone:
      break;
  }
  return file;
}

std::string Error::to_string() const {
  const std::string where = place.to_string();
  return where.empty() ? message : fmt::format("{}: {}", where, message);
}

}  // namespace isolde
