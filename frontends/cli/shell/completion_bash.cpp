// Bash: one function that finds the command among the words before the cursor and then looks up, in tables
// written as `case`, what may follow. Commands are written as their path ("check", "a b"), the program itself
// as nothing. It does without the package bash-completion, so it also has to put `--option=value` together
// again, which bash splits at the equals sign.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontends/cli/shell/completion_shells.hpp"

namespace isolde {
namespace {

struct Tables {
  std::string commands;     // "path word" -> new path
  std::string with_value;   // "path option" of options whose next word is a value
  std::string values;       // "path option" -> what completes the value
  std::string options;      // path -> options
  std::string positionals;  // path -> words, subcommands, files
};

std::string bash_action(const Argument& argument) {
  const std::string words = fmt::format("{}", fmt::join(plain_words(argument.words), " "));
  switch (argument.hint) {
    case ValueHint::kWords:
      return argument.is_list ? fmt::format("list=1 words='{}'", words) : fmt::format("words='{}'", words);
    case ValueHint::kFile:
      return "files=-f";
    case ValueHint::kDirectory:
      return "files=-d";
    case ValueHint::kNone:
      break;
  }
  return ":";
}

void add_bash_options(const Command& command, const std::string& path, Tables& tables) {
  std::vector<std::string> all;
  for (const Argument& option : command.options) {
    all.insert(all.end(), option.names.begin(), option.names.end());
    if (!option.takes_value) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(fmt::format("'{} {}'", path, name));
    const std::string pattern = fmt::format("{}", fmt::join(patterns, " | "));
    tables.with_value += fmt::format("      {}) ((i++)) ;;\n", pattern);
    tables.values += fmt::format("    {}) {} ;;\n", pattern, bash_action(option));
  }
  tables.options += fmt::format("      '{}') words='{}' ;;\n", path, fmt::join(plain_words(all), " "));
}

void add_positionals(const Command& command, const std::string& path, Tables& tables) {
  std::vector<std::string> words;
  std::string files;
  for (const Command& child : command.children) words.push_back(child.name);
  for (const Argument& positional : command.positionals) {
    words.insert(words.end(), positional.words.begin(), positional.words.end());
    if (positional.hint == ValueHint::kFile) files = " files=-f";
    if (positional.hint == ValueHint::kDirectory && files.empty()) files = " files=-d";
  }
  tables.positionals +=
      fmt::format("      '{}') words='{}'{} ;;\n", path, fmt::join(plain_words(words), " "), files);
}

void add_bash_command(const Command& command, const std::string& path, Tables& tables) {
  add_bash_options(command, path, tables);
  add_positionals(command, path, tables);
  for (const Command& child : command.children) {
    const std::string child_path = path.empty() ? child.name : path + " " + child.name;
    std::string pattern = fmt::format("'{} {}'", path, child.name);
    for (const std::string& alias : child.aliases) pattern += fmt::format(" | '{} {}'", path, alias);
    tables.commands += fmt::format("      {}) path='{}' ;;\n", pattern, child_path);
    add_bash_command(child, child_path, tables);
  }
}

}  // namespace

std::string bash_completion(const Command& program) {
  Tables tables;
  add_bash_command(program, "", tables);
  const std::string function = "_" + identifier(program.name);
  return fmt::format(
      R"sh(# bash completion for {name}, generated from its command line; source it, or install it as {name}.
{function}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
  local path='' words='' files='' list='' head='' i
  COMPREPLY=()
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' && $COMP_CWORD -ge 2 ]]; then
    prev=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${{COMP_WORDS[i]}}" in
{with_value}{commands}    esac
  done
  case "$path $prev" in
{values}    *)
    if [[ $cur == -* ]]; then
      case "$path" in
{options}      esac
    else
      case "$path" in
{positionals}      esac
    fi ;;
  esac
  if [[ $list && $cur == *,* ]]; then
    head=${{cur%,*}},
  fi
  local IFS=$' \t\n'
  COMPREPLY=($(compgen -P "$head" -W "$words" -- "${{cur#"$head"}}"))
  [[ $list ]] && compopt -o nospace 2>/dev/null
  if [[ $files ]]; then
    IFS=$'\n'
    COMPREPLY+=($(compgen "$files" -- "$cur"))
    compopt -o filenames 2>/dev/null
  fi
  return 0
}}
complete -F {function} {name}
)sh",
      fmt::arg("name", program.name), fmt::arg("function", function),
      fmt::arg("with_value", tables.with_value), fmt::arg("commands", tables.commands),
      fmt::arg("values", tables.values), fmt::arg("options", tables.options),
      fmt::arg("positionals", tables.positionals));
}

}  // namespace isolde
