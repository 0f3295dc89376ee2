#include "frontends/formats/peers/awdit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "frontends/formats/layout.hpp"
#include "frontends/formats/scan.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

class AwditReader {
 public:
  AwditReader(std::string_view bytes, const std::string& name, ProgressMeter meter)
      : bytes_(without_mark(bytes)), name_(name), meter_(meter) {}

  Result<History> read() {
    if (bytes_.empty()) return input_error({name_, PlaceUnit::kNone, 0}, "the file is empty");
    builder_.begin_source(name_, PlaceUnit::kLine);
    for (std::size_t at = 0; at < bytes_.size() && !errors_.is_over();) {
      const std::size_t stop = std::min(bytes_.find('\n', at), bytes_.size());
      ++line_;
      if (auto done = read_line(bytes_.substr(at, stop - at)); !done) errors_.add(std::move(done.error()));
      at = stop + 1;
      meter_.at(at);
    }
    close();
    if (!errors_.is_empty()) return tl::unexpected(std::move(errors_).take());
    return std::move(builder_).finish();
  }

 private:
  // Separators may stand anywhere in a line; events stand between them.
  Result<void> read_line(std::string_view line) {
    while (!line.empty()) {
      const std::size_t stop = std::min(line.find_first_of("-="), line.size());
      if (auto done = read_event(line.substr(0, stop)); !done) return done;
      if (stop == line.size()) break;
      close();
      if (line[stop] == '=' && used_) {  // a run of signs is one separator, and empty sessions do not count
        ++session_;
        used_ = false;
      }
      line.remove_prefix(stop + 1);
    }
    return {};
  }

  Result<void> read_event(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    const char* at = text.data() + first;
    const char* const end = text.data() + text.size();
    const char kind = *at++;
    const auto key = number(at, end);
    const auto value = key ? number(at, end) : std::nullopt;
    if ((kind != 'r' && kind != 'w') || !value)
      return input_error(
          {name_, PlaceUnit::kLine, line_},
          fmt::format("expected r KEY VALUE or w KEY VALUE, numbers below 2^63, got {}", excerpt(text)));
    if (!open_) {
      builder_.begin_transaction(
          {.id = ++last_id_, .session = builder_.session(session_), .position = line_});
      open_ = true;
      used_ = true;
    }
    builder_.add(kind == 'w' ? OpKind::kWrite : OpKind::kRead, builder_.key(*key), builder_.value(*value));
    return {};
  }

  // A number after at least one blank and before a blank or the end; what follows the second one is ignored.
  static std::optional<std::int64_t> number(const char*& at, const char* end) {
    const auto is_blank = [&] { return at != end && kBlank.find(*at) != std::string_view::npos; };
    if (!is_blank()) return std::nullopt;
    while (is_blank()) ++at;
    const auto digits = scan_digits(at, end);
    if (at != end && !is_blank()) return std::nullopt;
    return digits;
  }

  void close() {
    if (open_) builder_.end_transaction();
    open_ = false;
  }

  std::string_view bytes_;
  const std::string& name_;
  ProgressMeter meter_;
  HistoryBuilder builder_;
  ErrorList errors_;
  std::uint64_t line_ = 0;
  std::int64_t session_ = 0;
  std::int64_t last_id_ = 0;
  bool open_ = false;  // a transaction has begun
  bool used_ = false;  // the session has a transaction
};

}  // namespace

Result<History> read_awdit(InputFile input, const ReadOptions& options) {
  Result<WholeFile> file = std::move(input).whole();
  if (!file) return tl::unexpected(file.error());
  const std::string_view bytes = file->bytes();
  return AwditReader(bytes, input.name(), ProgressMeter(options, bytes.size(), &*file)).read();
}

Result<History> read_awdit_bytes(std::string_view bytes, const std::string& name) {
  const ReadOptions options;
  return AwditReader(bytes, name, ProgressMeter(options, bytes.size())).read();
}

}  // namespace isolde
