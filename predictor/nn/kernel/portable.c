// The kernels for any CPU: the compiler turns their vectors into what the
// target has, NEON on arm64.
#define NAME(x) x##_portable
#define TABLE augur_portable
#define LABEL "portable"
#define TARGET
#define LANES 4
#define TILE_ROWS 4
#define TILE_COLS 8
#include "impl.h"
