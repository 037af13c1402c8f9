# SPDX-License-Identifier: MIT
# cmake --install: the program, the libraries with their headers, and what find_package(gambol) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/gambol)

get_property(folders GLOBAL PROPERTY GAMBOL_FOLDERS)
add_library(gambol_gambol INTERFACE)  # all of them
add_library(gambol::gambol ALIAS gambol_gambol)
gambol_link(gambol_gambol INTERFACE ${folders})
foreach(name IN LISTS folders ITEMS gambol)
    set_target_properties(gambol_${name} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS gambol_${name} EXPORT gambol)
endforeach()
install(TARGETS gambol)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/gambol TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")

install(EXPORT gambol NAMESPACE gambol:: FILE gambolTargets.cmake DESTINATION ${package})
write_basic_package_version_file(gambolConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/gambolConfig.cmake cmake/find_mujoco.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/gambolConfigVersion.cmake DESTINATION ${package})
