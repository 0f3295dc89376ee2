// The logs of a Cobra history, in memory or on disk. Both kinds look the same to the reader: names(), and
// open(i), which gives something with bytes() and forget_before().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "frontends/formats/file.hpp"
#include "frontends/formats/input.hpp"
#include "frontends/formats/peers/cobra.hpp"

namespace isolde::cobra {

struct LogName {
  std::string file;     // for places
  std::string session;  // the file's stem
  std::uint64_t size;   // bytes on disk, for progress
};

// Whether a file of this name in a directory is a session's log.
[[nodiscard]] bool is_cobra_file_name(std::string_view name);

class MemoryLogs {
 public:
  class Open {
   public:
    explicit Open(std::string_view bytes) : bytes_(bytes) {}
    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    void forget_before(std::size_t) {}

   private:
    std::string_view bytes_;
  };

  // The logs must outlive this.
  explicit MemoryLogs(std::span<const CobraLog> logs);
  [[nodiscard]] const std::vector<LogName>& names() const { return names_; }
  [[nodiscard]] Result<Open> open(std::size_t i) const { return Open(logs_[i].bytes); }

 private:
  std::span<const CobraLog> logs_;
  std::vector<LogName> names_;
};

// Opens one file at a time, when it is asked for.
class MappedLogs {
 public:
  // All regular files *.log, also compressed (*.log.gz, *.log.zst), in natural order. Two of one session are
  // an error.
  [[nodiscard]] static Result<MappedLogs> list(const std::string& directory);
  [[nodiscard]] const std::vector<LogName>& names() const { return names_; }
  [[nodiscard]] Result<WholeFile> open(std::size_t i) const { return InputFile(names_[i].file).whole(); }

 private:
  std::vector<LogName> names_;
};

}  // namespace isolde::cobra
