#if defined(__x86_64__)
#define NAME(x) x##_decode_vnni
#define TABLE augur_decode_vnni
#define LABEL "avx512vnni"
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma")))
#define LANES 16
#define VNNI 1
#include "decode_impl.h"
#endif
