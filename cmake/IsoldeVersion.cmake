# The public header is the one place of the version; the build asks git for the commit each time it runs.
foreach(part MAJOR MINOR PATCH)
  file(STRINGS ${PROJECT_SOURCE_DIR}/include/isolde/version.hpp line REGEX "define ISOLDE_VERSION_${part} ")
  string(REGEX REPLACE ".* " "" in_header "${line}")
  if(NOT in_header STREQUAL PROJECT_VERSION_${part})
    message(FATAL_ERROR "include/isolde/version.hpp has ISOLDE_VERSION_${part} ${in_header}, "
                        "but CMakeLists.txt has version ${PROJECT_VERSION}")
  endif()
endforeach()

# isolde_version_source(target): adds the generated definition of isolde::build_info().
function(isolde_version_source target)
  set(output ${PROJECT_BINARY_DIR}/generated/version.cpp)
  add_custom_target(
    isolde_write_version
    COMMAND ${CMAKE_COMMAND} -Dsource=${PROJECT_SOURCE_DIR} -Dbuild_type=${CMAKE_BUILD_TYPE} -Doutput=${output} -P
            ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
    BYPRODUCTS ${output}
    COMMENT "Recording version and commit")
  target_sources(${target} PRIVATE ${output})
  add_dependencies(${target} isolde_write_version)
endfunction()
