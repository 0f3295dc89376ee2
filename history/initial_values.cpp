#include "history/initial_values.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/contract.hpp"
#include "history/spelling.hpp"

namespace isolde {
namespace {

constexpr std::size_t kMostAssumed = 12;  // values that a report lists; chosen for its length

// Whether a text stays a text if it is written without quotes: it begins like a word, and is none that JSON
// knows.
bool is_plain_word(std::string_view text) {
  if (text.empty() || text == "true" || text == "false" || text == "null") return false;
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return is_letter(text.front()) && std::ranges::all_of(text, [&](char c) {
           return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.';
         });
}

std::string spell_part(const Dictionary& dictionary, const Dictionary& columns, std::uint32_t id) {
  const bool is_word = dictionary.kind(id) == ValueKind::kText && is_plain_word(dictionary.text(id));
  return is_word ? std::string(dictionary.text(id)) : spell(dictionary, columns, id);
}

}  // namespace

void InitialValues::set(KeyId key, ValueId value) {
  std::vector<ValueId>& initials = history_.initial_values_;
  if (initials.size() <= key.index()) initials.resize(key.index() + 1, kInitial);
  initials[key.index()] = value;
}

void InitialValues::tell(KeyId key, ValueId value) {
  set(key, value);
  std::vector<bool>& assumed = history_.assumed_initials_;
  if (key.index() < assumed.size()) assumed[key.index()] = false;
  if (std::ranges::find(assumed, true) == assumed.end()) assumed.clear();
}

void InitialValues::forget(KeyId key) {
  set(key, kInitial);
  std::vector<bool>& assumed = history_.assumed_initials_;
  if (assumed.size() <= key.index()) assumed.resize(key.index() + 1, false);
  assumed[key.index()] = true;
}

void InitialValues::assume(const InitialChoice& choice) {
  ISOLDE_REQUIRE(history_.is_initial_assumed(choice.key));
  const auto* const number = std::get_if<std::int64_t>(&choice.value);
  set(choice.key, number != nullptr ? ValueId(history_.values_.intern_integer(*number))
                                    : std::get<ValueId>(choice.value));
}

std::string spell_choice(const History& history, const InitialChoice& choice) {
  const auto* const number = std::get_if<std::int64_t>(&choice.value);
  return fmt::format("{}={}", spell_part(history.keys(), history.columns(), choice.key.value),
                     number != nullptr ? fmt::format("{}", *number)
                                       : spell_part(history.values(), history.columns(),
                                                    std::get<ValueId>(choice.value).value));
}

std::string initial_assumption(const History& history) {
  std::string listed;
  std::size_t count = 0;
  for (std::size_t i = 0; i < history.key_count(); ++i) {
    const KeyId key(i);
    if (!history.is_initial_assumed(key) || ++count > kMostAssumed) continue;
    listed += fmt::format("{}{}", listed.empty() ? "" : ", ",
                          spell_choice(history, {key, history.initial_value(key)}));
  }
  if (count > kMostAssumed) listed += fmt::format(" and {} more", count - kMostAssumed);
  return fmt::format("initial values, which the history does not tell, are those that its reads suggest: {}",
                     listed);
}

}  // namespace isolde
