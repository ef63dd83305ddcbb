/// @file test_base_fp.c
/// Floating-point environments in which the proofs do not hold are refused; status texts.
#include "edgeproof/edgeproof.h"
#include "ep_test.h"

#include <fenv.h>
#include <string.h>
#include <xmmintrin.h>

#define MXCSR_DAZ 0x0040u
#define MXCSR_FTZ 0x8000u

/// What every gate answered while the environment was bad.
typedef struct answers
{
  ep_status check;
  ep_status create;
  ep_status set;
  ep_machine* machine;
  ep_error create_error;
  ep_error set_error;
} answers;

typedef struct setup
{
  ep_link_desc link;
  ep_machine_desc desc;
  ep_machine* machine;
  ep_edge* edge;
} setup;

static void begin(setup* s)
{
  s->link = ep_link_default();
  s->link.name = "arm";
  s->link.joint = EP_JOINT_REVOLUTE;
  s->desc = ep_machine_default();
  s->desc.links = &s->link;
  s->desc.link_count = 1;
  ck_assert(ep_machine_create(&s->desc, &s->machine, NULL) == EP_OK);
  ck_assert(ep_edge_create(s->machine, &s->edge, NULL) == EP_OK);
  ck_assert(ep_edge_set(s->edge, &(double){0.25}, &(double){1.5}, NULL) == EP_OK);
}

static void ask(const setup* s, answers* a)
{
  memset(a, 0, sizeof *a);
  a->check = ep_fp_environment_check();
  a->machine = s->machine; // must be overwritten
  a->create = ep_machine_create(&s->desc, &a->machine, &a->create_error);
  a->set = ep_edge_set(s->edge, &(double){-1.0}, &(double){1.0}, &a->set_error);
}

/// Called in the default environment, like every assertion here.
static void expect_refused(const setup* s, const answers* a, const char* what)
{
  ck_assert_msg(a->check == EP_ERROR_FP_ENVIRONMENT, "%s: check", what);
  ck_assert_msg(a->create == EP_ERROR_FP_ENVIRONMENT, "%s: create", what);
  ck_assert_msg(a->create_error.status == EP_ERROR_FP_ENVIRONMENT, "%s: create's error", what);
  ck_assert_msg(a->create_error.message[0] != '\0', "%s: create's message", what);
  ck_assert_msg(a->machine == NULL, "%s: a machine came back", what);
  ck_assert_msg(a->set == EP_ERROR_FP_ENVIRONMENT, "%s: set", what);
  ck_assert_msg(a->set_error.status == EP_ERROR_FP_ENVIRONMENT, "%s: set's error", what);
  ck_assert_msg(a->set_error.message[0] != '\0', "%s: set's message", what);
  double q;
  ck_assert(ep_edge_config(s->edge, 0.0, &q) == EP_OK && q == 0.25);
  ck_assert(ep_edge_config(s->edge, 1.0, &q) == EP_OK && q == 1.5);
  ck_assert(ep_fp_environment_check() == EP_OK);
}

static void end(setup* s)
{
  ep_edge_destroy(s->edge);
  ep_machine_destroy(s->machine);
}

EP_TEST(robust_default_environment_is_accepted)
{
  ck_assert(fegetround() == FE_TONEAREST);
  ck_assert(ep_fp_environment_check() == EP_OK);
  // Exception flags and masks are not a reason to refuse.
  feraiseexcept(FE_ALL_EXCEPT);
  const ep_status raised = ep_fp_environment_check();
  feclearexcept(FE_ALL_EXCEPT);
  ck_assert(raised == EP_OK);
}

EP_TEST(robust_flushing_of_subnormals_is_refused)
{
  const unsigned bits[3] = {MXCSR_FTZ, MXCSR_DAZ, MXCSR_FTZ | MXCSR_DAZ};
  const char* const names[3] = {"flush-to-zero", "denormals-are-zero", "both"};
  setup s;
  begin(&s);
  for (int i = 0; i < 3; ++i)
  {
    answers a;
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | bits[i]);
    ask(&s, &a);
    _mm_setcsr(before);
    expect_refused(&s, &a, names[i]);
  }
  end(&s);
}

EP_TEST(robust_other_rounding_modes_are_refused)
{
  const int modes[3] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  const char* const names[3] = {"upward", "downward", "toward zero"};
  setup s;
  begin(&s);
  for (int i = 0; i < 3; ++i)
  {
    answers a;
    const int before = fegetround();
    const int failed = fesetround(modes[i]);
    ask(&s, &a);
    fesetround(before);
    ck_assert_int_eq(failed, 0);
    expect_refused(&s, &a, names[i]);
  }
  // And once it is back to normal the same calls work.
  ck_assert(ep_edge_set(s.edge, &(double){-1.0}, &(double){1.0}, NULL) == EP_OK);
  end(&s);
}

EP_TEST(works_status_texts)
{
  const ep_status all[6] = {EP_OK,           EP_ERROR_MISUSE,         EP_ERROR_INPUT,
                            EP_ERROR_MEMORY, EP_ERROR_FP_ENVIRONMENT, EP_ERROR_UNSUPPORTED};
  const char* const unknown = ep_status_text((ep_status)99);
  ck_assert(unknown != NULL && unknown[0] != '\0');
  ck_assert(ep_status_text((ep_status)-1) != NULL);
  for (int i = 0; i < 6; ++i)
  {
    const char* const text = ep_status_text(all[i]);
    ck_assert(text != NULL && text[0] != '\0');
    ck_assert_str_ne(text, unknown);
    for (int k = 0; k < i; ++k)
    {
      ck_assert_str_ne(text, ep_status_text(all[k]));
    }
  }
  ck_assert_str_eq(ep_status_text(EP_ERROR_INPUT), "bad input");
}
