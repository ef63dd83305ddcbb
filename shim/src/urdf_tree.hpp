/// @file urdf_tree.hpp
/// The links and joints of a URDF text by name, before urdfdom sees them.
#ifndef EP_SHIM_URDF_TREE_HPP
#define EP_SHIM_URDF_TREE_HPP

#include <tinyxml.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ep_shim
{

struct tree_link
{
  const TiXmlElement* xml;
  std::string name;
  std::int32_t joint = -1; // that carries it
};

struct tree_joint
{
  const TiXmlElement* xml;
  std::string name;
  std::int32_t parent = -1;
  std::int32_t child = -1;
  std::int32_t mimic = -1;
};

/// What the text has, in its order. Borrows the document.
struct urdf_tree
{
  std::string name;
  std::vector<tree_link> links;
  std::vector<tree_joint> joints;
  std::map<std::string, std::int32_t> link_index;
  std::map<std::string, std::int32_t> joint_index;
  std::int32_t root = -1;
  std::vector<std::string> warnings;
};

/// Checks every element, every name, and that the joints make one tree of all links. Throws a
/// refusal.
urdf_tree read_tree(const TiXmlDocument& document);

} // namespace ep_shim

#endif
