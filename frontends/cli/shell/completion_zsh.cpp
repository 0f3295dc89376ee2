// Zsh: one function per command, each a call of _arguments; a command with subcommands hands the rest of the
// line to the function of the one that was typed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontends/cli/shell/completion_shells.hpp"

namespace isolde {
namespace {

// The text as it stands inside '…[…]…' or '…:…:…' of an _arguments specification.
std::string zsh_escaped(std::string text) {
  for (const std::string_view special : {"\\", "[", "]", ":"})
    text = replace_all(std::move(text), special, "\\" + std::string(special));
  return replace_all(std::move(text), "'", "'\\''");
}

std::string zsh_action(const Argument& argument) {
  const std::string words = fmt::format("{}", fmt::join(plain_words(argument.words), " "));
  switch (argument.hint) {
    case ValueHint::kWords:
      return argument.is_list ? fmt::format("_sequence compadd - {}", words) : fmt::format("({})", words);
    case ValueHint::kFile:
      return "_files";
    case ValueHint::kDirectory:
      return "_files -/";
    case ValueHint::kNone:
      break;
  }
  return " ";
}

std::string option_spec(const Argument& option, const std::string& name) {
  std::string spec = name;
  if (option.takes_value) spec += name.starts_with("--") ? "=" : "+";
  spec += fmt::format("[{}]", zsh_escaped(headline(option.description)));
  if (option.takes_value) spec += fmt::format(":{}:{}", zsh_escaped(option.type), zsh_action(option));
  return fmt::format("    '{}{}'", option.repeats ? "*" : "", spec);
}

std::vector<std::string> specs(const Command& command) {
  std::vector<std::string> lines;
  for (const Argument& option : command.options)
    for (const std::string& name : option.names) lines.push_back(option_spec(option, name));
  for (const Argument& positional : command.positionals)
    lines.push_back(fmt::format("    '{}:{}:{}'", positional.repeats ? "*" : "",
                                zsh_escaped(positional.names.front()), zsh_action(positional)));
  return lines;
}

std::string dispatch(const Command& command, const std::string& function) {
  std::string names;
  std::string cases;
  for (const Command& child : command.children) {
    names += fmt::format("      '{}:{}'\n", child.name, zsh_escaped(headline(child.description)));
    std::string pattern = child.name;
    for (const std::string& alias : child.aliases) pattern += "|" + alias;
    cases += fmt::format("        ({}) {}_{} ;;\n", pattern, function, identifier(child.name));
  }
  return fmt::format(R"sh(
  case $state in
    (command)
      local -a commands=(
{}      )
      _describe command commands ;;
    (rest)
      case $line[1] in
{}      esac ;;
  esac
)sh",
                     names, cases);
}

std::string functions(const Command& command, const std::string& function) {
  std::string text;
  for (const Command& child : command.children)
    text += functions(child, function + "_" + identifier(child.name));
  std::vector<std::string> lines = specs(command);
  if (!command.children.empty()) {
    lines.emplace_back("    '1: :->command'");
    lines.emplace_back("    '*:: :->rest'");
  }
  text += fmt::format(
      "{}() {{\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n  _arguments -C -s",
      function);
  for (const std::string& line : lines) text += " \\\n" + line;
  text += "\n";
  if (!command.children.empty()) text += dispatch(command, function);
  return text + "}\n\n";
}

}  // namespace

std::string zsh_completion(const Command& program) {
  const std::string function = "_" + identifier(program.name);
  return fmt::format(
      "#compdef {0}\n# zsh completion for {0}, generated from its command line; install it as _{0} in a "
      "folder of $fpath.\n\n"
      "{1}if [ \"$funcstack[1]\" = {2} ]; then\n  {2} \"$@\"\nelse\n  compdef {2} {0}\nfi\n",
      program.name, functions(program, function), function);
}

}  // namespace isolde
