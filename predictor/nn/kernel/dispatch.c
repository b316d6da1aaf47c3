#include "kernel.h"

#include <string.h>

const table *augur_kernels = &augur_portable;

static int runs(const table *t) {
  if (t == &augur_portable)
    return 1;
#if defined(__x86_64__)
  __builtin_cpu_init();
  int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  int avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  if (t == &augur_avx2)
    return avx2;
  if (t == &augur_avx512)
    return avx512;
  if (t == &augur_bf16)
    return avx512 && __builtin_cpu_supports("avx512bf16");
#endif
  return 0;
}

int augur_use(const char *name) {
  const table *all[] = {
#if defined(__x86_64__)
      &augur_bf16,
      &augur_avx512,
      &augur_avx2,
#endif
      &augur_portable,
  };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    if (*name && strcmp(name, all[i]->name))
      continue;
    if (runs(all[i])) {
      augur_kernels = all[i];
      return 1;
    }
  }
  return 0;
}
