# SPDX-License-Identifier: MIT
find_package(mujoco REQUIRED)
# Debian's package names a folder of qhull that its headers do not need and that may not exist.
set_target_properties(mujoco::mujoco PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "")
