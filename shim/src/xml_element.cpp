/// @file xml_element.cpp
#include "xml_element.hpp"

#include "fence.hpp"
#include "xml_scan.hpp"

void ep_shim::parse_xml(std::string& text, TiXmlDocument& document)
{
  scan_xml(text);
  document.Parse(text.c_str(), nullptr, TIXML_ENCODING_UTF8);
  if (document.Error())
  {
    throw refusal(std::string("XML: ") + document.ErrorDesc() + " (line " +
                  std::to_string(document.ErrorRow()) + ")");
  }
}

const TiXmlElement& ep_shim::robot_of(const TiXmlDocument& document)
{
  const TiXmlElement* root = document.RootElement();
  if (root == nullptr)
  {
    throw refusal("there is no <robot>");
  }
  if (root->ValueStr() != "robot")
  {
    refuse(*root, "", "the root element is " + shown(root->ValueStr()) + ", not 'robot'");
  }
  return *root;
}

void ep_shim::refuse(const TiXmlElement& element, const std::string& label, const std::string& what)
{
  throw refusal((label.empty() ? "" : label + ": ") + what + " (line " +
                std::to_string(element.Row()) + ")");
}

std::string ep_shim::attribute_of(const TiXmlElement& element, const char* name)
{
  const char* value = element.Attribute(name);
  return value == nullptr ? "" : value;
}
