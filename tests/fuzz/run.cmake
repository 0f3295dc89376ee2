# Runs TARGET for a bounded time over a fresh copy of SEEDS in WORK, where it also leaves the input of a failure.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/corpus)
file(GLOB seeds ${SEEDS}/*)
if(NOT seeds)
  message(FATAL_ERROR "there are no seeds in ${SEEDS}")
endif()
file(COPY ${seeds} DESTINATION ${WORK}/corpus)
execute_process(COMMAND ${TARGET} -max_total_time=3 -runs=200000 -rss_limit_mb=2048 -timeout=10 -max_len=4096
                        -artifact_prefix=${WORK}/ ${WORK}/corpus
                RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${TARGET} failed (${result}); the input is in ${WORK}")
endif()
