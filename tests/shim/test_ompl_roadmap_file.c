/// @file test_ompl_roadmap_file.c
/// Files of roadmaps: damaged ones, full disks, and names that are no files.
#define _XOPEN_SOURCE 700 // mkdtemp, symlink, mkfifo
#include "roadmap_tools.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

// --- Files that are not whole ---

EP_TEST(robust_ompl_damaged_roadmaps_are_refused)
{
  trial made;
  make_flat_trial(&made);
  make_folder();
  expect_load_refused(&made, 1, "cannot be opened");
  ep_ompl_roadmap* roadmap = make_line(made.space);
  expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
  unsigned char bytes[4096];
  const size_t size = read_bytes(bytes, sizeof bytes);
  ck_assert(size > 300 && size < sizeof bytes);
  for (size_t cut = 0; cut < size; ++cut)
  {
    write_bytes(bytes, cut);
    expect_load_refused(&made, 1, cut < 8 ? "not a roadmap" : "cut");
  }
  write_bytes(bytes, size);
  bytes[size] = 0;
  write_bytes(bytes, size + 1);
  expect_load_refused(&made, 1, "cut or changed");
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (size_t i = 0; i < size; ++i)
  {
    const unsigned char flip = (unsigned char)(1U << ep_rng_int(&rng, 0, 7));
    bytes[i] ^= flip;
    write_bytes(bytes, size);
    expect_load_refused(&made, 1, "");
    bytes[i] ^= flip;
  }
  write_bytes(bytes, size);
  ep_ompl_roadmap* loaded = NULL;
  expect_ok(ep_ompl_roadmap_load(made.information, file, 1, 0, &loaded, NULL, &error));
  expect_same(roadmap, loaded, 2);
  ep_ompl_roadmap_destroy(loaded);
  ep_ompl_roadmap_destroy(roadmap);
  remove_folder();
  end_trial(&made);
}

// --- Where a file may not be, or is none ---

/// Files may grow to so many bytes only, as on a full disk. Returns what the call said.
static ep_shim_result save_within(const ep_ompl_roadmap* roadmap, rlim_t bytes)
{
  void (*const before)(int) = signal(SIGXFSZ, SIG_IGN);
  struct rlimit usual;
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &usual), 0);
  const struct rlimit small = {bytes, usual.rlim_max};
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
  const ep_shim_result result = ep_ompl_roadmap_save(roadmap, file, 2, &error);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &usual), 0);
  signal(SIGXFSZ, before);
  return result;
}

/// The old file is still there, whole, and nothing is beside it.
EP_TEST(robust_ompl_roadmaps_on_a_full_disk)
{
  trial made;
  make_flat_trial(&made);
  make_folder();
  ep_ompl_roadmap* roadmap = make_line(made.space);
  for (int existing = 0; existing < 2; ++existing)
  {
    for (rlim_t bytes = 0; bytes < 300; bytes += 50)
    {
      expect_refused(save_within(roadmap, bytes), "cannot be written: File too large");
      ck_assert_ptr_nonnull(strstr(error.message, file));
      ck_assert_int_eq(access(file, F_OK), existing ? 0 : -1);
    }
    expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
  }
  ep_ompl_roadmap* loaded = NULL;
  expect_ok(ep_ompl_roadmap_load(made.information, file, 1, 0, &loaded, NULL, &error));
  expect_same(roadmap, loaded, 2);
  expect_refused(ep_ompl_roadmap_save(roadmap, "/dev/full", 1, &error),
                 "'/dev/full': cannot be written: No space left on device");
  ep_ompl_roadmap_destroy(loaded);
  ep_ompl_roadmap_destroy(roadmap);
  remove_folder(); // which must be empty but for the file
  end_trial(&made);
}

static void expect_kind(const char* name, mode_t kind)
{
  struct stat about;
  ck_assert_int_eq(lstat(name, &about), 0);
  ck_assert_msg((about.st_mode & S_IFMT) == kind, "%s has become something else", name);
}

static void* read_pipe(void* user)
{
  unsigned char* bytes = user;
  const int opened = open(file, O_RDONLY);
  ck_assert_int_ge(opened, 0);
  size_t size = 0;
  for (ssize_t count = 1; count > 0; size += (size_t)count)
  {
    count = read(opened, bytes + size, 4096 - size);
    ck_assert_int_ge(count, 0);
  }
  close(opened);
  return NULL;
}

EP_TEST(robust_ompl_roadmaps_through_devices_and_pipes)
{
  trial made;
  make_flat_trial(&made);
  make_folder();
  ep_ompl_roadmap* roadmap = make_line(made.space);
  expect_ok(ep_ompl_roadmap_save(roadmap, "/dev/null", 1, &error));
  expect_kind("/dev/null", S_IFCHR);
  expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
  unsigned char whole[4096];
  const size_t size = read_bytes(whole, sizeof whole);
  ck_assert_int_eq(unlink(file), 0);

  ck_assert_int_eq(mkfifo(file, 0600), 0);
  unsigned char passed[4096] = {0};
  pthread_t reader;
  ck_assert_int_eq(pthread_create(&reader, NULL, read_pipe, passed), 0);
  expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
  ck_assert_int_eq(pthread_join(reader, NULL), 0);
  expect_kind(file, S_IFIFO);
  ck_assert_int_eq(memcmp(whole, passed, size), 0);
  expect_load_refused(&made, 1, "not a file"); // without waiting for a writer
  ep_ompl_roadmap_destroy(roadmap);
  remove_folder();
  end_trial(&made);
}

EP_TEST(robust_ompl_roadmaps_behind_links)
{
  trial made;
  make_flat_trial(&made);
  make_folder();
  ep_ompl_roadmap* roadmap = make_line(made.space);
  char inner[96];
  char target[128];
  snprintf(inner, sizeof inner, "%s/inner", folder);
  snprintf(target, sizeof target, "%s/target", inner);
  ck_assert_int_eq(mkdir(inner, 0700), 0);
  ck_assert_int_eq(symlink("inner/target", file), 0);
  for (int i = 0; i < 2; ++i) // first it leads to nothing yet
  {
    expect_ok(ep_ompl_roadmap_save(roadmap, file, 1, &error));
    expect_kind(file, S_IFLNK);
    expect_kind(target, S_IFREG);
    ep_ompl_roadmap* loaded = NULL;
    expect_ok(ep_ompl_roadmap_load(made.information, file, 1, 0, &loaded, NULL, &error));
    ep_ompl_roadmap_destroy(loaded);
  }
  ck_assert_int_eq(unlink(file), 0);
  ck_assert_int_eq(symlink("map", file), 0); // to itself
  expect_refused(ep_ompl_roadmap_save(roadmap, file, 1, &error), "cannot be written");
  expect_kind(file, S_IFLNK);
  ck_assert_int_eq(unlink(target), 0);
  ck_assert_int_eq(rmdir(inner), 0);
  ep_ompl_roadmap_destroy(roadmap);
  remove_folder();
  end_trial(&made);
}
