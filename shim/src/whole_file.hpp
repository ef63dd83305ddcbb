/// @file whole_file.hpp
/// Files that are written whole or not at all.
#ifndef EP_SHIM_WHOLE_FILE_HPP
#define EP_SHIM_WHOLE_FILE_HPP

#include <string>

namespace ep_shim
{

/// Writes beside the file, makes sure it is on the disk, and renames: there is the old file or the
/// new one, never half of one, and nothing is left beside it. A symbolic link stays: what it points
/// to is written so. What is no file, such as a device or a pipe, is written as it is and never
/// replaced. Throws a refusal that begins with the file's name.
void write_whole_file(const std::string& file, const std::string& bytes);

/// All of a file's bytes; throws as above, for what is no file too.
std::string read_whole_file(const std::string& file);

} // namespace ep_shim

#endif
