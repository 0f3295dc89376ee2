// Reads and writes whole files as text. A path that a user gave may be "-": standard input where something is
// read, standard output where something is written; a file of that name is "./-".
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

// A descriptor to read from, which the caller closes; for standard input it is a copy. An error (environment)
// says why the file cannot be opened.
[[nodiscard]] Result<int> open_input(const std::string& path);

// An error such as "cannot be read: Is a directory", from the current errno.
[[nodiscard]] tl::unexpected<Error> system_error(const std::string& name, std::string_view what);

// Errors (environment): the file cannot be read. That includes directories, which open like files.
[[nodiscard]] Result<std::string> read_file(const std::string& path);

// An error (environment) means that not everything reached the file. The second form streams, with a buffer
// of about a mebibyte.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view text);
[[nodiscard]] Result<void> write_file(const std::string& path,
                                      const std::function<void(std::ostream&)>& write);

// An error (environment) if writing this file would fail as things are now. Creates nothing.
[[nodiscard]] Result<void> check_writable(const std::string& path);

}  // namespace isolde
