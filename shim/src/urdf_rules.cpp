/// @file urdf_rules.cpp
#include "urdf_rules.hpp"

#include "fence.hpp"
#include "xml_element.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

namespace
{

using ep_shim::refuse;
using ep_shim::shown;

struct attribute_rule
{
  const char* name;
  int numbers; // 0: a text
  bool required;
};

struct element_rule;

struct child_rule
{
  const char* name;
  const element_rule* inside; // null: urdfdom's business alone
  bool required;
  bool repeats;
};

/// What an element may have. Lists end with an entry without name.
struct element_rule
{
  bool other_attributes; // may have attributes that are not listed
  attribute_rule attributes[8];
  child_rule children[10];
};

constexpr element_rule origin_rule = {false, {{"xyz", 3, false}, {"rpy", 3, false}}, {}};
constexpr element_rule axis_rule = {false, {{"xyz", 3, true}}, {}};
constexpr element_rule end_rule = {false, {{"link", 0, true}}, {}};
constexpr element_rule mimic_rule = {
    false, {{"joint", 0, true}, {"multiplier", 1, false}, {"offset", 1, false}}, {}};
// The last three came after urdfdom 3 and are of no use here.
constexpr element_rule limit_rule = {false,
                                     {{"lower", 1, false},
                                      {"upper", 1, false},
                                      {"effort", 1, true},
                                      {"velocity", 1, true},
                                      {"acceleration", 1, false},
                                      {"deceleration", 1, false},
                                      {"jerk", 1, false}},
                                     {}};
constexpr element_rule box_rule = {false, {{"size", 3, true}}, {}};
constexpr element_rule sphere_rule = {false, {{"radius", 1, true}}, {}};
constexpr element_rule cylinder_rule = {false, {{"radius", 1, true}, {"length", 1, true}}, {}};
constexpr element_rule mesh_rule = {false, {{"filename", 0, true}, {"scale", 3, false}}, {}};
constexpr element_rule geometry_rule = {true,
                                        {},
                                        {{"box", &box_rule, false, true},
                                         {"sphere", &sphere_rule, false, true},
                                         {"cylinder", &cylinder_rule, false, true},
                                         {"mesh", &mesh_rule, false, true}}};
constexpr element_rule solid_rule = {true,
                                     {},
                                     {{"origin", &origin_rule, false, false},
                                      {"geometry", &geometry_rule, true, false},
                                      {"material", nullptr, false, true},
                                      {"verbose", nullptr, false, true},
                                      {"contact_coefficients", nullptr, false, true}}};
constexpr element_rule link_rule = {true,
                                    {{"name", 0, true}},
                                    {{"inertial", nullptr, false, false},
                                     {"visual", &solid_rule, false, true},
                                     {"collision", &solid_rule, false, true},
                                     {"contact", nullptr, false, true}}};
constexpr element_rule joint_rule = {true,
                                     {{"name", 0, true}, {"type", 0, true}},
                                     {{"origin", &origin_rule, false, false},
                                      {"parent", &end_rule, true, false},
                                      {"child", &end_rule, true, false},
                                      {"axis", &axis_rule, false, false},
                                      {"limit", &limit_rule, false, false},
                                      {"mimic", &mimic_rule, false, false},
                                      {"dynamics", nullptr, false, false},
                                      {"calibration", nullptr, false, false},
                                      {"safety_controller", nullptr, false, false}}};
constexpr element_rule robot_rule = {true,
                                     {},
                                     {{"link", nullptr, false, true},
                                      {"joint", nullptr, false, true},
                                      {"material", nullptr, false, true},
                                      {"gazebo", nullptr, false, true},
                                      {"transmission", nullptr, false, true},
                                      {"sensor", nullptr, false, true},
                                      {"ros2_control", nullptr, false, true}}};

/// Whether the piece is one decimal number that a double can hold.
bool is_number(const char* begin, const char* end)
{
  begin += end - begin > 1 && begin[0] == '+' && begin[1] != '-' ? 1 : 0;
  double value = 0.0;
  const auto [stop, failure] = std::from_chars(begin, end, value);
  return stop == end && failure == std::errc() && std::isfinite(value);
}

/// The count of numbers in a value, -1 if some piece is none.
int count_numbers(const std::string& value)
{
  int count = 0;
  const char* at = value.c_str();
  while (*(at += std::strspn(at, " ")) != 0)
  {
    const char* end = at + std::strcspn(at, " ");
    if (!is_number(at, end))
    {
      return -1;
    }
    at = end;
    ++count;
  }
  return count;
}

/// The label of something inside, for messages.
std::string inside(const std::string& label, const std::string& name)
{
  return label.empty() ? name : label + ": " + name;
}

void check_value(const TiXmlElement& element, const attribute_rule& rule, const std::string& label)
{
  const char* value = element.Attribute(rule.name);
  if (value == nullptr && !rule.required)
  {
    return;
  }
  if (value == nullptr)
  {
    const bool is_limit =
        std::strcmp(rule.name, "effort") == 0 || std::strcmp(rule.name, "velocity") == 0;
    const std::string remedy =
        is_limit ? std::string(", which URDF demands: add ") + rule.name + "=\"0\" if unknown" : "";
    refuse(element, label, std::string("has no ") + rule.name + remedy);
  }
  if (rule.numbers > 0 && count_numbers(value) != rule.numbers)
  {
    refuse(element, label,
           std::string(rule.name) + " " + shown(value) + " is not " +
               (rule.numbers == 1 ? "a number" : std::to_string(rule.numbers) + " numbers"));
  }
  if (rule.numbers == 0 && *value == 0)
  {
    refuse(element, label, std::string(rule.name) + " is empty");
  }
}

void check_attributes(const TiXmlElement& element, const element_rule& rule,
                      const std::string& label)
{
  for (const attribute_rule* r = rule.attributes; r->name != nullptr; ++r)
  {
    check_value(element, *r, label);
  }
  if (rule.other_attributes)
  {
    return;
  }
  for (const TiXmlAttribute* a = element.FirstAttribute(); a != nullptr; a = a->Next())
  {
    const attribute_rule* r = rule.attributes;
    while (r->name != nullptr && std::strcmp(r->name, a->Name()) != 0)
    {
      ++r;
    }
    // A prefix says that somebody else's extension is meant.
    if (r->name == nullptr && std::strchr(a->Name(), ':') == nullptr)
    {
      refuse(element, label, "has an attribute " + shown(a->Name()) + ", which URDF does not have");
    }
  }
}

const child_rule* find_child(const element_rule& rule, const char* name)
{
  const child_rule* r = rule.children;
  while (r->name != nullptr && std::strcmp(r->name, name) != 0)
  {
    ++r;
  }
  return r->name == nullptr ? nullptr : r;
}

void check_count(const TiXmlElement& element, const child_rule& rule, const std::string& label)
{
  const TiXmlElement* first = element.FirstChildElement(rule.name);
  if (first == nullptr && rule.required)
  {
    refuse(element, label, std::string("has no <") + rule.name + ">");
  }
  const TiXmlElement* second = first == nullptr ? nullptr : first->NextSiblingElement(rule.name);
  if (second != nullptr && !rule.repeats)
  {
    refuse(*second, label, std::string("has a second <") + rule.name + ">");
  }
}

void check_element(const TiXmlElement& element, const element_rule& rule, const std::string& label,
                   std::vector<std::string>& warnings);

/// "collision 2" for one that repeats, "origin" for others.
std::string child_name(const TiXmlElement& child, int number)
{
  const bool numbered = number > 1 || child.NextSiblingElement(child.Value()) != nullptr;
  return child.ValueStr() + (numbered ? " " + std::to_string(number) : "");
}

void check_children(const TiXmlElement& element, const element_rule& rule, const std::string& label,
                    std::vector<std::string>& warnings)
{
  for (const child_rule* r = rule.children; r->name != nullptr; ++r)
  {
    check_count(element, *r, label);
    int number = 0;
    const TiXmlElement* child = r->inside == nullptr ? nullptr : element.FirstChildElement(r->name);
    for (; child != nullptr; child = child->NextSiblingElement(r->name))
    {
      check_element(*child, *r->inside, inside(label, child_name(*child, ++number)), warnings);
    }
  }
}

/// Elements that are not URDF, and not somebody's extension by prefix.
void note_strangers(const TiXmlElement& element, const element_rule& rule, const std::string& label,
                    std::vector<std::string>& warnings)
{
  constexpr std::size_t most = 100;
  const TiXmlElement* child = element.FirstChildElement();
  for (; child != nullptr && warnings.size() < most; child = child->NextSiblingElement())
  {
    if (find_child(rule, child->Value()) == nullptr && std::strchr(child->Value(), ':') == nullptr)
    {
      const std::string what = "element <" + child->ValueStr().substr(0, 80) +
                               "> is not URDF and was not read (line " +
                               std::to_string(child->Row()) + ")";
      warnings.push_back(warnings.size() + 1 < most ? inside(label, what)
                                                    : "more elements are not URDF");
    }
  }
}

/// Exactly one shape, one that URDF has.
void check_shape(const TiXmlElement& geometry, const std::string& label)
{
  const TiXmlElement* shape = geometry.FirstChildElement();
  if (shape == nullptr)
  {
    refuse(geometry, label, "has no shape");
  }
  if (find_child(geometry_rule, shape->Value()) == nullptr)
  {
    refuse(*shape, label,
           "shape " + shown(shape->ValueStr()) + " is not box, sphere, cylinder or mesh");
  }
  if (shape->NextSiblingElement() != nullptr)
  {
    refuse(*shape->NextSiblingElement(), label, "has a second shape");
  }
}

void check_element(const TiXmlElement& element, const element_rule& rule, const std::string& label,
                   std::vector<std::string>& warnings)
{
  check_attributes(element, rule, label);
  if (&rule == &geometry_rule)
  {
    check_shape(element, label);
  }
  check_children(element, rule, label, warnings);
  note_strangers(element, rule, label, warnings);
}

} // namespace

void ep_shim::check_link(const TiXmlElement& link, const std::string& label,
                         std::vector<std::string>& warnings)
{
  check_element(link, link_rule, label, warnings);
}

void ep_shim::check_joint(const TiXmlElement& joint, const std::string& label,
                          std::vector<std::string>& warnings)
{
  check_element(joint, joint_rule, label, warnings);
}

void ep_shim::check_robot(const TiXmlElement& robot, std::vector<std::string>& warnings)
{
  note_strangers(robot, robot_rule, "", warnings);
}
