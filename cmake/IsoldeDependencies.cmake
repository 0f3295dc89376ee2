# Every outside library, found once. A missing one is one clear sentence.
include(FindPkgConfig)

macro(isolde_require package debian)
  find_package(${package} QUIET ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} was not found; on Debian: apt-get install ${debian} (scripts/demo does it for you)")
  endif()
endmacro()

isolde_require(fmt libfmt-dev)
isolde_require(tl-expected libexpected-dev)
isolde_require(simdjson libsimdjson-dev)
isolde_require(nlohmann_json nlohmann-json3-dev)
isolde_require(CLI11 libcli11-dev)
pkg_check_modules(zstd QUIET IMPORTED_TARGET libzstd)
if(NOT zstd_FOUND)
  message(FATAL_ERROR "zstd was not found; on Debian: apt-get install libzstd-dev (scripts/demo does it for you)")
endif()
