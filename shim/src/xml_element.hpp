/// @file xml_element.hpp
/// Elements of a tinyxml document, with names and lines for messages.
#ifndef EP_SHIM_XML_ELEMENT_HPP
#define EP_SHIM_XML_ELEMENT_HPP

#include <tinyxml.h>

#include <string>

namespace ep_shim
{

/// Scans the text, see xml_scan.hpp, and parses it. Throws a refusal.
void parse_xml(std::string& text, TiXmlDocument& document);

/// The root element, which must be <robot>. Throws a refusal.
const TiXmlElement& robot_of(const TiXmlDocument& document);

/// Throws a refusal: "label: what (line n)"; without the label if it is empty.
[[noreturn]] void refuse(const TiXmlElement& element, const std::string& label,
                         const std::string& what);

/// The attribute, or "" if it is not there.
std::string attribute_of(const TiXmlElement& element, const char* name);

} // namespace ep_shim

#endif
