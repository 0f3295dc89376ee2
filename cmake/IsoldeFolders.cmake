# isolde_folder(path [LINKS targets...]): one object library from all sources of a folder (not of its subfolders).
# isolde_library(): the static library `isolde` made of all folders so far.
set(ISOLDE_FOLDERS "" CACHE INTERNAL "")

add_library(isolde_options INTERFACE)
target_include_directories(isolde_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
                                                    ${PROJECT_BINARY_DIR}/generated)
target_compile_options(isolde_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                                $<$<BOOL:${ISOLDE_WERROR}>:-Werror>)
target_link_libraries(isolde_options INTERFACE tl::expected)
if(ISOLDE_SANITIZE)
  target_compile_options(isolde_options INTERFACE -fsanitize=${ISOLDE_SANITIZE} -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
  target_link_options(isolde_options INTERFACE -fsanitize=${ISOLDE_SANITIZE})
endif()
if(ISOLDE_FUZZ)
  # Coverage for libFuzzer in all code; only the fuzz targets themselves link its main function.
  target_compile_options(isolde_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(isolde_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(isolde_folder path)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  string(REPLACE "/" "_" name ${path})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${path}/*.cpp ${PROJECT_SOURCE_DIR}/${path}/*.hpp)
  add_library(isolde_${name} OBJECT ${sources})
  target_link_libraries(isolde_${name} PUBLIC isolde_options ${ARG_LINKS})
  set(ISOLDE_FOLDERS ${ISOLDE_FOLDERS} isolde_${name} CACHE INTERNAL "")
endfunction()

function(isolde_library)
  add_library(isolde STATIC)
  add_library(isolde::isolde ALIAS isolde)
  target_link_libraries(isolde PUBLIC ${ISOLDE_FOLDERS})
endfunction()
