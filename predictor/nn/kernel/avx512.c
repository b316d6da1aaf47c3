#if defined(__x86_64__)
#define NAME(x) x##_avx512
#define TABLE augur_avx512
#define LABEL "avx512"
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma")))
#define LANES 16
#define TILE_ROWS 8
#define TILE_COLS 32
#include "impl.h"
#endif
