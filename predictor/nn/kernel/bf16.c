#if defined(__x86_64__)
#define NAME(x) x##_bf16
#define TABLE augur_bf16
#define LABEL "avx512bf16"
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,fma")))
#define LANES 16
#define BF16 1
#include "impl.h"
#endif
