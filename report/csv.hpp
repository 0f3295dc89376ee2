// Comma-separated values (RFC 4180) without line breaks inside fields.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace isolde {

// One line with its line break. Fields are quoted where they have to be; line breaks in them become spaces.
[[nodiscard]] std::string csv_text(std::span<const std::string> fields);
// The fields of a line, with or without its line break.
[[nodiscard]] std::vector<std::string> csv_fields(std::string_view line);

}  // namespace isolde
