# ISOLDE_CUDA=AUTO|ON|OFF. AUTO: with CUDA if nvcc is there and accepts the C++ compiler and the architectures; ON: or else stop. The runtime is linked
# statically, and finds the driver when it is first used, so the program runs on machines without either.
#
# There is one file for nvcc, compiled by a command of its own instead of enable_language(CUDA): that would hold all of CUDA's files to
# the warnings of g++ and stop the build where nvcc does not know the C++ compiler.
set(ISOLDE_CUDA AUTO CACHE STRING "CUDA kernels for pruning: AUTO, ON or OFF")
set_property(CACHE ISOLDE_CUDA PROPERTY STRINGS AUTO ON OFF)
# Any spelling of CMake's; anything else is a mistake, not a no.
string(TOUPPER "${ISOLDE_CUDA}" cuda_wish)
if(cuda_wish MATCHES "^(1|ON|YES|TRUE|Y)$")
  set(cuda_wish ON)
elseif(cuda_wish MATCHES "^(0|OFF|NO|FALSE|N)$")
  set(cuda_wish OFF)
elseif(NOT cuda_wish STREQUAL AUTO)
  message(FATAL_ERROR "ISOLDE_CUDA is '${ISOLDE_CUDA}'; it may be AUTO, ON or OFF")
endif()
set(ISOLDE_WITH_CUDA OFF)
set(ISOLDE_CUDA_LINKS "")

# Turing, Ampere (whose code Ada runs, too) and Hopper as machine code, and what comes later from PTX. "native" would need a device here.
set(ISOLDE_CUDA_ARCHITECTURES 75 80 90 CACHE STRING "Device architectures; the last also as PTX")
set(ISOLDE_CUDA_MACHINES "")
foreach(architecture IN LISTS ISOLDE_CUDA_ARCHITECTURES)
  list(APPEND ISOLDE_CUDA_MACHINES -gencode=arch=compute_${architecture},code=sm_${architecture})
endforeach()
list(GET ISOLDE_CUDA_ARCHITECTURES -1 last)
list(APPEND ISOLDE_CUDA_MACHINES -gencode=arch=compute_${last},code=compute_${last})

# Sanitizers see nothing of device code, and its runtime gains nothing by them.
if(cuda_wish STREQUAL ON OR (cuda_wish STREQUAL AUTO AND NOT ISOLDE_SANITIZE))
  find_package(CUDAToolkit QUIET)
  set(cuda_problem "nvcc or the static runtime was not found")
  if(CUDAToolkit_NVCC_EXECUTABLE AND TARGET CUDA::cudart_static)
    set(probe ${CMAKE_BINARY_DIR}/nvcc_probe)
    file(WRITE ${probe}.cu "#include <span>\n__global__ void nothing() {}\n")
    execute_process(
      COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 ${ISOLDE_CUDA_MACHINES} -c ${probe}.cu -o ${probe}.o
      RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
    set(cuda_problem "nvcc does not accept ${CMAKE_CXX_COMPILER} or one of the architectures ${ISOLDE_CUDA_ARCHITECTURES}")
    if(refused EQUAL 0)
      set(ISOLDE_WITH_CUDA ON)
      set(ISOLDE_CUDA_LINKS CUDA::cudart_static)
    endif()
  endif()
  if(ISOLDE_WITH_CUDA)
    message(STATUS "CUDA kernels: on (${CUDAToolkit_NVCC_EXECUTABLE} ${CUDAToolkit_VERSION})")
  elseif(cuda_wish STREQUAL ON)
    message(FATAL_ERROR "ISOLDE_CUDA is ON, but ${cuda_problem}")
  else()
    message(STATUS "CUDA kernels: off (${cuda_problem})")
  endif()
else()
  message(STATUS "CUDA kernels: off")
endif()

# isolde_cuda_source(target source): compiles it into the target if there is CUDA. The target `cuda_resources` prints what each kernel
# takes, from ptxas.
function(isolde_cuda_source target source)
  if(NOT ISOLDE_WITH_CUDA)
    return()
  endif()
  set(input ${PROJECT_SOURCE_DIR}/${source})
  set(output ${PROJECT_BINARY_DIR}/${source}.o)
  get_filename_component(folder ${output} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  set(nvcc ${CUDAToolkit_NVCC_EXECUTABLE} -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 -O3 -Xcompiler=-fPIC -I${PROJECT_SOURCE_DIR}
           -I${PROJECT_SOURCE_DIR}/include)
  if(ISOLDE_WERROR)
    list(APPEND nvcc -Werror=all-warnings)
  endif()
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${nvcc} ${ISOLDE_CUDA_MACHINES} -MD -MF ${output}.d -c ${input} -o ${output}
    DEPENDS ${input}
    DEPFILE ${output}.d
    COMMENT "Building device code of ${source}"
    VERBATIM)
  add_custom_target(cuda_object DEPENDS ${output})
  set_source_files_properties(${output} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set(ISOLDE_EXTRA_OBJECTS ${ISOLDE_EXTRA_OBJECTS} ${output} CACHE INTERNAL "")
  target_compile_definitions(${target} PRIVATE ISOLDE_WITH_CUDA)
  add_custom_target(
    cuda_resources
    COMMAND ${nvcc} -arch=sm_80 -Xptxas -v -c ${input} -o ${PROJECT_BINARY_DIR}/cuda_resources.o
    COMMENT "Registers and shared memory of every kernel on sm_80"
    VERBATIM)
endfunction()
