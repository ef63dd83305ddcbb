/// @file test_mesh_assimp.c
/// The process that reads DAE and glTF: helpers that misbehave, limits, and odd host programs.
#define _GNU_SOURCE // setenv, strdup
#include "assimp_tools.h"
#include "mesh_process.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const double low_left[9] = {0, 0, 0, 2, 0, 0, 2, 2, 0};

/// @name Helpers that misbehave
/// @{

/// A script in place of the helper; its name stays valid.
static void make_script(mesh_folder* folder, char path[256], const char* commands)
{
  mesh_bytes text = {0};
  mesh_bytes_print(&text, "#!/bin/sh\n%s\n", commands);
  strcpy(path, mesh_folder_write(folder, "helper.sh", text.bytes, text.size));
  ck_assert_int_eq(chmod(path, 0700), 0);
  free(text.bytes);
}

static int open_files(void)
{
  int count = 0;
  DIR* files = opendir("/proc/self/fd");
  ck_assert_ptr_nonnull(files);
  while (readdir(files) != NULL)
  {
    ++count;
  }
  closedir(files);
  return count;
}

/// That this script is refused with this message within a few seconds, and leaves no process and no
/// open file.
static void assert_script_refused(const char* commands, const char* message)
{
  mesh_folder folder = mesh_folder_make();
  char script[256];
  make_script(&folder, script, commands);
  ep_mesh_options options = assimp_options(script, 1);
  options.helper_bytes = 1000000;
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  ep_mesh mesh;
  ep_error error;
  const int files = open_files();
  const double start = assimp_seconds_now();
  ck_assert_int_ne(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, &options, &mesh, &error),
                   EP_OK);
  ck_assert_double_lt(assimp_seconds_now() - start, 10.0);
  ck_assert_int_eq(open_files(), files);
  ck_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
  ck_assert_msg(strstr(error.message, message) != NULL, "'%s' is not in '%s'", message,
                error.message);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

#define LATE ": takes longer to read than the 1 s allowed: it may be damaged"

EP_TEST(robust_helpers_that_fail)
{
  assert_script_refused("echo \"no such thing: $2\" >&2; exit 1", "/a.dae: no such thing: dae");
  assert_script_refused("exit 1", "/a.dae: it does not say why");
  assert_script_refused("echo oh >&2; exit 3", ": the mesh helper ended with status 3: oh");
  assert_script_refused("exit 127", ": the mesh helper ended with status 127: it does not say why");
  assert_script_refused("kill -9 $$",
                        ": reading it crashed (signal 9, Killed): it does not say why");
  assert_script_refused("echo help >&2; kill -11 $$",
                        ": reading it crashed (signal 11, Segmentation fault): help");
  assert_script_refused("kill -XCPU $$", LATE);
  assert_script_refused("printf 'a\\001b\\nc\\n' >&2; exit 1", "/a.dae: a b c");
}

EP_TEST(robust_helpers_that_hang)
{
  assert_script_refused("sleep 1000", LATE);
  assert_script_refused("exec sleep 1000", LATE);
  assert_script_refused("exec >&- 2>&-; sleep 1000", LATE);
  assert_script_refused("trap '' TERM INT HUP; while :; do sleep 1; done", LATE);
}

/// Whether a process runs; one that nobody has waited for yet does not.
static bool is_running(const char* id)
{
  char path[64];
  char state[256] = {0};
  snprintf(path, sizeof path, "/proc/%.20s/stat", id);
  FILE* file = fopen(path, "rb");
  if (file == NULL)
  {
    return false;
  }
  const size_t size = fread(state, 1, sizeof state - 1, file);
  fclose(file);
  const char* name_end = size == 0 ? NULL : strrchr(state, ')');
  return name_end != NULL && name_end[2] != 'Z' && name_end[2] != 'X';
}

/// Nor does it stay that the helper has started something.
EP_TEST(robust_helpers_leave_nothing_behind)
{
  mesh_folder folder = mesh_folder_make();
  char script[256];
  make_script(&folder, script, "sleep 1000 & echo $! > ${0%helper.sh}id; exit 0");
  const ep_mesh_options options = assimp_options(script, 1);
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  ep_mesh mesh;
  ep_error error;
  ck_assert_int_ne(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, &options, &mesh, &error),
                   EP_OK);
  char id[32] = {0};
  FILE* file = fopen(mesh_folder_file(&folder, "id"), "rb");
  ck_assert(file != NULL && fgets(id, sizeof id, file) != NULL);
  fclose(file);
  id[strcspn(id, "\n")] = 0;
  const double start = assimp_seconds_now();
  while (is_running(id) && assimp_seconds_now() - start < 5.0)
  {
    usleep(10000);
  }
  ck_assert(!is_running(id));
  free(f.bytes);
  mesh_folder_remove(&folder);
}

EP_TEST(robust_helpers_that_talk)
{
  assert_script_refused("exit 0", ": the mesh helper's answer is cut");
  assert_script_refused("echo hello", ": the mesh helper's answer is cut");
  assert_script_refused("yes garbage | head -c 100000", ": the mesh helper's answer is none");
  assert_script_refused("yes garbage", ": the mesh in it is larger than 1000000 bytes");
  assert_script_refused("yes garbage >&2", LATE);
  assert_script_refused("yes garbage | head -c 300000 >&2; exit 1", "/a.dae: garbage garbage");
}

EP_TEST(robust_helpers_that_are_none)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  ep_mesh mesh;
  ep_error error;
  ep_mesh_options options = assimp_options("/none/helper", 1);
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, &options, &mesh, &error),
                   EP_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(error.message, ": the mesh helper '/none/helper' is not there"));
  char path[256];
  strcpy(path, mesh_folder_write(&folder, "text", "no program", 10));
  options.helper = path;
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, &options, &mesh, &error),
                   EP_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(error.message, ": the mesh helper cannot be started: Permission"));
  ck_assert_int_eq(chmod(path, 0700), 0);
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, &options, &mesh, &error),
                   EP_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(error.message, ": the mesh helper cannot be started: Exec format"));
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// The environment names it where the options do not.
EP_TEST(works_helper_from_environment)
{
  static const char variable[] = "EDGEPROOF_MESH_HELPER";
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  ep_mesh mesh;
  ep_error error;
  const char* before = getenv(variable);
  char* kept = before == NULL ? NULL : strdup(before);
  ck_assert_int_eq(setenv(variable, assimp_helper, 1), 0);
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, NULL, &mesh, &error), EP_OK);
  mesh_assert_triangles(&mesh, &low_left, 1);
  ep_mesh_clear(&mesh);
  ck_assert_int_eq(setenv(variable, "/none/x", 1), 0);
  ck_assert_int_eq(mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, NULL, &mesh, &error),
                   EP_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(error.message, ": the mesh helper '/none/x' is not there"));
  ck_assert_int_eq(kept == NULL ? unsetenv(variable) : setenv(variable, kept, 1), 0);
  free(kept);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// What the real helper says of a good file, with one thing changed.
EP_TEST(robust_answers_that_are_damaged)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  char path[256];
  strcpy(path, mesh_folder_write(&folder, "good.dae", f.bytes, f.size));
  char helper[1024];
  snprintf(helper, sizeof helper, "%s", assimp_helper);
  char format[] = "dae";
  char seconds[] = "10";
  char bytes[] = "2000000000";
  char* arguments[] = {helper, path, format, seconds, bytes, NULL};
  ep_process process = ep_process_run(arguments, 10, 1000000);
  ck_assert_int_eq(process.status, 0);
  const ep_text answer = process.output;
  ck_assert_uint_gt(answer.size, 100);
  char script[256];
  make_script(&folder, script, "cat ${0%helper.sh}answer");
  const ep_mesh_options options = assimp_options(script, 10);
  ep_rng rng;
  ep_rng_init(&rng, ep_test_seed());
  for (int64_t i = 0, n = ep_test_trials(60); i < n; ++i)
  {
    ep_mesh mesh;
    ep_error error;
    const size_t at = (size_t)ep_rng_int(&rng, 0, (int64_t)answer.size - 1);
    const bool is_cut = i % 2 == 0;
    answer.bytes[at] ^= is_cut || i == 1 ? 0 : 4;
    mesh_folder_write(&folder, "answer", answer.bytes, is_cut ? at : answer.size);
    const ep_status status =
        mesh_load_bytes(&folder, "a.dae", f.bytes, f.size, &options, &mesh, &error);
    ck_assert((status == EP_OK) == (i == 1)); // which was given as it is
    answer.bytes[at] ^= is_cut || i == 1 ? 0 : 4;
    ep_mesh_clear(&mesh);
  }
  free(answer.bytes);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// A letter in a list of indices makes assimp run without end and take all memory. Such a file is
/// not given to it, but if it were: the helper stops itself.
EP_TEST(robust_the_helper_keeps_its_limits)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae(
      (assimp_dae){.primitives = "<triangles count=\"1\">" DAE_INPUT "<p>0 1 x</p></triangles>"});
  char path[256];
  strcpy(path, mesh_folder_write(&folder, "a.dae", f.bytes, f.size));
  char helper[1024];
  snprintf(helper, sizeof helper, "%s", assimp_helper);
  char format[] = "dae";
  char seconds[] = "1";
  char much[] = "8000000000";
  char little[] = "200000000";
  const double start = assimp_seconds_now();
  ep_process process =
      ep_process_run((char*[]){helper, path, format, seconds, much, NULL}, 30, 1000000);
  ck_assert(!process.was_late);
  ck_assert_int_eq(process.signal, SIGXCPU);
  free(process.output.bytes);
  // With little memory it ends sooner, in one way or another; a sanitizer knows no such limit.
  process = ep_process_run((char*[]){helper, path, format, seconds, little, NULL}, 30, 1000000);
  ck_assert(!process.was_late && (process.signal != 0 || process.status != 0));
  free(process.output.bytes);
  ck_assert_double_lt(assimp_seconds_now() - start, 25.0);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// @}
/// @name The host program
/// @{

static void* load_often(void* user)
{
  const char* path = user;
  const ep_mesh_options options = assimp_options(assimp_helper, 20);
  for (int i = 0; i < 5; ++i)
  {
    ep_mesh mesh;
    if (ep_mesh_load(path, &options, &mesh, NULL) != EP_OK || mesh.triangle_count != 1)
    {
      return user;
    }
    ep_mesh_clear(&mesh);
  }
  return NULL;
}

EP_TEST(works_from_several_threads)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  char path[256];
  strcpy(path, mesh_folder_write(&folder, "a.dae", f.bytes, f.size));
  pthread_t threads[4];
  const int files = open_files();
  for (int i = 0; i < 4; ++i)
  {
    ck_assert_int_eq(pthread_create(&threads[i], NULL, load_often, path), 0);
  }
  for (int i = 0; i < 4; ++i)
  {
    void* failed;
    ck_assert_int_eq(pthread_join(threads[i], &failed), 0);
    ck_assert_ptr_null(failed);
  }
  ck_assert_int_eq(open_files(), files);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// A host that does not want to hear of its children, and one without standard files.
EP_TEST(works_in_odd_hosts)
{
  mesh_folder folder = mesh_folder_make();
  mesh_bytes f = assimp_make_dae((assimp_dae){0});
  char path[256];
  strcpy(path, mesh_folder_write(&folder, "a.dae", f.bytes, f.size));
  void (*before)(int) = signal(SIGCHLD, SIG_IGN);
  ck_assert_ptr_null(load_often(path));
  signal(SIGCHLD, before);
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0)
  {
    close(0);
    close(1);
    close(2);
    _exit(load_often(path) == NULL ? 0 : 1);
  }
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  free(f.bytes);
  mesh_folder_remove(&folder);
}

/// @}
