/// @file test_shim_xml.c
/// What the shim refuses before an XML parser sees it.
#include "shim_tools.h"

EP_TEST(robust_xml_is_well_formed)
{
  static const bad_text cases[] = {
      {"", "XML: there is no element (line 1)"},
      {"hello", "XML: text before the first element"},
      {"<robot", "XML: the text ends in a tag"},
      {"<robot name='r'>", "XML: the text ends inside <robot>"},
      {"<robot name='r'>\n</rob>", "XML: </rob> closes 'robot' (line 2)"},
      {"</robot>", "closes nothing"},
      {"<robot name='r'/><robot name='r'/>", "a second root element 'robot'"},
      {"<robot name='r'/> x", "text after the last element"},
      {"<robot name=r/>", "an attribute without quotes"},
      {"<robot name='r>", "the text ends in an attribute"},
      {"<robot name='<'/>", "'<' in an attribute"},
      {"<robot name='r'name2='s'/>", "a blank expected"},
      {"<robot name='r' name='s'/>", "attribute 'name' is there twice"},
      {"<robot name='&bomb;'/>", "'&' that begins neither"},
      {"<robot name='r'>&</robot>", "'&' that begins neither"},
      {"<robot name='a&#0;b'/>", "character '&#0;' must be written as itself"},
      {"<robot name='a&#xe4;b'/>", "character '&#xe4;' must be written as itself"},
      {"<robot name='a&#x;b'/>", "must be written as itself"},
      {"<!DOCTYPE robot [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><robot name='&b;'/>",
       "DOCTYPE, entities and the like are not accepted"},
      {"<!-- <robot/>", "a comment is never closed"},
      {"<robot name='r'><![CDATA[</robot>", "CDATA is never closed"},
      {"<?xml version='1.0'", "the text ends in <? ?>"},
      {"<?xml version=1?><robot/>", "an attribute without quotes"},
      {"<?xml version='1.0' ", "the text ends in <? ?>"},
      {"<a/>", "the root element is 'a', not 'robot'"},
      {"<robot/>", "robot: has no name"},
      {"<robot name='r' version='7.5'><link name='l'/></robot>", "urdfdom: "},
  };
  expect_all_refused(cases, COUNT(cases), "", "");
}

EP_TEST(robust_xml_depth_is_limited)
{
  char* deep = repeated("<robot name='r'>", "<a>", 200000, "");
  expect_text_refused(deep, strlen(deep), "more than 64 elements inside each other");
  free(deep);
  for (int extra = 0; extra < 2; ++extra)
  {
    char* inner = repeated("<robot name='r'><link name='l'/>", "<gazebo>", 62, "");
    char* text = repeated(inner, extra ? "<a><b/></a>" : "<a/>", 1, "");
    char* end = repeated(text, "</gazebo>", 62, "</robot>");
    ep_urdf* urdf;
    const ep_shim_result result = ep_urdf_read(end, strlen(end), &urdf, message, sizeof message);
    ck_assert_int_eq(result, extra ? EP_SHIM_REFUSED : EP_SHIM_OK);
    ep_urdf_destroy(urdf);
    free(inner);
    free(text);
    free(end);
  }
}

EP_TEST(robust_xml_attributes_are_limited)
{
  char text[20000] = "<robot name='r'";
  for (int i = 1; i < 65; ++i)
  {
    const size_t size = strlen(text);
    snprintf(text + size, sizeof text - size, " a%d='%d'", i, i);
    char whole[20100];
    snprintf(whole, sizeof whole, "%s><link name='l'/></robot>", text);
    ep_urdf* urdf;
    const ep_shim_result result =
        ep_urdf_read(whole, strlen(whole), &urdf, message, sizeof message);
    ck_assert_int_eq(result, i < 64 ? EP_SHIM_OK : EP_SHIM_REFUSED);
    ep_urdf_destroy(urdf);
  }
  ck_assert_ptr_nonnull(strstr(message, "more than 64 attributes"));
}
