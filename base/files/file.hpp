// Whole files as text, and what a path means that a user gave: "-" is standard input where something is read
// and standard output where something is written; a file of that name is "./-".
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace isolde {

[[nodiscard]] inline bool is_standard_stream(std::string_view path) { return path == "-"; }
// What messages call the path: itself, or the stream that it stands for.
[[nodiscard]] std::string input_name(const std::string& path);
[[nodiscard]] std::string output_name(const std::string& path);

// A descriptor to read from, which the caller closes; of standard input a copy. Errors (environment) say why
// not.
[[nodiscard]] Result<int> open_input(const std::string& path);

// "cannot be read: Is a directory", of errno as it is.
[[nodiscard]] tl::unexpected<Error> system_error(const std::string& name, std::string_view what);

// Errors (environment): the file cannot be read. That includes directories, which open like files.
[[nodiscard]] Result<std::string> read_file(const std::string& path);

// Errors (environment): not everything reached the file. The second form streams, in memory of about a
// mebibyte.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view text);
[[nodiscard]] Result<void> write_file(const std::string& path,
                                      const std::function<void(std::ostream&)>& write);

// An error (environment) if writing this file would fail as things are now. Creates nothing.
[[nodiscard]] Result<void> check_writable(const std::string& path);

}  // namespace isolde
