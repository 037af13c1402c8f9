// SPDX-License-Identifier: MIT
#pragma once

namespace gambol::cloth {

/// How the velocities of a cluster of simultaneous collisions are made admissible.
///
/// projection: all normal velocities become exactly zero [Harmon 2008], equality constraints; some
/// impulses pull. The default: it slides as well as the next and is cheaper.
/// nonnegative: impulses only push; parts that separate are left alone. A linear complementarity
/// problem (LCP).
/// rigid: the cluster moves as one rigid body [Provot 1997]; sliding is lost. To compare with.
enum class ZoneKind { projection, nonnegative, rigid };

}  // namespace gambol::cloth
