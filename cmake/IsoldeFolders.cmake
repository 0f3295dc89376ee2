# isolde_folder(path [COLD] [LINKS targets...]): one object library isolde_<path> from all sources of a folder (not of its subfolders),
#   except main.cpp, which belongs to an executable. COLD: little time is spent there, so more is compiled as one.
# isolde_library(): the library `isolde` (static, but see below) made of all folders so far. Later folders are linked where they are wanted.
set(ISOLDE_FOLDERS "" CACHE INTERNAL "")
set(ISOLDE_FOLDER_LINKS "" CACHE INTERNAL "")
set(ISOLDE_EXTRA_OBJECTS "" CACHE INTERNAL "Object files that no folder makes")

add_library(isolde_options INTERFACE)
target_include_directories(isolde_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
                                                    ${PROJECT_BINARY_DIR}/generated)
target_compile_options(isolde_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                                $<$<BOOL:${ISOLDE_WERROR}>:-Werror>)
# g++ 12 at -O2 warns about "text" + std::string inside its own library (its bug 105651).
target_compile_options(
  isolde_options INTERFACE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
target_link_libraries(isolde_options INTERFACE tl::expected)

# What is tested is instrumented; what tests it is not, and compiles in half of the time. So that a test's own copy of an inline function
# never stands in for the library's, the library is a shared one, which also makes for quick links, and keeps its copies to itself.
add_library(isolde_instrumented INTERFACE)
set(ISOLDE_LIBRARY_KIND STATIC)
if(ISOLDE_SANITIZE)
  set(ISOLDE_LIBRARY_KIND SHARED)
  target_compile_options(isolde_instrumented INTERFACE -fsanitize=${ISOLDE_SANITIZE} -fno-sanitize-recover=all
                                                       -fno-omit-frame-pointer -fvisibility-inlines-hidden
                                                       -fsanitize-address-use-after-return=never)
  target_compile_definitions(isolde_options INTERFACE ISOLDE_SANITIZED)
  # ASan sees what comes of a null pointer or a small object; asking before each access costs a quarter of the build.
  target_compile_options(isolde_instrumented INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  target_link_options(isolde_options INTERFACE -fsanitize=${ISOLDE_SANITIZE})
endif()
if(ISOLDE_FUZZ)
  # Coverage for libFuzzer in all code; what is compared, which is told by a call each time, only where input is taken apart.
  target_compile_options(isolde_instrumented INTERFACE -fsanitize-coverage=inline-8bit-counters,pc-table)
endif()

function(isolde_folder path)
  cmake_parse_arguments(ARG "COLD" "" "LINKS" ${ARGN})
  string(REPLACE "/" "_" name ${path})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${path}/*.cpp ${PROJECT_SOURCE_DIR}/${path}/*.hpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${path}/main.cpp)
  add_library(isolde_${name} OBJECT ${sources})
  target_link_libraries(isolde_${name} PUBLIC isolde_options ${ARG_LINKS} PRIVATE isolde_instrumented)
  # Who adds to an enumeration is told every switch that does not know it yet, which a default would hide.
  target_compile_options(isolde_${name} PRIVATE -Wswitch-enum)
  if(ISOLDE_FUZZ AND path MATCHES "^(history|frontends/formats)(/|$)")
    target_compile_options(isolde_${name} PRIVATE -fsanitize-coverage=trace-cmp)
  endif()
  isolde_precompile(isolde_${name})
  if(ARG_COLD)
    isolde_unity(isolde_${name} ${ISOLDE_LARGE_BATCH})
  else()
    isolde_unity(isolde_${name})
  endif()
  set(ISOLDE_FOLDERS ${ISOLDE_FOLDERS} isolde_${name} CACHE INTERNAL "")
  set(ISOLDE_FOLDER_LINKS ${ISOLDE_FOLDER_LINKS} ${ARG_LINKS} CACHE INTERNAL "")
endfunction()

# Inside the build, users of `isolde` get every include path and library of its folders. An installed `isolde` shows its public headers
# only, and names the libraries that its archive has to be linked with; header-only ones are not among them.
function(isolde_library)
  add_library(isolde ${ISOLDE_LIBRARY_KIND})
  add_library(isolde::isolde ALIAS isolde)
  target_compile_features(isolde PUBLIC cxx_std_20)
  foreach(folder IN LISTS ISOLDE_FOLDERS)
    target_sources(isolde PRIVATE $<TARGET_OBJECTS:${folder}>)
  endforeach()
  target_sources(isolde PRIVATE ${ISOLDE_EXTRA_OBJECTS})
  if(TARGET cuda_object)
    add_dependencies(isolde cuda_object)
  endif()
  if(ISOLDE_SANITIZE)
    target_link_options(isolde PRIVATE -Wl,-Bsymbolic-functions)
  endif()
  set(libraries ${ISOLDE_FOLDER_LINKS})
  list(REMOVE_DUPLICATES libraries)
  target_link_libraries(isolde PUBLIC $<BUILD_INTERFACE:isolde_options>)
  foreach(library IN LISTS libraries)
    if(NOT TARGET ${library}) # a file, which an installed isolde names as it is
      target_link_libraries(isolde PUBLIC ${library})
      continue()
    endif()
    target_link_libraries(isolde PUBLIC $<BUILD_INTERFACE:${library}>)
    get_target_property(type ${library} TYPE)
    get_target_property(linked ${library} INTERFACE_LINK_LIBRARIES)
    if(NOT type STREQUAL INTERFACE_LIBRARY OR linked)
      target_link_libraries(isolde INTERFACE $<INSTALL_INTERFACE:$<LINK_ONLY:${library}>>)
      list(APPEND archive_needs ${library})
    endif()
  endforeach()
  set(ISOLDE_ARCHIVE_NEEDS ${archive_needs} CACHE INTERNAL "Libraries that a user of the installed archive links, too")
endfunction()
