// What a run was made on, for those who compare times. Never the machine's name.
#pragma once

#include <string>

namespace isolde::reproduce {

// "AMD EPYC, 2 cores, 23.5 GiB of memory; Debian GNU/Linux 12 (bookworm); Isolde 0.1.0 (commit ...) by g++
// 12.2.0, Release".
[[nodiscard]] std::string machine_text();
// "load average 0.8", with a warning if others slowed it down.
[[nodiscard]] std::string load_text();

}  // namespace isolde::reproduce
