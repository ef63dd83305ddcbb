/// @file generate.h
/// What edgeproof-generate can write. Each writes its files below a folder, the same every time.
#ifndef GENERATE_H
#define GENERATE_H

/// @name Machines: URDF, SRDF and meshes in folder/machines
/// @{
void generate_excavator(const char* folder);
void generate_tower_crane(const char* folder);
void generate_mobile_crane(const char* folder);
void generate_dump_truck(const char* folder);
/// Meshes of the weights that are lifted: folder/loads.
void generate_loads(const char* folder);
/// @}

/// @name Places: meshes in folder/site, and the scenes in which machines work there
/// @{
void generate_site(const char* folder);
void generate_site_scenes(const char* folder);
/// @}

/// @name The benchmarks of the papers: scenes, machines, meshes and motions in folder/NAME
/// @{
void generate_mannequins(const char* folder);
void generate_trains(const char* folder);
void generate_puma(const char* folder);
/// @}

#endif
