#include "frontends/cli/shell/command_tree.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

namespace isolde {
namespace {

// The words of the first {a,b,c} in a type name; of a mapping {a->1,b->2} the left sides.
std::vector<std::string> words_of(std::string_view type) {
  std::vector<std::string> words;
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string_view::npos || close == std::string_view::npos) return words;
  std::string_view rest = type.substr(open + 1, close - open - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view word = rest.substr(0, comma);
    words.emplace_back(word.substr(0, word.find("->")));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return words;
}

ValueHint hint_of(const Argument& argument, std::string_view type) {
  if (!argument.words.empty()) return ValueHint::kWords;
  if (type.find("DIR") != std::string_view::npos) return ValueHint::kDirectory;
  if (type.find("FILE") != std::string_view::npos || type.find("PATH") != std::string_view::npos)
    return ValueHint::kFile;
  return ValueHint::kNone;
}

// "NAME" of "NAME:{a,b}"; "VALUE" where only the words are given.
std::string short_type(std::string_view type) {
  const std::string_view name = type.substr(0, std::min(type.find(':'), type.find('{')));
  return name.empty() ? "VALUE" : std::string(name);
}

Argument describe_option(const CLI::Option& option) {
  Argument argument;
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  argument.description = option.get_description();
  argument.default_value = option.get_default_str();
  argument.takes_value = option.get_items_expected_max() > 0;
  argument.is_list = option.get_delimiter() != '\0';
  argument.required = option.get_required();
  argument.repeats = option.get_items_expected_max() > 1;
  if (!argument.takes_value) return argument;
  const std::string type = option.get_type_name();
  argument.words = words_of(type);
  argument.hint = hint_of(argument, type);
  argument.type = short_type(type);
  return argument;
}

void add_options(const CLI::App& app, Command& command) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    Argument argument = describe_option(*option);
    // An option group inherits --help from its app.
    const auto is_same = [&](const Argument& other) { return other.names == argument.names; };
    if (std::ranges::any_of(command.options, is_same)) continue;
    if (!argument.names.empty()) {
      command.options.push_back(std::move(argument));
    } else if (option->get_positional()) {
      argument.names = {option->get_name(true)};
      command.positionals.push_back(std::move(argument));
    }
  }
}

}  // namespace

Command describe(const CLI::App& app) {
  Command command;
  command.name = app.get_name();
  command.aliases = app.get_aliases();
  command.description = app.get_description();
  // A subcommand inherits its parent's footer, which need not be said twice.
  if (app.get_parent() == nullptr || app.get_footer() != app.get_parent()->get_footer())
    command.footer = app.get_footer();
  add_options(app, command);
  for (const CLI::App* child : app.get_subcommands(std::function<bool(const CLI::App*)>{})) {
    if (child->get_name().empty()) {
      add_options(*child, command);  // an option group
    } else if (!child->get_group().empty()) {
      command.children.push_back(describe(*child));
    }
  }
  return command;
}

}  // namespace isolde
