// Errors about input and environment travel as values: `Result<T>` is a T or an Error that names the place
// and says in one sentence what was expected. A verdict is never an Error, and an Error is never a verdict.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace isolde {

enum class ErrorCode : std::uint8_t {
  kUsage,        // the call itself is wrong: an unknown option value, a format that cannot hold this history
  kInput,        // the history is malformed
  kEnvironment,  // the machine said no: unreadable file, disk full
};

enum class PlaceUnit : std::uint8_t { kNone, kLine, kByte };

// Where in the input something stands. Lines count from 1, bytes from 0.
struct Place {
  std::string file;
  PlaceUnit unit = PlaceUnit::kNone;
  std::uint64_t position = 0;

  // "history.jsonl:12", "T1.log, byte 17" or just the file's name.
  [[nodiscard]] std::string to_string() const;
};

struct Error {
  ErrorCode code = ErrorCode::kInput;
  Place place;
  std::string message;  // one sentence, no full stop

  // "history.jsonl:12: expected a number, got \"x\""
  [[nodiscard]] std::string to_string() const;
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
