/// @file robot_resolve.h
/// Which file a mesh name in a URDF means.
///
/// | written             | means                                                               |
/// |---------------------|---------------------------------------------------------------------|
/// | package://NAME/rest | see below                                                           |
/// | file:///path        | that path                                                           |
/// | /path               | that path                                                           |
/// | path                | beside the URDF                                                     |
/// | other://anything    | nothing: an error                                                   |
///
/// A package is looked for in the given folders, then in those of ROS_PACKAGE_PATH, then in the
/// URDF's own folder and upward from there to the root. In each folder: NAME/rest; and rest, if the
/// folder itself is the package, by its name or by the name in its package.xml. The first that is
/// there wins. So package://meshes/a.stl, without a real package, finds meshes/a.stl beside the
/// URDF or above.
///
/// The two URL forms are percent-decoded (%20 is a blank), the others are not. A package name must
/// not lead out of its package: ".." in it is an error. A path may have "..".
#ifndef EP_ROBOT_RESOLVE_H
#define EP_ROBOT_RESOLVE_H

#include "edgeproof/base.h"

typedef struct ep_mesh_places
{
  const char* urdf; ///< path of the URDF
  const char* const* packages;
  int32_t package_count;
} ep_mesh_places;

/// The path of an existing regular file, which the caller frees. On failure *path is NULL; the
/// message begins with `label` and says where it was looked for.
ep_status ep_mesh_resolve(const ep_mesh_places* places, const char* name, const char* label,
                          char** path, ep_error* error);

#endif
