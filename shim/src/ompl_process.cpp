/// @file ompl_process.cpp
#include "edgeproof/shim/ompl_process.h"

#include "ompl_handles.hpp"

#include <ompl/config.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <mutex>
#include <string>

using ep_shim::fenced;

namespace
{

using receiver = void (*)(ep_ompl_log_level, const char*, void*);

/// OMPL repeats on every further seed that it comes too late; it does not, for what is made after.
thread_local bool seeding = false;

ep_ompl_log_level level_of(ompl::msg::LogLevel level)
{
  switch (level)
  {
  case ompl::msg::LOG_ERROR:
    return EP_OMPL_LOG_ERROR;
  case ompl::msg::LOG_WARN:
    return EP_OMPL_LOG_WARN;
  case ompl::msg::LOG_INFO:
    return EP_OMPL_LOG_INFO;
  default:
    return EP_OMPL_LOG_DEBUG;
  }
}

class message_log : public ompl::msg::OutputHandler
{
public:
  void log(const std::string& text, ompl::msg::LogLevel level, const char*, int) override
  {
    const std::lock_guard<std::mutex> hold(mutex_);
    if (receive_ != nullptr && !seeding && level_of(level) >= level_)
    {
      receive_(level_of(level), text.c_str(), user_);
    }
  }
  void send(ep_ompl_log_level level, receiver receive, void* user)
  {
    const std::lock_guard<std::mutex> hold(mutex_);
    level_ = level;
    receive_ = receive;
    user_ = user;
  }

private:
  std::mutex mutex_;
  ep_ompl_log_level level_ = EP_OMPL_LOG_NONE;
  receiver receive_ = nullptr;
  void* user_ = nullptr;
};

/// Never destroyed: OMPL may still log while the process ends.
message_log& the_log()
{
  static message_log* const log = []
  {
    auto* made = new message_log;
    ompl::msg::useOutputHandler(made);
    return made;
  }();
  return *log;
}

} // namespace

void ep_shim::own_the_log()
{
  the_log();
}

ep_shim_result ep_ompl_seed(std::uint32_t seed, ep_shim_error* error)
{
  return fenced(error,
                [&]
                {
                  if (seed == 0)
                  {
                    throw ep_shim::refusal("seed 0: OMPL ignores it");
                  }
                  ep_shim::own_the_log();
                  seeding = true;
                  ompl::RNG::setSeed(seed);
                  seeding = false;
                });
}

void ep_ompl_log(ep_ompl_log_level level, receiver message, void* user)
{
  fenced(static_cast<ep_shim_error*>(nullptr),
         [&]
         {
           the_log().send(level, level < EP_OMPL_LOG_NONE ? message : nullptr, user);
           ompl::msg::setLogLevel(level == EP_OMPL_LOG_DEBUG  ? ompl::msg::LOG_DEBUG
                                  : level == EP_OMPL_LOG_INFO ? ompl::msg::LOG_INFO
                                                              : ompl::msg::LOG_WARN);
         });
}

const char* ep_ompl_version(void)
{
  // OMPL_VERSION is empty in Debian's build.
  static const std::string text = std::to_string(OMPL_MAJOR_VERSION) + "." +
                                  std::to_string(OMPL_MINOR_VERSION) + "." +
                                  std::to_string(OMPL_PATCH_VERSION);
  return text.c_str();
}
