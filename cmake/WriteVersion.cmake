# Run at every build: cmake -Dsource=DIR -Dbuild_type=T -Doutput=FILE -P WriteVersion.cmake
# Asks git for the commit and fills base/version.cpp.in; the output keeps its time stamp if nothing changed.
execute_process(
  COMMAND git -C ${source} describe --always --dirty --abbrev=12 --exclude "*"
  OUTPUT_VARIABLE commit
  ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE failed)
if(failed)
  set(commit unknown)
endif()
configure_file(${source}/base/version.cpp.in ${output} @ONLY)
