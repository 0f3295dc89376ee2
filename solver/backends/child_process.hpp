// Runs another program as a solver: it gets a text, gives a text, and is held to limits.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace isolde {

// The file that the shell would run for this name, or nothing.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

// Runs a program with `input` as its standard input; what it wrote to standard output, or nothing if it could
// not be started, or if is_over() said so first: then it is killed. It may use `memory_bytes` of address
// space. What it writes to standard error is dropped, and it does not outlive the thread that called.
[[nodiscard]] std::optional<std::string> run_program(const std::string& path,
                                                     const std::vector<std::string>& arguments,
                                                     const std::string& input,
                                                     std::optional<std::size_t> memory_bytes,
                                                     const std::function<bool()>& is_over);

}  // namespace isolde
