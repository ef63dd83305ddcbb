# What the tests need from outside, and ep_add_test_executable().

find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check)

# Arb, which brings neither a CMake package nor a pkg-config file.
add_library(ep_arb INTERFACE)
foreach(ep_library IN ITEMS flint-arb flint mpfr gmp)
  find_library(EP_LIBRARY_${ep_library} ${ep_library} REQUIRED)
  target_link_libraries(ep_arb INTERFACE ${EP_LIBRARY_${ep_library}})
endforeach()
find_path(EP_ARB_INCLUDE_DIR arb.h REQUIRED)
find_path(EP_FLINT_INCLUDE_DIR flint/flint.h REQUIRED)
target_include_directories(ep_arb SYSTEM INTERFACE ${EP_ARB_INCLUDE_DIR} ${EP_FLINT_INCLUDE_DIR})

find_program(EP_VALGRIND valgrind REQUIRED)

set(EP_TEST_TIMEOUT 600 CACHE STRING "Seconds a test may take; raise it with EP_TEST_MULTIPLIER")
set(EP_TEST_LABELS sound tight robust same works)

# Asserts stay on in whatever a test program compiles, inline functions of core's headers included.
add_library(ep_test_flags INTERFACE)
target_compile_options(ep_test_flags INTERFACE -UNDEBUG $<$<NOT:$<CONFIG:Debug>>:-O2>)
target_link_libraries(ep_test_flags INTERFACE ep_warnings ep_flags)

# ep_label_test(<test>): its label is the first word of its name.
function(ep_label_test test)
  string(REGEX MATCH "^[a-z]+" label "${test}")
  if(NOT label IN_LIST EP_TEST_LABELS)
    message(FATAL_ERROR "test '${test}': the first word must be one of ${EP_TEST_LABELS}")
  endif()
  set_property(TEST ${test} PROPERTY LABELS ${label})
endfunction()

# ep_add_test_executable(<name> SOURCES <source>... [LIBS <target>...] [TIMEOUT <seconds>]
#                        [VALGRIND])
# A test program with one ctest for each EP_TEST in its sources. VALGRIND adds a ctest that runs all
# of it once more, with little effort, and fails on any leak or bad access; not for programs that
# set the floating-point environment, which valgrind does not emulate.
function(ep_add_test_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "VALGRIND" "TIMEOUT" "SOURCES;LIBS")
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ep_add_test_executable(${name}): needs SOURCES, "
                        "does not know '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${EP_TEST_TIMEOUT})
  endif()

  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/core/src)
  target_link_libraries(${name} PRIVATE ep_test_support ep_test_flags ${arg_LIBS})

  set(tests)
  foreach(source IN LISTS arg_SOURCES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} lines REGEX "EP_TEST *\\(")
    foreach(line IN LISTS lines)
      if(NOT line MATCHES "^EP_TEST\\(([a-z0-9_]+)\\)$")
        message(FATAL_ERROR "${source}: '${line}' must be 'EP_TEST(name)' on a line of its own")
      endif()
      list(APPEND tests ${CMAKE_MATCH_1})
    endforeach()
  endforeach()
  if(NOT tests)
    message(FATAL_ERROR "${name}: no EP_TEST in ${arg_SOURCES}")
  endif()

  foreach(test IN LISTS tests)
    add_test(NAME ${test} COMMAND ${name})
    ep_label_test(${test})
    set_property(TEST ${test} PROPERTY TIMEOUT ${arg_TIMEOUT})
    set_property(TEST ${test} PROPERTY ENVIRONMENT CK_RUN_CASE=${test})
    if(EP_SANITIZE)
      set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
                   CK_FORK=no UBSAN_OPTIONS=print_stacktrace=1)
    endif()
  endforeach()

  if(arg_VALGRIND AND NOT EP_SANITIZE)
    add_test(NAME robust_valgrind_${name}
             COMMAND ${EP_VALGRIND} --quiet --leak-check=full --error-exitcode=99
                     $<TARGET_FILE:${name}>)
    ep_label_test(robust_valgrind_${name})
    set_property(TEST robust_valgrind_${name} PROPERTY TIMEOUT ${arg_TIMEOUT})
    set_property(TEST robust_valgrind_${name} PROPERTY ENVIRONMENT
                 CK_FORK=no EP_TEST_MULTIPLIER=0.001)
  endif()
endfunction()

# ep_suppress_psbl(<test>...): under ThreadSanitizer, not what pSBL of OMPL 1.5.2 itself does.
function(ep_suppress_psbl)
  if(EP_SANITIZE STREQUAL "thread")
    set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT
      TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/plugin/psbl_tsan.supp)
  endif()
endfunction()
