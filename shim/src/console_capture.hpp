/// @file console_capture.hpp
/// What urdfdom logs, caught instead of printed.
#ifndef EP_SHIM_CONSOLE_CAPTURE_HPP
#define EP_SHIM_CONSOLE_CAPTURE_HPP

#include <mutex>
#include <string>
#include <vector>

namespace ep_shim
{

/// Errors in their order; `lost` if there was no memory for one.
struct console_errors
{
  std::vector<std::string> texts;
  bool lost = false;
};

/// While it lives, error messages that this thread logs through console_bridge are collected; those
/// of other threads go where they would have gone. One at a time: others wait.
class console_capture
{
public:
  console_capture();
  ~console_capture();
  console_capture(const console_capture&) = delete;
  console_capture& operator=(const console_capture&) = delete;

  const console_errors& errors() const
  {
    return errors_;
  }

private:
  std::unique_lock<std::mutex> lock_;
  console_errors errors_;
  int level_; // to be restored
};

} // namespace ep_shim

#endif
