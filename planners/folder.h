/// @file folder.h
/// Folders of results: made, and held by one program at a time.
#ifndef FOLDER_H
#define FOLDER_H

#include "edgeproof/base.h"

/// A folder that no other program holds.
typedef struct folder_hold
{
  int handle; ///< of its lock file, locked; -1: not held
} folder_hold;

/// Makes the folder, with those on the way to it, and locks the file .lock in it. Fails at once if
/// somebody else holds it. Unfinished files of one that was killed are removed. The lock ends with
/// the program, however it ends, and is not that of processes which it forks; the file stays.
ep_status folder_take(folder_hold* hold, const char* path, ep_error* error);
void folder_release(folder_hold* hold);

#endif
