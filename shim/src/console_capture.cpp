/// @file console_capture.cpp
#include "console_capture.hpp"

#include <console_bridge/console.h>

#include <atomic>

namespace
{

/// Where this thread's errors go; null while it captures nothing.
thread_local ep_shim::console_errors* sink = nullptr;

class handler : public console_bridge::OutputHandler
{
public:
  void log(const std::string& text, console_bridge::LogLevel level, const char* file,
           int line) override
  {
    console_bridge::OutputHandler* next = before.load();
    if (sink != nullptr)
    {
      keep(text, level);
    }
    else if (next != nullptr && next != this)
    {
      next->log(text, level, file, line);
    }
  }

  std::atomic<console_bridge::OutputHandler*> before = nullptr;

private:
  static void keep(const std::string& text, console_bridge::LogLevel level)
  {
    if (level < console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
    {
      return;
    }
    try
    {
      sink->texts.push_back(text);
    }
    catch (...) // console_bridge holds a lock here
    {
      sink->lost = true;
    }
  }
};

/// console_bridge remembers the handler before the current one and may bring it back at any time,
/// so ours is never destroyed.
handler& the_handler()
{
  static handler* only = new handler;
  return *only;
}

std::mutex& the_lock()
{
  static std::mutex* only = new std::mutex;
  return *only;
}

} // namespace

ep_shim::console_capture::console_capture()
    : lock_(the_lock()), level_(console_bridge::getLogLevel())
{
  handler& ours = the_handler();
  if (console_bridge::getOutputHandler() != &ours)
  {
    ours.before = console_bridge::getOutputHandler();
  }
  sink = &errors_;
  console_bridge::useOutputHandler(&ours);
  if (level_ > console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
  {
    console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_ERROR);
  }
}

ep_shim::console_capture::~console_capture()
{
  if (level_ > console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
  {
    console_bridge::setLogLevel(static_cast<console_bridge::LogLevel>(level_));
  }
  console_bridge::useOutputHandler(the_handler().before);
  sink = nullptr;
}
