/// @file fence.cpp
#include "fence.hpp"

#include <charconv>

void ep_shim::write_message(const char* text, char* message, std::size_t size) noexcept
{
  if (message == nullptr || size == 0)
  {
    return;
  }
  std::size_t i = 0;
  for (; i + 1 < size && text[i] != 0; ++i)
  {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    message[i] = c < 0x20 || c == 0x7f ? ' ' : text[i];
  }
  message[i] = 0;
}

void ep_shim::require(std::initializer_list<needed> pointers)
{
  for (const needed& each : pointers)
  {
    if (each.pointer == nullptr)
    {
      throw refusal(std::string(each.name) + " is NULL");
    }
  }
}

std::string ep_shim::shown(const std::string& value)
{
  constexpr std::size_t most = 80;
  return value.size() <= most ? "'" + value + "'" : "'" + value.substr(0, most) + "...'";
}

std::string ep_shim::number_text(double value)
{
  char text[32];
  const std::to_chars_result end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6);
  return std::string(text, end.ptr);
}
