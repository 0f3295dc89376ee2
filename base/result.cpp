#include "base/result.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "base/visible_text.hpp"

namespace isolde {
namespace {

constexpr std::uint64_t kMostOfBoth = 0xffffffff;

}  // namespace

std::uint64_t line_column(std::uint64_t line, std::uint64_t column) {
  return (std::min(line, kMostOfBoth) << 32) | std::min(column, kMostOfBoth);
}

std::uint64_t Place::line() const {
  return unit == PlaceUnit::kLine ? position : unit == PlaceUnit::kLineColumn ? position >> 32 : 0;
}

std::uint64_t Place::column() const { return unit == PlaceUnit::kLineColumn ? position & kMostOfBoth : 0; }

// The file's name is escaped, so that a terminal shows it and does not obey it.
std::string Place::to_string() const {
  const std::string name = visible(file);
  switch (unit) {
    case PlaceUnit::kLine:
      return fmt::format("{}:{}", name, position);
    case PlaceUnit::kLineColumn:
      return fmt::format("{}:{}:{}", name, line(), column());
    case PlaceUnit::kByte:
      return fmt::format("{}, byte {}", name, position);
    case PlaceUnit::kNone:
      break;
  }
  return name;
}

std::string Error::to_string() const {
  const std::string where = place.to_string();
  return where.empty() ? visible(message) : fmt::format("{}: {}", where, visible(message));
}

std::vector<std::string> Error::sentences() const {
  std::vector<std::string> all{to_string()};
  for (const Error& error : further) all.push_back(error.to_string());
  return all;
}

void ErrorList::add(Error error) {
  std::vector<Error> further = std::move(error.further);
  error.further.clear();
  has_more_ |= std::exchange(error.has_more, false);
  further.insert(further.begin(), std::move(error));
  for (Error& each : further) {
    if (errors_.size() == kMost)
      has_more_ = true;
    else
      errors_.push_back(std::move(each));
  }
}

Error ErrorList::take() && {
  ISOLDE_REQUIRE(!errors_.empty());
  Error first = std::move(errors_.front());
  first.further.assign(std::make_move_iterator(errors_.begin() + 1), std::make_move_iterator(errors_.end()));
  first.has_more = has_more_;
  errors_.clear();
  return first;
}

}  // namespace isolde
