#include "decode.h"

#include <string.h>

const decoder *augur_decoder = &augur_decode_portable;

static int runs(const decoder *t) {
  if (t == &augur_decode_portable)
    return 1;
#if defined(__x86_64__)
  __builtin_cpu_init();
  int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (t == &augur_decode_avx2)
    return avx2;
  if (t == &augur_decode_vnni)
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni");
#endif
  return 0;
}

int augur_use_decoder(const char *name) {
  const decoder *all[] = {
#if defined(__x86_64__)
      &augur_decode_vnni,
      &augur_decode_avx2,
#endif
      &augur_decode_portable,
  };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    if (*name && strcmp(name, all[i]->name))
      continue;
    if (runs(all[i])) {
      augur_decoder = all[i];
      return 1;
    }
  }
  return 0;
}
