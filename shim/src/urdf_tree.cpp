/// @file urdf_tree.cpp
#include "urdf_tree.hpp"

#include "fence.hpp"
#include "urdf_rules.hpp"
#include "xml_element.hpp"

#include "edgeproof/shim/urdf.h"

namespace
{

using namespace ep_shim;

std::string label_of(const TiXmlElement& element)
{
  return element.ValueStr() + " " + shown(attribute_of(element, "name"));
}

/// Adds a name that must be there, be new, and be usable in a path such as robot/link.
void add_name(const TiXmlElement& element, std::map<std::string, std::int32_t>& index)
{
  const std::string name = attribute_of(element, "name");
  if (name.empty())
  {
    refuse(element, element.ValueStr(), "has no name");
  }
  if (name.find('/') != std::string::npos)
  {
    refuse(element, label_of(element), "a name may not contain '/'");
  }
  for (const char c : name)
  {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
    {
      refuse(element, label_of(element), "the name has a control character");
    }
  }
  if (!index.emplace(name, static_cast<std::int32_t>(index.size())).second)
  {
    refuse(element, label_of(element), "a second one of this name");
  }
}

void read_links(const TiXmlElement& robot, urdf_tree& tree)
{
  const TiXmlElement* link = robot.FirstChildElement("link");
  for (; link != nullptr; link = link->NextSiblingElement("link"))
  {
    if (tree.links.size() == EP_URDF_LINK_MAX)
    {
      refuse(*link, label_of(*link), "more than " + std::to_string(EP_URDF_LINK_MAX) + " links");
    }
    add_name(*link, tree.link_index);
    check_link(*link, label_of(*link), tree.warnings);
    tree.links.push_back({link, attribute_of(*link, "name"), -1});
  }
  if (tree.links.empty())
  {
    refuse(robot, label_of(robot), "has no links");
  }
}

/// The link that <parent> or <child> of a joint names.
std::int32_t find_end(const TiXmlElement& joint, const char* end, const urdf_tree& tree)
{
  const TiXmlElement& element = *joint.FirstChildElement(end);
  const std::string name = attribute_of(element, "link");
  const auto found = tree.link_index.find(name);
  if (found == tree.link_index.end())
  {
    refuse(element, label_of(joint), std::string(end) + " link " + shown(name) + " does not exist");
  }
  return found->second;
}

void check_type(const TiXmlElement& joint)
{
  const std::string type = attribute_of(joint, "type");
  bool known = false;
  for (const char* t : {"fixed", "revolute", "continuous", "prismatic", "planar", "floating"})
  {
    known = known || type == t;
  }
  if (!known)
  {
    refuse(joint, label_of(joint), "type " + shown(type) + " is not one of URDF");
  }
  if ((type == "revolute" || type == "prismatic") && joint.FirstChildElement("limit") == nullptr)
  {
    refuse(joint, label_of(joint),
           "a " + type + " joint needs a <limit>" +
               (type == "revolute" ? "; one without limits is continuous" : ""));
  }
}

void hang(tree_joint& joint, std::int32_t index, urdf_tree& tree)
{
  joint.child = find_end(*joint.xml, "child", tree);
  joint.parent = find_end(*joint.xml, "parent", tree);
  tree_link& child = tree.links[static_cast<std::size_t>(joint.child)];
  if (child.joint >= 0)
  {
    refuse(*joint.xml, label_of(*joint.xml),
           "child link " + shown(child.name) + " is already carried by joint " +
               shown(tree.joints[static_cast<std::size_t>(child.joint)].name));
  }
  child.joint = index;
}

void read_joints(const TiXmlElement& robot, urdf_tree& tree)
{
  const TiXmlElement* xml = robot.FirstChildElement("joint");
  for (; xml != nullptr; xml = xml->NextSiblingElement("joint"))
  {
    add_name(*xml, tree.joint_index);
    check_joint(*xml, label_of(*xml), tree.warnings);
    check_type(*xml);
    tree_joint joint = {xml, attribute_of(*xml, "name"), -1, -1, -1};
    hang(joint, static_cast<std::int32_t>(tree.joints.size()), tree);
    tree.joints.push_back(joint);
  }
}

void find_followed(urdf_tree& tree)
{
  for (tree_joint& joint : tree.joints)
  {
    const TiXmlElement* mimic = joint.xml->FirstChildElement("mimic");
    if (mimic == nullptr)
    {
      continue;
    }
    const std::string name = attribute_of(*mimic, "joint");
    const auto found = tree.joint_index.find(name);
    if (found == tree.joint_index.end())
    {
      refuse(*mimic, label_of(*joint.xml), "mimic: joint " + shown(name) + " does not exist");
    }
    joint.mimic = found->second;
  }
}

void find_root(urdf_tree& tree)
{
  for (std::size_t i = 0; i < tree.links.size(); ++i)
  {
    const tree_link& link = tree.links[i];
    if (link.joint >= 0)
    {
      continue;
    }
    if (tree.root >= 0)
    {
      refuse(*link.xml, label_of(*link.xml),
             "no joint carries it, nor " +
                 shown(tree.links[static_cast<std::size_t>(tree.root)].name) +
                 ": only one link can be the root");
    }
    tree.root = static_cast<std::int32_t>(i);
  }
}

/// Follows the joints up from every link. Each link is passed once: what was seen to end at the
/// root is not walked again.
void find_cycles(const urdf_tree& tree)
{
  std::vector<std::int32_t> walk(tree.links.size(), -1); // in which walk a link was passed
  for (std::size_t start = 0; start < tree.links.size(); ++start)
  {
    const std::int32_t mark = static_cast<std::int32_t>(start);
    std::size_t at = start;
    while (walk[at] < 0 && tree.links[at].joint >= 0)
    {
      walk[at] = mark;
      const tree_joint& joint = tree.joints[static_cast<std::size_t>(tree.links[at].joint)];
      at = static_cast<std::size_t>(joint.parent);
    }
    if (walk[at] == mark && tree.links[at].joint >= 0)
    {
      refuse(*tree.links[at].xml, label_of(*tree.links[at].xml),
             "its joints go in a circle and never reach a root");
    }
  }
}

} // namespace

ep_shim::urdf_tree ep_shim::read_tree(const TiXmlDocument& document)
{
  const TiXmlElement& robot = robot_of(document);
  urdf_tree tree;
  tree.name = attribute_of(robot, "name");
  if (tree.name.empty())
  {
    refuse(robot, "robot", "has no name");
  }
  check_robot(robot, tree.warnings);
  read_links(robot, tree);
  read_joints(robot, tree);
  find_root(tree);
  find_cycles(tree);
  find_followed(tree);
  return tree;
}
