#include "frontends/formats/peers/dbcop.hpp"

#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "frontends/formats/scan.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kHeaderWords = 5;
constexpr std::size_t kHeaderTexts = 3;
constexpr std::size_t kEventBytes = 18;
constexpr std::size_t kLeastTransaction = kWord + 1;  // a count and the success flag
constexpr std::size_t kLeastSession = kWord;

static_assert(std::endian::native == std::endian::little, "words are copied as they stand in the file");

class DbcopReader {
 public:
  DbcopReader(std::string_view bytes, const std::string& name, ProgressMeter meter)
      : bytes_(bytes), name_(name), meter_(meter) {}

  Result<History> read() {
    builder_.begin_source(name_, PlaceUnit::kByte);
    if (bytes_.empty()) return input_error({name_, PlaceUnit::kNone, 0}, "the file is empty");
    if (const auto header = skip_header(); !header) return tl::unexpected(header.error());
    const auto sessions = count("sessions", kLeastSession);
    if (!sessions) return tl::unexpected(sessions.error());
    for (std::uint64_t i = 0; i < *sessions; ++i)
      if (const auto done = read_session(i); !done) return tl::unexpected(done.error());
    if (at_ != bytes_.size())
      return fail(at_, fmt::format("{} bytes follow the last session, where the file should end",
                                   bytes_.size() - at_));
    return std::move(builder_).finish();
  }

 private:
  struct Write {
    KeyId key;
    ValueId value;
  };

  [[nodiscard]] tl::unexpected<Error> fail(std::size_t offset, std::string message) const {
    return input_error({name_, PlaceUnit::kByte, offset}, std::move(message));
  }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

  Result<std::uint64_t> word(std::string_view what) {
    if (left() < kWord) return fail(at_, fmt::format("the file ends inside {}", what));
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + at_, kWord);
    at_ += kWord;
    return value;
  }

  // A vector's length; `least` is what one element takes at least.
  Result<std::uint64_t> count(std::string_view what, std::size_t least) {
    const std::size_t offset = at_;
    const auto value = word(fmt::format("the number of {}", what));
    if (value && *value > left() / least)
      return fail(offset, fmt::format("{} {} are announced, but only {} bytes follow", *value, what, left()));
    return value;
  }

  Result<void> skip_header() {
    for (std::size_t i = 0; i < kHeaderWords; ++i)
      if (const auto number = word("the header"); !number) return tl::unexpected(number.error());
    for (std::size_t i = 0; i < kHeaderTexts; ++i) {
      const auto size = count("bytes of a text of the header", 1);
      if (!size) return tl::unexpected(size.error());
      if (const auto bad = find_invalid_utf8(bytes_.substr(at_, *size)))
        return fail(at_ + *bad, "a text of the header is not UTF-8");
      at_ += *size;
    }
    return {};
  }

  Result<void> read_session(std::uint64_t number) {
    const auto transactions = count("transactions", kLeastTransaction);
    if (!transactions) return tl::unexpected(transactions.error());
    for (std::uint64_t i = 0; i < *transactions; ++i) {
      if (const auto done = read_transaction(static_cast<std::int64_t>(number)); !done) return done;
      meter_.at(at_);
    }
    return {};
  }

  Result<void> read_transaction(std::int64_t session) {
    const std::size_t begin = at_;
    const auto events = count("events", kEventBytes);
    if (!events) return tl::unexpected(events.error());
    const SessionId owner = builder_.session(session);
    builder_.begin_transaction({.id = ++last_id_, .session = owner, .position = begin});
    failed_writes_.clear();
    for (std::uint64_t i = 0; i < *events; ++i)
      if (const auto done = read_event(); !done) return done;
    const auto committed = flag("the success flag of the transaction");
    if (!committed) return tl::unexpected(committed.error());
    builder_.set_status(*committed ? TxnStatus::kCommitted : TxnStatus::kAborted);
    if (!*committed) add_failed_writes();
    builder_.end_transaction();
    if (!*committed || failed_writes_.empty()) return {};
    builder_.begin_transaction({.session = owner, .status = TxnStatus::kAborted, .position = begin});
    add_failed_writes();
    builder_.end_transaction();
    return {};
  }

  void add_failed_writes() {
    for (const Write& write : failed_writes_) builder_.add(OpKind::kWrite, write.key, write.value);
  }

  // Requires kEventBytes more bytes, which count() has made sure of for all events of the transaction.
  Result<void> read_event() {
    const char* const event = bytes_.data() + at_;
    const auto is_write = static_cast<unsigned char>(event[0]);
    const auto success = static_cast<unsigned char>(event[kEventBytes - 1]);
    std::uint64_t key = 0;
    std::uint64_t value = 0;
    std::memcpy(&key, event + 1, kWord);
    std::memcpy(&value, event + 1 + kWord, kWord);
    if (is_write > 1 || success > 1 || ((key | value) >> 63) != 0)
      return refuse_event(is_write, key, value, success);
    at_ += kEventBytes;
    if (success == 0 && is_write == 0) return {};  // a read that failed saw nothing
    const KeyId key_id = builder_.key(static_cast<std::int64_t>(key));
    const ValueId value_id = value == 0 ? kInitial : builder_.value(static_cast<std::int64_t>(value));
    if (success == 1)
      builder_.add(is_write == 1 ? OpKind::kWrite : OpKind::kRead, key_id, value_id);
    else
      failed_writes_.push_back({key_id, value_id});
    return {};
  }

  [[nodiscard]] tl::unexpected<Error> refuse_event(unsigned is_write, std::uint64_t key, std::uint64_t value,
                                                   unsigned success) const {
    if (is_write > 1) return fail(at_, fmt::format("the kind of an event is {}; expected 0 or 1", is_write));
    if (key >> 63 != 0) return fail(at_ + 1, fmt::format("the variable {} is not below 2^63", key));
    if (value >> 63 != 0) return fail(at_ + 1 + kWord, fmt::format("the value {} is not below 2^63", value));
    return fail(at_ + kEventBytes - 1,
                fmt::format("the success flag of an event is {}; expected 0 or 1", success));
  }

  Result<bool> flag(std::string_view what) {
    if (left() == 0) return fail(at_, fmt::format("the file ends before {}", what));
    const auto byte = static_cast<unsigned char>(bytes_[at_]);
    if (byte > 1) return fail(at_, fmt::format("{} is {}; expected 0 or 1", what, byte));
    ++at_;
    return byte == 1;
  }

  std::string_view bytes_;
  const std::string& name_;
  ProgressMeter meter_;
  HistoryBuilder builder_;
  std::vector<Write> failed_writes_;
  std::size_t at_ = 0;
  std::int64_t last_id_ = 0;
};

}  // namespace

Result<History> read_dbcop(InputFile input, const ReadOptions& options) {
  Result<WholeFile> file = std::move(input).whole();
  if (!file) return tl::unexpected(file.error());
  const std::string_view bytes = file->bytes();
  return DbcopReader(bytes, input.name(), ProgressMeter(options, bytes.size(), &*file)).read();
}

Result<History> read_dbcop_bytes(std::string_view bytes, const std::string& name) {
  const ReadOptions options;
  return DbcopReader(bytes, name, ProgressMeter(options, bytes.size())).read();
}

bool looks_like_dbcop(std::string_view bytes) {
  constexpr std::uint64_t kMostOfAnything = std::uint64_t{1} << 40;
  std::size_t at = kHeaderWords * kWord;
  const auto take_word = [&]() -> std::optional<std::uint64_t> {
    if (bytes.size() < at || bytes.size() - at < kWord) return std::nullopt;
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, kWord);
    at += kWord;
    return word;
  };
  for (std::size_t i = 0; i < kHeaderTexts; ++i) {
    const std::optional<std::uint64_t> size = take_word();
    if (!size || *size > bytes.size() - at || find_invalid_utf8(bytes.substr(at, *size))) return false;
    at += *size;
  }
  const std::optional<std::uint64_t> sessions = take_word();
  if (!sessions || *sessions > kMostOfAnything) return false;
  // Zeros alone, with which short files of any kind are filled up, are no bincode.
  return *sessions == 0 ? at == bytes.size() : take_word().value_or(0) <= kMostOfAnything;
}

}  // namespace isolde
