// Viper JSON logs: a directory whose files named J... are one session each, one transaction object a line.
//
//   ["r",k,v,dead]                 read; "nil", null and tombstones read the absent version
//   ["w",k,v,ok]                   write
//   ["i",k,v,seen,dead,ok,...]     insert: a read of what was there, then the insert
//   ["d",k,tomb,seen,dead,ok,...]  delete: a read of what was there, then the delete
//   ["range",k1,k2,live,dead]      predicate read over `key`; tombstones are absent rows
//   ["append",k,v]                 append
// A write that did not succeed is kept in an aborted transaction of its own, so that a read of it can be
// named.
//
// Initial state: a file that holds one object with "isInitial": true. Without such a file it is unknown, and
// the first value of a key that nobody wrote is taken as its initial value. O(bytes) plus a sort of the
// writes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "frontends/formats/formats.hpp"
#include "history/history.hpp"

namespace isolde {

[[nodiscard]] Result<History> read_viper(const std::string& directory, const ReadOptions& options);
// One session's file as a whole history.
[[nodiscard]] Result<History> read_viper_bytes(std::string_view bytes, const std::string& name);

// Whether a file of this name in a directory is a session of such a log.
[[nodiscard]] bool is_viper_file_name(std::string_view name);

}  // namespace isolde
