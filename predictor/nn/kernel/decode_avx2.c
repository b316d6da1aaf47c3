#if defined(__x86_64__)
#define NAME(x) x##_decode_avx2
#define TABLE augur_decode_avx2
#define LABEL "avx2"
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "decode_impl.h"
#endif
