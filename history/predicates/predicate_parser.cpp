// The parser of predicates: recursive descent, one function per level of precedence, emitting postfix code as
// it goes:
//
//   or      := and { OR and }                 sum     := product { (+ | -) product }
//   and     := not { AND not }                product := unary { (* | / | %) unary }
//   not     := NOT not | test                 unary   := (+ | -) unary | operand
//   test    := sum [ = sum | IS [NOT] NULL | [NOT] (BETWEEN sum AND sum | IN ( sum {, sum} ) | LIKE text) ]
//   operand := literal | column | ( or )
//
// With the types of the columns at hand it also refuses what makes no sense for them (predicate_types.hpp).
//
// Every level that recurses counts its depth, so hostile nesting ends in a sentence, not on the stack's end.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "history/predicates/predicate.hpp"
#include "history/predicates/predicate_lexer.hpp"
#include "history/predicates/predicate_shapes.hpp"
#include "history/predicates/predicate_types.hpp"

namespace isolde {

class PredicateParser {
 public:
  // `types`: null if nothing is known about columns.
  PredicateParser(std::string_view text, Dictionary& columns, const ColumnTypes* types)
      : lexer_(text), columns_(columns), types_(types) {}

  [[nodiscard]] Result<Predicate::Shape> parse() {
    if (auto done = advance(); !done) return tl::unexpected(done.error());
    if (auto done = parse_or(); !done) return tl::unexpected(done.error());
    if (token_.kind != TokenKind::kEnd) return lexer_.expected("an operator or the end", token_);
    if (auto done = need(Type::kBoolean, 0); !done) return tl::unexpected(done.error());
    return std::move(shape_);
  }

  // An integer of the text, and the instruction that pushes it.
  struct Literal {
    std::size_t begin;  // byte
    std::size_t instruction;
    bool is_negated;
  };
  [[nodiscard]] const std::vector<Literal>& integers() const { return integers_; }

 private:
  using Code = Predicate::Code;
  using Done = Result<void>;
  using Type = ColumnTypes::Type;

  static std::string_view spell(Type type) {
    constexpr std::string_view kNames[] = {"anything", "a number", "a text", "a condition"};
    return kNames[static_cast<std::size_t>(type)];
  }
  // What was parsed last, from `begin` on, must be of this type.
  Done need(Type type, std::size_t begin) {
    if (types_ == nullptr || type_ == Type::kAny || type_ == type) return {};
    return lexer_.error_at(begin, fmt::format("expected {}, got {}", spell(type), spell(type_)));
  }
  // It is compared with something of type `left`.
  Done need_like(Type left, std::size_t begin) {
    if (types_ == nullptr || left == Type::kAny || type_ == Type::kAny || left == type_) return {};
    const auto named = [](Type type) { return type == Type::kBoolean ? "a boolean" : spell(type); };
    return lexer_.error_at(begin, fmt::format("cannot compare {} with {}", named(left), named(type_)));
  }

  Done advance() {
    Result<Token> next = lexer_.next();
    if (!next) return tl::unexpected(next.error());
    token_ = std::move(*next);
    return {};
  }

  [[nodiscard]] bool at_sign(std::string_view sign) const {
    return token_.kind == TokenKind::kSign && token_.spelling == sign;
  }
  [[nodiscard]] bool at_word(std::string_view lower_case) const {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return token_.kind == TokenKind::kWord && std::ranges::equal(token_.spelling, lower_case, {}, lower);
  }
  [[nodiscard]] bool at_reserved() const {
    static constexpr std::array<std::string_view, 8> kReserved = {"and", "or", "not",  "between",
                                                                  "in",  "is", "like", "null"};
    return std::ranges::any_of(kReserved, [this](std::string_view word) { return at_word(word); });
  }
  Done expect_sign(std::string_view sign) {
    if (!at_sign(sign)) return lexer_.expected(fmt::format("'{}'", sign), token_);
    return advance();
  }
  Done expect_word(std::string_view word) {
    if (!at_word(word)) return lexer_.expected(fmt::format("'{}'", word), token_);
    return advance();
  }

  // `pushes`: by how much the stack grows.
  Done emit(Code code, int pushes, std::uint64_t argument = 0) {
    shape_.program.push_back({code, argument});
    height_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(height_) + pushes);
    if (height_ > Predicate::kMaxStack) return too_deep();
    return {};
  }
  [[nodiscard]] tl::unexpected<Error> too_deep() const {
    return lexer_.error_at(token_.begin, "the expression is nested too deeply");
  }

  // One more level of nesting around `parse_inner`.
  Done nested(Done (PredicateParser::*parse_inner)()) {
    if (depth_ == Predicate::kMaxDepth) return too_deep();
    ++depth_;
    Done done = (this->*parse_inner)();
    --depth_;
    return done;
  }

  struct Operator {
    std::string_view sign;
    Code code;
  };
  // operand { sign operand }, associating to the left.
  Done left_associative(std::span<const Operator> operators, Done (PredicateParser::*operand)()) {
    const std::size_t begin = token_.begin;
    if (auto done = (this->*operand)(); !done) return done;
    for (;;) {
      const auto found =
          std::ranges::find_if(operators, [this](const Operator& each) { return at_sign(each.sign); });
      if (found == operators.end()) return {};
      if (auto done = need(Type::kNumber, begin); !done) return done;
      if (auto done = advance(); !done) return done;
      const std::size_t next = token_.begin;
      if (auto done = (this->*operand)(); !done) return done;
      if (auto done = need(Type::kNumber, next); !done) return done;
      if (auto done = emit(found->code, -1); !done) return done;
      type_ = Type::kNumber;
    }
  }
  Done joined_by(std::string_view word, Code code, Done (PredicateParser::*operand)()) {
    const std::size_t begin = token_.begin;
    if (auto done = (this->*operand)(); !done) return done;
    while (at_word(word)) {
      if (auto done = need(Type::kBoolean, begin); !done) return done;
      if (auto done = advance(); !done) return done;
      const std::size_t next = token_.begin;
      if (auto done = (this->*operand)(); !done) return done;
      if (auto done = need(Type::kBoolean, next); !done) return done;
      if (auto done = emit(code, -1); !done) return done;
      type_ = Type::kBoolean;
    }
    return {};
  }

  Done parse_or() { return joined_by("or", Code::kOr, &PredicateParser::parse_and); }
  Done parse_and() { return joined_by("and", Code::kAnd, &PredicateParser::parse_not); }

  Done parse_not() {
    if (!at_word("not")) return parse_test();
    if (auto done = advance(); !done) return done;
    const std::size_t begin = token_.begin;
    if (auto done = nested(&PredicateParser::parse_not); !done) return done;
    if (auto done = need(Type::kBoolean, begin); !done) return done;
    return emit(Code::kNot, 0);
  }

  // One more operand of a test whose left side is of type `left`.
  Done parse_compared(Type left) {
    const std::size_t begin = token_.begin;
    if (auto done = parse_sum(); !done) return done;
    return need_like(left, begin);
  }

  Done parse_test() {
    if (auto done = parse_sum(); !done) return done;
    const Type left = type_;
    static constexpr std::array<Operator, 7> kComparisons = {{{"=", Code::kEqual},
                                                              {"<>", Code::kNotEqual},
                                                              {"!=", Code::kNotEqual},
                                                              {"<", Code::kLess},
                                                              {"<=", Code::kLessEqual},
                                                              {">", Code::kGreater},
                                                              {">=", Code::kGreaterEqual}}};
    for (const Operator& comparison : kComparisons) {
      if (!at_sign(comparison.sign)) continue;
      if (auto done = advance(); !done) return done;
      if (auto done = parse_compared(left); !done) return done;
      type_ = Type::kBoolean;
      return emit(comparison.code, -1);
    }
    if (at_word("is")) return parse_is();
    const bool negated = at_word("not");
    if (negated) {
      if (auto done = advance(); !done) return done;
    }
    const Done done = parse_membership(negated);
    if (!done || !negated) return done;
    return emit(Code::kNot, 0);
  }

  Done parse_is() {
    if (auto done = advance(); !done) return done;
    const bool negated = at_word("not");
    if (negated) {
      if (auto done = advance(); !done) return done;
    }
    if (auto done = expect_word("null"); !done) return done;
    type_ = Type::kBoolean;
    if (auto done = emit(Code::kIsNull, 0); !done || !negated) return done;
    return emit(Code::kNot, 0);
  }

  // between, in, like: after an optional NOT, without which none of them needs to stand here.
  Done parse_membership(bool required) {
    if (at_word("between")) return parse_between();
    if (at_word("in")) return parse_in();
    if (at_word("like")) return parse_like();
    if (required) return lexer_.expected("'between', 'in' or 'like'", token_);
    return {};
  }

  Done parse_between() {
    const Type left = type_;
    if (auto done = advance(); !done) return done;
    if (auto done = parse_compared(left); !done) return done;
    if (auto done = expect_word("and"); !done) return done;
    if (auto done = parse_compared(left); !done) return done;
    type_ = Type::kBoolean;
    return emit(Code::kBetween, -2);
  }

  Done parse_in() {
    const Type left = type_;
    if (auto done = advance(); !done) return done;
    if (auto done = expect_sign("("); !done) return done;
    if (auto done = emit(Code::kInBegin, 1); !done) return done;
    for (;;) {
      if (auto done = parse_compared(left); !done) return done;
      if (auto done = emit(Code::kInStep, -1); !done) return done;
      if (at_sign(")")) break;
      if (!at_sign(",")) return lexer_.expected("',' or ')'", token_);
      if (auto done = advance(); !done) return done;
    }
    if (auto done = advance(); !done) return done;
    type_ = Type::kBoolean;
    return emit(Code::kInEnd, -1);
  }

  Done parse_like() {
    if (auto done = need(Type::kText, token_.begin); !done) return done;
    type_ = Type::kBoolean;
    if (auto done = advance(); !done) return done;
    if (token_.kind != TokenKind::kText) return lexer_.expected("a text in single quotes", token_);
    std::string_view pattern = token_.text;
    const bool is_prefix = pattern.ends_with('%');
    if (is_prefix) pattern.remove_suffix(1);
    if (pattern.find_first_of("%_") != std::string_view::npos)
      return lexer_.expected("a pattern whose only wildcard is one % at its end", token_);
    if (is_prefix) {
      if (auto done = emit(Code::kLikePrefix, 0, store_text(pattern)); !done) return done;
      return advance();
    }
    if (auto done = emit(Code::kText, 1, store_text(pattern)); !done) return done;
    if (auto done = emit(Code::kEqual, -1); !done) return done;
    return advance();
  }

  Done parse_sum() {
    static constexpr std::array<Operator, 2> kSigns = {{{"+", Code::kAdd}, {"-", Code::kSubtract}}};
    return left_associative(kSigns, &PredicateParser::parse_product);
  }
  Done parse_product() {
    static constexpr std::array<Operator, 3> kSigns = {
        {{"*", Code::kMultiply}, {"/", Code::kDivide}, {"%", Code::kRemainder}}};
    return left_associative(kSigns, &PredicateParser::parse_unary);
  }

  Done parse_unary() {
    const bool minus = at_sign("-");
    if (!minus && !at_sign("+")) return parse_operand();
    if (auto done = advance(); !done) return done;
    // The smallest integer exists only together with its sign.
    if (minus && token_.kind == TokenKind::kInteger) return parse_integer(true);
    const std::size_t begin = token_.begin;
    if (auto done = nested(&PredicateParser::parse_unary); !done) return done;
    if (auto done = need(Type::kNumber, begin); !done || !minus) return done;
    return emit(Code::kNegate, 0);
  }

  Done parse_operand() {
    switch (token_.kind) {
      case TokenKind::kInteger:
        return parse_integer(false);
      case TokenKind::kReal:
        return parse_real();
      case TokenKind::kText:
        return push(Code::kText, store_text(token_.text), Type::kText);
      case TokenKind::kQuoted:
        return parse_column(token_.text);
      case TokenKind::kWord:
        return parse_word();
      case TokenKind::kEnd:
      case TokenKind::kSign:
        break;
    }
    if (!at_sign("(")) return lexer_.expected("a column, a literal or '('", token_);
    if (auto done = advance(); !done) return done;
    if (auto done = nested(&PredicateParser::parse_or); !done) return done;
    return expect_sign(")");
  }

  Done push(Code code, std::uint64_t argument, Type type) {
    type_ = type;
    if (auto done = emit(code, 1, argument); !done) return done;
    return advance();
  }

  Done parse_word() {
    if (at_word("true")) return push(Code::kBoolean, 1, Type::kBoolean);
    if (at_word("false")) return push(Code::kBoolean, 0, Type::kBoolean);
    if (at_word("null")) return push(Code::kNull, 0, Type::kAny);
    if (at_reserved()) return lexer_.expected("a column, a literal or '('", token_);
    if (token_.spelling == "key") return push(Code::kKey, 0, types_ == nullptr ? Type::kAny : types_->key());
    if (token_.spelling == "value")
      return push(Code::kValue, columns_.intern_text("value"),
                  types_ == nullptr ? Type::kAny : types_->value());
    return parse_column(token_.spelling);
  }

  Done parse_column(std::string_view name) {
    if (name.empty()) return lexer_.expected("a column's name", token_);
    if (types_ != nullptr && !types_->is_known(name))
      return lexer_.error_at(token_.begin,
                             fmt::format("no row of the history has the column {}", shown(name)));
    const Type type = types_ == nullptr ? Type::kAny : types_->column(name);
    return push(Code::kColumn, columns_.intern_text(name), type);
  }

  Done parse_integer(bool negative) {
    const std::string digits = fmt::format("{}{}", negative ? "-" : "", token_.spelling);
    std::int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc{})
      return lexer_.expected("an integer between -2^63 and 2^63-1", token_);
    integers_.push_back({token_.begin, shape_.program.size(), negative});
    return push(Code::kInteger, static_cast<std::uint64_t>(number), Type::kNumber);
  }

  Done parse_real() {
    double number = 0;
    const std::string_view digits = token_.spelling;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc{})
      return lexer_.expected("a number that fits a double", token_);
    return push(Code::kReal, std::bit_cast<std::uint64_t>(number), Type::kNumber);
  }

  std::uint64_t store_text(std::string_view text) {
    const std::uint64_t offset = shape_.texts.size();
    shape_.texts += text;
    return (offset << 32U) | text.size();
  }

  PredicateLexer lexer_;
  Dictionary& columns_;
  const ColumnTypes* types_;
  Type type_ = Type::kAny;  // of what was parsed last
  Token token_;
  Predicate::Shape shape_;
  std::vector<Literal> integers_;
  std::size_t depth_ = 0;
  std::size_t height_ = 0;
};

Result<void> check_predicate_types(std::string_view text, const ColumnTypes& types) {
  Dictionary columns;
  const auto parsed = PredicateParser(text, columns, &types).parse();
  if (!parsed) return tl::unexpected(parsed.error());
  return {};
}

bool PredicateShapes::punch(std::string_view text, const PredicateParser& parser, Shape& shape) {
  const auto& integers = parser.integers();
  if (!std::ranges::equal(integers, begins_, {}, &PredicateParser::Literal::begin)) return false;
  std::size_t from = 0;
  for (std::size_t i = 0; i < integers.size(); ++i) {
    shape.program[integers[i].instruction] = {Predicate::Code::kNumber,
                                              2 * i + (integers[i].is_negated ? 1U : 0U)};
    shape.pieces.emplace_back(text.substr(from, begins_[i] - from));
    from = text.find_first_not_of("0123456789", begins_[i]);
    if (from == std::string_view::npos) from = text.size();
  }
  shape.pieces.emplace_back(text.substr(from));
  recognize(shape);
  return true;
}

Result<const PredicateShapes::Shape*> PredicateShapes::look_up(std::string_view text, Dictionary& columns) {
  bool is_cut = cut(text);
  if (const auto known = is_cut ? shapes_.find(shape_) : shapes_.end(); known != shapes_.end())
    return known->second;
  PredicateParser parser(text, columns, nullptr);
  auto parsed = parser.parse();
  if (!parsed) return tl::unexpected(parsed.error());
  is_cut = is_cut && punch(text, parser, *parsed);
  if (!is_cut) {
    parsed->pieces.emplace_back(text);
    numbers_.clear();
    shape_.assign(2, kHole);  // no other shape begins like that
    shape_ += text;
  }
  parsed->place = shapes_.size();
  return shapes_.try_emplace(shape_, &store_->shapes.emplace_back(std::move(*parsed))).first->second;
}

}  // namespace isolde
