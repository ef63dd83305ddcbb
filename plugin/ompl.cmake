# The adapter for programs that use OMPL. Its objects see nothing of the libraries below but their C
# interfaces, so one set of them serves every build of core. No SIMD flags: OMPL's headers include
# Eigen, and Debian's OMPL is built without.
find_package(ompl REQUIRED)
include(cmake/edgeproof-omplDependencies.cmake)
add_library(edgeproof_ompl_objects OBJECT
  src/joints.c
  src/ompl_curve.cpp
  src/ompl_reader.cpp
  src/ompl_scene.cpp
  src/ompl_validation.cpp
  src/ompl_validator.cpp)
target_include_directories(edgeproof_ompl_objects PRIVATE
  include src ${PROJECT_SOURCE_DIR}/core/include ${PROJECT_SOURCE_DIR}/envs/include
  ${PROJECT_SOURCE_DIR}/shim/include)
target_link_libraries(edgeproof_ompl_objects PRIVATE edgeproof::libompl ep_warnings_cxx)
set_target_properties(edgeproof_ompl_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)

# What is installed holds everything above core in one archive.
set(ep_ompl_parts edgeproof_ompl_objects edgeproof_plugin edgeproof_envs ep_envs_files
                  edgeproof_shim_urdf edgeproof_shim_fence)
list(TRANSFORM ep_ompl_parts REPLACE "^(.+)$" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE ep_ompl_objects)
add_library(edgeproof_ompl STATIC ${ep_ompl_objects})
target_include_directories(edgeproof_ompl PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(edgeproof_ompl INTERFACE cxx_std_17)
target_link_libraries(edgeproof_ompl
  PUBLIC edgeproof_core_static edgeproof::libompl
  PRIVATE PkgConfig::EP_YAML PkgConfig::EP_PNG PkgConfig::EP_URDFDOM Threads::Threads m)
set_target_properties(edgeproof_ompl PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ompl)
add_library(edgeproof::ompl ALIAS edgeproof_ompl)

if(EP_BUILD_TESTS)
  add_library(edgeproof_ompl_checked STATIC $<TARGET_OBJECTS:edgeproof_ompl_objects>)
  target_link_libraries(edgeproof_ompl_checked
    PUBLIC edgeproof_plugin_checked edgeproof_envs_checked edgeproof::libompl)
  set_target_properties(edgeproof_ompl_checked PROPERTIES LINKER_LANGUAGE CXX)
endif()

install(TARGETS edgeproof_ompl EXPORT edgeproof-omplTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT edgeproof-omplTargets NAMESPACE edgeproof::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/edgeproof)
install(FILES cmake/edgeproof-omplDependencies.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/edgeproof)
install(FILES include/edgeproof/ompl.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgeproof)
install(FILES include/edgeproof/plugin/validator.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edgeproof/plugin)
