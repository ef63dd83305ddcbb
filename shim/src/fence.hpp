/// @file fence.hpp
/// What every entry from C does with exceptions: none gets out.
#ifndef EP_SHIM_FENCE_HPP
#define EP_SHIM_FENCE_HPP

#include "edgeproof/shim/status.h"

#include <cstddef>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <string>

namespace ep_shim
{

/// What was asked cannot be done, or not with this input; what() says why.
class refusal : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Copies as much as fits; line ends and other control characters become blanks.
void write_message(const char* text, char* message, std::size_t size) noexcept;

/// Runs `work`; whatever it throws becomes a result and a message.
template <class Work>
ep_shim_result fenced(char* message, std::size_t size, const Work& work) noexcept
{
  write_message("", message, size);
  try
  {
    work();
    return EP_SHIM_OK;
  }
  catch (const std::bad_alloc&)
  {
    write_message("no memory", message, size);
    return EP_SHIM_MEMORY;
  }
  catch (const std::exception& problem)
  {
    write_message(problem.what(), message, size);
  }
  catch (...)
  {
    write_message("an exception of unknown type", message, size);
  }
  return EP_SHIM_REFUSED;
}

/// The same for entries whose message goes into an ep_shim_error, which may be NULL.
template <class Work> ep_shim_result fenced(ep_shim_error* error, const Work& work) noexcept
{
  if (error == nullptr)
  {
    return fenced(nullptr, 0, work);
  }
  error->result = fenced(error->message, sizeof error->message, work);
  return error->result;
}

/// A pointer that must not be NULL, and what the caller knows it as.
struct needed
{
  const void* pointer;
  const char* name;
};

/// Throws a refusal that names the first pointer that is NULL.
void require(std::initializer_list<needed> pointers);

/// A value as messages show it: in quotes, and not all of it if it is long.
std::string shown(const std::string& value);

/// A number as messages show it, the same in every locale.
std::string number_text(double value);

/// A config that a caller filled in, or the default for NULL. Throws if its size is not the one of
/// this version.
template <class Config> Config config_or(const Config* given, const Config& fallback)
{
  if (given == nullptr)
  {
    return fallback;
  }
  if (given->struct_size != sizeof(Config))
  {
    throw refusal("struct_size is " + std::to_string(given->struct_size) + ", not " +
                  std::to_string(sizeof(Config)) + ": begin with the default function");
  }
  return *given;
}

} // namespace ep_shim

#endif
