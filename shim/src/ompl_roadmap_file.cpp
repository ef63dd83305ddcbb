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
#include "whole_file.hpp"

#include <cstddef>
#include <cstring>

namespace
{

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file is written as it is in memory");
static_assert(sizeof(ep_ompl_roadmap_edge) == 24, "no gaps: they would be written");

constexpr char mark[8] = {'E', 'P', 'R', 'O', 'A', 'D', 'M', '\n'};
constexpr std::uint32_t version = 2;

struct file_header
{
  char mark[8];
  std::uint32_t version;
  std::uint32_t value_count;
  std::uint64_t hash;
  std::uint64_t vertex_count;
  std::uint64_t edge_count;
  std::uint64_t signature_size;
  std::uint64_t is_certified; ///< 1 or 0
  std::uint64_t checksum;
};
static_assert(sizeof(file_header) == 64, "no gaps");

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
  header.is_certified = roadmap.is_certified ? 1 : 0;
  header.checksum = checksum_of(header, rest.data(), rest.size());

  write_whole_file(file,
                   std::string(reinterpret_cast<const char*>(&header), sizeof header).append(rest));
}

ep_ompl_roadmap ep_shim::read_roadmap(const std::string& file, std::uint64_t* hash)
{
  const std::string bytes = read_whole_file(file);
  const file_header header = checked_header(bytes, file);
  ep_ompl_roadmap roadmap;
  const char* at = bytes.data() + sizeof header;
  roadmap.size = header.value_count;
  roadmap.signature.assign(at, header.signature_size);
  at += header.signature_size;
  take(at, roadmap.vertices, header.vertex_count * header.value_count);
  take(at, roadmap.flags, header.vertex_count);
  take(at, roadmap.edges, header.edge_count);
  roadmap.is_certified = header.is_certified == 1;
  *hash = header.hash;
  return roadmap;
}
