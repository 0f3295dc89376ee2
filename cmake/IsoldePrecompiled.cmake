# Headers that nearly every file includes, parsed once: a third of the time of a build from nothing. Sources include what they use all the
# same. Not with a compiler launcher such as ccache, which serves builds from something, and knows no precompiled headers.
#
# isolde_precompile(target [TESTS])
set(ISOLDE_COMMON_HEADERS <algorithm> <array> <cstdint> <functional> <memory> <optional> <span> <string> <string_view> <utility> <vector>
                          <fmt/format.h> <tl/expected.hpp>)

function(isolde_precompile target)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  cmake_parse_arguments(ARG "TESTS" "" "" ${ARGN})
  set(owner isolde_precompiled)
  set(headers ${ISOLDE_COMMON_HEADERS})
  if(ARG_TESTS)
    set(owner isolde_precompiled_tests)
    list(APPEND headers <gtest/gtest.h> <gmock/gmock.h>)
  endif()
  if(NOT TARGET ${owner})
    file(WRITE ${PROJECT_BINARY_DIR}/generated/${owner}.cpp "")
    add_library(${owner} OBJECT ${PROJECT_BINARY_DIR}/generated/${owner}.cpp)
    target_link_libraries(${owner} PUBLIC isolde_options fmt::fmt)
    if(NOT ARG_TESTS)
      target_link_libraries(${owner} PRIVATE isolde_instrumented)
    else()
      target_link_libraries(${owner} PUBLIC GTest::gtest GTest::gmock)
      # As executables are compiled.
      set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${owner} PRIVATE -fPIE $<$<CONFIG:Release>:-O1>)
    endif()
    target_precompile_headers(${owner} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  # What g++ 12 wrongly warns about in its own library (its bug 105651) it tells, too, if that was precompiled. clang and builds with a
  # launcher keep these warnings.
  target_compile_options(
    ${target} PRIVATE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds>
                      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-stringop-overflow>)
endfunction()
