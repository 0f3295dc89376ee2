#include "frontends/cli/shell/completion.hpp"

#include <algorithm>

#include "frontends/cli/shell/command_tree.hpp"
#include "frontends/cli/shell/completion_shells.hpp"

namespace isolde {

std::optional<Shell> shell_named(std::string_view name) {
  if (name == "bash") return Shell::kBash;
  if (name == "zsh") return Shell::kZsh;
  if (name == "fish") return Shell::kFish;
  return std::nullopt;
}

std::string completion(const CLI::App& app, Shell shell) {
  const Command program = describe(app);
  switch (shell) {
    case Shell::kBash:
      return bash_completion(program);
    case Shell::kZsh:
      return zsh_completion(program);
    case Shell::kFish:
      return fish_completion(program);
  }
  return {};
}

std::vector<std::string> plain_words(const std::vector<std::string>& words) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./@%";
  std::vector<std::string> result;
  for (const std::string& word : words)
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) result.push_back(word);
  return result;
}

std::string headline(std::string_view description) {
  description = description.substr(0, description.find('\n'));
  if (description.ends_with('.')) description.remove_suffix(1);
  return std::string(description);
}

std::string replace_all(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

std::string identifier(std::string_view text) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::string result(text);
  std::ranges::replace_if(
      result, [&](char c) { return allowed.find(c) == std::string_view::npos; }, '_');
  return result;
}

}  // namespace isolde
