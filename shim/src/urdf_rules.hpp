/// @file urdf_rules.hpp
/// Which elements, attributes and numbers URDF has, as far as they place, shape or limit something.
///
/// urdfdom takes the first of several <origin>, <limit> or shapes and passes over the others, and
/// over every attribute that it does not know: a misspelt one reads as zero.
#ifndef EP_SHIM_URDF_RULES_HPP
#define EP_SHIM_URDF_RULES_HPP

#include <tinyxml.h>

#include <string>
#include <vector>

namespace ep_shim
{

/// Each function throws a refusal that begins with the label. Elements that urdfdom would pass over
/// are added to the warnings.
void check_link(const TiXmlElement& link, const std::string& label,
                std::vector<std::string>& warnings);
void check_joint(const TiXmlElement& joint, const std::string& label,
                 std::vector<std::string>& warnings);
/// The children of <robot> by name only.
void check_robot(const TiXmlElement& robot, std::vector<std::string>& warnings);

} // namespace ep_shim

#endif
