#include "frontends/plants/notation.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace isolde::plants {
namespace {

using engine::Cells;
using engine::Key;
using engine::RecordedOp;
using engine::RecordedTxn;

// Every function says whether it could go on; the first that could not sets the error.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<PlantTemplate> parse() {
    do {
      if (!part()) break;
    } while (take(';'));
    skip_space();
    if (error_.empty() && at_ != text_.size()) fail("expected ';' or the end");
    if (!error_.empty()) return usage_error(error_);
    return std::move(plant_);
  }

 private:
  bool fail(std::string_view what) {
    if (error_.empty()) error_ = fmt::format("{} at character {} of: {}", what, at_ + 1, text_);
    return false;
  }
  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool expect(char c) { return take(c) || fail(fmt::format("expected '{}'", c)); }
  std::string_view word() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view(" ;:,[](){}=>'").find(text_[at_]) == std::string_view::npos)
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  bool expect_word(std::string_view wanted) {
    return word() == wanted || fail(fmt::format("expected '{}'", wanted));
  }

  bool number(std::int64_t& number) {
    const std::string_view digits = word();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool is_whole = error == std::errc{} && end == digits.data() + digits.size();
    return (is_whole && number >= 0 && number < kValueSpan) || fail("expected a small number");
  }
  bool key(Key& key) {
    const std::string_view name = word();
    if (name.size() != 1 || name[0] < 'p' || name[0] > 'z') return fail("expected a key from p to z");
    const bool is_row = name[0] < 't';
    key =
        Key(is_row ? kRowTable : kRegisterTable, static_cast<std::uint64_t>(name[0] - (is_row ? 'p' : 't')));
    return true;
  }
  bool column(std::uint32_t& column) {
    const auto found = std::ranges::find(kColumns, word());
    column = static_cast<std::uint32_t>(found - kColumns.begin());
    return found != kColumns.end() || fail("expected a column");
  }
  bool value(Key key, Cells& cells) {
    cells.clear();
    const std::size_t begin = at_;
    if (word() == "nil") return true;
    at_ = begin;
    if (key.table() == kRegisterTable) {
      cells.push_back(0);
      return number(cells[0]);
    }
    if (!expect('(')) return false;
    for (const std::string_view name : kColumns) {
      cells.push_back(0);
      if (!expect_word(name) || !expect('=') || !number(cells.back())) return false;
    }
    return expect(')');
  }

  bool part() {
    const std::string_view first = word();
    if (first == "init") {
      PlantTemplate::Initial& initial = plant_.initial.emplace_back();
      return key(initial.key) && value(initial.key, initial.cells);
    }
    if (first.size() != 1 || first[0] < 'a' || static_cast<std::uint32_t>(first[0] - 'a') >= kSessions)
      return fail("expected 'init' or a session from a to d");
    RecordedTxn& txn = plant_.transactions.emplace_back();
    txn.session = static_cast<std::uint32_t>(first[0] - 'a');
    if (!take('[')) {
      if (!expect_word("aborted") || !expect('[')) return false;
      txn.status = TxnStatus::kAborted;
    }
    if (!number(txn.start) || !expect(',') || !number(txn.end) || !expect(']') || !expect(':')) return false;
    do {
      if (!operation(txn.ops.emplace_back())) return false;
    } while (take(','));
    return true;
  }

  bool operation(RecordedOp& op) {
    const std::string_view name = word();
    engine::Request& request = op.request;
    if (name == "pr" || name == "pw") {
      request.kind = name == "pr" ? OpKind::kPredicateRead : OpKind::kPredicateWrite;
      return range(request.range) && rows(op);
    }
    request.kind = name == "w"        ? OpKind::kWrite
                   : name == "insert" ? OpKind::kInsert
                   : name == "delete" ? OpKind::kDelete
                                      : OpKind::kRead;
    if (request.kind == OpKind::kRead && name != "r") return fail("expected an operation");
    if (!key(request.key)) return false;
    if (request.kind == OpKind::kDelete) return true;
    Cells& cells = request.kind == OpKind::kRead ? op.reply.cells : request.cells;
    if (!value(request.key, cells)) return false;
    op.reply.found = !op.reply.cells.empty();
    return true;
  }

  bool range(engine::Range& range) {
    range.table = kRowTable;
    return expect('\'') && column(range.column) && expect_word("between") && number(range.low) &&
           expect_word("and") && number(range.high) && expect('\'');
  }

  bool rows(RecordedOp& op) {
    if (!expect('{')) return false;
    while (!take('}')) {
      engine::RowReply& row = op.reply.rows.emplace_back();
      if (!key(row.key) || !expect('=') || !value(row.key, row.before)) return false;
      if (op.request.kind == OpKind::kPredicateRead) continue;
      if (!expect('>') || !value(row.key, row.after)) return false;
      row.deleted = row.after.empty();
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
  PlantTemplate plant_;
};

}  // namespace

Result<PlantTemplate> parse_plant(std::string_view text) { return Parser(text).parse(); }

}  // namespace isolde::plants
