#include "frontends/formats/lines.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace isolde {

LineReader::LineReader(ByteSource& bytes, std::string file, std::size_t chunk, std::size_t max_line)
    : bytes_(bytes), file_(std::move(file)), chunk_(chunk), max_line_(max_line) {
  resize(2 * chunk_);
}

// realloc moves pages instead of copying them, so a growing line is never held twice.
void LineReader::resize(std::size_t capacity) {
  char* bigger = static_cast<char*>(std::realloc(buffer_.get(), capacity + kPadding));
  if (bigger == nullptr) throw std::bad_alloc();
  static_cast<void>(buffer_.release());
  buffer_.reset(bigger);
  capacity_ = capacity;
}

tl::unexpected<Error> LineReader::too_long() const {
  return input_error({file_, PlaceUnit::kLine, number_ + 1},
                     fmt::format("the line is longer than {} MiB", max_line_ >> 20));
}

Result<void> LineReader::fill() {
  if (next_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + next_, filled_ - next_);
    filled_ -= next_;
    next_ = 0;
  }
  if (filled_ > max_line_) return too_long();
  if (capacity_ - filled_ < chunk_) resize(std::min(2 * capacity_, max_line_ + 2 * chunk_));
  const Result<std::size_t> got = bytes_.read(buffer_.get() + filled_, std::min(chunk_, capacity_ - filled_));
  if (!got) return tl::unexpected(got.error());
  at_end_ = *got == 0;
  filled_ += *got;
  std::memset(buffer_.get() + filled_, 0, kPadding);
  return {};
}

Result<bool> LineReader::next() {
  for (std::size_t searched = next_;;) {
    const char* begin = buffer_.get() + next_;
    const void* feed = std::memchr(buffer_.get() + searched, '\n', filled_ - searched);
    if (feed != nullptr || at_end_) {
      is_closed_ = feed != nullptr;
      const char* end = is_closed_ ? static_cast<const char*>(feed) : buffer_.get() + filled_;
      if (begin == end && !is_closed_) return false;
      line_ = {begin, static_cast<std::size_t>(end - begin)};
      if (line_.size() > max_line_) return too_long();
      next_ = next_ + line_.size() + (is_closed_ ? 1 : 0);
      ++number_;
      return true;
    }
    const std::size_t partial = filled_ - next_;
    if (const Result<void> filled = fill(); !filled) return tl::unexpected(filled.error());
    searched = partial;
  }
}

}  // namespace isolde
