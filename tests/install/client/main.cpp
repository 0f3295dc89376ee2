// A user's program: header and library are of one version, and the library decides a file.
#include <cstdio>
#include <string>

#include <isolde/isolde.hpp>

int main(int argc, char** argv) {
  const std::string header = std::to_string(ISOLDE_VERSION_MAJOR) + "." +
                             std::to_string(ISOLDE_VERSION_MINOR) + "." +
                             std::to_string(ISOLDE_VERSION_PATCH);
  const isolde::BuildInfo build = isolde::build_info();
  std::printf("isolde %s, commit %s, %s, %s\n", isolde::version(), build.commit, build.compiler,
              build.build_type);
  if (header != isolde::version() || argc != 2) return 1;

  const isolde::FileCheck violated = isolde::check_file(argv[1]);
  std::printf("%s", violated.text.c_str());
  const isolde::FileCheck missing = isolde::check_file("no such file");
  std::printf("%s\n", missing.error.c_str());
  const bool right = violated.answer == isolde::Answer::kViolated && !violated.json.empty() &&
                     missing.answer == isolde::Answer::kBadInput && !missing.error.empty();
  return right ? 0 : 1;
}
