// A story (report/story/proof_story.hpp) line by line, for people.
//
//   wr   T3 reads x from T1 and y from T2, so both come before it
//   ww   T1 writes y before T2, or T3 would have read T1's 1
//   Either T3 writes z before T4:
//     ...
//   Or T4 writes z before T3:
//     ...
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "history/history.hpp"
#include "history/level.hpp"
#include "report/story/proof_story.hpp"

namespace isolde {

struct StoryLine {
  std::size_t depth = 0;  // how many cases it stands in
  std::string_view kind;  // "wr", "ww", "rw", "so", "rt", "agg"; empty for sentences of other kinds
  std::string text;
  bool is_derived = false;  // it holds because its alternatives fail
  // "ww   T1 writes x before T2", indented
  [[nodiscard]] std::string to_string() const;
};

// At most `most_lines` lines and one that says how much is left out.
[[nodiscard]] std::vector<StoryLine> story_lines(const History& history, const LevelInfo& level,
                                                 const Story& story, std::size_t most_lines);

// The line of one dependency: what it says, and who therefore comes before whom.
[[nodiscard]] StoryLine dependency_line(const History& history, const LevelInfo& level,
                                        const Dependency& edge);

// "Each comes before the other."
[[nodiscard]] std::string_view closing_of(const LevelInfo& level, const Story& story);

}  // namespace isolde
