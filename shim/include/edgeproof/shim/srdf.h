/// @file srdf.h
/// What an SRDF says about collisions, through tinyxml, the XML parser that urdfdom brings.
///
/// Three elements are read, all else is passed over. Which pairs of links they leave to be checked
/// is not decided here, nor whether the links exist.
#ifndef EDGEPROOF_SHIM_SRDF_H
#define EDGEPROOF_SHIM_SRDF_H

#include "edgeproof/shim/urdf.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef enum ep_srdf_kind
  {
    EP_SRDF_DISABLE = 0,     ///< <disable_collisions>: the pair is not checked
    EP_SRDF_DISABLE_DEFAULT, ///< <disable_default_collisions>: no pair of link 0 is checked...
    EP_SRDF_ENABLE           ///< <enable_collisions>: ...but this one
  } ep_srdf_kind;

  typedef struct ep_srdf_rule
  {
    ep_srdf_kind kind;
    const char* link[2]; ///< names, not empty; [1] is "" for EP_SRDF_DISABLE_DEFAULT
    const char* reason;  ///< "" if not written
    int32_t line;        ///< in the text, from 1
  } ep_srdf_rule;

  typedef struct ep_srdf
  {
    const char* name;          ///< of the robot, "" if not written
    const ep_srdf_rule* rules; ///< in the order of the text
    int32_t rule_count;
  } ep_srdf;

  /// As ep_urdf_read().
  ep_shim_result ep_srdf_read(const char* text, size_t size, ep_srdf** srdf, char* message,
                              size_t message_size);

  /// Takes NULL.
  void ep_srdf_destroy(ep_srdf* srdf);

#ifdef __cplusplus
}
#endif

#endif
