/// @file srdf_read.cpp
#include "edgeproof/shim/srdf.h"

#include "fence.hpp"
#include "xml_element.hpp"

#include <deque>
#include <memory>
#include <vector>

namespace
{

using namespace ep_shim;

/// The structure that C sees, and what it points into.
struct owned_srdf : ep_srdf
{
  std::deque<std::string> texts;
  std::vector<ep_srdf_rule> rule_list;

  const char* keep(const std::string& text)
  {
    return texts.emplace_back(text).c_str();
  }
};

const char* take_link(const TiXmlElement& element, const char* attribute, owned_srdf& srdf)
{
  const std::string name = attribute_of(element, attribute);
  if (name.empty())
  {
    refuse(element, element.ValueStr(), std::string("has no ") + attribute);
  }
  return srdf.keep(name);
}

void take_rule(const TiXmlElement& element, ep_srdf_kind kind, owned_srdf& srdf)
{
  ep_srdf_rule rule = {};
  rule.kind = kind;
  const bool is_pair = kind != EP_SRDF_DISABLE_DEFAULT;
  rule.link[0] = take_link(element, is_pair ? "link1" : "link", srdf);
  rule.link[1] = is_pair ? take_link(element, "link2", srdf) : "";
  rule.reason = srdf.keep(attribute_of(element, "reason"));
  rule.line = element.Row();
  srdf.rule_list.push_back(rule);
}

std::unique_ptr<owned_srdf> read(std::string text)
{
  TiXmlDocument document;
  parse_xml(text, document);
  const TiXmlElement& robot = robot_of(document);
  auto srdf = std::make_unique<owned_srdf>();
  for (const TiXmlElement* e = robot.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
  {
    if (e->ValueStr() == "disable_collisions")
    {
      take_rule(*e, EP_SRDF_DISABLE, *srdf);
    }
    else if (e->ValueStr() == "disable_default_collisions")
    {
      take_rule(*e, EP_SRDF_DISABLE_DEFAULT, *srdf);
    }
    else if (e->ValueStr() == "enable_collisions")
    {
      take_rule(*e, EP_SRDF_ENABLE, *srdf);
    }
  }
  srdf->name = srdf->keep(attribute_of(robot, "name"));
  srdf->rules = srdf->rule_list.data();
  srdf->rule_count = static_cast<std::int32_t>(srdf->rule_list.size());
  return srdf;
}

} // namespace

ep_shim_result ep_srdf_read(const char* text, std::size_t size, ep_srdf** srdf, char* message,
                            std::size_t message_size)
{
  *srdf = nullptr;
  return fenced(message, message_size, [&] { *srdf = read(std::string(text, size)).release(); });
}

void ep_srdf_destroy(ep_srdf* srdf)
{
  delete static_cast<owned_srdf*>(srdf);
}
