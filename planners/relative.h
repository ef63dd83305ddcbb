/// @file relative.h
/// Names of files as seen from others, so that results can be moved together with what they name.
#ifndef RELATIVE_H
#define RELATIVE_H

/// The name of an existing file as seen from the folder of another, which need not exist yet; "-"
/// stands in the current folder. The absolute name where there is no way between them. NULL if
/// there is no memory; the caller frees.
char* path_seen_from(const char* file, const char* from);

#endif
