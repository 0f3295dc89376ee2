#include "frontends/formats/peers/plume.hpp"

#include <cstring>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "frontends/formats/layout.hpp"
#include "frontends/formats/scan.hpp"
#include "history/builder.hpp"

namespace isolde {
namespace {

constexpr std::string_view kExpected = "r(key,value,session,transaction) or w(key,value,session,transaction)";

struct PlumeLine {
  bool is_write;
  std::int64_t key;
  std::int64_t value;
  std::int64_t session;
  std::int64_t transaction;  // -1: aborted
};

// Why a line is refused: nothing, its shape, or a number that is too large.
enum class Flaw : std::uint8_t { kNone, kShape, kNumber };

class PlumeReader {
 public:
  PlumeReader(std::string_view bytes, const std::string& name, ProgressMeter meter)
      : bytes_(without_mark(bytes)), name_(name), meter_(meter) {}

  Result<History> read() {
    if (bytes_.empty()) return input_error({name_, PlaceUnit::kNone, 0}, "the file is empty");
    builder_.begin_source(name_, PlaceUnit::kLine);
    scan();
    if (!errors_.is_empty()) return tl::unexpected(std::move(errors_).take());
    build();
    return std::move(builder_).finish();
  }

 private:
  struct Transaction {
    std::int64_t id;
    SessionId session;
    std::uint64_t line;
    std::uint32_t operations;
  };
  struct Operation {
    std::uint32_t transaction;
    OpKind kind;
    KeyId key;
    ValueId value;
  };

  void scan() {
    const char* at = bytes_.data();
    const char* const end = at + bytes_.size();
    while (at != end && !errors_.is_over()) {
      const void* const newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
      const char* const stop = newline == nullptr ? end : static_cast<const char*>(newline);
      ++line_number_;
      PlumeLine line{};
      const std::string_view text(at, static_cast<std::size_t>(stop - at));
      if (const Flaw flaw = parse(text, line); flaw != Flaw::kNone)
        errors_.add(refuse(text, flaw));
      else if (auto added = add(line); !added)
        errors_.add(std::move(added.error()));
      at = newline == nullptr ? end : stop + 1;
      meter_.at(static_cast<std::size_t>(at - bytes_.data()));
    }
  }

  static Flaw parse(std::string_view text, PlumeLine& line) {
    const char* at = text.data();
    const char* end = at + text.size();
    if (at != end && end[-1] == '\r') --end;
    if (end - at < 2 || (*at != 'r' && *at != 'w') || at[1] != '(') return Flaw::kShape;
    line.is_write = *at == 'w';
    at += 2;
    for (std::int64_t* const field : {&line.key, &line.value, &line.session}) {
      if (const Flaw flaw = number_before(',', at, end, *field); flaw != Flaw::kNone) return flaw;
    }
    if (std::string_view(at, static_cast<std::size_t>(end - at)) == "-1)") {
      line.transaction = -1;
      return Flaw::kNone;
    }
    const Flaw flaw = number_before(')', at, end, line.transaction);
    if (flaw != Flaw::kNone) return flaw;
    return at == end ? Flaw::kNone : Flaw::kShape;
  }

  static Flaw number_before(char stop, const char*& at, const char* end, std::int64_t& number) {
    const char* const first = at;
    const auto scanned = scan_digits(at, end);
    if (!scanned) return at == first ? Flaw::kShape : Flaw::kNumber;
    if (at == end || *at != stop) return Flaw::kShape;
    ++at;
    number = *scanned;
    return Flaw::kNone;
  }

  [[nodiscard]] tl::unexpected<Error> refuse(std::string_view text, Flaw flaw) const {
    if (flaw == Flaw::kNumber) return fail(fmt::format("a number is not below 2^63: {}", excerpt(text)));
    if (text.empty()) return fail(fmt::format("expected {}, got an empty line", kExpected));
    return fail(fmt::format("expected {}, got {}", kExpected, excerpt(text)));
  }

  [[nodiscard]] tl::unexpected<Error> fail(std::string message) const {
    return input_error({name_, PlaceUnit::kLine, line_number_}, std::move(message));
  }

  Result<void> add(const PlumeLine& line) {
    // Most lines stand beside another of the same transaction: those need no lookup.
    if (line.session != last_line_.session || line.transaction != last_line_.transaction ||
        operations_.empty()) {
      last_session_ = builder_.session(line.session);
      last_index_ = line.transaction < 0 ? aborted(last_session_) : numbered(line.transaction, last_session_);
      last_line_ = line;
    }
    const SessionId session = last_session_;
    const std::uint32_t index = last_index_;
    Transaction& owner = transactions_[index];
    if (owner.session != session)
      return fail(fmt::format("transaction {} is in session {} here, but in session {} at line {}",
                              line.transaction, line.session,
                              builder_.sessions().integer(owner.session.value), owner.line));
    ++owner.operations;
    operations_.push_back({index, line.is_write ? OpKind::kWrite : OpKind::kRead, builder_.key(line.key),
                           line.value == 0 ? kInitial : builder_.value(line.value)});
    return {};
  }

  std::uint32_t numbered(std::int64_t id, SessionId session) {
    const std::uint32_t dense = ids_.intern_integer(id);
    if (dense == index_of_id_.size()) index_of_id_.push_back(new_transaction(id, session));
    return index_of_id_[dense];
  }

  std::uint32_t aborted(SessionId session) {
    constexpr std::uint32_t kNone = 0xffffffff;
    if (aborted_of_.size() <= session.index()) aborted_of_.resize(session.index() + 1, kNone);
    std::uint32_t& index = aborted_of_[session.index()];
    if (index == kNone) index = new_transaction(-1, session);
    return index;
  }

  std::uint32_t new_transaction(std::int64_t id, SessionId session) {
    transactions_.push_back({id, session, line_number_, 0});
    return static_cast<std::uint32_t>(transactions_.size() - 1);
  }

  // Counting sort: operations of a transaction keep the order of their lines.
  void build() {
    std::vector<std::size_t> next(transactions_.size());
    std::size_t sum = 0;
    for (std::size_t t = 0; t < transactions_.size(); ++t) {
      next[t] = sum;
      sum += transactions_[t].operations;
    }
    std::vector<std::uint32_t> order(operations_.size());
    for (std::size_t i = 0; i < operations_.size(); ++i)
      order[next[operations_[i].transaction]++] = static_cast<std::uint32_t>(i);
    std::size_t at = 0;
    for (const Transaction& txn : transactions_) {
      builder_.begin_transaction({.id = txn.id,
                                  .session = txn.session,
                                  .status = txn.id < 0 ? TxnStatus::kAborted : TxnStatus::kCommitted,
                                  .position = txn.line});
      for (const std::size_t stop = at + txn.operations; at < stop; ++at) {
        const Operation& op = operations_[order[at]];
        builder_.add(op.kind, op.key, op.value);
      }
      builder_.end_transaction();
    }
  }

  std::string_view bytes_;
  const std::string& name_;
  ProgressMeter meter_;
  HistoryBuilder builder_;
  ErrorList errors_;
  std::uint64_t line_number_ = 0;
  PlumeLine last_line_{};  // whose session and transaction the next two are
  SessionId last_session_;
  std::uint32_t last_index_ = 0;
  Dictionary ids_;                          // transaction ids
  std::vector<std::uint32_t> index_of_id_;  // by dense id
  std::vector<std::uint32_t> aborted_of_;   // by session
  std::vector<Transaction> transactions_;   // in the order of their first lines
  std::vector<Operation> operations_;       // in the order of the lines
};

}  // namespace

Result<History> read_plume(InputFile input, const ReadOptions& options) {
  Result<WholeFile> file = std::move(input).whole();
  if (!file) return tl::unexpected(file.error());
  const std::string_view bytes = file->bytes();
  return PlumeReader(bytes, input.name(), ProgressMeter(options, bytes.size(), &*file)).read();
}

Result<History> read_plume_bytes(std::string_view bytes, const std::string& name) {
  const ReadOptions options;
  return PlumeReader(bytes, name, ProgressMeter(options, bytes.size())).read();
}

}  // namespace isolde
