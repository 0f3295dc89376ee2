// A reader of EDN (extensible data notation) forms, as Clojure prints them.
//
// Knows nil, booleans, integers (also 7N), ratios, reals (also 1.5M, ##Inf), strings, characters, keywords,
// symbols, lists, vectors, maps, sets, tagged literals (the tag is dropped), metadata (dropped), comments and
// #_ discards. Sets and lists become lists; symbols, characters and ratios become texts.
//
// One pass, O(bytes), recursion at most kMaxFormDepth deep. Every error names a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/jepsen/form.hpp"

namespace isolde {

class EdnReader {
 public:
  // Requires that `bytes` is UTF-8, and that both outlive the reader.
  EdnReader(std::string_view bytes, const std::string& name)
      : at_(bytes.data()), begin_(at_), end_(at_ + bytes.size()), name_(name) {}

  // Moves to the next form or closing bracket, past white space, comments and discarded forms.
  [[nodiscard]] Result<void> skip_to_form();
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  // Requires !at_end().
  [[nodiscard]] char peek() const { return *at_; }
  // Consumes one bracket.
  void skip_bracket() { ++at_; }
  // Adds the next form to `tree`. Requires that skip_to_form() was called and that there is a form.
  [[nodiscard]] Result<void> read_form(FormTree& tree);

  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] tl::unexpected<Error> fail(std::string message) const {
    return fail_at(line_, std::move(message));
  }

 private:
  [[nodiscard]] tl::unexpected<Error> fail_at(std::uint64_t line, std::string message) const {
    return input_error({name_, PlaceUnit::kLine, line}, std::move(message));
  }
  void skip_space();
  [[nodiscard]] Result<void> skip_discarded(FormTree& scratch, int depth);
  // False: a closing bracket or the end of the input stands where a form could.
  [[nodiscard]] Result<bool> next(FormTree& tree, int depth);
  [[nodiscard]] Result<bool> dispatch(FormTree& tree, int depth, bool& is_prefix);
  [[nodiscard]] Result<void> collection(FormTree& tree, FormKind kind, char closer, int depth);
  [[nodiscard]] Result<void> atom(FormTree& tree);
  [[nodiscard]] Result<void> string(FormTree& tree);
  [[nodiscard]] Result<void> escape();
  [[nodiscard]] Result<void> hex_escape(std::string_view digits);
  [[nodiscard]] Result<void> character(FormTree& tree);
  [[nodiscard]] Result<void> number(FormTree& tree, std::string_view token) const;
  [[nodiscard]] std::string_view token();

  const char* at_;
  const char* begin_;
  const char* end_;
  const std::string& name_;
  std::uint64_t line_ = 1;
  std::string unescaped_;  // the text of a string with escapes
  FormTree discarded_;
};

}  // namespace isolde
