#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "certify/json_names.hpp"
// Reads lemma proofs (read_lemma_proof() of certify/lemmas/lemma_text.hpp). The text may be anything:
// whatever is no proof becomes one sentence.
#include "certify/lemmas/lemma_text.hpp"

namespace isolde {
namespace {

using Origin = LemmaProof::Origin;
using Choice = LemmaProof::Choice;

constexpr std::string_view kHead = "p isolde-proof 1 ";
constexpr std::int64_t kMost = 1'000'000'000;  // of anything: literals are 32-bit numbers

// Thrown inside this file only; read_lemma_proof() turns it into an Error.
struct Complaint {
  std::string message;
};

[[noreturn]] void complain(std::string message) { throw Complaint{std::move(message)}; }

// The words of one line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  // Empty at the end.
  std::string_view next() {
    skip_spaces();
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }
  std::string_view rest() {
    skip_spaces();
    return rest_;
  }
  std::int64_t number(std::int64_t low, std::int64_t high, const char* what) {
    return number_of(next(), low, high, what);
  }
  static std::int64_t number_of(std::string_view word, std::int64_t low, std::int64_t high,
                                const char* what) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < low || value > high)
      complain(fmt::format("expected {} from {} to {}", what, low, high));
    return value;
  }
  void expect_end() {
    if (!rest().empty()) complain("expected the end of the line");
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

class LemmaReader {
 public:
  explicit LemmaReader(const History& history) : names_(history) {}

  void read_head(std::string_view line) {
    if (!line.starts_with(kHead))
      complain("this is no proof: expected 'p isolde-proof 1', a level and a clock skew");
    Words words(line.substr(kHead.size()));
    const auto level = level_named(words.next());
    if (!level) complain("expected the name of a level");
    proof_.level = *level;
    constexpr std::int64_t kLongest = std::int64_t{1} << 60;
    proof_.clock_skew = words.number(0, kLongest, "a clock skew");
    words.expect_end();
  }

  void read_line(std::string_view line) {
    Words words(line);
    const std::string_view kind = words.next();
    if (kind.empty() || kind == "c") return;
    if (kind == "n") return read_point(words);
    if (kind == "v") return read_choice(words);
    if (kind == "e") return read_link(words);
    if (kind == "a") return read_clause(Origin::kGiven, words.next(), words);
    if (kind == "l") return read_clause(Origin::kCycle, words.next(), words);
    if (kind == "s") return read_unseen(words);
    if (kind.front() >= '0' && kind.front() <= '9') return read_clause(Origin::kDerived, kind, words);
    complain("expected a line that begins with n, v, e, a, l, s, c or a number");
  }

  LemmaProof finish() { return std::move(proof_); }

 private:
  static void expect_number(std::string_view word, std::size_t have, const char* what) {
    const auto next = static_cast<std::int64_t>(have) + 1;
    if (next > kMost) complain("the proof is too long");
    static_cast<void>(Words::number_of(word, next, next, what));
  }

  TxnId transaction(Words& words) {
    const std::int64_t id = words.number(INT64_MIN, INT64_MAX, "a transaction");
    const auto txn = names_.transaction(id);
    if (!txn) complain(fmt::format("the history has no transaction {}", id));
    return *txn;
  }

  KeyId key(Words& words) {
    const auto json = nlohmann::ordered_json::parse(words.rest(), nullptr, false);
    const auto found = json.is_discarded() ? std::nullopt : names_.key(json);
    if (!found) complain("expected a key of the history");
    return *found;
  }

  void read_point(Words& words) {
    expect_number(words.next(), proof_.points.size(), "the next number of a point");
    LemmaProof::Point point;
    if (!words.rest().empty()) {
      point.txn = transaction(words);
      const std::string_view event = words.next();
      if (event != "begin" && event != "commit") complain("expected the event begin or commit");
      point.event = event == "begin" ? EventKind::kBegin : EventKind::kCommit;
    }
    words.expect_end();
    proof_.points.push_back(point);
  }

  void read_choice(Words& words) {
    expect_number(words.next(), proof_.choices.size(), "the next number of a variable");
    Choice choice;
    const std::string_view name = words.next();
    bool is_known = false;
    for (const auto kind : {Choice::Kind::kOrder, Choice::Kind::kReadsFrom, Choice::Kind::kTakesEffect,
                            Choice::Kind::kAuxiliary}) {
      if (name != name_of(kind)) continue;
      choice.kind = kind;
      is_known = true;
    }
    if (!is_known) complain("expected a variable's kind: order, reads-from, takes-effect or auxiliary");
    if (choice.kind != Choice::Kind::kAuxiliary) choice.first = transaction(words);
    if (choice.kind == Choice::Kind::kOrder || choice.kind == Choice::Kind::kReadsFrom) {
      if (choice.kind == Choice::Kind::kReadsFrom && words.rest().starts_with("- "))
        static_cast<void>(words.next());
      else
        choice.second = transaction(words);
      choice.key = key(words);
    } else {
      words.expect_end();
    }
    proof_.choices.push_back(choice);
  }

  std::int32_t literal(std::string_view word) const {
    const auto most = static_cast<std::int64_t>(proof_.choices.size());
    return static_cast<std::int32_t>(Words::number_of(word, -most, most, "a literal"));
  }

  std::uint32_t point(Words& words) const {
    return static_cast<std::uint32_t>(
        words.number(1, static_cast<std::int64_t>(proof_.points.size()), "a point") - 1);
  }

  void read_link(Words& words) {
    expect_number(words.next(), proof_.links.size(), "the next number of an edge");
    LemmaProof::Link link;
    link.literal = literal(words.next());
    link.from = point(words);
    link.to = point(words);
    const std::string_view name = words.next();
    bool is_known = false;
    for (const auto kind : {DependencyKind::kWr, DependencyKind::kWw, DependencyKind::kRw,
                            DependencyKind::kSo, DependencyKind::kRt}) {
      if (name != name_of(kind)) continue;
      link.kind = kind;
      is_known = true;
    }
    if (!is_known) complain("expected a dependency: wr, ww, rw, so or rt");
    if (link.kind == DependencyKind::kSo || link.kind == DependencyKind::kRt)
      words.expect_end();
    else
      link.key = key(words);
    proof_.links.push_back(link);
  }

  void read_unseen(Words& words) {
    begin_clause(Origin::kUnseen, words.next());
    const TxnId txn = transaction(words);
    const KeyId seen = key(words);
    support_ = {txn.value, seen.value};
    proof_.add_clause(Origin::kUnseen, {}, support_);
  }

  void begin_clause(Origin origin, std::string_view number) {
    expect_number(number, proof_.clause_count(), "the next number of a clause");
    if (origin != Origin::kDerived && is_deriving_)
      complain("expected a derived clause: a, l and s come before all of them");
    is_deriving_ = is_deriving_ || origin == Origin::kDerived;
  }

  void read_clause(Origin origin, std::string_view number, Words& words) {
    begin_clause(origin, number);
    literals_.clear();
    while (const std::int32_t each = literal(words.next())) literals_.push_back(each);
    support_.clear();
    if (origin != Origin::kGiven) read_support(origin, words);
    words.expect_end();
    proof_.add_clause(origin, literals_, support_);
  }

  void read_support(Origin origin, Words& words) {
    const bool is_cycle = origin == Origin::kCycle;
    const auto most = static_cast<std::int64_t>(is_cycle ? proof_.links.size() : proof_.clause_count());
    while (const std::int64_t each = words.number(0, most, is_cycle ? "an edge" : "an earlier clause"))
      support_.push_back(static_cast<std::uint32_t>(each - 1));
  }

  JsonNames names_;
  LemmaProof proof_;
  bool is_deriving_ = false;
  std::vector<std::int32_t> literals_;
  std::vector<std::uint32_t> support_;
};

}  // namespace

Result<LemmaProof> read_lemma_proof(const History& history, std::string_view text, const std::string& file) {
  LemmaReader reader(history);
  std::uint64_t number = 0;
  try {
    do {
      ++number;
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (number == 1)
        reader.read_head(line);
      else
        reader.read_line(line);
    } while (!text.empty());
  } catch (const Complaint& complaint) {
    return input_error({file, PlaceUnit::kLine, number}, complaint.message);
  }
  return reader.finish();
}

bool is_lemma_proof(std::string_view text) { return text.starts_with(kHead); }

}  // namespace isolde
