#include "report/csv.hpp"

#include <algorithm>

namespace isolde {

std::string csv_text(std::span<const std::string> fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != fields.data()) line += ',';
    const bool is_quoted = field.find_first_of(",\"\r\n") != std::string::npos;
    if (is_quoted) line += '"';
    for (const char c : field) {
      if (c == '"') line += '"';
      line += c == '\n' || c == '\r' ? ' ' : c;
    }
    if (is_quoted) line += '"';
  }
  return line + "\n";
}

std::vector<std::string> csv_fields(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (line[i] == '"')
      is_quoted = !is_quoted;
    else if (line[i] == ',' && !is_quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  return fields;
}

}  // namespace isolde
