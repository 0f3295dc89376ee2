# cmake --install: archive, public headers, package description for find_package(isolde), and the command line tool with its manual page and
# completions where they are built, and the verifier alone. Either all of it is installed or nothing: what is not built yet is noticed before
# the first file is copied.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/isolde)

set(ISOLDE_FIND_DEPENDENCIES "")
foreach(library IN LISTS ISOLDE_ARCHIVE_NEEDS)
  string(REGEX REPLACE "::.*" "" package ${library})
  string(REGEX REPLACE ".*::" "" name ${library})
  if(package STREQUAL PkgConfig)
    string(APPEND ISOLDE_FIND_DEPENDENCIES "find_dependency(PkgConfig)\n"
                  "pkg_check_modules(${name} REQUIRED QUIET IMPORTED_TARGET ${${name}_MODULE_NAME})\n")
  elseif(package STREQUAL CUDA)
    string(APPEND ISOLDE_FIND_DEPENDENCIES "find_dependency(CUDAToolkit)\n")
  elseif(package STREQUAL Boost)
    string(APPEND ISOLDE_FIND_DEPENDENCIES "find_dependency(Boost COMPONENTS ${name})\n")
  else()
    string(APPEND ISOLDE_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endif()
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/isoldeConfig.cmake.in ${PROJECT_BINARY_DIR}/isoldeConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/isoldeConfigVersion.cmake COMPATIBILITY SameMinorVersion)

set(built $<TARGET_FILE:isolde> $<TARGET_FILE:isolde_verify>)
if(TARGET isolde_cli)
  list(APPEND built $<TARGET_FILE:isolde_cli> ${ISOLDE_MANUAL_PAGES})
endif()
install(CODE "
set(built \"${built}\")
foreach(file IN LISTS built)
  if(NOT EXISTS \"\${file}\")
    message(FATAL_ERROR \"Nothing was installed, because \${file} is not built: cmake --build ${PROJECT_BINARY_DIR}\")
  endif()
endforeach()")

install(TARGETS isolde EXPORT isoldeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT isoldeTargets NAMESPACE isolde:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/isoldeConfig.cmake ${PROJECT_BINARY_DIR}/isoldeConfigVersion.cmake
        DESTINATION ${package_dir})
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../include/isolde DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

install(TARGETS isolde_verify RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET isolde_cli)
  install(TARGETS isolde_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${ISOLDE_MANUAL_DIR}/isolde.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${ISOLDE_MANUAL_DIR}/isolde.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME isolde)
  install(FILES ${ISOLDE_MANUAL_DIR}/isolde.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _isolde)
  install(FILES ${ISOLDE_MANUAL_DIR}/isolde.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
