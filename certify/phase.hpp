// The phases of a check as one table, in the order in which they come: reports print what each took, progress
// says which one runs, and docs/statistics.md lists them (tests/certify/statistics_test.cpp compares).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace isolde {

enum class Phase : std::uint8_t { kRead, kPromise, kValidate, kEncode, kPrune, kSolve, kExplain, kCertify };

struct PhaseInfo {
  Phase phase;
  std::string_view name;     // in text and JSON; stable, since machines read it
  std::string_view meaning;  // one line, as in docs/statistics.md
};

// All of them, in the order of the enum.
inline constexpr auto kPhases = std::to_array<PhaseInfo>({
    {Phase::kRead, "read", "the input becomes a history"},
    {Phase::kPromise, "promise", "the orders that the database claims are judged, instead of deciding"},
    {Phase::kValidate, "validate", "what needs no graph is looked for, and items are indexed on the way"},
    {Phase::kEncode, "encode", "the history becomes a polygraph, or chains to execute"},
    {Phase::kPrune, "prune", "what the known graph decides is found out"},
    {Phase::kSolve, "solve", "the rest of deciding: executing and searching"},
    {Phase::kExplain, "explain", "a violation gets its name and its proof"},
    {Phase::kCertify, "certify", "the certificate is checked against the raw history"},
});

static_assert([] {
  for (std::size_t i = 0; i < kPhases.size(); ++i)
    if (static_cast<std::size_t>(kPhases[i].phase) != i) return false;
  return true;
}());

[[nodiscard]] constexpr const PhaseInfo& info(Phase phase) {
  return kPhases[static_cast<std::size_t>(phase)];
}
[[nodiscard]] constexpr std::string_view name_of(Phase phase) { return info(phase).name; }

// The seconds that each phase took; of one that did not take place there are none, which is not zero.
class PhaseSeconds {
 public:
  [[nodiscard]] std::optional<double> operator[](Phase phase) const {
    return seconds_[static_cast<std::size_t>(phase)];
  }
  void add(Phase phase, double seconds) {
    std::optional<double>& mine = seconds_[static_cast<std::size_t>(phase)];
    mine = mine.value_or(0) + seconds;
  }
  void add(const PhaseSeconds& others) {
    for (const PhaseInfo& row : kPhases)
      if (const auto seconds = others[row.phase]) add(row.phase, *seconds);
  }
  [[nodiscard]] double sum() const {
    double sum = 0;
    for (const std::optional<double>& each : seconds_) sum += each.value_or(0);
    return sum;
  }

 private:
  std::array<std::optional<double>, kPhases.size()> seconds_ = {};
};

}  // namespace isolde
