#if defined(__x86_64__)
#define NAME(x) x##_avx2
#define TABLE augur_avx2
#define LABEL "avx2"
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#define TILE_ROWS 4
#define TILE_COLS 16
#include "impl.h"
#endif
