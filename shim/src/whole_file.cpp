/// @file whole_file.cpp
#include "whole_file.hpp"

#include "fence.hpp"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace
{

[[noreturn]] void fail(const std::string& file, const std::string& what, int reason)
{
  throw ep_shim::refusal(ep_shim::shown(file) + ": " + what + ": " + std::strerror(reason));
}

/// An open file, closed at the end of its scope; close() itself where its answer counts.
class open_file
{
public:
  explicit open_file(int descriptor) : descriptor_(descriptor)
  {
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file()
  {
    if (descriptor_ >= 0)
    {
      ::close(descriptor_);
    }
  }
  int get() const
  {
    return descriptor_;
  }
  int close()
  {
    const int closing = descriptor_;
    descriptor_ = -1;
    return ::close(closing);
  }

private:
  int descriptor_;
};

/// The name of a file in the making, which is gone at the end of its scope unless it was renamed.
class temporary_file
{
public:
  explicit temporary_file(const std::string& file)
  {
    static std::atomic<unsigned> count{0};
    name_ = file + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file()
  {
    if (is_there_)
    {
      ::unlink(name_.c_str());
    }
  }
  /// Makes and opens it; -1 if that cannot be.
  int create()
  {
    const int descriptor = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    is_there_ = descriptor >= 0;
    return descriptor;
  }
  void rename_to(const std::string& file, const std::string& called)
  {
    if (::rename(name_.c_str(), file.c_str()) != 0)
    {
      fail(called, "cannot be written", errno);
    }
    is_there_ = false;
  }

private:
  std::string name_;
  bool is_there_ = false;
};

void write_all(int descriptor, const std::string& bytes, const std::string& file)
{
  for (std::size_t done = 0; done < bytes.size();)
  {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR)
    {
      fail(file, "cannot be written", errno);
    }
    done += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

/// The new name lasts only when its folder is on the disk. Not every file system can bring it
/// there; the file is whole all the same.
void sync_folder(const std::string& file)
{
  const std::size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  const open_file opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0)
  {
    static_cast<void>(::fsync(opened.get()));
  }
}

/// Whether there is something of this name that must not be replaced.
bool is_special(const char* file)
{
  struct stat about;
  return ::stat(file, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/// Where a name leads to, if it is a symbolic link: to what is there, or is to be there.
std::string behind_links(const std::string& file)
{
  constexpr int links_max = 40; // as many as Linux follows
  std::string name = file;
  for (int i = 0; i < links_max; ++i)
  {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(name.c_str(), target, sizeof target);
    if (size < 0)
    {
      return name;
    }
    const std::string next(target, static_cast<std::size_t>(size));
    const std::size_t slash = name.rfind('/');
    const bool is_beside = !next.empty() && next[0] != '/' && slash != std::string::npos;
    name = is_beside ? name.substr(0, slash + 1) + next : next;
  }
  fail(file, "cannot be written", ELOOP);
}

void write_special(const std::string& file, const std::string& bytes)
{
  open_file opened(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (opened.get() < 0)
  {
    fail(file, "cannot be written", errno);
  }
  write_all(opened.get(), bytes, file);
  if (opened.close() != 0)
  {
    fail(file, "cannot be written", errno);
  }
}

} // namespace

void ep_shim::write_whole_file(const std::string& file, const std::string& bytes)
{
  if (is_special(file.c_str()))
  {
    write_special(file, bytes);
    return;
  }
  const std::string target = behind_links(file);
  temporary_file temporary(target);
  open_file opened(temporary.create());
  if (opened.get() < 0)
  {
    fail(file, "cannot be written", errno);
  }
  write_all(opened.get(), bytes, file);
  if (::fsync(opened.get()) != 0 || opened.close() != 0)
  {
    fail(file, "cannot be written", errno);
  }
  temporary.rename_to(target, file);
  sync_folder(target);
}

std::string ep_shim::read_whole_file(const std::string& file)
{
  // Not to wait for somebody who writes a pipe.
  const open_file opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat about;
  if (opened.get() < 0 || ::fstat(opened.get(), &about) != 0)
  {
    fail(file, "cannot be opened", errno);
  }
  if (!S_ISREG(about.st_mode))
  {
    throw refusal(shown(file) + ": not a file");
  }
  std::string bytes(static_cast<std::size_t>(about.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size())
  {
    const ssize_t count = ::read(opened.get(), &bytes[done], bytes.size() - done);
    if (count == 0)
    {
      break;
    }
    if (count < 0 && errno != EINTR)
    {
      fail(file, "cannot be read", errno);
    }
    done += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  bytes.resize(done);
  return bytes;
}
