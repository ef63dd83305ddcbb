# What edgeproof::ompl stands on. Our own build reads this file too, so that both know the same
# targets by the same names.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(ompl)
find_dependency(PkgConfig)

# OMPL's package gives variables only.
if(NOT TARGET edgeproof::libompl)
  add_library(edgeproof::libompl INTERFACE IMPORTED GLOBAL)
  target_include_directories(edgeproof::libompl SYSTEM INTERFACE ${OMPL_INCLUDE_DIRS})
  target_link_libraries(edgeproof::libompl INTERFACE ${OMPL_LIBRARIES})
endif()

foreach(ep_library IN ITEMS EP_YAML=yaml-0.1 EP_PNG=libpng EP_URDFDOM=urdfdom,tinyxml)
  string(REGEX MATCH "^(.*)=(.*)$" ep_match "${ep_library}")
  set(ep_name ${CMAKE_MATCH_1})
  string(REPLACE "," ";" ep_modules "${CMAKE_MATCH_2}")
  if(NOT TARGET PkgConfig::${ep_name})
    pkg_check_modules(${ep_name} QUIET IMPORTED_TARGET GLOBAL ${ep_modules})
    if(NOT ${ep_name}_FOUND)
      set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
      set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE
          "edgeproof: component 'ompl' needs ${CMAKE_MATCH_2}, which pkg-config does not find")
    endif()
  endif()
endforeach()
unset(ep_library)
unset(ep_match)
unset(ep_modules)
unset(ep_name)
