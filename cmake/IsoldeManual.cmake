# The manual page and completion scripts, printed by the program just built (frontends/cli/shell/generators.hpp). They are made whenever the
# program is linked, as part of its own target: whoever has built the program can install it.
set(ISOLDE_MANUAL_DIR ${PROJECT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${ISOLDE_MANUAL_DIR})
set(ISOLDE_MANUAL_PAGES ${ISOLDE_MANUAL_DIR}/isolde.1)

# LeakSanitizer refuses to run under some debuggers and sandboxes; what it would find here, the tests find.
set(run ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:isolde_cli>)
set(write_pages COMMAND ${run} --print-man > ${ISOLDE_MANUAL_DIR}/isolde.1)
foreach(shell bash zsh fish)
  list(APPEND write_pages COMMAND ${run} --print-completion ${shell} > ${ISOLDE_MANUAL_DIR}/isolde.${shell})
  list(APPEND ISOLDE_MANUAL_PAGES ${ISOLDE_MANUAL_DIR}/isolde.${shell})
endforeach()
add_custom_command(
  TARGET isolde_cli POST_BUILD
  ${write_pages}
  BYPRODUCTS ${ISOLDE_MANUAL_PAGES}
  COMMENT "Writing the manual page and completion scripts")
