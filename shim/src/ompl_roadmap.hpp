/// @file ompl_roadmap.hpp
/// What stands behind the handle of a roadmap, and its file.
#ifndef EP_SHIM_OMPL_ROADMAP_HPP
#define EP_SHIM_OMPL_ROADMAP_HPP

#include "edgeproof/shim/ompl_roadmap.h"

#include <cstdint>
#include <string>
#include <vector>

struct ep_ompl_roadmap
{
  std::size_t size = 0;  ///< doubles of a vertex
  std::string signature; ///< of the space
  bool is_certified = false;
  std::vector<double> vertices;
  std::vector<std::uint8_t> flags; ///< one for each vertex
  std::vector<ep_ompl_roadmap_edge> edges;
};

namespace ep_shim
{

/// Throw a refusal that begins with the file's name.
void write_roadmap(const ep_ompl_roadmap& roadmap, const std::string& file, std::uint64_t hash);
/// *hash is the one in the file. Counts and checksum hold; values are not looked at.
ep_ompl_roadmap read_roadmap(const std::string& file, std::uint64_t* hash);

} // namespace ep_shim

#endif
