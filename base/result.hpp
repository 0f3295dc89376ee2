// Errors about input and environment travel as values: `Result<T>` is a T or an Error that names the place
// and says in one sentence what was expected. A verdict is never an Error, and an Error is never a verdict.
// A reader that can go on after an error gathers several in an ErrorList; the first one then carries the
// others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace isolde {

enum class ErrorCode : std::uint8_t {
  kUsage,        // the call itself is wrong: an unknown option value, a format that cannot hold this history
  kInput,        // the history is malformed
  kEnvironment,  // the machine said no: unreadable file, disk full
};

enum class PlaceUnit : std::uint8_t { kNone, kLine, kByte, kLineColumn };

// A line and a column, both counted from 1, columns in bytes, packed into the position of a place in
// kLineColumn. Either is at most 2^32-1; larger ones are cut to that.
[[nodiscard]] std::uint64_t line_column(std::uint64_t line, std::uint64_t column);

// Where in the input something stands. Lines count from 1, bytes from 0.
struct Place {
  std::string file;
  PlaceUnit unit = PlaceUnit::kNone;
  std::uint64_t position = 0;

  // 0 if the unit has none.
  [[nodiscard]] std::uint64_t line() const;
  [[nodiscard]] std::uint64_t column() const;
  // "history.jsonl:12", "history.json:12:7", "T1.log, byte 17" or just the file's name.
  [[nodiscard]] std::string to_string() const;
};

struct Error {
  ErrorCode code = ErrorCode::kInput;
  Place place;
  std::string message;              // one sentence, no full stop
  std::vector<Error> further = {};  // found after this one; they carry none themselves
  bool has_more = false;            // there were errors beside `further`, which were not kept

  // "history.jsonl:12: expected a number, got \"x\"", without the further ones
  [[nodiscard]] std::string to_string() const;
  // This one and the further ones, each as to_string() has it.
  [[nodiscard]] std::vector<std::string> sentences() const;
};

// Errors about one input in the order in which they are met; the first kMost of them are kept.
class ErrorList {
 public:
  static constexpr std::size_t kMost = 10;

  // Adds the error and those that it carries.
  void add(Error error);
  void add(tl::unexpected<Error> error) { add(std::move(error.value())); }
  [[nodiscard]] bool is_empty() const { return errors_.empty(); }
  // True once there was one more than are kept: no later error would be shown.
  [[nodiscard]] bool is_over() const { return has_more_; }
  // The first, which carries the others. Requires that there is one.
  [[nodiscard]] Error take() &&;

 private:
  std::vector<Error> errors_;
  bool has_more_ = false;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> input_error(Place place, std::string message) {
  return tl::unexpected(Error{ErrorCode::kInput, std::move(place), std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> usage_error(std::string message) {
  return tl::unexpected(Error{ErrorCode::kUsage, {}, std::move(message)});
}
[[nodiscard]] inline tl::unexpected<Error> environment_error(std::string file, std::string message) {
  return tl::unexpected(
      Error{ErrorCode::kEnvironment, {std::move(file), PlaceUnit::kNone, 0}, std::move(message)});
}

}  // namespace isolde
