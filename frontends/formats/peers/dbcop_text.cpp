#include "frontends/formats/peers/dbcop_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "frontends/formats/layout.hpp"
#include "frontends/formats/scan.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

class DbcopTextReader {
 public:
  DbcopTextReader(std::string_view bytes, const std::string& name, ProgressMeter meter)
      : bytes_(without_mark(bytes)), name_(name), meter_(meter) {}

  Result<History> read() {
    if (bytes_.empty()) return input_error({name_, PlaceUnit::kNone, 0}, "the file is empty");
    if (const auto bad = find_invalid_utf8(bytes_))
      return input_error({name_, PlaceUnit::kLine, line_of(bytes_, *bad)}, "the text is not UTF-8");
    builder_.begin_source(name_, PlaceUnit::kLine);
    for (skip(); at_ < bytes_.size() && !errors_.is_over(); skip()) {
      step();
      meter_.at(at_);
    }
    if (!errors_.is_empty()) return tl::unexpected(std::move(errors_).take());
    settle_zero_reads();
    return std::move(builder_).finish();
  }

 private:
  struct Zero {
    OpId op;
    KeyId key;
  };

  // Something is wrong here; the reader goes on behind it.
  void fail(std::string message) {
    const std::size_t feed = at_ == 0 ? std::string_view::npos : bytes_.rfind('\n', at_ - 1);
    const std::size_t column = feed == std::string_view::npos ? at_ + 1 : at_ - feed;
    errors_.add(input_error({name_, PlaceUnit::kLineColumn, line_column(line_, column)}, std::move(message)));
  }
  [[nodiscard]] std::string_view rest() const { return bytes_.substr(at_); }

  // Past white space, line ends and comments.
  void skip() {
    for (; at_ < bytes_.size(); ++at_) {
      if (rest().starts_with("//")) at_ += std::min(rest().find('\n'), rest().size());
      if (at_ == bytes_.size()) return;
      if (bytes_[at_] == '\n')
        ++line_;
      else if (kBlank.find(bytes_[at_]) == std::string_view::npos)
        return;
    }
  }

  void step() {
    if (rest().starts_with('[')) return transaction();
    if (rest().starts_with("---") || rest().starts_with('|')) {
      at_ = rest().starts_with('|') ? at_ + 1 : std::min(bytes_.find_first_not_of('-', at_), bytes_.size());
      ++session_;
      return;
    }
    const std::string_view line = rest().substr(0, rest().find('\n'));
    fail(fmt::format("expected a transaction such as [x:=1 y==2] or ---, got {}", excerpt(line)));
    at_ += line.size();
  }

  void transaction() {
    const std::uint64_t opened = line_;
    ++at_;
    builder_.begin_transaction({.id = ++last_id_, .session = builder_.session(session_), .position = opened});
    for (skip(); !rest().starts_with(']'); skip()) {
      if (at_ == bytes_.size()) {
        errors_.add(input_error({name_, PlaceUnit::kLine, opened},
                                "the file ends inside the transaction that begins here"));
        break;
      }
      event();
    }
    at_ = std::min(at_ + 1, bytes_.size());
    if (rest().starts_with('!')) {
      ++at_;
      builder_.set_status(TxnStatus::kAborted);
    }
    builder_.end_transaction();
  }

  void event() {
    const std::string_view text = rest().substr(0, rest().find_first_of(" \t\r\v\f\n]"));
    if (!add_event(text))
      fail(fmt::format("expected an event such as x:=1, x==1 or x==?, got {}", excerpt(text)));
    at_ += text.size();
  }

  bool add_event(std::string_view text) {
    const std::size_t sign = std::min(text.find(":="), text.find("=="));
    if (sign == std::string_view::npos || sign == 0) return false;
    const bool is_write = text[sign] == ':';
    const std::string_view version = text.substr(sign + 2);
    const char* at = version.data();
    const char* const end = at + version.size();
    std::int64_t number = 0;
    if (is_write || version != "?") {
      const auto digits = scan_digits(at, end);
      if (!digits || at != end) return false;
      number = *digits;
    }
    const KeyId key = key_of(text.substr(0, sign));
    if (version == "0")
      (is_write ? zero_writes_ : zero_reads_).push_back({OpId(builder_.operation_count()), key});
    const bool is_initial = number == 0 && !is_write;  // as far as is known here
    builder_.add(is_write ? OpKind::kWrite : OpKind::kRead, key,
                 is_initial ? kInitial : builder_.value(number));
    return true;
  }

  // Version 0 is the initial one unless the history says itself who wrote it.
  void settle_zero_reads() {
    std::vector<bool> is_written(builder_.keys().size());
    for (const Zero& write : zero_writes_) is_written[write.key.index()] = true;
    for (const Zero& read : zero_reads_)
      if (is_written[read.key.index()]) builder_.replace_value(read.op, builder_.value(0));
  }

  KeyId key_of(std::string_view name) {
    const char* at = name.data();
    const char* const end = at + name.size();
    const auto number = scan_digits(at, end);
    const bool is_integer = number && at == end && (name.size() == 1 || name[0] != '0');
    return is_integer ? builder_.key(*number) : builder_.key(name.substr(0, Dictionary::kMaxLength));
  }

  std::string_view bytes_;
  const std::string& name_;
  ProgressMeter meter_;
  HistoryBuilder builder_;
  ErrorList errors_;
  std::vector<Zero> zero_reads_;
  std::vector<Zero> zero_writes_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::int64_t session_ = 0;
  std::int64_t last_id_ = 0;
};

}  // namespace

Result<History> read_dbcop_text(InputFile input, const ReadOptions& options) {
  Result<WholeFile> file = std::move(input).whole();
  if (!file) return tl::unexpected(file.error());
  const std::string_view bytes = file->bytes();
  return DbcopTextReader(bytes, input.name(), ProgressMeter(options, bytes.size(), &*file)).read();
}

Result<History> read_dbcop_text_bytes(std::string_view bytes, const std::string& name) {
  const ReadOptions options;
  return DbcopTextReader(bytes, name, ProgressMeter(options, bytes.size())).read();
}

}  // namespace isolde
