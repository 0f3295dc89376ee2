// A user's program: header and library are of one version.
#include <cstdio>
#include <string>

#include <isolde/version.hpp>

int main() {
  const std::string header = std::to_string(ISOLDE_VERSION_MAJOR) + "." +
                             std::to_string(ISOLDE_VERSION_MINOR) + "." +
                             std::to_string(ISOLDE_VERSION_PATCH);
  const isolde::BuildInfo build = isolde::build_info();
  std::printf("isolde %s, commit %s, %s, %s\n", isolde::version(), build.commit, build.compiler,
              build.build_type);
  return header == isolde::version() ? 0 : 1;
}
