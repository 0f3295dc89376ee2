# The manual page and completion scripts, printed by the program just built (frontends/cli/generators.hpp).
set(ISOLDE_MANUAL_DIR ${PROJECT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${ISOLDE_MANUAL_DIR})

# LeakSanitizer refuses to run under some debuggers and sandboxes; what it would find here, the tests find.
set(run ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:isolde_cli>)
add_custom_command(
  OUTPUT ${ISOLDE_MANUAL_DIR}/isolde.1
  COMMAND ${run} --print-man > ${ISOLDE_MANUAL_DIR}/isolde.1
  DEPENDS isolde_cli
  COMMENT "Writing the manual page")
set(pages ${ISOLDE_MANUAL_DIR}/isolde.1)
foreach(shell bash zsh fish)
  add_custom_command(
    OUTPUT ${ISOLDE_MANUAL_DIR}/isolde.${shell}
    COMMAND ${run} --print-completion ${shell} > ${ISOLDE_MANUAL_DIR}/isolde.${shell}
    DEPENDS isolde_cli
    COMMENT "Writing the completion script for ${shell}")
  list(APPEND pages ${ISOLDE_MANUAL_DIR}/isolde.${shell})
endforeach()
add_custom_target(isolde_manual ALL DEPENDS ${pages})
