# Installs a build into a fresh prefix, builds the client against it and runs it:
#   cmake -Dbuild=DIR -Dclient=DIR -Dwork=DIR -Dgenerator=G -Dcompiler=CXX -Dtype=T -P run.cmake
# The prefix is moved after the installation, because an installed package must not remember where it was made.
cmake_minimum_required(VERSION 3.25)

function(step)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${work})
step(${CMAKE_COMMAND} --install ${build} --prefix ${work}/made)
file(RENAME ${work}/made ${work}/prefix)
step(${work}/prefix/bin/isolde-verify --version)

# Every installed header compiles alone.
file(GLOB headers RELATIVE ${work}/prefix/include ${work}/prefix/include/isolde/*.hpp)
if(NOT "isolde/version.hpp" IN_LIST headers)
  message(FATAL_ERROR "isolde/version.hpp was not installed")
endif()
foreach(header IN LISTS headers)
  file(WRITE ${work}/alone.cpp "#include <${header}>\n")
  step(${compiler} -std=c++20 -fsyntax-only -I${work}/prefix/include ${work}/alone.cpp)
endforeach()

step(${CMAKE_COMMAND} -S ${client} -B ${work}/client -G ${generator} -DCMAKE_PREFIX_PATH=${work}/prefix
     -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=${type})
step(${CMAKE_COMMAND} --build ${work}/client)
step(${work}/client/client ${client}/../../../examples/lost-update.jsonl)
message(STATUS "the client says: ${output}")

if(EXISTS ${work}/prefix/bin/isolde)
  step(${work}/prefix/bin/isolde --version)
  message(STATUS "the tool says: ${output}")
  foreach(file man/man1/isolde.1 bash-completion/completions/isolde zsh/site-functions/_isolde
               fish/vendor_completions.d/isolde.fish)
    if(NOT EXISTS ${work}/prefix/share/${file})
      message(FATAL_ERROR "share/${file} was not installed")
    endif()
  endforeach()
endif()
