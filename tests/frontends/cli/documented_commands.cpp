#include "tests/frontends/cli/documented_commands.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace isolde {
namespace {

const std::regex& command_start() {
  // isolde, the scripts, what is built, and what builds it; with settings of the environment before it.
  static const std::regex kStart(R"(^(?:[A-Z_]+=\S* )*(?:isolde|cmake|ctest|(?:build|scripts)/\S+)(?: |$))");
  return kStart;
}

bool is_fence(std::string_view line) { return line.starts_with("```"); }

// Takes what belongs to the last command: a line that it goes on with, or one that it prints.
bool go_on(std::vector<DocumentedCommand>& commands, const std::string& line) {
  if (commands.empty()) return false;
  DocumentedCommand& last = commands.back();
  if (last.text.ends_with('\\')) {
    last.text.back() = ' ';
    last.text += line;
    return true;
  }
  if (!last.has_output || line.starts_with("$ ")) return false;
  last.printed.push_back(line);
  return true;
}

std::string masked(const std::string& line) {
  static const std::regex kTiming(R"(\d+\.\d+)");
  return std::regex_replace(line, kTiming, "#.#");
}

bool matches(const std::vector<std::string>& shown, std::size_t i, const std::vector<std::string>& printed,
             std::size_t j) {
  if (i == shown.size()) return j == printed.size();
  if (shown[i] == "...") {
    for (std::size_t rest = j; rest <= printed.size(); ++rest)
      if (matches(shown, i + 1, printed, rest)) return true;
    return false;
  }
  return j < printed.size() && masked(shown[i]) == masked(printed[j]) &&
         matches(shown, i + 1, printed, j + 1);
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<DocumentedCommand> commands_in_markdown(std::string_view text) {
  std::vector<DocumentedCommand> all;
  std::vector<DocumentedCommand> block;
  bool is_inside = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (is_fence(line)) {
      is_inside = !is_inside;
      all.insert(all.end(), block.begin(), block.end());
      block.clear();
    } else if (is_inside && !go_on(block, line)) {
      const bool has_prompt = line.starts_with("$ ");
      if (has_prompt || std::regex_search(line, command_start()))
        block.push_back({number, has_prompt ? line.substr(2) : line, has_prompt, {}});
    }
  }
  return all;
}

std::vector<DocumentedCommand> commands_in_help(std::string_view text) {
  static const std::regex kExample(R"(^(?!Usage:)(?:.*: *| *)(isolde [a-z].*)$)");
  std::vector<DocumentedCommand> all;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    std::smatch found;
    if (std::regex_match(line, found, kExample)) all.push_back({number, found[1].str(), false, {}});
  }
  return all;
}

std::vector<DocumentedCommand> mentions_in_markdown(std::string_view text) {
  static const std::regex kMention("`(isolde [^`]*)`");
  std::vector<DocumentedCommand> all;
  std::string running;  // line breaks inside backquotes are spaces; fenced blocks are left empty
  bool is_inside = false;
  for (const std::string& line : lines_of(text)) {
    if (is_fence(line)) is_inside = !is_inside;
    running += (is_inside || is_fence(line) ? "" : line) + "\n";
  }
  for (std::sregex_iterator found(running.begin(), running.end(), kMention), end; found != end; ++found) {
    std::string mention = (*found)[1].str();
    if (mention.find("\n\n") != std::string::npos) continue;
    std::ranges::replace(mention, '\n', ' ');
    const auto number = std::count(running.begin(), running.begin() + found->position(), '\n') + 1;
    all.push_back({static_cast<std::size_t>(number), mention, false, {}});
  }
  return all;
}

std::size_t calls_in(std::string_view command) {
  static const std::regex kCall(R"((?:^|&& |; |\| )isolde )");
  const std::string text(command.substr(0, command.find(" #")));
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), kCall), std::sregex_iterator()));
}

bool is_as_shown(const std::vector<std::string>& shown, const std::vector<std::string>& printed) {
  return matches(shown, 0, printed, 0);
}

}  // namespace isolde
