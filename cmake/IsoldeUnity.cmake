# With ISOLDE_UNITY several sources of a target are compiled as one, so that the headers they share are read, and the templates they share
# instantiated, once for all of them. For builds from nothing: who changes one file compiles its neighbours, too, and an #include that is
# missing goes unnoticed.
#
# Sources that most of the time is spent in are compiled on their own: g++ inlines less where there is more to inline, which made reading
# slower by a tenth.
#
# isolde_unity(target [sources]): ISOLDE_UNITY_BATCH or that many sources at a time. Where nobody waits for the program but those who build
# it, more are better: tests, and builds with sanitizers.
set(ISOLDE_UNITY_BATCH 10 CACHE STRING "How many sources are compiled as one")
mark_as_advanced(ISOLDE_UNITY_BATCH)
set(ISOLDE_LARGE_BATCH 30)

function(isolde_unity target)
  if(NOT ISOLDE_UNITY)
    return()
  endif()
  set(batch ${ISOLDE_UNITY_BATCH} ${ARGV1})
  list(GET batch -1 batch)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  # g++ takes a source that is included for a header, which should not hold its private types; and where more is inlined, it takes the
  # alternatives that a variant does not hold for forgotten ones. clang and builds one by one keep these warnings.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
                                           $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endfunction()

set(ISOLDE_HOT_SOURCES
    frontends/formats/native/native_scan.cpp
    history/builder.cpp
    history/dictionary.cpp
    history/predicates/predicate_index.cpp
    history/predicates/predicate_shapes.cpp
    encode/items/plain_items.cpp
    solver/execute/execution.cpp
    solver/execute/executor.cpp
    solver/execute/observations.cpp
    certify/schedule/live_rows.cpp
    certify/schedule/sorted_column.cpp
    certify/schedule/replay.cpp)
list(TRANSFORM ISOLDE_HOT_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/)
set_source_files_properties(${ISOLDE_HOT_SOURCES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
