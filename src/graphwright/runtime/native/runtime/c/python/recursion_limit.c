// How deep calls may be: as deep as Python's own.

#include "python/python.h"

int64_t gw_recursion_limit(void) { return Py_GetRecursionLimit(); }
