#include "frontends/cli/usage.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "frontends/cli/one_of.hpp"

namespace isolde {
namespace {

constexpr const char* kDefaultCommand = "check";

bool is_option(std::string_view argument) { return argument.size() > 1 && argument.starts_with('-'); }

// The option without its value: "--level" of "--level=x".
std::string option_name(std::string_view argument) {
  return std::string(argument.substr(0, argument.find('=')));
}

bool looks_like_file(const std::string& word) {
  std::error_code failure;
  return word == "-" || word.find_first_of("./") != std::string::npos ||
         std::filesystem::exists(word, failure);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(std::function<bool(const CLI::App*)>{}))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> long_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  return names;
}

// Whether the next argument is the value of this option, which is the program's or the default command's.
bool takes_next(const CLI::App& app, const std::string& argument) {
  if (argument.find('=') != std::string::npos) return false;
  for (const CLI::App* each : {&app, static_cast<const CLI::App*>(app.get_subcommand(kDefaultCommand))})
    if (const CLI::Option* option = each->get_option_no_throw(argument))
      return option->get_items_expected_max() > 0;
  return false;
}

// The first option that neither the program nor the command has.
std::string unknown_option(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining(true);
  const auto found = std::ranges::find_if(left, is_option);
  return found == left.end() ? "" : option_name(*found);
}

std::string complaint_about_option(const CLI::App& app, const std::string& option) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  if (&command != &app && command.get_option_no_throw(option) != nullptr)
    return fmt::format("{} goes behind the command {}", option, command.get_name());
  std::vector<std::string> names = long_options(command);
  if (&command != &app) std::ranges::move(long_options(app), std::back_inserter(names));
  const std::size_t dashes = option.find_first_not_of('-');
  const std::string word = dashes == std::string::npos ? "" : option.substr(dashes);
  const std::string suggestion = did_you_mean(word, names, "--");
  return fmt::format("{} has no option {}{}{}", command.get_name(), option, suggestion.empty() ? "" : "; ",
                     suggestion);
}

}  // namespace

Result<std::vector<std::string>> with_command(const CLI::App& app, std::vector<std::string> arguments) {
  std::size_t at = 0;
  while (at < arguments.size() && is_option(arguments[at])) at += takes_next(app, arguments[at]) ? 2 : 1;
  if (at >= arguments.size()) return arguments;
  const std::string& word = arguments[at];
  const std::vector<std::string> commands = command_names(app);
  if (std::ranges::find(commands, word) != commands.end()) return arguments;
  if (looks_like_file(word)) {
    arguments.insert(arguments.begin(), kDefaultCommand);
    return arguments;
  }
  const std::string suggestion = did_you_mean(word, commands);
  return usage_error(fmt::format("'{}' is neither a command nor a file{}{}", word,
                                 suggestion.empty() ? "" : "; ", suggestion));
}

std::string complaint_about(const CLI::App& app, const CLI::ParseError& error) {
  const std::string option = unknown_option(app);
  return option.empty() ? error.what() : complaint_about_option(app, option);
}

void add_help(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "Print this help, or that of a command");
  auto name = std::make_shared<std::string>();
  command->add_option("command", *name, "Which one")->check(one_of(command_names(app)));
  command->footer("Example: isolde help check");
  command->callback([&app, name] {
    const CLI::App& about = name->empty() ? app : *app.get_subcommand(*name);
    const std::string path = name->empty() ? app.get_name() : fmt::format("{} {}", app.get_name(), *name);
    fmt::print("{}", about.get_formatter()->make_help(&about, path, CLI::AppFormatMode::Normal));
  });
}

}  // namespace isolde
