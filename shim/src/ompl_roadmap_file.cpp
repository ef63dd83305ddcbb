/// @file ompl_roadmap_file.cpp
///
///     header     file_header below
///     signature  signature_size bytes
///     vertices   vertex_count * value_count doubles
///     flags      vertex_count bytes
///     edges      edge_count * sizeof(ep_ompl_roadmap_edge) bytes
///
/// Little-endian, nothing between. The checksum is FNV-1a of everything but itself.
#include "ompl_roadmap.hpp"

#include "fence.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace
{

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file is written as it is in memory");
static_assert(sizeof(ep_ompl_roadmap_edge) == 24, "no gaps: they would be written");

constexpr char mark[8] = {'E', 'P', 'R', 'O', 'A', 'D', 'M', '\n'};
constexpr std::uint32_t version = 1;

struct file_header
{
  char mark[8];
  std::uint32_t version;
  std::uint32_t value_count;
  std::uint64_t hash;
  std::uint64_t vertex_count;
  std::uint64_t edge_count;
  std::uint64_t signature_size;
  std::uint64_t checksum;
};
static_assert(sizeof(file_header) == 56, "no gaps");

std::uint64_t add_to_checksum(std::uint64_t sum, const void* bytes, std::size_t size)
{
  const auto* at = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i)
  {
    sum = (sum ^ at[i]) * 0x100000001b3ULL;
  }
  return sum;
}

std::uint64_t checksum_of(const file_header& header, const void* rest, std::size_t size)
{
  const std::uint64_t sum =
      add_to_checksum(0xcbf29ce484222325ULL, &header, offsetof(file_header, checksum));
  return add_to_checksum(sum, rest, size);
}

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

/// Gone at the end of its scope unless it was renamed.
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
    if (!name_.empty())
    {
      ::unlink(name_.c_str());
    }
  }
  const char* name() const
  {
    return name_.c_str();
  }
  void rename_to(const std::string& file)
  {
    if (::rename(name_.c_str(), file.c_str()) != 0)
    {
      fail(file, "cannot be renamed to", errno);
    }
    name_.clear();
  }

private:
  std::string name_;
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

/// The new name is on the disk only when its folder is.
void sync_folder(const std::string& file)
{
  const std::size_t slash = file.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
  const open_file opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0 || (::fsync(opened.get()) != 0 && errno != EINVAL))
  {
    fail(file, "its folder cannot be brought to the disk", errno);
  }
}

std::string read_all(const std::string& file)
{
  const open_file opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about;
  if (opened.get() < 0 || ::fstat(opened.get(), &about) != 0)
  {
    fail(file, "cannot be opened", errno);
  }
  if (!S_ISREG(about.st_mode))
  {
    throw ep_shim::refusal(ep_shim::shown(file) + ": not a file");
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

/// Bytes after the header by its counts, or nothing that a file can have.
std::uint64_t size_by_counts(const file_header& header)
{
  constexpr std::uint64_t most = 1ULL << 40;
  if (header.vertex_count > INT32_MAX || header.edge_count > INT32_MAX || header.value_count < 1 ||
      header.value_count > EP_OMPL_SIZE_MAX || header.signature_size > most)
  {
    return UINT64_MAX;
  }
  return header.signature_size + header.vertex_count * (header.value_count * sizeof(double) + 1) +
         header.edge_count * sizeof(ep_ompl_roadmap_edge);
}

file_header checked_header(const std::string& bytes, const std::string& file)
{
  const std::string name = ep_shim::shown(file);
  file_header header;
  if (bytes.size() < sizeof mark || std::memcmp(bytes.data(), mark, sizeof mark) != 0)
  {
    throw ep_shim::refusal(name + ": not a roadmap of ours");
  }
  if (bytes.size() < sizeof header)
  {
    throw ep_shim::refusal(name + ": cut within its header");
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != version)
  {
    throw ep_shim::refusal(name + ": version " + std::to_string(header.version) + ", not " +
                           std::to_string(version));
  }
  const std::size_t rest = bytes.size() - sizeof header;
  if (size_by_counts(header) != rest)
  {
    throw ep_shim::refusal(name + ": cut or changed: its size of " + std::to_string(bytes.size()) +
                           " bytes is not the one of its counts");
  }
  if (checksum_of(header, bytes.data() + sizeof header, rest) != header.checksum)
  {
    throw ep_shim::refusal(name + ": changed: its checksum is wrong");
  }
  return header;
}

/// Takes the next `count` values out of the bytes.
template <class Value> void take(const char*& at, std::vector<Value>& values, std::size_t count)
{
  values.resize(count);
  if (count > 0)
  {
    std::memcpy(values.data(), at, count * sizeof(Value));
  }
  at += count * sizeof(Value);
}

template <class Value> void put(std::string& bytes, const std::vector<Value>& values)
{
  if (!values.empty())
  {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
  }
}

} // namespace

void ep_shim::write_roadmap(const ep_ompl_roadmap& roadmap, const std::string& file,
                            std::uint64_t hash)
{
  std::string rest = roadmap.signature;
  put(rest, roadmap.vertices);
  put(rest, roadmap.flags);
  put(rest, roadmap.edges);
  file_header header{};
  std::memcpy(header.mark, mark, sizeof mark);
  header.version = version;
  header.value_count = static_cast<std::uint32_t>(roadmap.size);
  header.hash = hash;
  header.vertex_count = roadmap.flags.size();
  header.edge_count = roadmap.edges.size();
  header.signature_size = roadmap.signature.size();
  header.checksum = checksum_of(header, rest.data(), rest.size());

  temporary_file temporary(file);
  open_file opened(::open(temporary.name(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (opened.get() < 0)
  {
    fail(file, "cannot be written", errno);
  }
  write_all(opened.get(), std::string(reinterpret_cast<const char*>(&header), sizeof header), file);
  write_all(opened.get(), rest, file);
  if (::fsync(opened.get()) != 0 || opened.close() != 0)
  {
    fail(file, "cannot be written", errno);
  }
  temporary.rename_to(file);
  sync_folder(file);
}

ep_ompl_roadmap ep_shim::read_roadmap(const std::string& file, std::uint64_t* hash)
{
  const std::string bytes = read_all(file);
  const file_header header = checked_header(bytes, file);
  ep_ompl_roadmap roadmap;
  const char* at = bytes.data() + sizeof header;
  roadmap.size = header.value_count;
  roadmap.signature.assign(at, header.signature_size);
  at += header.signature_size;
  take(at, roadmap.vertices, header.vertex_count * header.value_count);
  take(at, roadmap.flags, header.vertex_count);
  take(at, roadmap.edges, header.edge_count);
  *hash = header.hash;
  return roadmap;
}
