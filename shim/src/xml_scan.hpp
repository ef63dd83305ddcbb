/// @file xml_scan.hpp
/// A look at XML before tinyxml sees it.
///
/// tinyxml recurses with the depth of the text, compares every attribute with all before it, and
/// takes much that is not XML. What passes here is well-formed, shallow, and without DOCTYPE,
/// entities or control characters.
#ifndef EP_SHIM_XML_SCAN_HPP
#define EP_SHIM_XML_SCAN_HPP

#include <string>

namespace ep_shim
{

/// Throws a refusal that names the line. Tabs and line ends in attribute values become blanks, as
/// XML wants it; urdfdom knows no other blank.
void scan_xml(std::string& text);

} // namespace ep_shim

#endif
