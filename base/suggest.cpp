#include "base/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>

namespace isolde {
namespace {

constexpr std::size_t kMostSuggestions = 3;
constexpr std::size_t kShortestBeginning = 3;
constexpr std::size_t kAsGoodAsTwoSlips = 2;  // how near initials and beginnings are

std::string folded(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    c = c == '_' || c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// How many letters to change, insert, leave out or swap with their neighbour (Damerau's distance in its
// restricted form, which touches no letter twice).
std::size_t slips_between(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({change, at(i - 1, j) + 1, at(i, j - 1) + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(a.size(), b.size());
}

std::string initials_of(std::string_view name) {
  std::string initials;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (i == 0 || name[i - 1] == '-') initials += name[i];
  return initials;
}

// Nothing if they are far from each other. Requires that both are folded.
std::optional<std::size_t> distance_of(std::string_view word, std::string_view name) {
  const std::size_t slips = slips_between(word, name);
  if (slips <= std::max<std::size_t>(1, word.size() / 3) && slips < word.size()) return slips;
  const bool is_beginning = word.size() >= kShortestBeginning && name.starts_with(word);
  if (is_beginning || (word.size() > 1 && initials_of(name) == word)) return kAsGoodAsTwoSlips;
  return std::nullopt;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view word, std::span<const std::string> names) {
  const std::string wanted = folded(word);
  std::optional<std::size_t> best;
  std::vector<std::string> nearest;
  for (const std::string& name : names) {
    const std::optional<std::size_t> distance = distance_of(wanted, folded(name));
    if (!distance || (best && *distance > *best)) continue;
    if (!best || *distance < *best) nearest.clear();
    best = distance;
    if (nearest.size() < kMostSuggestions) nearest.push_back(name);
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names, std::string_view prefix) {
  const std::vector<std::string> nearest = nearest_names(word, names);
  if (nearest.empty()) return "";
  std::string text = "did you mean ";
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    if (i != 0) text += i + 1 == nearest.size() ? " or " : ", ";
    text.append(prefix).append(nearest[i]);
  }
  return text + "?";
}

}  // namespace isolde
