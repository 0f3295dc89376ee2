// A job in a process of its own, so that it cannot crash us, outlive its time or hide its memory in
// another's.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "solver/outcome.hpp"

namespace isolde {

struct ProcessRun {
  std::optional<std::string> message;  // what the job returned
  std::string reason = {};             // if nothing: why
  double seconds = 0;                  // from start to end of the process; if it was stopped, its limit
  std::size_t peak_memory_bytes = 0;   // what it shares with us included
};

// The process is killed, with those it started, some grace after limits.seconds; jobs that look at the clock
// should be done by then. It is killed, too, when it and those it started hold more than limits.memory_bytes
// beyond what it shared with us at first: the same measure for every job, whatever it counts itself. Neither
// the process nor those it started outlive this one. If the job throws, `reason` says what.
[[nodiscard]] ProcessRun run_in_own_process(const Limits& limits, const std::function<std::string()>& job);

}  // namespace isolde
