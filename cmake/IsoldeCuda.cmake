# ISOLDE_CUDA=AUTO|ON|OFF. AUTO: with CUDA if nvcc is there and accepts the C++ compiler in use; ON: or else stop. The runtime is linked
# statically, and finds the driver when it is first used, so the program runs on machines without either.
set(ISOLDE_CUDA AUTO CACHE STRING "CUDA kernels for pruning: AUTO, ON or OFF")
set_property(CACHE ISOLDE_CUDA PROPERTY STRINGS AUTO ON OFF)
set(ISOLDE_WITH_CUDA OFF)

if(NOT ISOLDE_CUDA STREQUAL OFF AND NOT ISOLDE_SANITIZE)
  find_program(ISOLDE_NVCC nvcc PATHS /usr/local/cuda/bin)
  set(cuda_problem "nvcc was not found")
  if(ISOLDE_NVCC)
    # nvcc takes g++, and clang only in versions it knows; the file it compiles is then linked with the others.
    set(CMAKE_CUDA_COMPILER ${ISOLDE_NVCC})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_CUDA_HOST_COMPILER)
      set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
    endif()
    execute_process(
      COMMAND ${ISOLDE_NVCC} -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 -x cu -c /dev/null -o ${CMAKE_BINARY_DIR}/nvcc_probe.o
      RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
    set(cuda_problem "nvcc does not accept ${CMAKE_CXX_COMPILER}")
    if(refused EQUAL 0)
      # Turing to Hopper as machine code, and what comes later from PTX. "native" would need a device here.
      if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
        set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90)
      endif()
      set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
      enable_language(CUDA)
      set(ISOLDE_WITH_CUDA ON)
    endif()
  endif()
  if(ISOLDE_WITH_CUDA)
    message(STATUS "CUDA kernels: on (${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION})")
  elseif(ISOLDE_CUDA STREQUAL ON)
    message(FATAL_ERROR "ISOLDE_CUDA is ON, but ${cuda_problem}")
  else()
    message(STATUS "CUDA kernels: off (${cuda_problem})")
  endif()
endif()

# isolde_cuda_source(target source): compiles it into the target if there is CUDA, with device code of its own: nothing is linked between
# kernels. The target `cuda_resources` prints what each kernel takes, from ptxas.
function(isolde_cuda_source target source)
  if(NOT ISOLDE_WITH_CUDA)
    return()
  endif()
  target_sources(${target} PRIVATE ${source})
  target_compile_definitions(${target} PRIVATE ISOLDE_WITH_CUDA)
  set_target_properties(${target} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON)
  add_custom_target(
    cuda_resources
    COMMAND ${ISOLDE_NVCC} -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 -O3 -arch=sm_80 -Xptxas -v -I${PROJECT_SOURCE_DIR}
            -I${PROJECT_SOURCE_DIR}/include -c ${PROJECT_SOURCE_DIR}/${source} -o ${CMAKE_BINARY_DIR}/cuda_resources.o
    COMMENT "Registers and shared memory of every kernel on sm_80"
    VERBATIM)
endfunction()
