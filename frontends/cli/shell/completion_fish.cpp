// Fish: one `complete` line per option and subcommand, with the condition under which it applies.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontends/cli/shell/completion_shells.hpp"

namespace isolde {
namespace {

std::string fish_quoted(std::string text) {
  text = replace_all(std::move(text), "\\", "\\\\");
  return "'" + replace_all(std::move(text), "'", "\\'") + "'";
}

std::string names_of(const Command& command) {
  std::string names = command.name;
  for (const std::string& alias : command.aliases) names += " " + alias;
  return names;
}

// A list is completed after its last comma; fish keeps what stands before a match, so each word is offered
// behind it.
std::string fish_words(const Argument& argument) {
  const std::string words = fmt::format("{}", fmt::join(plain_words(argument.words), " "));
  if (!argument.is_list) return fish_quoted(words);
  return fish_quoted(fmt::format("(__fish_append , {})", words));
}

std::string value(const Argument& argument) {
  switch (argument.hint) {
    case ValueHint::kWords:
      return " -x -a " + fish_words(argument);
    case ValueHint::kFile:
      return " -r -F";
    case ValueHint::kDirectory:
      return " -x -a '(__fish_complete_directories)'";
    case ValueHint::kNone:
      break;
  }
  return " -x";
}

std::string option_line(const std::string& head, const Argument& option) {
  std::string line = head;
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (option.takes_value) line += value(option);
  return line + " -d " + fish_quoted(headline(option.description)) + "\n";
}

void add_fish_command(const Command& command, const std::string& program, const std::string& within,
                      std::string& text) {
  std::string here = within;
  if (!command.children.empty()) {
    std::string names;
    for (const Command& child : command.children) names += " " + names_of(child);
    here += (here.empty() ? "" : "; and ") + std::string("not __fish_seen_subcommand_from") + names;
  }
  const auto head = [&](const std::string& condition) {
    return "complete -c " + program + (condition.empty() ? "" : " -n " + fish_quoted(condition));
  };
  for (const Command& child : command.children)
    text += head(here) + " -f -a " + child.name + " -d " + fish_quoted(headline(child.description)) + "\n";
  for (const Argument& option : command.options) text += option_line(head(here), option);
  for (const Argument& positional : command.positionals) {
    if (positional.hint == ValueHint::kFile) text += head(here) + " -F\n";
    if (positional.hint == ValueHint::kWords) text += head(here) + " -f -a " + fish_words(positional) + "\n";
    if (positional.hint == ValueHint::kDirectory)
      text += head(here) + " -f -a '(__fish_complete_directories)'\n";
  }
  for (const Command& child : command.children)
    add_fish_command(
        child, program,
        (within.empty() ? "" : within + "; and ") + "__fish_seen_subcommand_from " + names_of(child), text);
}

}  // namespace

std::string fish_completion(const Command& program) {
  std::string text = fmt::format(
      "# fish completion for {0}, generated from its command line; install it as {0}.fish.\ncomplete -c {0} "
      "-f\n",
      program.name);
  add_fish_command(program, program.name, "", text);
  return text;
}

}  // namespace isolde
