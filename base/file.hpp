// A whole file as text.
#pragma once

#include <string>

#include "base/result.hpp"

namespace isolde {

// Errors (environment): the file cannot be read. That includes directories, which open like files.
[[nodiscard]] Result<std::string> read_file(const std::string& path);

// An error (environment) if writing this file would fail as things are now. Creates nothing.
[[nodiscard]] Result<void> check_writable(const std::string& path);

}  // namespace isolde
