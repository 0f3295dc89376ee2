// Which Isolde this is. The macros are those of the headers a client was compiled with, the functions those
// of the library it runs with; CMakeLists.txt refuses a tree in which its own version differs from this
// file's.
#pragma once

#define ISOLDE_VERSION_MAJOR 0
#define ISOLDE_VERSION_MINOR 1
#define ISOLDE_VERSION_PATCH 0
// When this version was made; for the manual page, which must not depend on the day of the build.
#define ISOLDE_VERSION_DATE "2026-11-16"

namespace isolde {

// Texts of static lifetime; none is null.
struct BuildInfo {
  const char* version;   // "0.1.0"
  const char* commit;    // "1a2b3c4d5e6f", with "-dirty" if files were changed; "unknown" outside a checkout
  const char* compiler;  // "g++ 12.2.0"
  const char* build_type;  // "Release"
};

// "major.minor.patch" of the library.
[[nodiscard]] const char* version() noexcept;
[[nodiscard]] BuildInfo build_info() noexcept;

}  // namespace isolde
