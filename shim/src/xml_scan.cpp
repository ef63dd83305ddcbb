/// @file xml_scan.cpp
#include "xml_scan.hpp"

#include "fence.hpp"

#include "edgeproof/shim/urdf.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace
{

bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_name_start(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_name_part(char c)
{
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
}

class scanner
{
public:
  explicit scanner(std::string& text) : text_(text)
  {
    open_.reserve(EP_URDF_DEPTH_MAX);
    names_.reserve(EP_URDF_ATTRIBUTE_MAX);
  }

  void run();

private:
  [[noreturn]] void fail(const std::string& what) const;
  bool starts_with(std::string_view word) const;
  bool skip_blanks();
  void skip_past(std::string_view end, const char* what);
  void take(char c, const char* where);
  std::string_view take_name();
  void take_reference();
  void take_value();
  void take_attributes();
  void take_text();
  void take_markup();
  void take_instruction();
  void take_start_tag();
  void take_end_tag();
  void refuse_controls();

  std::string& text_;
  std::size_t at_ = 0;
  std::vector<std::string_view> open_;  // elements around this place
  std::vector<std::string_view> names_; // attributes of this element so far
  bool has_root_ = false;
};

void scanner::fail(const std::string& what) const
{
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
  const auto line = 1 + std::count(text_.begin(), end, '\n');
  throw ep_shim::refusal("XML: " + what + " (line " + std::to_string(line) + ")");
}

bool scanner::starts_with(std::string_view word) const
{
  return text_.compare(at_, word.size(), word) == 0;
}

bool scanner::skip_blanks()
{
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_blank(text_[at_]))
  {
    ++at_;
  }
  return at_ > begin;
}

void scanner::skip_past(std::string_view end, const char* what)
{
  const std::size_t found = text_.find(end, at_);
  if (found == std::string::npos)
  {
    fail(std::string(what) + " is never closed");
  }
  at_ = found + end.size();
}

void scanner::take(char c, const char* where)
{
  if (at_ >= text_.size())
  {
    fail(std::string("the text ends in ") + where);
  }
  if (text_[at_] != c)
  {
    fail("'" + std::string(1, c) + "' expected in " + where);
  }
  ++at_;
}

std::string_view scanner::take_name()
{
  const std::size_t begin = at_;
  if (at_ < text_.size() && is_name_start(text_[at_]))
  {
    while (at_ < text_.size() && is_name_part(text_[at_]))
    {
      ++at_;
    }
  }
  if (at_ == begin)
  {
    fail(at_ < text_.size() ? "a name expected after '<' or between attributes"
                            : "the text ends in a tag");
  }
  return std::string_view(text_).substr(begin, at_ - begin);
}

/// &lt; and its four brothers, and characters of ASCII by number. Others could be zero bytes, or
/// letters whose bytes depend on the encoding that the text claims; and '%' must be seen as such
/// (urdf_read.cpp).
void scanner::take_reference()
{
  for (std::string_view known : {"&lt;", "&gt;", "&amp;", "&apos;", "&quot;"})
  {
    if (starts_with(known))
    {
      at_ += known.size();
      return;
    }
  }
  const std::size_t begin = at_;
  const std::size_t end = text_.find(';', at_);
  if (!starts_with("&#") || end == std::string::npos || end - begin > 8)
  {
    fail("'&' that begins neither &lt; &gt; &amp; &apos; &quot; nor a character by number");
  }
  const bool hex = text_[begin + 2] == 'x';
  const std::string digits = text_.substr(begin + (hex ? 3 : 2), end - begin - (hex ? 3 : 2));
  const char* allowed = hex ? "0123456789abcdefABCDEF" : "0123456789";
  const bool good = !digits.empty() && digits.find_first_not_of(allowed) == std::string::npos;
  const unsigned long code = good ? std::stoul(digits, nullptr, hex ? 16 : 10) : 0;
  if (!((code >= 0x20 && code < 0x7f) || code == '\t' || code == '\n' || code == '\r') ||
      code == '%')
  {
    fail("character " + ep_shim::shown(text_.substr(begin, end + 1 - begin)) +
         " must be written as itself");
  }
  at_ = end + 1;
}

void scanner::take_value()
{
  const char quote = at_ < text_.size() ? text_[at_] : 0;
  if (quote != '"' && quote != '\'')
  {
    fail("an attribute without quotes");
  }
  for (++at_; at_ < text_.size() && text_[at_] != quote;)
  {
    if (text_[at_] == '<')
    {
      fail("'<' in an attribute, or its closing quote is missing");
    }
    if (text_[at_] == '&')
    {
      take_reference();
      continue;
    }
    text_[at_] = is_blank(text_[at_]) ? ' ' : text_[at_];
    ++at_;
  }
  take(quote, "an attribute");
}

void scanner::take_attributes()
{
  names_.clear();
  for (;;)
  {
    const bool apart = skip_blanks();
    if (at_ >= text_.size() || text_[at_] == '>' || text_[at_] == '/' || text_[at_] == '?')
    {
      return;
    }
    if (!apart)
    {
      fail("a blank expected before an attribute");
    }
    const std::string_view name = take_name();
    if (std::find(names_.begin(), names_.end(), name) != names_.end())
    {
      fail("attribute " + ep_shim::shown(std::string(name)) + " is there twice");
    }
    if (names_.size() == EP_URDF_ATTRIBUTE_MAX)
    {
      fail("an element with more than " + std::to_string(EP_URDF_ATTRIBUTE_MAX) + " attributes");
    }
    names_.push_back(name);
    skip_blanks();
    take('=', "an attribute");
    skip_blanks();
    take_value();
  }
}

void scanner::take_text()
{
  while (at_ < text_.size() && text_[at_] != '<')
  {
    if (open_.empty() && !is_blank(text_[at_]))
    {
      fail(has_root_ ? "text after the last element" : "text before the first element");
    }
    if (text_[at_] == '&')
    {
      take_reference();
    }
    else
    {
      ++at_;
    }
  }
}

void scanner::take_instruction()
{
  at_ += 2;
  take_name();
  take_attributes();
  take('?', "<? ?>");
  take('>', "<? ?>");
}

void scanner::take_start_tag()
{
  ++at_;
  const std::string_view name = take_name();
  if (open_.empty() && has_root_)
  {
    fail("a second root element " + ep_shim::shown(std::string(name)));
  }
  if (open_.size() == EP_URDF_DEPTH_MAX)
  {
    fail("more than " + std::to_string(EP_URDF_DEPTH_MAX) + " elements inside each other");
  }
  has_root_ = true;
  take_attributes();
  if (starts_with("/"))
  {
    ++at_;
  }
  else
  {
    open_.push_back(name);
  }
  take('>', "a tag");
}

void scanner::take_end_tag()
{
  at_ += 2;
  const std::string_view name = take_name();
  if (open_.empty() || open_.back() != name)
  {
    fail("</" + std::string(name.substr(0, 80)) + "> closes " +
         (open_.empty() ? "nothing" : ep_shim::shown(std::string(open_.back()))));
  }
  open_.pop_back();
  skip_blanks();
  take('>', "a closing tag");
}

void scanner::take_markup()
{
  if (starts_with("<!--"))
  {
    at_ += 4;
    skip_past("-->", "a comment");
  }
  else if (starts_with("<![CDATA[") && !open_.empty())
  {
    skip_past("]]>", "CDATA");
  }
  else if (starts_with("<!"))
  {
    fail("DOCTYPE, entities and the like are not accepted");
  }
  else if (starts_with("<?"))
  {
    take_instruction();
  }
  else if (starts_with("</"))
  {
    take_end_tag();
  }
  else
  {
    take_start_tag();
  }
}

void scanner::refuse_controls()
{
  const auto is_control = [](char c)
  { return (static_cast<unsigned char>(c) < 0x20 && !is_blank(c)) || c == 0x7f; };
  const auto found = std::find_if(text_.begin(), text_.end(), is_control);
  if (found != text_.end())
  {
    at_ = static_cast<std::size_t>(found - text_.begin());
    fail("a control character");
  }
}

void scanner::run()
{
  refuse_controls();
  at_ = starts_with("\xef\xbb\xbf") ? 3 : 0; // byte order mark
  for (take_text(); at_ < text_.size(); take_text())
  {
    take_markup();
  }
  if (!open_.empty())
  {
    fail("the text ends inside <" + std::string(open_.back().substr(0, 80)) + ">");
  }
  if (!has_root_)
  {
    fail("there is no element");
  }
}

} // namespace

void ep_shim::scan_xml(std::string& text)
{
  scanner(text).run();
}
