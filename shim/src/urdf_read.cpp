/// @file urdf_read.cpp
#include "edgeproof/shim/urdf.h"

#include "console_capture.hpp"
#include "fence.hpp"
#include "urdf_tree.hpp"
#include "xml_element.hpp"

#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <deque>
#include <memory>

namespace
{

using namespace ep_shim;

/// The structure that C sees, and what it points into.
struct owned_urdf : ep_urdf
{
  std::deque<std::string> texts;
  std::vector<ep_urdf_link> link_list;
  std::vector<ep_urdf_joint> joint_list;
  std::vector<std::vector<ep_urdf_geometry>> geometry_lists;
  std::vector<const char*> warning_list;

  const char* keep(const std::string& text)
  {
    return texts.emplace_back(text).c_str();
  }
};

/// urdfdom prints some values as if they were formats of printf, so it must not see a '%'. It gets
/// a character in its place that the scan lets nobody write.
constexpr char percent_mark = '\x01';

std::string masked(std::string text)
{
  std::replace(text.begin(), text.end(), '%', percent_mark);
  return text;
}

std::string unmasked(std::string text)
{
  std::replace(text.begin(), text.end(), percent_mark, '%');
  return text;
}

ep_urdf_pose pose_of(const urdf::Pose& pose)
{
  const urdf::Vector3& p = pose.position;
  const urdf::Rotation& r = pose.rotation;
  return {{p.x, p.y, p.z}, {r.x, r.y, r.z, r.w}};
}

void take_vector(const urdf::Vector3& from, double to[3])
{
  to[0] = from.x;
  to[1] = from.y;
  to[2] = from.z;
}

void take_shape(const urdf::Geometry& from, ep_urdf_geometry& to, owned_urdf& urdf)
{
  switch (from.type)
  {
  case urdf::Geometry::BOX:
    to.shape = EP_URDF_BOX;
    take_vector(dynamic_cast<const urdf::Box&>(from).dim, to.size);
    return;
  case urdf::Geometry::SPHERE:
    to.shape = EP_URDF_SPHERE;
    to.size[0] = dynamic_cast<const urdf::Sphere&>(from).radius;
    return;
  case urdf::Geometry::CYLINDER:
    to.shape = EP_URDF_CYLINDER;
    to.size[0] = dynamic_cast<const urdf::Cylinder&>(from).radius;
    to.size[1] = dynamic_cast<const urdf::Cylinder&>(from).length;
    return;
  case urdf::Geometry::MESH:
    to.shape = EP_URDF_MESH;
    to.file = urdf.keep(unmasked(dynamic_cast<const urdf::Mesh&>(from).filename));
    take_vector(dynamic_cast<const urdf::Mesh&>(from).scale, to.scale);
    return;
  }
  throw refusal("urdfdom: a geometry of unknown type");
}

/// The collisions or visuals of one link; there must be one for each element of the text.
template <class Solids>
const std::vector<ep_urdf_geometry>& take_solids(const TiXmlElement& link, const char* kind,
                                                 const Solids& solids, owned_urdf& urdf)
{
  std::vector<ep_urdf_geometry>& list = urdf.geometry_lists.emplace_back();
  const TiXmlElement* element = link.FirstChildElement(kind);
  for (const auto& solid : solids)
  {
    if (element == nullptr || solid == nullptr || solid->geometry == nullptr)
    {
      break;
    }
    ep_urdf_geometry geometry = {};
    geometry.scale[0] = geometry.scale[1] = geometry.scale[2] = 1.0;
    geometry.origin = pose_of(solid->origin);
    geometry.line = element->Row();
    take_shape(*solid->geometry, geometry, urdf);
    list.push_back(geometry);
    element = element->NextSiblingElement(kind);
  }
  if (element != nullptr || list.size() != solids.size())
  {
    refuse(link, "link " + shown(attribute_of(link, "name")),
           std::string("urdfdom did not keep every <") + kind + ">");
  }
  return list;
}

void take_link(const urdf::ModelInterface& model, const tree_link& from, owned_urdf& urdf)
{
  const urdf::LinkConstSharedPtr link = model.getLink(masked(from.name));
  if (link == nullptr)
  {
    refuse(*from.xml, "link " + shown(from.name), "urdfdom did not keep it");
  }
  const auto& collisions = take_solids(*from.xml, "collision", link->collision_array, urdf);
  const auto& visuals = take_solids(*from.xml, "visual", link->visual_array, urdf);
  ep_urdf_link to = {};
  to.name = urdf.keep(from.name);
  to.joint = from.joint;
  to.collisions = collisions.data();
  to.collision_count = static_cast<std::int32_t>(collisions.size());
  to.visuals = visuals.data();
  to.visual_count = static_cast<std::int32_t>(visuals.size());
  to.line = from.xml->Row();
  urdf.link_list.push_back(to);
}

ep_urdf_joint_type type_of(const urdf::Joint& joint)
{
  switch (joint.type)
  {
  case urdf::Joint::FIXED:
    return EP_URDF_FIXED;
  case urdf::Joint::REVOLUTE:
    return EP_URDF_REVOLUTE;
  case urdf::Joint::CONTINUOUS:
    return EP_URDF_CONTINUOUS;
  case urdf::Joint::PRISMATIC:
    return EP_URDF_PRISMATIC;
  case urdf::Joint::PLANAR:
    return EP_URDF_PLANAR;
  case urdf::Joint::FLOATING:
    return EP_URDF_FLOATING;
  case urdf::Joint::UNKNOWN:
    break;
  }
  throw refusal("joint " + shown(joint.name) + ": urdfdom does not know its type");
}

void take_joint(const urdf::ModelInterface& model, const tree_joint& from, owned_urdf& urdf)
{
  const urdf::JointConstSharedPtr joint = model.getJoint(masked(from.name));
  const bool limited = joint != nullptr && (joint->type == urdf::Joint::REVOLUTE ||
                                            joint->type == urdf::Joint::PRISMATIC);
  if (joint == nullptr || (joint->mimic == nullptr) != (from.mimic < 0) ||
      (limited && joint->limits == nullptr))
  {
    refuse(*from.xml, "joint " + shown(from.name), "urdfdom did not keep all of it");
  }
  ep_urdf_joint to = {};
  to.name = urdf.keep(from.name);
  to.type = type_of(*joint);
  to.parent = from.parent;
  to.child = from.child;
  to.origin = pose_of(joint->parent_to_joint_origin_transform);
  take_vector(joint->axis, to.axis);
  to.lower = limited ? joint->limits->lower : 0.0;
  to.upper = limited ? joint->limits->upper : 0.0;
  to.mimic = from.mimic;
  to.mimic_multiplier = joint->mimic ? joint->mimic->multiplier : 1.0;
  to.mimic_offset = joint->mimic ? joint->mimic->offset : 0.0;
  to.line = from.xml->Row();
  urdf.joint_list.push_back(to);
}

/// What urdfdom makes of the text, or all its complaints.
urdf::ModelInterfaceSharedPtr parse_model(const std::string& text)
{
  console_capture capture;
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(masked(text));
  std::string complaint;
  for (const std::string& error : capture.errors().texts)
  {
    complaint += (complaint.empty() ? "urdfdom: " : "; ") + unmasked(error);
  }
  if (!complaint.empty() || capture.errors().lost || model == nullptr)
  {
    throw refusal(complaint.empty() ? "urdfdom refuses it and does not say why" : complaint);
  }
  return model;
}

/// Points the structure at the lists, which no longer change.
void publish(const urdf_tree& tree, owned_urdf& urdf)
{
  for (const std::string& text : tree.warnings)
  {
    urdf.warning_list.push_back(urdf.keep(text));
  }
  urdf.name = urdf.keep(tree.name);
  urdf.links = urdf.link_list.data();
  urdf.link_count = static_cast<std::int32_t>(urdf.link_list.size());
  urdf.joints = urdf.joint_list.data();
  urdf.joint_count = static_cast<std::int32_t>(urdf.joint_list.size());
  urdf.root = tree.root;
  urdf.warnings = urdf.warning_list.data();
  urdf.warning_count = static_cast<std::int32_t>(urdf.warning_list.size());
}

std::unique_ptr<owned_urdf> read(std::string text)
{
  TiXmlDocument document;
  parse_xml(text, document);
  const urdf_tree tree = read_tree(document);
  const urdf::ModelInterfaceSharedPtr model = parse_model(text);
  if (model->links_.size() != tree.links.size() || model->joints_.size() != tree.joints.size())
  {
    throw refusal("urdfdom sees other links or joints than there are");
  }
  auto urdf = std::make_unique<owned_urdf>();
  urdf->geometry_lists.reserve(2 * tree.links.size()); // references to it must hold
  for (const tree_link& link : tree.links)
  {
    take_link(*model, link, *urdf);
  }
  for (const tree_joint& joint : tree.joints)
  {
    take_joint(*model, joint, *urdf);
  }
  publish(tree, *urdf);
  return urdf;
}

} // namespace

ep_shim_result ep_urdf_read(const char* text, std::size_t size, ep_urdf** urdf, char* message,
                            std::size_t message_size)
{
  *urdf = nullptr;
  return fenced(message, message_size, [&] { *urdf = read(std::string(text, size)).release(); });
}

void ep_urdf_destroy(ep_urdf* urdf)
{
  delete static_cast<owned_urdf*>(urdf);
}
