// Dense linear algebra, written once for `float` and `double` in `linear_algebra_of.h`.

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "core/library.h"

#define REAL float
#define NAME(name) name##_float32
#include "core/linear_algebra_of.h"
#undef REAL
#undef NAME

#define REAL double
#define NAME(name) name##_float64
#include "core/linear_algebra_of.h"
