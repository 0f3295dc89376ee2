#include "frontends/formats/scan.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <simdjson.h>

namespace isolde {

std::string excerpt(std::string_view text, std::size_t limit) {
  std::string spelled = "\"";
  for (const char c : text.substr(0, limit)) {
    if (c == '"' || c == '\\') {
      spelled += '\\';
      spelled += c;
    } else if (c >= ' ' && c <= '~') {
      spelled += c;
    } else {
      spelled += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return spelled + (text.size() > limit ? "...\"" : "\"");
}

std::uint64_t line_of(std::string_view bytes, std::size_t offset) {
  const std::string_view before = bytes.substr(0, offset);
  return 1 + static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
}

std::optional<std::size_t> find_invalid_utf8(std::string_view bytes) {
  if (simdjson::validate_utf8(bytes.data(), bytes.size())) return std::nullopt;
  // Halve: a valid prefix is at most three bytes (a cut character) away from a prefix that validates.
  std::size_t valid = 0;
  const auto validates = [&](std::size_t from, std::size_t size) {
    return simdjson::validate_utf8(bytes.data() + from, size);
  };
  for (std::size_t step = std::bit_ceil(bytes.size()); step > 0;) {
    const std::size_t size = std::min(step, bytes.size() - valid);
    bool moved = false;
    for (std::size_t cut = 0; cut < 4 && cut < size && !moved; ++cut) {
      if (!validates(valid, size - cut)) continue;
      valid += size - cut;
      moved = true;
    }
    if (!moved) step /= 2;
  }
  return valid;
}

void ProgressMeter::report(std::size_t done) {
  next_ = done + (std::size_t{1} << 20);
  if (options_.progress) options_.progress(done, total_);
  if (file_ != nullptr) file_->forget_before(done);
}

}  // namespace isolde
