#define NAME(x) x##_decode_portable
#define TABLE augur_decode_portable
#define LABEL "portable"
#define TARGET
#define LANES 4
#include "decode_impl.h"
