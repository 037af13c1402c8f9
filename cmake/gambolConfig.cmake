# SPDX-License-Identifier: MIT
# find_package(gambol) gives gambol::gambol, all of the library, and gambol::NAME for each of its folders.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(Threads)
# Behind the library; none of its headers mentions these.
find_dependency(fmt)
find_dependency(PNG)
find_dependency(ZLIB)
find_dependency(yaml-cpp)
find_dependency(embree 3)
include(${CMAKE_CURRENT_LIST_DIR}/find_mujoco.cmake)

include(${CMAKE_CURRENT_LIST_DIR}/gambolTargets.cmake)
