/// @file fence.hpp
/// What every entry from C does with exceptions: none gets out.
#ifndef EP_SHIM_FENCE_HPP
#define EP_SHIM_FENCE_HPP

#include "edgeproof/shim/urdf.h"

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ep_shim
{

/// The text cannot be used; what() says why.
class refusal : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Copies as much as fits; line ends and other control characters become blanks.
void write_message(const char* text, char* message, std::size_t size) noexcept;

/// Runs `work`; whatever it throws becomes a result and a message.
template <class Work>
ep_urdf_result fenced(char* message, std::size_t size, const Work& work) noexcept
{
  write_message("", message, size);
  try
  {
    work();
    return EP_URDF_OK;
  }
  catch (const std::bad_alloc&)
  {
    write_message("no memory", message, size);
    return EP_URDF_MEMORY;
  }
  catch (const std::exception& problem)
  {
    write_message(problem.what(), message, size);
  }
  catch (...)
  {
    write_message("an exception of unknown type", message, size);
  }
  return EP_URDF_REFUSED;
}

/// A value as messages show it: in quotes, and not all of it if it is long.
std::string shown(const std::string& value);

} // namespace ep_shim

#endif
