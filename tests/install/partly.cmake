# Installs builds in which not everything was built:
#   cmake -Dproject=DIR -Dwork=DIR -Dgenerator=G -Dcompiler=CXX -P partly.cmake
# Where only the program was, as scripts/demo does, all of it is installed; where that is not built either, nothing is.
cmake_minimum_required(VERSION 3.25)

function(step)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
endfunction()

# A build directory in which only this target is built.
function(build_only target directory)
  step(${CMAKE_COMMAND} -S ${project} -B ${directory} -G ${generator} -DCMAKE_CXX_COMPILER=${compiler})
  step(${CMAKE_COMMAND} --build ${directory} --target ${target})
endfunction()

file(REMOVE_RECURSE ${work})

build_only(isolde_cli ${work}/program)
step(${CMAKE_COMMAND} --install ${work}/program --prefix ${work}/whole)
foreach(file bin/isolde bin/isolde-verify include/isolde/isolde.hpp share/man/man1/isolde.1 share/bash-completion/completions/isolde
             share/zsh/site-functions/_isolde share/fish/vendor_completions.d/isolde.fish)
  if(NOT EXISTS ${work}/whole/${file})
    message(FATAL_ERROR "${file} was not installed from a build of the program alone")
  endif()
endforeach()
file(READ ${work}/whole/share/man/man1/isolde.1 page)
if(NOT page STREQUAL "--print-man\n")
  message(FATAL_ERROR "the manual page is not what the program prints: ${page}")
endif()

build_only(library_alone ${work}/library)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${work}/library --prefix ${work}/none OUTPUT_VARIABLE output
                ERROR_VARIABLE output RESULT_VARIABLE failed)
# CMake breaks the lines of a message where they get too long, which depends on how long the path of the build is.
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(NOT failed OR NOT output MATCHES "Nothing was installed, because.*isolde-verify is not")
  message(FATAL_ERROR "a build without the program was installed, or refused without saying why: ${output}")
endif()
file(GLOB_RECURSE left ${work}/none/*)
if(left)
  message(FATAL_ERROR "half an installation was left: ${left}")
endif()
