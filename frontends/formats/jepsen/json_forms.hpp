// JSON text as forms (form.hpp), one operation or transaction at a time; the only file of this layer that
// knows simdjson.
//
// A name of an object that spells an integer ("7") becomes that integer: JSON has no other way to write a map
// whose keys are numbers. O(bytes), one padded copy of the text in memory; nesting is bounded by
// kMaxFormDepth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/jepsen/form.hpp"

namespace isolde {

enum class JsonShape : std::uint8_t {
  kArray,   // one array
  kMember,  // one object that has the member asked for
  kObject,  // one object without it, over several lines
  kLines,   // an object on every line
  kOther,
};

class JsonForms {
 public:
  // Copies the text; `name` is the file's.
  JsonForms(std::string_view bytes, std::string name);
  ~JsonForms();
  JsonForms(const JsonForms&) = delete;
  JsonForms& operator=(const JsonForms&) = delete;

  [[nodiscard]] JsonShape shape(std::string_view member);

  // Called with a form and its place: the line for lines, line and column (kLineColumn) otherwise. It may
  // take the tree's content. After an error of its own it is called again, so that several are found.
  using Sink = std::function<Result<void>(FormTree& form, std::uint64_t place)>;
  // How far we are, in bytes; and whether something was refused by now, so that forms are missing.
  [[nodiscard]] std::size_t offset() const;
  [[nodiscard]] bool has_errors() const;

  // The value on every line that is not blank. Goes on after a line that is malformed.
  [[nodiscard]] Result<void> for_each_line(const Sink& sink);
  // The elements of the array (kArray) or of the member (kMember); the object itself (kObject). Malformed
  // JSON ends it.
  [[nodiscard]] Result<void> for_each_element(JsonShape shape, std::string_view member, const Sink& sink);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace isolde
